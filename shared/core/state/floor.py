"""The floor of the hall: which match a table has before it. Reads the state, decides nothing."""

import re
from collections.abc import Iterable
from functools import lru_cache

from shared.core.state import Device, HallState, Match, Table
from shared.core.text.language import _

QUIET_MS = 30 * 60_000
"""A table whose match starts within so long is not free for a rehearsal."""


def finished(match: Match) -> bool:
    """Return whether both sides have signed, alike or not, or the referee has ruled.

    A disputed match is finished for its table: what is left to do is the referee's.
    """
    return match.result.status not in ("none", "entered")


def pressing(matches: Iterable[Match], now: int) -> tuple[Match, ...]:
    """Return the matches that are under way or start within ``QUIET_MS`` of ``now`` (UTC ms).

    While there is one, nobody rehearses there.
    """
    return tuple(
        match
        for match in matches
        if match.standing == "in_force"
        and not finished(match)
        and match.starts_at <= now + QUIET_MS
    )


def matches_at(state: HallState, table: str) -> tuple[Match, ...]:
    """Return the matches in force at ``table``, in the order in which they are to be played."""
    return _in_order(
        match
        for match in state.matches.values()
        if match.table == table and match.standing == "in_force"
    )


def current_match(state: HallState, table: str) -> Match | None:
    """Return the match that ``table`` has before it, or None if it never had one.

    That is the unfinished match in force of the earliest scheduled start (UTC ms) and round;
    without one it is the match that was finished last.
    """
    matches = matches_at(state, table)
    unfinished = [match for match in matches if not finished(match)]
    if unfinished:
        return unfinished[0]
    return matches[-1] if matches else None


def _in_order(matches: Iterable[Match]) -> tuple[Match, ...]:
    return tuple(sorted(matches, key=lambda m: (m.starts_at, m.key.round_no, m.uid)))


def table_of(state: HallState, node: str, before: str) -> str:
    """Return the table that the device ``node`` serves, by id; it served ``before`` until now.

    It stays there while nobody says otherwise or two say different things; of several tables
    that it was given it takes the first in the hall's order.
    """
    here = state.tables.get(before)
    if here is not None and (here.contested or here.device == node):
        return before
    mine = [t for t in state.tables.values() if t.device == node and not t.contested]
    return min(mine, key=lambda t: (hall_order(t.label), t.id)).id if mine else before


def holder_instead(state: HallState, table: str, node: str) -> Device | None:
    """Return the device that stands at the table in the place of ``node``, or None.

    None too while the hall knows neither the table nor a device for it.
    """
    known = state.tables.get(table)
    if known is None or known.device in ("", node):
        return None
    return state.devices.get(known.device)


def spare_device(state: HallState, node: str, before: str) -> Device | None:
    """Return the device ``node``, which served ``before`` last, if it is admitted and stands at no
    table.

    None while two devices are said to stand there, and for a node that is no terminal.
    """
    known, here = state.devices.get(node), state.tables.get(before)
    if known is None or known.revoked or known.role != "terminal":
        return None
    if here is not None and here.contested:
        return None
    placed = any(table.device == node for table in state.tables.values())
    return None if placed else known


def taken_away(state: HallState, table: str) -> bool:
    """Return whether the hall does not use a table: the referee took it away, and no match in force
    waits there to be played."""
    known, match = state.tables.get(table), current_match(state, table)
    return known is not None and known.away and (match is None or finished(match))


def table_called(state: HallState, text: str) -> Table | None:
    """Return the table that stands under a label or an id, whatever its case.

    None where there is none, or several have that label.
    """
    up, said = state.tables_up.values(), text.casefold()
    found = [t for t in up if t.label.casefold() == said]
    found = found or [t for t in up if t.id.casefold() == said]
    return found[0] if len(found) == 1 else None


def table_name(label: str) -> str:
    """Return a table as people say it: a sign that reads ``4`` is "Table 4", one with a word is
    itself."""
    return _("Table {label}").format(label=label) if label[:1].isdigit() else label


@lru_cache(maxsize=8_192)
def hall_order(label: str) -> tuple[tuple[int, int, str], ...]:
    """Return numbers by value, letters by the alphabet: 2 before 10, A2 before A10 before B1."""
    pieces = re.findall(r"[0-9]+|[^0-9]+", label.casefold())
    return tuple(
        (0, int(piece), piece) if piece.isascii() and piece.isdigit() else (1, 0, piece)
        for piece in pieces
    )
