"""What a corrected result changes on a draw sheet, even after the next match began (USBGF-4.6).

Shows the matches that change; what becomes of one in play, or of a result, the director rules.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from shared.core.text.language import N_
from shared.core.text.sentence import Players, Sentence, Series
from shared.pairing.draw_sheet.progress import MatchState, progress, state_of
from shared.pairing.draw_sheet.sheet import NOBODY, DrawSheet, SheetResult

What = Literal["not_started", "in_play", "has_result"]


@dataclass(frozen=True, slots=True)
class KnockOn:
    """A later match that the correction changes: other sides, or no longer played at all."""

    match: str
    what: What
    """How far the match had got before the correction."""
    before: tuple[str | None, str | None]
    after: tuple[str | None, str | None]
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Correction:
    """What the sheet is like once a result is corrected."""

    knock_on: tuple[KnockOn, ...]
    """In the sheet's order."""
    results: Mapping[str, SheetResult]
    """The corrected results, without those whose match no longer has the same two sides."""


def correct(
    sheet: DrawSheet,
    results: Mapping[str, SheetResult],
    ident: str,
    result: SheetResult,
    *,
    in_play: Collection[str] = (),
) -> Correction:
    """Replace the result of match ``ident`` and follow what it changes (USBGF-4.6).

    ``in_play`` are the ids of matches that have begun and have no result. Raises ValueError for
    a match that has no result to correct, and for a result that cannot be.
    """
    if ident not in results:
        message = f"{ident} has no result to correct"
        raise ValueError(message)
    before = progress(sheet, results)
    states: dict[str, MatchState] = {}
    kept: dict[str, SheetResult] = {}
    knock_on: list[KnockOn] = []
    for old in before.states:
        match = old.match
        given = result if match.id == ident else results.get(match.id)
        state = state_of(match, states, None)
        if state.sides != old.sides:
            knock_on.append(_knock_on(old, state, in_play))
        elif given is not None:
            kept[match.id] = given
            state = state_of(match, states, given)
        states[match.id] = state
    return Correction(tuple(knock_on), MappingProxyType(kept))


def _knock_on(old: MatchState, new: MatchState, in_play: Collection[str]) -> KnockOn:
    ident = old.match.id
    what: What = "not_started"
    if old.status == "done":
        what = "has_result"
    elif ident in in_play:
        what = "in_play"
    sentence = Sentence(
        _SO_FAR[what],
        match=ident,
        winner=_side(old.winner or NOBODY),
        before=_sides(old),
        after=_sides(new),
    )
    return KnockOn(ident, what, old.sides, new.sides, sentence)


_SO_FAR: dict[What, str] = {
    "not_started": N_("{match} has not begun: {before} becomes {after}."),
    "in_play": N_(
        "{match} has begun: {before} becomes {after}. The director rules on what was played."
    ),
    "has_result": N_(
        "{match} was won by {winner}: {before} becomes {after}. The director rules on what was "
        "played."
    ),
}


def _sides(state: MatchState) -> Series:
    if state.status == "not_needed":
        return Series(Sentence("not played"))
    return Series(*map(_side, state.sides), between=" – ")


def _side(side: str | None) -> Players | Sentence:
    if side is None:
        return Sentence("not known yet")
    return Players(side) if side else Sentence("nobody")
