"""One question at a hall's door at a time, for a node that the hall's sockets turned away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from shared.net.address import HallAddress
from shared.net.door_line import ask_at_door
from shared.net.keys import DeviceKeys
from shared.wire.door import Vouchers
from shared.wire.visit import DoorAnswer


class Knock:
    """Lives in the node's loop."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def ask(
        self,
        hall: HallAddress,
        keys: DeviceKeys,
        root: str,
        told: Callable[[DoorAnswer | None], None],
        vouchers: Vouchers = (),
    ) -> None:
        """Ask, and no longer wait for an earlier answer; ``told`` gets None if nobody answers."""
        self.close()
        self._task = asyncio.ensure_future(_asked(hall, keys, root, told, vouchers))

    def close(self) -> None:
        """Wait for no answer."""
        if self._task is not None:
            self._task.cancel()


async def _asked(
    hall: HallAddress,
    keys: DeviceKeys,
    root: str,
    told: Callable[[DoorAnswer | None], None],
    vouchers: Vouchers,
) -> None:
    told(await ask_at_door(hall, keys, root, vouchers))
