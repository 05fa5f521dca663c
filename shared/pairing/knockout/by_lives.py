"""A double knockout in the hall: who has lives left, and what a corrected result would change.

Reads lives from the rounds of the hall, and draws rounds again from their seeds (DARK-KO). Lives
order no places. Publishes nothing.
"""

from collections.abc import Collection
from dataclasses import dataclass

from shared.core.rulebooks.groups import LivesRule
from shared.core.standings.records import division_rounds, round_complete, round_matches
from shared.core.state import Division, HallState, Match, Round
from shared.core.text.language import _
from shared.core.text.sentence import Tables
from shared.pairing.from_hall import (
    decided,
    earlier_rounds,
    entrants,
    first_field,
    lost_by_both,
    winner,
)
from shared.pairing.knockout.lives import (
    LifeMatch,
    LifePairs,
    LifeRound,
    Lives,
    draw_round,
    lives_after,
    tie_leaves_nobody,
)
from shared.pairing.types import Decided, PairingImpossible, agreeing


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A drawn match that other results before it would not have given."""

    match: Match
    instead: tuple[tuple[str, ...], ...] | None
    """What its two players would have instead: pairs, or one player alone for the bye; nothing for
    a player who is out. None where that depends on matches that were not played."""


def lives_rule(division: Division) -> LivesRule:
    """Return what a loss and a tie cost in a division that is paired by lives."""
    rule = division.book.lives
    assert rule is not None  # The rulebook's own check: this system has lives.
    return rule


def life_rounds(state: HallState, division: Division, round_no: int) -> list[LifeRound]:
    """Return the rounds before ``round_no``. Raises PairingImpossible while one is open."""
    return [
        _as_played(state, division, paired, next(iter(paired.byes), None))
        for paired in earlier_rounds(state, division.id, round_no)
    ]


def lives_now(state: HallState, division: str, round_no: int) -> Lives:
    """Return who still has lives before round ``round_no`` (DARK-KO). Raises PairingImpossible."""
    opened = state.divisions[division]
    field = entrants(state, division, round_no)
    first = first_field(state, division, field)
    here = {entrant.player for entrant in field}
    gone = [player for player in first if player not in here]
    with agreeing(opened.name):
        return lives_after(first, life_rounds(state, opened, round_no), lives_rule(opened), gone)


def is_decisive(state: HallState, division: str, round_no: int, byes: Collection[str]) -> bool:
    """Return whether a match paired now for round ``round_no`` is played on until one side is
    ahead.

    ``byes`` have the bye in that round (DARK-KO). False where no lives are counted or known.
    """
    opened = state.divisions[division].at(round_no)
    if opened.unreadable or opened.book.pairing_system != "double_knockout":
        return False
    try:
        lives = lives_now(state, division, round_no)
    except PairingImpossible:
        return False
    return tie_leaves_nobody(lives, byes, lives_rule(opened))


def drawn_otherwise(before: HallState, after: HallState, uid: str) -> tuple[Otherwise, ...]:
    """Return the later matches that would have other players if ``uid`` had ended as in ``after``.

    They come in the order of their rounds. Every later round is drawn again from its own seed, up
    to the first that differs; the rounds after it depend on matches that were never played. Raises
    PairingImpossible where the corrected round would leave nobody.
    """
    of = before.matches[uid]
    division = before.divisions[of.key.division]
    found: list[Otherwise] = []
    hanging = False
    with agreeing(division.name):
        rounds = life_rounds(after, division, of.key.round_no + 1)
        for paired in division_rounds(before, division.id):
            if paired.number <= of.key.round_no:
                continue
            matches = round_matches(before, paired)
            if hanging:
                found += (Otherwise(match, None) for match in matches)
                continue
            drawn = _drawn_again(after, division, paired, rounds)
            pairs = {frozenset(pair) for pair in drawn.pairs}
            others = [match for match in matches if frozenset(match.players) not in pairs]
            found += (Otherwise(match, _instead(drawn, match.players)) for match in others)
            # A player who is in again may make one more pair: its result is missing too.
            hanging = len(pairs) > len(matches) or bool(others)
            if not hanging:
                rounds.append(_as_played(after, division, paired, drawn.bye))
    return tuple(found)


def _as_played(state: HallState, division: Division, paired: Round, bye: str | None) -> LifeRound:
    matches = tuple(_life_match(division, match) for match in decided(state, paired))
    return LifeRound(matches, bye)


def _life_match(division: Division, match: Match) -> LifeMatch:
    won, both = winner(division, match), lost_by_both(match)
    if match.decisive and won is None and not both:
        raise PairingImpossible(
            "Nobody has won the match at table {table}, and a tie in every match would leave "
            "nobody in ({clause}): they play on, or the referee rules. Nothing was paired.",
            table=Tables(match.table),
            clause=division.book.clause("lives"),
        )
    return LifeMatch(match.players, won, both)


def _drawn_again(
    state: HallState, division: Division, paired: Round, rounds: list[LifeRound]
) -> LifePairs:
    """Draw a round again among the players of that time; return no pairs if all was decided."""
    first = first_field(state, division.id, ())
    # Players who left later were still there.
    here = {entry.player for entry in paired.field} or {
        entrant.player for entrant in entrants(state, division.id, paired.number)
    }
    gone = [player for player in first if player not in here]
    rule = lives_rule(division)
    try:
        return draw_round(first, rounds, seed=paired.seed, rule=rule, gone=gone)
    except Decided:
        return LifePairs((), None, ())


def _instead(drawn: LifePairs, players: tuple[str, str]) -> tuple[tuple[str, ...], ...]:
    pairs = [pair for pair in drawn.pairs if set(pair) & set(players)]
    return (*pairs, *([(drawn.bye,)] if drawn.bye in players else []))


def half_lives(halves: int) -> str:
    """Return half-lives as people say them: ``1½``."""
    whole, half = divmod(halves, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def lives_note(state: HallState, division: Division) -> tuple[str, ...]:
    """Return one line: everybody who is still in, by lives; nothing where none are counted."""
    if division.unreadable or division.book.pairing_system != "double_knockout":
        return ()
    rounds = division_rounds(state, division.id)
    done = [paired.number for paired in rounds if round_complete(state, paired)]
    try:
        halves = lives_now(state, division.id, max(done, default=0) + 1).halves
    except PairingImpossible:
        return ()  # The pairing screen says why.
    left = sorted((-count, state.players[player].name) for player, count in halves.items() if count)
    names = ", ".join(f"{name} {half_lives(-count)}" for count, name in left)
    return (_("Lives left: {names}.").format(names=names),)
