"""The answer to a player: where, when and against whom they play, and how they stand. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shared.core.decisions.requests import answer_to, asked, wish_words
from shared.core.decisions.words import in_full
from shared.core.events import RequestKind
from shared.core.match.outcome import Seat
from shared.core.standings.explain import explain, two_places
from shared.core.standings.order import PlayerRecord, StandingsRow
from shared.core.standings.records import division_records, division_timetable
from shared.core.state import Division, HallState, Match, Player
from shared.core.text.language import _, ngettext, pgettext, shown_number
from shared.pairing.from_hall import winner
from shared.pairing.open_play import matches_in
from shared.pairing.places import division_standings
from shared.pairing.types import PairingImpossible
from shared.public.between import between
from shared.public.lookup import (
    called_match,
    called_one_by_one,
    current_round,
    open_playoff,
    player_match,
    player_name,
    score_words,
    sides,
    table_label,
    taken_back,
    taken_back_words,
)
from shared.tui.announced import announced_words
from shared.tui.times import age, clock_time


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one player. ``table`` is "" if they have none now."""

    name: str
    division: str
    table: str
    headline: str
    lines: tuple[str, ...]


def answer(state: HallState, player: Player, now: int, zone: str) -> Answer:
    """Return where ``player`` plays at ``now`` (UTC ms)."""
    division = state.divisions.get(player.division)
    title = division.name if division else player.division
    table, headline, lines = _where(state, player, now, zone)
    called = tuple(
        announced_words(state, said)
        for said in state.office.announced(now, "kiosk")
        if said.player == player.id
    )
    asked = _asked_words(state, player, now, zone)
    return Answer(player.name, title, table, headline, (*called, *lines, *asked))


Reckoned = tuple[tuple[StandingsRow, ...], tuple[PlayerRecord, ...]]
"""A division's standings, and the records that they were made from."""


def reckoned(state: HallState, division: str) -> Reckoned:
    """Return the standings of a division as they are now."""
    return division_standings(state, division), division_records(state, division)


def own_standing(
    state: HallState,
    player: Player,
    reckon: Callable[[HallState, str], Reckoned] = reckoned,
) -> tuple[str, ...]:
    """Return a sentence a line: the place, who is next to it on as many match points, whom the
    player beat, and where the honor points come from (ACF-2.IV)."""
    division = state.divisions.get(player.division)
    if division is None or division.unreadable:
        return (_("Your division's standings cannot be read here. The referee has them."),)
    rows, records = reckon(state, division.id)
    row = next((row for row in rows if row.player == player.id), None)
    if row is None or not any(key[0] == division.id for key in state.rounds):
        return (
            _("{division} has not begun: nobody has a place yet.").format(division=division.name),
        )
    place, *reasons = explain(row, records, division.book)
    return (place, *_nearest(row, rows), *_met(state, division, player), *reasons)


def _nearest(own: StandingsRow, rows: tuple[StandingsRow, ...]) -> Iterator[str]:
    """Yield who is parted from a row by honor points alone: the place ahead, and the one behind."""
    if own.rank is None or own.stands != "by_points":
        return
    equal = [row for row in rows if row.rank and row.match_points == own.match_points]
    ahead = [row for row in equal if row.honor_points > own.honor_points]
    behind = [row for row in equal if row.honor_points < own.honor_points]
    for words, found in (
        (_("Just ahead on as many match points: {name}, {honor} honor points."), ahead[-1:]),
        (_("Just behind on as many match points: {name}, {honor} honor points."), behind[:1]),
    ):
        for row in found:
            honor = shown_number(two_places(row.honor_points))
            yield words.format(name=row.name, honor=honor)


def _met(state: HallState, division: Division, player: Player) -> Iterator[str]:
    """Yield each match of a player that has a result: whom they beat, lost to or drew with."""
    for match in sorted(matches_in(state, division.id), key=lambda match: match.key.round_no):
        seat, outcome = match.seat_of(player.id), match.result.outcome
        if seat is None or outcome is None or match.result.open_question:
            continue
        try:
            won = "" if outcome.void or outcome.lost_by_both else winner(division, match)
        except PairingImpossible:
            won = ""
        words = (
            _("Round {number}: against {name}, {score}.") if won == ""
            else _("Round {number}: drew with {name}, {score}.") if won is None
            else _("Round {number}: beat {name}, {score}.") if won == player.id
            else _("Round {number}: lost to {name}, {score}.")
        )  # fmt: skip
        yield words.format(
            number=match.key.round_no,
            name=player_name(state, match.players[1 - seat]),
            score=score_words(outcome.for_seat(seat)),
        )


def _asked_words(state: HallState, player: Player, now: int, zone: str) -> tuple[str, ...]:
    """Return the last requests in the player's name, and how far they have got."""
    found: list[tuple[RequestKind, str]] = []
    for request in asked(state, player.id):
        if request.what == "back":
            found = [each for each in found if each[0] != "sign_out"]
            continue
        at, answer = clock_time(request.at, zone, now), answer_to(state, request)
        if answer is not None:
            words = _("Asked {time}. {answer}")
            said = words.format(time=at, answer=in_full(answer, (player.name, player.name)))
        else:
            words = _("{wish}, asked {time}: the referee has to confirm it.")
            said = words.format(wish=wish_words(request.what, request.round_no), time=at)
        found.append((request.what, said))
    return tuple(said for _what, said in found[-2:])


def _where(
    state: HallState, player: Player, now: int, zone: str
) -> tuple[str, str, tuple[str, ...]]:
    paired = current_round(state, player.division)
    if paired is None:
        back = taken_back(state, player.division)
        if player.withdrawn_after is not None:
            words = _("You have withdrawn from the tournament.")
            return "", _("Withdrawn"), (words,)
        if back is not None:
            return "", _("Please wait"), (taken_back_words(*back),)
        waiting = (_("Round 1 is not paired yet."), *_starts(state, player.division, 1, now, zone))
        return "", _("No table yet"), (*waiting, *_placed(state, player))
    number = paired.number
    match = open_playoff(state, player)
    if match is not None:
        return table_label(state, match.table), "", _match_lines(state, match, player, now, zone)
    back = taken_back(state, player.division)
    if back is not None:
        return "", _("Please wait"), (taken_back_words(*back),)
    if paired.contested:
        words = _("Round {number} has been paired twice; the referee decides which pairing holds.")
        return "", _("Please wait"), (words.format(number=number),)
    division = state.divisions.get(player.division)
    singly = division is not None and called_one_by_one(division)
    match = None if singly else player_match(state, paired, player.id)
    match = match or called_match(state, player)
    if match is not None:
        lines = _match_lines(state, match, player, now, zone)
        return table_label(state, match.table), "", (*lines, *_next_round(state, match, now, zone))
    if player.id in paired.byes and not singly:
        words = _("You have the bye in round {number} and do not play.").format(number=number)
        return "", _("Bye"), (words, *_starts(state, player.division, number + 1, now, zone))
    if player.withdrawn_after is not None:
        after = player.withdrawn_after
        words = (
            _("You have withdrawn after round {number}.")
            if after
            else _("You have withdrawn before round 1.")
        )
        return "", _("Withdrawn"), (words.format(number=after),)
    skipped = player.opt_out
    if skipped is not None and skipped.round_no == number and division is not None:
        words = _("You skip round {number} by leave ({clause}).").format(
            number=number, clause=division.book.clause("opt_out_points")
        )
        return "", _("Round skipped"), (words,)
    if number in player.byes_granted and division is not None:
        points = division.book.requested_bye_points
        words = ngettext(
            "You asked for a bye in round {number}: {count} point.",
            "You asked for a bye in round {number}: {count} points.",
            points,
        ).format(number=number, count=points)
        return "", _("Bye"), (words, *_starts(state, player.division, number + 1, now, zone))
    if player.left_out(number):
        words = _(
            "Check-in closed before you came: you do not play round {number}. Tell the referee that"
            " you are here, to be paired in the next one."
        ).format(number=number)
        return "", _("Not in this round"), (words,)
    free = between(state, division, player, now, zone) if division is not None else None
    if free is not None:
        return "", free.headline, (*_last_result(state, player), *free.lines)
    words = _("You are not in the pairing of round {number}.")
    return "", _("Ask the referee"), (words.format(number=number),)


def _placed(state: HallState, player: Player) -> tuple[str, ...]:
    """Return that the referee has put the player into another division, and why."""
    if player.classified is None or player.named_division == player.division:
        return ()
    named = state.divisions.get(player.named_division)
    words = _("You named {division}; the referee has placed you: {why}.").format(
        division=named.name if named else player.named_division,
        why=player.classified.why.rstrip("."),
    )
    return (words,)


def _next_round(state: HallState, match: Match, now: int, zone: str) -> tuple[str, ...]:
    """Return when the next round starts, once the match is finished."""
    if match.playoff or not match.result.counts:
        return ()
    return _starts(state, match.key.division, match.key.round_no + 1, now, zone)


def _starts(state: HallState, division: str, number: int, now: int, zone: str) -> tuple[str, ...]:
    """Return when an unpaired round starts; nothing if no timetable says so."""
    if division not in state.divisions or (division, number) in state.rounds:
        return ()
    words = _("Round {number} starts {time}.")
    return tuple(
        words.format(number=number, time=clock_time(timed.starts_at, zone, now))
        for timed in division_timetable(state, division)
        if timed.number == number
    )


def _last_result(state: HallState, player: Player) -> tuple[str, ...]:
    """Return the last finished match of a player."""
    over = [m for m in matches_in(state, player.division) if player.id in m.players]
    counted = [match for match in over if match.result.counts]
    if not counted:
        return ()
    last = counted[-1]
    seat: Seat = last.seat_of(player.id) or 0
    name = player_name(state, last.players[1 - seat])
    outcome = last.result.outcome
    score = "" if outcome is None else score_words(outcome.for_seat(seat))
    return (_("Last match, against {name}: {score}").format(name=name, score=score),)


def _match_lines(
    state: HallState, match: Match, player: Player, now: int, zone: str
) -> tuple[str, ...]:
    seat: Seat = match.seat_of(player.id) or 0
    opponent = player_name(state, match.players[1 - seat])
    lines = [
        _("against {name}").format(name=opponent),
        (_("Playoff") if match.playoff else _("Round {number}").format(number=match.key.round_no))
        + f" · {_start_words(match, now, zone)}",
    ]
    result = match.result
    if result.open_question or match.standing == "contested":
        return (*lines, _("This match is with the referee."))
    if result.outcome is not None:
        return (
            *lines,
            _("Result {score}").format(score=score_words(result.outcome.for_seat(seat))),
        )
    if result.status == "entered":
        return (*lines, _("A result waits to be confirmed at the table."))
    return (*lines, _colour_words(state, match, seat))


def _start_words(match: Match, now: int, zone: str) -> str:
    start = clock_time(match.begun_at or match.starts_at, zone, now)
    if match.begun_at or now >= match.starts_at:
        return _("started {time}").format(time=start)
    return _("starts {time}, in {left}").format(time=start, left=age(match.starts_at - now))


def _colour_words(state: HallState, match: Match, seat: Seat) -> str:
    if match.draw is None:
        return _("Colours are drawn at the table.")
    names = sides(state.played_by(match))
    first = match.draw.first_seat == seat
    if names is None:
        return _("You move first in game 1.") if first else _("You move second in game 1.")
    side = pgettext("you have", names[0] if first else names[1])
    return _("You have {side} in game 1.").format(side=side)
