"""The draw sheets of the hall: which match is next, and what it waits for.

Turns the state of the hall into ``calls``, by the sheets that were drawn with round 1. Calls no
player itself.
"""

from dataclasses import dataclass

from shared.core.state import Division, HallState, Match, Round
from shared.core.text.sentence import Sentence
from shared.pairing.draw_sheet.calls import Call, Event, Ref, calls
from shared.pairing.draw_sheet.progress import (
    KnockOn,
    MatchState,
    Progress,
    correct,
    progress,
    state_of,
)
from shared.pairing.draw_sheet.sheet import DrawSheet, SheetResult
from shared.pairing.from_hall import first_field, goes_on, voided, winner
from shared.pairing.knockout.by_sheet import draw_sheet_of, unplayed, walked_through
from shared.pairing.log.words import no_consolation
from shared.pairing.open_play import matches_in
from shared.pairing.types import PairingImpossible, agreeing

SHEETS = ("knockout", "draw_sheet")


@dataclass(frozen=True, slots=True)
class Board:
    """What can be called, by division name as the sheet's title, and what is wrong."""

    calls: tuple[Call, ...]
    divisions: dict[str, Division]
    trouble: tuple[Sentence, ...] = ()
    notes: tuple[Sentence, ...] = ()
    """What people should know of a sheet; no action is needed."""


def call_board(state: HallState) -> Board:
    """Return the calls of all sheets together: a person may be in several (USBGF-2.2c)."""
    events: list[Event] = []
    divisions: dict[str, Division] = {}
    ended: dict[Ref, int] = {}
    in_play: set[Ref] = set()
    trouble: list[Sentence] = []
    notes: list[Sentence] = []
    opens_at = []
    rule = None
    for division in state.divisions.values():
        drawn = _drawn_round(state, division)
        if drawn is None:
            continue
        if division.name in divisions:
            trouble.append(
                Sentence(
                    "Two divisions are called {division}: only one is shown.",
                    division=division.name,
                )
            )
            continue
        try:
            one = _event(state, division, drawn)
        except PairingImpossible as impossible:
            trouble.append(impossible.sentence)
            continue
        rule = rule or division.book.draw_sheet
        divisions[division.name] = division
        if one.event.sheet.loser_alone:
            notes.append(no_consolation(division.name))
        events.append(one.event)
        opens_at.append(drawn.starts_at)
        ended |= one.ended
        in_play |= one.in_play
    if rule is None or not events:
        return Board((), divisions, tuple(trouble), tuple(notes))
    try:
        found = calls(events, rule=rule, opens_at=min(opens_at), ended=ended, in_play=in_play)
    except ValueError as error:
        disagree = Sentence("The sheets do not agree: {why}.", why=str(error))
        return Board((), divisions, (*trouble, disagree), tuple(notes))
    return Board(found, divisions, tuple(trouble), tuple(notes))


def _drawn_round(state: HallState, division: Division) -> Round | None:
    """Return the round that a division's sheet was drawn with; None where it has no sheet."""
    if division.unreadable or division.book.pairing_system not in SHEETS:
        return None
    return state.rounds.get((division.id, 1))


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One sheet: its results, when they came, and what is played."""

    event: Event
    ended: dict[Ref, int]
    in_play: set[Ref]


def _event(state: HallState, division: Division, drawn: Round) -> _Drawn:
    """Return one division's sheet. Raises PairingImpossible; the other sheets go on then."""
    sheet = drawn_sheet(state, division, drawn)
    results, ends, playing = _so_far(state, division, sheet)
    ended = {Ref(sheet.title, m): ends.get(m, drawn.starts_at) for m in results}
    in_play = {Ref(sheet.title, m) for m in playing}
    found = Event(sheet, results)
    rule = division.book.draw_sheet
    if rule is not None:
        with agreeing(division.name):
            calls([found], rule=rule, opens_at=0, ended=ended, in_play=in_play)
    return _Drawn(found, ended, in_play)


def drawn_sheet(state: HallState, division: Division, drawn: Round) -> DrawSheet:
    """Return the sheet as round 1 drew it.

    Raises PairingImpossible for a field that cannot be drawn.
    """
    return draw_sheet_of(state, division, first_field(state, division.id, ()), drawn.seed)


def results_so_far(
    state: HallState, division: Division, sheet: DrawSheet
) -> dict[str, SheetResult]:
    """Return the results by sheet match; a player who has left loses unplayed.

    Raises PairingImpossible.
    """
    return _so_far(state, division, sheet)[0]


def sheet_now(state: HallState, division: Division) -> tuple[DrawSheet, Progress] | None:
    """Return a division's sheet and how far it has got; None where none is drawn.

    Raises PairingImpossible for a field that cannot be drawn and for results that cannot stand.
    """
    drawn = _drawn_round(state, division)
    if drawn is None:
        return None
    sheet = drawn_sheet(state, division, drawn)
    with agreeing(division.name):
        return sheet, progress(sheet, _so_far(state, division, sheet)[0])


@dataclass(frozen=True, slots=True)
class Fitting:
    """A sheet, with the matches that fit it apart from those that do not."""

    states: dict[str, MatchState]
    """By sheet match, without what does not fit."""
    misplaced: tuple[Match, ...]
    """The matches called or played by others than the sheet has there, in the sheet's order."""


def fitting(state: HallState, division: Division) -> Fitting | None:
    """Return which matches still fit a division's sheet after a corrected result (USBGF-4.6).

    None where no sheet is drawn.

    Raises PairingImpossible for a field that cannot be drawn.
    """
    drawn = _drawn_round(state, division)
    if drawn is None:
        return None
    sheet = drawn_sheet(state, division, drawn)
    played: dict[str, list[Match]] = {}
    for match in matches_in(state, division.id):
        if match.slot and not voided(match):
            played.setdefault(match.slot, []).append(match)
    here = {p.id for p in state.players.values() if p.withdrawn_after is None}
    states: dict[str, MatchState] = {}
    misplaced: list[Match] = []
    for place in sheet.matches:
        now = state_of(place, states, None)
        sides = now.sides if now.status == "ready" else ()
        mine = played.get(place.id, [])
        misplaced += [match for match in mine if set(match.players) != set(sides)]
        fits = [match for match in mine if set(match.players) == set(sides)]
        result = _result(division, fits[-1]) if fits else None
        if sides and not fits and not set(sides) <= here:
            result = unplayed(sides, here)
        states[place.id] = state_of(place, states, result)
    return Fitting(states, tuple(misplaced))


def _result(division: Division, match: Match) -> SheetResult | None:
    try:
        return goes_on(division, match)
    except PairingImpossible:
        return None


def undecided(state: HallState, division: Division) -> tuple[Match, ...]:
    """Return the matches of a sheet whose result has no winner."""
    found = []
    for match in matches_in(state, division.id):
        try:
            if match.slot and match.result.counts:
                winner(division, match)
        except PairingImpossible:
            found.append(match)
    return tuple(found)


def knock_on(before: HallState, after: HallState, uid: str) -> tuple[KnockOn, ...]:
    """Return the matches of a draw sheet that change if ``uid`` ends as in ``after``.

    None of them if the match is on no sheet or had no winner. Raises PairingImpossible for a sheet
    that cannot be read, and where the match would have no winner.
    """
    match = before.matches[uid]
    division = before.divisions[match.key.division]
    drawn = _drawn_round(before, division)
    if drawn is None:
        return ()
    sheet = drawn_sheet(before, division, drawn)
    results, _, playing = _so_far(before, division, sheet)
    slot = next((m.slot for p in before.rounds.values() for m in p.matches if m.uid == uid), "")
    if slot not in results:
        return ()
    result = goes_on(division, after.matches[uid])
    if result is None:
        raise PairingImpossible("The match would have no winner, and one player has to go on.")
    with agreeing(division.name):
        return correct(sheet, results, slot, result, in_play=playing).knock_on


def _so_far(
    state: HallState, division: Division, sheet: DrawSheet
) -> tuple[dict[str, SheetResult], dict[str, int], set[str]]:
    """Return results by sheet match, when each ended (UTC ms), and which matches are being played.

    Raises PairingImpossible for results that do not agree.
    """
    slots = {m.uid: m.slot for p in state.rounds.values() for m in p.matches if m.slot}
    results: dict[str, SheetResult] = {}
    ends: dict[str, int] = {}
    playing: set[str] = set()
    for match in matches_in(state, division.id):
        slot = slots.get(match.uid)
        if slot is None or voided(match):
            continue
        result = goes_on(division, match)
        if result is None:
            playing.add(slot)
        else:
            results[slot] = result
            ends[slot] = _end(match)
    here = {p.id for p in state.players.values() if p.withdrawn_after is None}
    with agreeing(division.name):
        return walked_through(sheet, results, here, playing), ends, playing


def _end(match: Match) -> int:
    """Return when the result of a match was last signed or ruled (UTC ms)."""
    return max((version.at for version in match.result.versions), default=match.starts_at)
