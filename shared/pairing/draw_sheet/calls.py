"""Which matches can be called, when they start, and who is still at another table (USBGF-2.2c).

Looks at all sheets of a tournament at once: a player may stand in several brackets, but plays one
match at a time. Starts nothing and reads no clock.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shared.core.rulebooks.groups import DrawSheetRule
from shared.core.text.sentence import Sentence
from shared.pairing.draw_sheet.progress import progress
from shared.pairing.draw_sheet.sheet import DrawSheet, SheetResult


class Ref(NamedTuple):
    """A match of one of several sheets."""

    sheet: str
    match: str


@dataclass(frozen=True, slots=True)
class Event:
    """A sheet with its results. Sheets are told apart by their titles."""

    sheet: DrawSheet
    results: Mapping[str, SheetResult]


@dataclass(frozen=True, slots=True)
class Call:
    """A match whose sides are known. Instants are UTC in ms."""

    ref: Ref
    entries: tuple[str, str]
    players: tuple[str, ...]
    length: int
    starts_at: int
    """After the preceding matches of all its players."""
    waits_for: tuple[Ref, ...]
    """Matches that one of its players is in now, or that can start and stand before this one."""
    playing: tuple[Ref, ...] = ()
    """Those of them that are played now: the others can be passed over."""

    @property
    def can_start(self) -> bool:
        """Whether none of its players is wanted at another table first."""
        return not self.waits_for

    def rivals(self, found: Sequence[Call]) -> tuple[Call, ...]:
        """Return the other calls of ``found`` that want one of its players."""
        mine = set(self.players)
        return tuple(call for call in found if call.ref != self.ref and mine & set(call.players))


def calls(
    events: Sequence[Event],
    *,
    rule: DrawSheetRule,
    opens_at: int,
    ended: Mapping[Ref, int],
    in_play: Collection[Ref] = (),
) -> tuple[Call, ...]:
    """Return all matches that are ready and not in play, the earliest start first (USBGF-2.2c).

    ``ended`` is when each finished match ended; a player's preceding matches are all they
    have played, on any sheet. A match starts ``rule.next_start_ms`` after the last of them
    and at ``opens_at`` if none of them has played. Raises
    ValueError for two sheets of one title, for a finished match without an end, and for a match
    in play whose sides are not known or that has a result.
    """
    if len({event.sheet.title for event in events}) != len(events):
        raise ValueError(Sentence("two draw sheets have the same title"))
    ready: list[tuple[Ref, tuple[str, str], tuple[str, ...], int]] = []
    last_end: dict[str, int] = {}
    at_table: dict[str, Ref] = {}
    waiting = set(in_play)
    for event in events:
        sheet = event.sheet
        for state in progress(sheet, event.results).states:
            ref = Ref(sheet.title, state.match.id)
            one, other = state.sides
            if state.status not in ("ready", "done") or not one or not other:
                continue
            players = (*sheet.players(one), *sheet.players(other))
            if state.status == "done":
                if ref not in ended:
                    raise ValueError(
                        Sentence(
                            "{match} of {sheet} is finished, but has no end",
                            match=ref.match,
                            sheet=ref.sheet,
                        )
                    )
                for player in players:
                    last_end[player] = max(ended[ref], last_end.get(player, ended[ref]))
            elif ref in waiting:
                waiting.discard(ref)
                at_table.update((player, ref) for player in players if player not in at_table)
            else:
                ready.append((ref, (one, other), players, state.match.length))
    if waiting:
        ref = min(waiting)
        raise ValueError(
            Sentence("{match} of {sheet} cannot be in play", match=ref.match, sheet=ref.sheet)
        )
    starts = [
        _start([last_end[p] for p in players if p in last_end], rule, opens_at)
        for _ref, _entries, players, _length in ready
    ]
    wanted = dict(at_table)
    found = []
    for place in sorted(range(len(ready)), key=lambda place: (starts[place], place)):
        ref, entries, players, length = ready[place]
        waits_for = tuple(dict.fromkeys(wanted[p] for p in players if p in wanted))
        playing = tuple(dict.fromkeys(at_table[p] for p in players if p in at_table))
        found.append(Call(ref, entries, players, length, starts[place], waits_for, playing))
        if not waits_for:
            wanted.update(dict.fromkeys(players, ref))
    return tuple(found)


def _start(ends: Sequence[int], rule: DrawSheetRule, opens_at: int) -> int:
    return max(ends) + rule.next_start_ms if ends else opens_at
