"""``python -m tests.field``: every scenario in turn, or those that are named."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.field.lan import why_not
from tests.field.scenarios import SCENARIOS


def main(names: list[str]) -> int:
    """Play and print; 0 if every scenario held."""
    if why_not():
        print(f"Nothing was tried: {why_not()}.")  # noqa: T201
        return 0
    failed = 0
    for scenario in SCENARIOS:
        if names and scenario.__name__ not in names:
            continue
        print(scenario.__name__.replace("_", " "), flush=True)  # noqa: T201
        with TemporaryDirectory() as folder:
            try:
                times = scenario(Path(folder))
            except AssertionError as error:
                failed += 1
                print(f"  FAILED: {error}")  # noqa: T201
                continue
        for what, took in times.items():
            print(f"  {what:<52} {took}", flush=True)  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
