"""The story of a match: who said what, when, confirmed by whom, ruled by whom. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shared.core.events import (
    ClockLogged,
    ControlChosen,
    DrawOffered,
    Event,
    MatchCalled,
    MovesEntered,
    MovesLogged,
    OpeningDrawn,
    OrderGiven,
    PlayerSeated,
    ReportAnswered,
    ReportFiled,
    ResultSigned,
    RoundPaired,
    RulingMade,
    SheetsHandedIn,
)
from shared.core.floor import table_name
from shared.core.incidents import words
from shared.core.scoring import in_words
from shared.core.state import HallState, Match
from shared.core.words import SEATS
from shared.tui.times import local


def story(state: HallState, match: Match, events: Iterable[Event]) -> Iterator[str]:
    """Lines that tell a match from ``events``, all that is known of it, in their authors' time."""
    names = _names(state, match)
    zone = state.tournament.zone if state.tournament else "UTC"
    table = state.tables.get(match.table)
    yield (
        f"{names[0]} – {names[1]}, {match.key.division} round {match.key.round_no},"
        f" {table_name(table.label) if table else match.table} ({match.uid})"
    )
    reasons = {unforced.event: unforced.reason for unforced in state.unforced}
    for event in events:
        said = _said(event, match, names)
        if said:
            at = local(event.at, zone)
            by = _author(state, event)
            line = f"{at:%Y-%m-%d %H:%M:%S}  {by}: {said}"
            yield line + (f" [NOT IN FORCE: {reasons[event.id]}]" if event.id in reasons else "")
    yield _outcome(match, names)


def _names(state: HallState, match: Match) -> tuple[str, str]:
    first, second = (state.players[p].name if p in state.players else p for p in match.players)
    return first, second


def _author(state: HallState, event: Event) -> str:
    device = state.devices.get(event.node)
    label = f"{device.label} ({event.node[:8]})" if device else event.node[:8]
    return f"{label}, {event.actor.how}"


def _said(event: Event, match: Match, names: tuple[str, str]) -> str:
    body = event.body
    match body:
        case RoundPaired():
            return "the pairing was published"
        case MatchCalled():
            return f"the call was taken back: {body.off}" if body.off else "the match was called"
        case DrawOffered():
            offer = f"{names[body.seat]} offered a draw in game {body.game}"
            return offer if body.answer == "open" else f"{offer}: {body.answer}"
        case MovesLogged():
            return f"the moves of game {body.game} were kept"
        case MovesEntered():
            return f"the moves of game {body.game} were entered from {body.source}"
        case PlayerSeated():
            return f"{names[int(event.ent[-1] == '1')]} sat down"
        case OpeningDrawn():
            number = f"opening {body.opening} " if body.opening else ""
            moves = f"({', '.join(body.moves)})" if body.moves else ""
            return f"drawn: {names[body.first_seat]} moves first, {number}{moves}".rstrip(", ")
        case ControlChosen():
            return f"time control {body.name}, {body.by}"
        case ClockLogged():
            moves = f"{'–'.join(str(n) for n in body.moves)} moves, {body.why}"
            if not any(body.remaining_ms):
                return f"game {body.game}: {moves}"
            left = " – ".join(f"{ms // 60_000}:{ms // 1000 % 60:02}" for ms in body.remaining_ms)
            return f"clock, game {body.game}: {left} left, {moves}"
        case ResultSigned():
            return f"{names[body.seat]} signed: {in_words(body.outcome, names)}"
        case RulingMade():
            because = f" ({body.reason})" if body.reason else ""
            return f"RULED by {body.clause}: {in_words(body.outcome, names)}{because}"
        case ReportFiled():
            by = names[body.seat] if body.seat is not None else "the table"
            about = f" about {names[body.about]}" if body.about is not None else ""
            note = f" ({body.note})" if body.note else ""
            return f"{by} reported{about}: {words(body.type, body.which)}{note}"
        case ReportAnswered():
            note = f": {body.note}" if body.note else ""
            return f"the report was answered, {body.state} {body.clause}{note}".rstrip()
        case OrderGiven():
            return f"ORDERED by {body.clause}: {body.order.kind.replace('_', ' ')} ({body.why})"
        case SheetsHandedIn():
            here = [names[seat] for seat in SEATS if body.copies[seat]]
            return f"score sheets at the desk: {' and '.join(here) or 'none'}"
        case _:
            return f"{event.kind}"


def _outcome(match: Match, names: tuple[str, str]) -> str:
    result = match.result
    if match.standing != "in_force":
        return f"The pairing of this match is {match.standing.replace('_', ' ')}."
    if result.outcome is None:
        return f"No result counts: {result.status}."
    return f"It counts, {result.status}: {in_words(result.outcome, names)}."
