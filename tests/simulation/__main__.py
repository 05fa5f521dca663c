"""``python -m tests.simulation --seed N [--bug NAME] [--count M]``: play seeds again."""

import argparse
import logging
import sys

from tests.simulation.bugs import BUGS
from tests.simulation.ledger import Broken
from tests.simulation.play import play


def main() -> int:
    """Play; 0 if everything held."""
    options = argparse.ArgumentParser(prog="python -m tests.simulation")
    options.add_argument("--seed", type=int, default=0, help="the first seed")
    options.add_argument("--count", type=int, default=1, help="how many seeds")
    options.add_argument("--bug", choices=sorted(BUGS), default="", help="plant a mistake")
    given = options.parse_args()
    logging.disable(logging.CRITICAL)
    failed = 0
    for seed in range(given.seed, given.seed + given.count):
        try:
            world = play(seed, given.bug)
        except Broken as broken:
            failed += 1
            print(f"seed {seed}: {broken}")  # noqa: T201
        else:
            if given.count == 1:
                for at, what in world.trace:
                    print(f"  {at:>7} ms  {what}")  # noqa: T201
            events = world.machines["H1"].held
            print(f"seed {seed}: held, with {len(events)} events after {world.now} ms")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
