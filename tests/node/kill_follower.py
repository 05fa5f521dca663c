"""A table that never stops entering: prints the id of each entry once it is held here.

Run as a program, so that a test can kill it at any moment.
"""

import itertools
import os
import secrets
import sys
import threading
from pathlib import Path

from shared.core.events import Draft, ReportFiled, entities
from shared.machine.clocks import monotonic_ms, wall_ms
from shared.net.address import HallAddress
from shared.net.keys import DeviceKeys
from shared.node.engine import Engine
from shared.node.follower import FollowerLink
from shared.node.home import Home
from shared.port import Saved, Told


def main(arguments: list[str]) -> None:
    home, table, sync, feed, curve, root, seed = arguments
    address = HallAddress("127.0.0.1", int(sync), int(feed), bytes.fromhex(curve))
    node = Engine(
        Home(
            Path(home),
            bytes.fromhex(root),
            DeviceKeys.from_seed(bytes.fromhex(seed)),
            secrets.token_hex(8),
            secrets.token_hex(8),
        ),
        FollowerLink(address, role="terminal"),
        wall=wall_ms,
        monotonic=monotonic_ms,
    )
    run = secrets.token_hex(4)
    numbers = itertools.count()

    def enter() -> None:
        token = f"{run}-{next(numbers)}"
        node.append(Draft(entities.table_report(table, token), ReportFiled("call", note=token)))

    def told(what: Told) -> None:
        if isinstance(what, Saved):
            os.write(1, (what.events[0] + "\n").encode())
            enter()

    node.start(told)
    enter()
    threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1:])
