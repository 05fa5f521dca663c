"""How far a draw sheet has got, and what a corrected result changes on it (USBGF-4.6).

A pure function of the sheet and its results. Keeps nothing and starts nothing; what becomes of a
match in play, or of a result, the director rules.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from shared.core.text.language import N_
from shared.core.text.sentence import Players, Sentence, Series
from shared.pairing.draw_sheet.sheet import (
    NOBODY,
    DrawSheet,
    LoserOf,
    Placed,
    SheetMatch,
    SheetResult,
    Source,
    WinnerOf,
)

Status = Literal["waiting", "ready", "done", "walked_through", "not_needed"]
"""``walked_through``: one side stays empty, so the other goes on without a match."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as it stands. A side is an entry's id, None while unknown, or NOBODY."""

    match: SheetMatch
    sides: tuple[str | None, str | None]
    status: Status
    winner: str | None = None
    loser: str | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """All matches of a sheet as they stand, in the sheet's order."""

    states: tuple[MatchState, ...]
    champion: str | None
    """The entry that has won; None while that is open."""
    consolation_winner: str | None
    last_chance_winner: str | None = None

    @property
    def ready(self) -> tuple[MatchState, ...]:
        """Matches whose two sides are known and that have no result."""
        return tuple(state for state in self.states if state.status == "ready")

    def state(self, ident: str) -> MatchState:
        """Return the state of a match. Raises ValueError for none of that id."""
        for state in self.states:
            if state.match.id == ident:
                return state
        raise ValueError(f"the sheet has no match {ident}")

    def next_match(self, entry: str) -> MatchState | None:
        """Return the match that an entry waits for or can start; None if it has none now."""
        return next(
            (s for s in self.states if entry in s.sides and s.status in ("waiting", "ready")), None
        )


def progress(sheet: DrawSheet, results: Mapping[str, SheetResult]) -> Progress:
    """Return where the sheet stands with ``results`` by match id, in whatever order they came.

    Raises ValueError for a result of a match that is not on the sheet, that cannot have been
    played yet, or whose winner does not play in it or has no more points than the loser.
    """
    unknown = sorted(set(results) - {match.id for match in sheet.matches})
    if unknown:
        raise ValueError(
            Sentence(
                "{sheet} has no match {matches}", sheet=sheet.title, matches=", ".join(unknown)
            )
        )
    states: dict[str, MatchState] = {}
    for match in sheet.matches:
        states[match.id] = state_of(match, states, results.get(match.id))
    decided = [
        states[ident]
        for ident in sheet.deciders
        if states[ident].status in ("done", "walked_through")
    ]
    open_ones = any(states[ident].status in ("waiting", "ready") for ident in sheet.deciders)
    return Progress(
        tuple(states.values()),
        (decided[-1].winner or None) if decided and not open_ones else None,
        _winner(states, sheet.consolation_decider),
        _winner(states, sheet.last_chance_decider),
    )


def _winner(states: Mapping[str, MatchState], decider: str | None) -> str | None:
    return states[decider].winner or None if decider is not None else None


def state_of(
    match: SheetMatch, before: Mapping[str, MatchState], result: SheetResult | None
) -> MatchState:
    """Return the state of one match, once those ``before`` it are known. Raises as ``progress``
    does."""
    sides = (_side(match.sources[0], before), _side(match.sources[1], before))
    if match.only_if is not None:
        ident, wanted = match.only_if
        deciding = before[ident]
        if deciding.winner is not None and deciding.winner != (deciding.sides[wanted] or None):
            if result is not None:
                raise ValueError(
                    Sentence("{match} has a result, but is not needed", match=match.id)
                )
            return MatchState(match, sides, "not_needed")
    if None in sides:
        if result is not None:
            raise ValueError(
                Sentence("{match} has a result, but its sides are not known yet", match=match.id)
            )
        return MatchState(match, sides, "waiting")
    if NOBODY in sides:
        if result is not None:
            raise ValueError(
                Sentence("{match} has a result, but one of its sides is empty", match=match.id)
            )
        goes_on = sides[0] or sides[1]
        return MatchState(match, sides, "walked_through", goes_on, NOBODY)
    if result is None:
        return MatchState(match, sides, "ready")
    _check(match, sides, result)
    if result.winner == NOBODY:
        return MatchState(match, sides, "done", NOBODY, NOBODY)
    loser = sides[1] if result.winner == sides[0] else sides[0]
    return MatchState(match, sides, "done", result.winner, loser)


def _side(source: Source, before: Mapping[str, MatchState]) -> str | None:
    match source:
        case Placed(entry):
            return entry
        case WinnerOf(ident):
            return before[ident].winner
        case LoserOf(ident):
            return before[ident].loser


def _check(match: SheetMatch, sides: tuple[str | None, str | None], result: SheetResult) -> None:
    if result.winner == NOBODY:
        if result.score is not None:
            raise ValueError(Sentence("{match}: nobody came, so there is no score", match=match.id))
        return
    if result.winner not in sides:
        raise ValueError(
            Sentence(
                "{match} is {one} against {other}; {winner} cannot win it",
                match=match.id,
                one=Players(sides[0] or NOBODY),
                other=Players(sides[1] or NOBODY),
                winner=Players(result.winner),
            )
        )
    if result.score is not None:
        seat = sides.index(result.winner)
        if min(result.score) < 0 or result.score[seat] <= result.score[1 - seat]:
            raise ValueError(
                Sentence(
                    "{match}: {winner} cannot have won by {score}",
                    match=match.id,
                    winner=Players(result.winner),
                    score=result.score,
                )
            )


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
        raise ValueError(f"{ident} has no result to correct")
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
        winner=_side_said(old.winner or NOBODY),
        before=_sides_said(old),
        after=_sides_said(new),
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


def _sides_said(state: MatchState) -> Series:
    if state.status == "not_needed":
        return Series(Sentence("not played"))
    return Series(*map(_side_said, state.sides), between=" – ")


def _side_said(side: str | None) -> Players | Sentence:
    if side is None:
        return Sentence("not known yet")
    return Players(side) if side else Sentence("nobody")
