"""What the kiosk answers to a player who has found his name: where, when, against whom. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.lookup import (
    WITH_REFEREE,
    called_match,
    current_round,
    player_match,
    player_name,
    sides,
    table_label,
)
from shared.core.requests import WORDS, asked
from shared.core.state import HallState, Match, Player
from shared.core.words import Seat
from shared.tui.times import age, clock_time


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one player. ``table`` is "" where he has none now."""

    name: str
    division: str
    table: str
    headline: str
    lines: tuple[str, ...]


def answer(state: HallState, player: Player, now: int, zone: str) -> Answer:
    """Where ``player`` plays now; ``now`` is UTC ms."""
    division = state.divisions.get(player.division)
    title = division.name if division else player.division
    table, headline, lines = _where(state, player, now, zone)
    called = tuple(
        said.text for said in state.office.announced(now, "kiosk") if said.player == player.id
    )
    asked = _asked_words(state, player, now, zone)
    return Answer(player.name, title, table, headline, (*called, *lines, *asked))


def _asked_words(state: HallState, player: Player, now: int, zone: str) -> tuple[str, ...]:
    """What was asked in his name last, and how far it has got."""
    found: list[str] = []
    for request in asked(state, player.id):
        if request.what == "back":
            found = [line for line in found if not line.startswith(WORDS["sign_out"])]
            continue
        at = clock_time(request.at, zone, now)
        match request.state:
            case None:
                words = "the referee has to confirm it"
            case "coming":
                words = "the referee is looking into it"
            case "ruled":
                words = "confirmed by the referee"
            case "dismissed":
                words = "the referee says no"
        note = f" ({request.note})" if request.note else ""
        found.append(f"{WORDS[request.what]}, asked {at}: {words}{note}.")
    return tuple(found[-2:])


def _where(
    state: HallState, player: Player, now: int, zone: str
) -> tuple[str, str, tuple[str, ...]]:
    paired = current_round(state, player.division)
    if paired is None:
        if player.withdrawn_after is not None:
            return "", "Withdrawn", ("You have withdrawn from the tournament.",)
        return "", "No table yet", ("Round 1 is not paired yet.",)
    number = paired.number
    if paired.contested:
        words = f"Round {number} has been paired twice; the referee decides which pairing holds."
        return "", "Please wait", (words,)
    match = player_match(state, paired, player.id) or called_match(state, player)
    if match is not None:
        return table_label(state, match.table), "", _match_lines(state, match, player, now, zone)
    if player.id in paired.byes:
        return "", "Bye", (f"You have the bye in round {number} and do not play.",)
    if player.withdrawn_after is not None:
        words = f"You have withdrawn after round {player.withdrawn_after}."
        return "", "Withdrawn", (words,)
    return "", "Ask the referee", (f"You are not in the pairing of round {number}.",)


def _match_lines(
    state: HallState, match: Match, player: Player, now: int, zone: str
) -> tuple[str, ...]:
    seat: Seat = match.seat_of(player.id) or 0
    opponent = player_name(state, match.players[1 - seat])
    lines = [
        f"against {opponent}",
        f"Round {match.key.round_no} · {_start_words(match, now, zone)}",
    ]
    result = match.result
    if result.open_question or match.standing == "contested":
        return (*lines, f"This match is {WITH_REFEREE}.")
    if result.outcome is not None:
        return (*lines, f"Result {result.outcome.for_seat(seat).score()}")
    if result.status == "entered":
        return (*lines, "A result waits to be confirmed at the table.")
    return (*lines, _colour_words(state, match, seat))


def _start_words(match: Match, now: int, zone: str) -> str:
    start = clock_time(match.starts_at, zone, now)
    if now >= match.starts_at:
        return f"started {start}"
    return f"starts {start}, in {age(match.starts_at - now)}"


def _colour_words(state: HallState, match: Match, seat: Seat) -> str:
    if match.draw is None:
        return "Colours are drawn at the table."
    names = sides(state.divisions.get(match.key.division))
    first = match.draw.first_seat == seat
    if names is None:
        return "You move first in game 1." if first else "You move second in game 1."
    return f"You have {names[0] if first else names[1]} in game 1."
