"""A table's node in a process of its own: ``python -m tests.field.table HOME [INVITE]``.

Tells each change as one JSON line with the monotonic ms at which it happened; a line on its input
is a report to file.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from shared.machine.clocks import monotonic_ms
from shared.node.open import open_follower
from shared.port import HallChanged, LinkChanged, Saved, Told
from tests.node.hall_kit import report


class Line(msgspec.Struct, omit_defaults=True):
    """What happened at ``at``: one of a link's new state, an event held, or a new view."""

    at: int
    link: str = ""
    held: str = ""
    hall: str | None = None
    term: int = 0
    notes: tuple[str, ...] = ()
    unsent: tuple[str, ...] = ()


def _lines(told: Told) -> Iterator[Line]:
    now = monotonic_ms()
    match told:
        case LinkChanged(link=link):
            yield Line(now, link=link.state)
        case Saved(events=events):
            yield from (Line(now, held=event) for event in events)
        case HallChanged(state=state, unsent=unsent):
            notes = tuple(sorted(report.note for report in state.reports.values()))
            yield Line(
                now, hall=state.hall, term=state.term, notes=notes, unsent=tuple(sorted(unsent))
            )
        case _:
            return


def main(home: str, table: str, invite: str = "") -> None:
    """Run until the input ends."""
    node, _ = open_follower(Path(home), invite=Path(invite) if invite else None)

    def tell(told: Told) -> None:
        for line in _lines(told):
            print(msgspec.json.encode(line).decode(), flush=True)  # noqa: T201

    node.start(tell)
    for line in sys.stdin:
        node.append(report(line.strip(), int(table)))
    node.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
