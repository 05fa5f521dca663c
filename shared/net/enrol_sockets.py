"""The sockets of an enrolment: the hall's ROUTER and a device's DEALER. In the clear: all that
travels is public, and the six digits are the proof. Tiny limits; nothing is trusted here."""

from __future__ import annotations

from collections.abc import Callable

import zmq

from shared.net.hub_sockets import PortTaken
from shared.net.pump import Frames, Pump, configure
from shared.wire.codec import CodecError
from shared.wire.enrol import (
    MAX_ENROL_MESSAGE,
    FromDevice,
    FromHall,
    decode_from_device,
    decode_from_hall,
    encode,
)


class EnrolDoor:
    """The hall's side, bound until closed. Lives in the hall's loop."""

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        *,
        host: str,
        port: int,
        heard: Callable[[bytes, FromDevice], FromHall | None],
    ) -> None:
        """``heard`` gives the answer for a connection's message. Raises PortTaken."""
        self._heard = heard
        socket = context.socket(zmq.ROUTER)
        configure(socket, send_hwm=20, receive_hwm=20)
        socket.set(zmq.MAXMSGSIZE, MAX_ENROL_MESSAGE)
        try:
            socket.bind(f"tcp://{host}:{port or '*'}")
        except zmq.ZMQError as error:
            socket.close(linger=0)
            raise PortTaken(f"Port {port} is taken on this machine ({error}).") from error
        self._pump = Pump(socket, self._on_letters)

    @property
    def port(self) -> int:
        """The port in use."""
        endpoint = bytes(self._pump.socket.get(zmq.LAST_ENDPOINT))
        return int(endpoint.rstrip(b"\0").rpartition(b":")[2])

    def _on_letters(self, burst: list[Frames]) -> None:
        for frames in burst:
            if len(frames) != 2:
                continue
            try:
                message = decode_from_device(frames[1].bytes)
            except CodecError:
                continue
            route = frames[0].bytes
            answer = self._heard(route, message)
            if answer is not None:
                self._pump.send([route, encode(answer)])

    def close(self) -> None:
        """Close the door."""
        self._pump.close()


class EnrolLine:
    """A device's side, connected or trying to be until closed. Lives in the device's loop."""

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        host: str,
        port: int,
        heard: Callable[[FromHall], None],
    ) -> None:
        self._heard = heard
        socket = context.socket(zmq.DEALER)
        configure(socket, send_hwm=20, receive_hwm=20)
        socket.set(zmq.MAXMSGSIZE, MAX_ENROL_MESSAGE)
        socket.set(zmq.IMMEDIATE, 1)
        socket.connect(f"tcp://{host}:{port}")
        self._pump = Pump(socket, self._on_letters)

    def send(self, message: FromDevice) -> bool:
        """Send if the hall can be reached now."""
        return self._pump.send([encode(message)])

    def _on_letters(self, burst: list[Frames]) -> None:
        for frames in burst:
            try:
                self._heard(decode_from_hall(frames[-1].bytes))
            except CodecError:
                continue

    def close(self) -> None:
        """Hang up."""
        self._pump.close()
