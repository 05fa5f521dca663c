"""What a player who leaves a round robin early leaves behind (ACF-2.VI.B, APCA-30).

Owns which results stand, which are void, and what the opponents get instead. It proposes, and says
where the sheet leaves the case open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from shared.core.decisions.requests import last_round_played
from shared.core.match.outcome import Outcome
from shared.core.rulebooks.groups import LeavingRule, RoundRobinRule
from shared.core.standings.records import division_records, division_rounds
from shared.core.standings.scoring import bye_points
from shared.core.state import Division, HallState, Match, Player, Result
from shared.core.text.language import N_
from shared.core.text.sentence import Sentence
from shared.pairing.from_hall import span

How = Literal["played", "forfeited", "unplayed"]
"""``forfeited``: one of the two never played it."""

Way = Literal["stand", "void"]


@dataclass(frozen=True, slots=True)
class Meeting:
    """One scheduled opponent of the player who leaves, and what became of their match."""

    opponent: str
    how: How


@dataclass(frozen=True, slots=True)
class Consequence:
    """What the departure means for one opponent."""

    opponent: str
    result: Literal["stands", "void", "none"]
    """``none``: there was no match."""
    points: int | None
    """Points the opponent is awarded for the match; None where its own result stands."""


@dataclass(frozen=True, slots=True)
class Departure:
    """What the sheet says, and what that means for each opponent."""

    why: Sentence
    consequences: tuple[Consequence, ...]


@dataclass(frozen=True, slots=True)
class RobinDeparture:
    """What the sheet says of a player who leaves a round robin.

    ``asks``: the sheet leaves the case open, and the proposal is only the nearest reading.
    """

    proposal: Way
    asks: bool
    why: Sentence


def leaves_round_robin(
    rule: RoundRobinRule, *, completed_rounds: int, players_left: int, forfeited: bool
) -> RobinDeparture:
    """Return what a withdrawal from a round robin leaves behind (ACF-2.VI.B).

    ``completed_rounds`` are those that the player was there for, a bye included, and
    ``players_left`` is the field without the player. Results stand from ``rule.keep_after_rounds``
    on, and who had not met the player scores a bye. Before that, if the field left is odd, every
    opponent scores a bye and what was played is void, but rated.
    """
    keeps = completed_rounds >= rule.keep_after_rounds
    facts = {"count": completed_rounds, "keeps": rule.keep_after_rounds, "left": players_left}
    if forfeited:
        why = Sentence("A game was forfeited before: the sheet says nothing of that.")
    elif keeps and completed_rounds < rule.ask_until_rounds:
        sure = {**facts, "sure": rule.ask_until_rounds}
        why = Sentence(
            "Rounds completed: {count}. Results are void before round {keeps}, they stand after "
            "round {sure}.",
            **sure,
        )
    elif keeps:
        why = Sentence("Rounds completed: {count}. Results stand from {keeps} on.", **facts)
    elif players_left % 2:
        why = Sentence(
            "Rounds completed: {count}, fewer than {keeps}, and an odd field of {left} is left.",
            **facts,
        )
    else:
        why = Sentence("An even field of {left} is left: the sheet speaks of an odd one.", **facts)
    clear = completed_rounds >= rule.ask_until_rounds if keeps else players_left % 2
    return RobinDeparture("stand" if keeps else "void", forfeited or not clear, why)


def robin_departure(state: HallState, player: Player) -> RobinDeparture | None:
    """Return what the player leaves behind now; None where no rule asks, or no round is paired.

    A rule for emergencies goes before (APCA-30).
    """
    division = _division_now(state, player)
    if division is None or division.unreadable or division.book.pairing_system != "round_robin":
        return None
    rule, emergencies = division.book.round_robin, division.book.leaving
    own, robin = _met(state, player), _rounds_now(state, player)
    if rule is None or emergencies is not None or not own:
        return None
    record = next(r for r in division_records(state, division.id) if r.player == player.id)
    rounds = record.rounds[robin.start - 1 :]
    others = [p for p in state.players.values() if p.division == division.id and p != player]
    return leaves_round_robin(
        rule,
        completed_rounds=max(0, last_round_played(state, player.id) - robin.start + 1),
        players_left=sum(p.withdrawn_after is None for p in others),
        forfeited=any(r is not None and r.kind == "forfeit" and not r.points for r in rounds),
    )


def _division_now(state: HallState, player: Player) -> Division | None:
    """Return the player's division as its last published round is played."""
    division = state.divisions.get(player.division)
    rounds = () if division is None else division_rounds(state, division.id)
    if division is None or not rounds:
        return division
    return division.at(rounds[-1].number, rounds[-1].rules)


def _rounds_now(state: HallState, player: Player) -> range:
    """Return the rounds of the system by which the last published round was drawn."""
    rounds = division_rounds(state, player.division)
    return span(state, player.division, rounds[-1].number if rounds else 1)


def _met(state: HallState, player: Player) -> tuple[Match, ...]:
    """Return the player's matches in those rounds."""
    here = _rounds_now(state, player)
    return tuple(
        match
        for match in state.matches.values()
        if player.id in match.players
        and match.standing == "in_force"
        and match.key.round_no in here
        and not match.playoff
    )


def void_results(state: HallState, player: Player) -> dict[str, Outcome]:
    """Return how each match of a player who leaves ends once all are void, by uid (ACF-2.VI.B).

    Every opponent scores a bye, and what was played is rated all the same where the sheet says so.
    """
    division = _division_now(state, player)
    assert division is not None
    book = division.book
    rated = book.round_robin is not None and book.round_robin.void_is_rated
    found = {}
    for match in _met(state, player):
        seat = match.seat_of(player.id)
        if seat is not None:
            known = match.result.outcome
            games = known.games if rated and known is not None and not known.void else ()
            played = any(code is code.played for code in games)
            bye = bye_points(book)
            awarded = (0, bye) if seat == 0 else (bye, 0)
            found[match.uid] = Outcome(games if played else (), "void", awarded=awarded)
    return found


def points_if_void(state: HallState, player: Player) -> dict[str, tuple[int, int]]:
    """Return the match points of each opponent that void results change: before and after."""
    void = {
        uid: replace(state.matches[uid], result=Result("ruled", outcome))
        for uid, outcome in void_results(state, player).items()
    }
    after = replace(state, matches={**state.matches, **void})
    before = {r.player: r.match_points for r in division_records(state, player.division)}
    return {
        r.player: (before[r.player], r.match_points)
        for r in division_records(after, player.division)
        if r.player != player.id and r.match_points != before[r.player]
    }


def leaves_in_emergency(
    meetings: Sequence[Meeting], *, rule: LeavingRule, substantiated: bool
) -> Departure:
    """Return what an emergency leaves behind (APCA-30); ``meetings`` are all scheduled opponents.

    If the player has played the rule's share of them, results stand and each of the others gets
    the rule's points. Otherwise all points against the player are void. Only matches played over
    the board count as played. An emergency that the director has not substantiated awards no
    points. Raises ValueError for nobody or an opponent named twice.
    """
    _check(meetings)
    if not meetings:
        raise ValueError("a player who leaves has scheduled opponents")
    played = sum(meeting.how == "played" for meeting in meetings)
    part, whole = rule.keep_share
    keeps = whole * played >= part * len(meetings)
    message = N_(
        "The player played {played} of {count} opponents, fewer than {part} of {whole}: all points "
        "against the player are void."
    )
    if not substantiated:
        message = N_(
            "The player played {played} of {count} opponents. No points are free unless the "
            "director substantiates the emergency."
        )
    elif keeps:
        message = N_(
            "The player played {played} of {count} opponents, at least {part} of {whole}: results "
            "stand, the others are awarded draws."
        )
    why = Sentence(message, played=played, count=len(meetings), part=part, whole=whole)
    stands = keeps or not substantiated
    instead = rule.unplayed_points if stands and substantiated else 0
    return Departure(why, tuple(_consequence(m, instead, stands=stands) for m in meetings))


def _consequence(meeting: Meeting, instead: int, *, stands: bool) -> Consequence:
    if meeting.how == "unplayed":
        return Consequence(meeting.opponent, "none", instead)
    if stands:
        return Consequence(meeting.opponent, "stands", None)
    return Consequence(meeting.opponent, "void", 0)


def _check(meetings: Sequence[Meeting]) -> None:
    names = [meeting.opponent for meeting in meetings]
    if len(set(names)) != len(names):
        raise ValueError("an opponent is named twice")
