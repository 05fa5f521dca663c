"""A hall's look at other halls. If one of a later term answers, this hall ends its service.

It only reads the other's term. Events go the usual way once this node follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from shared.core.state import holders
from shared.net.address import AddressBook, HallAddress
from shared.net.door_line import DoorQuestion
from shared.node.view import NodeView
from shared.wire.messages import FromHall, Hello, OnFeed, Refused, Welcome

if TYPE_CHECKING:
    import zmq

    from shared.net.link import Handshake, LinkSockets
    from shared.wire.visit import DoorAnswer

LOOK_MS = 1_000
"""How long each place has to answer before the next one is asked."""


class Scout:
    """Lives in the hall's loop. ``superseded`` is called once another hall comes first.

    ``hello`` is how the hall greets the others.
    """

    def __init__(
        self,
        node: NodeView,
        book: AddressBook,
        context: zmq.Context[zmq.Socket[bytes]],
        superseded: Callable[[HallAddress], None],
        hello: Hello,
    ) -> None:
        self._hello = hello
        self._node = node
        self._book = book
        self._context = context
        self._superseded = superseded
        self._sockets: LinkSockets | None = None
        self._at: HallAddress | None = None
        self._next = 0
        self._question = DoorQuestion()

    def tick(self, now: int) -> None:
        """Ask the next place; ``now`` is monotonic ms."""
        if now < self._next:
            return
        self._next = now + LOOK_MS
        self._look_away()
        others = [a for a in self._book.places(self._node.state) if not self._is_own(a)]
        if not others:
            return
        after = others.index(self._at) + 1 if self._at in others else 0
        self._at = others[after % len(others)]
        self._ask(self._at)

    def _is_own(self, address: HallAddress) -> bool:
        return address.curve_key == self._node.home.keys.curve_public

    def _ask(self, address: HallAddress) -> None:
        from shared.net.link import LinkSockets

        with suppress(OSError):  # no room for a socket now: the next look tries again
            self._sockets = LinkSockets(
                self._context,
                address,
                self._node.home.keys,
                topics=(),
                heard=lambda messages: self._heard(address, messages),
                handshake=lambda how: self._greet(address, how),
            )

    def _greet(self, address: HallAddress, how: Handshake) -> None:
        if how == "done" and self._sockets is not None:
            self._sockets.send(self._hello)
        elif how == "turned_away":
            keys, root = self._node.home.keys, self._hello.root
            self._question.ask(address, keys, root, lambda said: self._turned_away(address, said))

    def _turned_away(self, address: HallAddress, said: DoorAnswer | None) -> None:
        """Step back for a hall that knows that this key is revoked."""
        if said is not None and said.code == "revoked":
            self._superseded(address)

    def _heard(self, address: HallAddress, messages: Sequence[FromHall | OnFeed]) -> None:
        for message in messages:
            match message:
                case Welcome():
                    if self._comes_first(address, message.term):
                        self._superseded(address)
                case Refused(code="revoked"):
                    self._superseded(address)
                case Refused(code="not_admitted") if self._is_first(address):
                    self._superseded(address)
                case _:
                    pass

    def _is_first(self, address: HallAddress) -> bool:
        """Return whether that is the hall of the term, by this node's state."""
        hall, state = self._node.state.hall, self._node.state
        device = state.devices.get(hall) if hall != self._node.node_id else None
        return device is not None and device.curve_key == address.curve_key

    def _comes_first(self, address: HallAddress, term: int) -> bool:
        """Return whether that hall has a later term, or in the same term the lower node id."""
        state = self._node.state
        if self._is_first(address):
            return True
        if term != state.term or not term:
            return term > state.term
        other = holders(state.devices.values()).get(address.curve_key)
        return other is not None and other.node < self._node.node_id

    def close(self) -> None:
        """Stop looking."""
        self._question.close()
        self._look_away()

    def _look_away(self) -> None:
        if self._sockets is not None:
            self._sockets.close()
            self._sockets = None
