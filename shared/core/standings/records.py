"""From the state of the hall to the records of a division and its standings.

A result that is disputed or in conflict leaves its match out until the referee has ruled.
"""

from collections.abc import Collection, Sequence

import msgspec

from shared.core.events.measures import TieBroken
from shared.core.match.outcome import SEATS, Code, Seat, other
from shared.core.match.schedule import (
    NextRound,
    ScheduleError,
    ScheduleRule,
    Timetable,
    next_round,
    timetable,
)
from shared.core.rulebooks import Rulebook
from shared.core.standings.order import PlayerRecord, RoundKind, RoundScore, StandingsRow, standings
from shared.core.standings.scoring import bye_points, match_points, opt_out_points
from shared.core.state import Division, HallState, Match, Player, Round, in_force

_FORFEITS = (Code.WIN_BY_FORFEIT, Code.LOSS_BY_FORFEIT, Code.LOST_BY_BOTH)
_Taken = dict[int, RoundScore | None]
"""What each round brought a player who stood in its pairing; None while it brings nothing."""
_ROUND_MS = 3_600_000
"""How long a posted round lasts where neither the posting nor the rulebook says."""


def division_rounds(state: HallState, division: str) -> tuple[Round, ...]:
    """Return the published rounds of a division, in order."""
    return tuple(paired for (name, _), paired in state.rounds.items() if name == division)


def round_matches(state: HallState, paired: Round) -> tuple[Match, ...]:
    """Return the matches of a round in the order of its pairing, with what is known of them."""
    known = (state.matches.get(match.uid) for match in paired.matches)
    return tuple(
        match
        for match in known
        if match is not None and match.key == (paired.division, paired.number, match.uid)
    )


def round_complete(state: HallState, paired: Round) -> bool:
    """Return whether every match of a round has a result that counts."""
    matches = round_matches(state, paired)
    return (
        not paired.contested
        and len(matches) == len(paired.matches)
        and all(match.settled for match in matches)
    )


def division_records(state: HallState, division: str) -> tuple[PlayerRecord, ...]:
    """Return each player's rounds so far; a match without a result that counts is left out.

    So is a whole round while two pairings of it stand side by side. There are no records where
    this software cannot read the division's rules.
    """
    opened = state.divisions[division]
    if opened.unreadable:
        return ()
    rounds = division_rounds(state, division)
    played = max((paired.number for paired in rounds), default=0)
    taken: dict[str, _Taken] = {}
    byes: dict[str, int] = {}

    def bye(book: Rulebook, player: str) -> RoundScore:
        byes[player] = byes.get(player, 0) + 1
        return RoundScore(None, bye_points(book, byes[player] - 1), "bye")

    for paired in rounds:
        number, rules = paired.number, paired.rules
        if paired.contested:
            continue
        drawn_under = book = opened.at(number, rules).book
        for player in paired.byes:
            taken.setdefault(player, {})[number] = bye(book, player)
        for match in round_matches(state, paired):
            book = drawn_under if match.rules == rules else opened.at(number, match.rules).book
            scores = _scores(book, match)
            for seat in SEATS:
                player, score = match.players[seat], scores and scores[seat]
                if score and score.points and _is_bye(book, state, match, seat):
                    score = bye(book, player)
                mine = taken.setdefault(player, {})
                mine[number] = score or mine.get(number)
    players = [player for player in state.players.values() if player.division == division]
    known = {player.id for player in players}
    missing = {
        score.opponent
        for mine in taken.values()
        for score in mine.values()
        if score and score.opponent is not None and score.opponent not in known
    }
    strangers = [Player(ident, ident, division, 0, "") for ident in sorted(missing)]
    by_round = {paired.number: paired.rules for paired in rounds}
    books = [opened.at(number, by_round.get(number, "")).book for number in range(1, played + 1)]
    contested: _Taken = {paired.number: None for paired in rounds if paired.contested}
    return tuple(
        _record(books, player, taken.get(player.id, {}) | contested)
        for player in [*players, *strangers]
    )


def division_timetable(state: HallState, division: str) -> Timetable:
    """Return when the division's rounds are to start: the rulebook's hours and what was posted
    since.

    Rounds without a time are left out; all are where the division has no first day.
    """
    opened = state.divisions[division]
    changes = [moved for (ident, _), moved in state.moved.items() if ident == division]
    rule = opened.book.schedule or ScheduleRule(days=(), round_length_ms=_ROUND_MS)
    if not opened.first_day:
        rule = msgspec.structs.replace(rule, days=())
    zone = state.tournament.zone if state.tournament else "UTC"
    changes = [moved for moved in changes if 1 <= moved.round_no <= opened.rounds]
    try:
        return timetable(rule, opened.first_day, zone, opened.rounds, changes)
    except ScheduleError:
        return ()


def completed_at(state: HallState, paired: Round) -> int | None:
    """Return when the last result of a round was signed or ruled, UTC ms; None while one is
    open."""
    if not round_complete(state, paired):
        return None
    matches = round_matches(state, paired)
    return max((v.at for match in matches for v in match.result.versions), default=None)


def when_next(state: HallState, division: str, now: int) -> NextRound | None:
    """Return whether the division's next round can be paired and when it can start (ACF-1.V.B).

    None after the last round.
    """
    rounds = division_rounds(state, division)
    last = rounds[-1] if rounds else None
    number = last.number + 1 if last else 1
    if number > state.divisions[division].rounds:
        return None
    still = (
        [m for m in round_matches(state, last) if not m.settled or last.contested] if last else []
    )
    return next_round(
        division_timetable(state, division),
        number,
        open_matches=len(still),
        completed_at=completed_at(state, last) if last else None,
        now=now,
    )


def points_standings(state: HallState, division: str) -> tuple[StandingsRow, ...]:
    """Return a division's players by points as they count now, ties not broken.

    Honor points are final, and dropouts projected, once all rounds are complete (ACF-2.IV).
    """
    opened = state.divisions[division]
    records = division_records(state, division)
    rounds = division_rounds(state, division)
    complete = all(round_complete(state, paired) for paired in rounds)
    total = max(opened.rounds, *(paired.number for paired in rounds), 0)
    final = complete and len(rounds) >= opened.rounds
    return standings(records, opened.book, total_rounds=total if final else None)


def ties_broken(division: Division) -> tuple[TieBroken, ...]:
    """Return the ties of a division that referees have broken, oldest first, there still or not."""
    counting = (one.measure for one in in_force(division.decisions))
    return tuple(measure for measure in counting if isinstance(measure, TieBroken))


def _record(books: Sequence[Rulebook], player: Player, taken: _Taken) -> PlayerRecord:
    rounds = tuple(
        taken[number] if number in taken else _without_pairing(book, player, number, taken)
        for number, book in enumerate(books, start=1)
    )
    rating, gone = player.rating or None, player.withdrawn_after
    return PlayerRecord(player.id, player.name, rounds, gone, rating, player.granted)


def _without_pairing(
    book: Rulebook, player: Player, number: int, taken: Collection[int]
) -> RoundScore:
    """Return a round that went on without the player: skipped by leave, before the entry, or
    missed."""
    skipped = player.opt_out
    if skipped is not None and skipped.round_no == number and book.opt_out_points is not None:
        points = opt_out_points(book, before_pairing=skipped.in_time, left=skipped.in_time)
        return RoundScore(None, points, "opt_out")
    if number in player.byes_granted[: book.requested_byes]:
        return RoundScore(None, book.requested_bye_points, "bye")
    before_entry = number < min(taken, default=number)
    return RoundScore(None, book.late_entry_points if before_entry else 0, "absent")


def _is_bye(book: Rulebook, state: HallState, match: Match, seat: Seat) -> bool:
    """Return whether a round forfeited by a withdrawal after its pairing is a bye for who
    stayed."""
    if book.withdrawn_after_pairing != "bye":
        return False
    opponent = state.players.get(match.players[other(seat)])
    gone = None if opponent is None else opponent.withdrawn_after
    return gone is not None and gone < match.key.round_no and forfeited(match)


def forfeited(match: Match) -> bool:
    """Return whether a match has a result and no game of it was played."""
    outcome = match.result.outcome
    if outcome is None or outcome.void or not outcome.games:
        return False
    return all(code in _FORFEITS for code in outcome.games)


def _scores(book: Rulebook, match: Match) -> tuple[RoundScore, RoundScore] | None:
    """Return what a match brings its two players; None while it brings nothing."""
    outcome = match.result.outcome
    if outcome is None or match.standing != "in_force" or match.again:
        return None
    if outcome.void in ("void", "again"):
        # A void match has no opponent; what is awarded instead stands for a bye (ACF-2.VI.B).
        first, second = outcome.awarded
        return (
            RoundScore(None, first, "bye" if first else "void"),
            RoundScore(None, second, "bye" if second else "void"),
        )
    try:
        first, second = match_points(book, outcome)
    except ValueError:
        return None
    kind: RoundKind = "forfeit" if forfeited(match) else "played"
    home, away = match.players
    return RoundScore(away, first, kind), RoundScore(home, second, kind)
