"""A socket that shows which enrolled keys would come here if this node were the hall.

It turns every node away in the handshake.
"""

from collections.abc import Callable

import zmq
from zmq.auth.asyncio import AsyncioAuthenticator

from shared.net.hub_sockets import PortTaken
from shared.net.keys import DeviceKeys, from_z85, to_z85
from shared.net.pump import configure

_DOMAIN = "knock"


class KnockSocket:
    """Listens in the node's loop at the port where this node would serve, until closed."""

    def __init__(
        self,
        context: zmq.Context[zmq.Socket[bytes]],
        keys: DeviceKeys,
        *,
        port: int,
        knocked: Callable[[bytes], None],
    ) -> None:
        """Bind the port. Raises PortTaken if something else serves there."""
        self._knocked = knocked
        self._auth = AsyncioAuthenticator(context)
        self._auth.start()
        self._auth.configure_curve_callback(domain=_DOMAIN, credentials_provider=self)
        self._socket = context.socket(zmq.ROUTER)
        configure(self._socket, send_hwm=1)
        self._socket.set(zmq.ZAP_DOMAIN, _DOMAIN.encode())
        self._socket.set(zmq.CURVE_SERVER, 1)
        self._socket.set(zmq.CURVE_SECRETKEY, to_z85(keys.curve_secret))
        try:
            self._socket.bind(f"tcp://*:{port}")
        except zmq.ZMQError as error:
            self.close()
            raise PortTaken(f"Port {port} is taken on this machine ({error}).") from error

    def callback(self, _domain: str, key: bytes) -> bool:
        """Note the key (ZeroMQ's 40 letters) that asks to shake hands, and refuse it."""
        self._knocked(from_z85(key.decode()))
        return False

    def close(self) -> None:
        self._socket.close(linger=0)
        self._auth.stop()
