"""What the kiosk reads from the state of the hall: current rounds, tables in hall order, words.

It never reads a clock, a press, a move or the versions of a disputed result.
"""

from shared.core.match.outcome import Outcome
from shared.core.state import Division, HallState, Match, Player, Round
from shared.core.state.floor import hall_order
from shared.core.state.points_words import score_in_log
from shared.core.text.language import N_, _, pgettext

HOMES = {"club": N_("club"), "state": N_("state"), "region": N_("region")}
"""What players may share, by its code (APCA-34)."""
_CALLED = ("open_play", "draw_sheet")


def current_round(state: HallState, division: str) -> Round | None:
    """Return the newest published round of a division."""
    numbers = [number for name, number in state.rounds if name == division]
    return state.rounds[division, max(numbers)] if numbers else None


def round_matches(state: HallState, paired: Round) -> tuple[Match, ...]:
    """Return the matches of a round in hall order of their tables."""
    matches = [state.matches[each.uid] for each in paired.matches if each.uid in state.matches]
    return tuple(sorted(matches, key=lambda match: hall_order(table_label(state, match.table))))


def called_one_by_one(division: Division) -> bool:
    """Return whether matches start one by one, without rounds for all."""
    return not division.unreadable and division.book.pairing_system in _CALLED


def matches_now(state: HallState, division: Division, paired: Round) -> tuple[Match, ...]:
    """Return the newest round, or each table's open match if matches start one by one.

    Finished matches of the latter stand on the sheet and in the standings.
    """
    if not called_one_by_one(division):
        return round_matches(state, paired)
    at_table: dict[str, Match] = {}
    for match in state.matches.values():
        done = match.result.counts or match.standing == "withdrawn"
        if done or match.key.division != division.id:
            continue
        other = at_table.get(match.table)
        if other is None or _order(match) > _order(other):
            at_table[match.table] = match
    found = at_table.values()
    return tuple(sorted(found, key=lambda match: hall_order(table_label(state, match.table))))


def _order(match: Match) -> tuple[int, int, str]:
    return (match.starts_at, match.key.round_no, match.uid)


def taken_back(state: HallState, division: str) -> tuple[int, str] | None:
    """Return the number of a round that was taken back and is not out again, and the reason."""
    paired = current_round(state, division)
    last = 0 if paired is None else paired.number
    gone = [key[1] for key in state.taken_back if key[0] == division and key[1] > last]
    return (max(gone), state.taken_back[division, max(gone)]) if gone else None


def taken_back_words(number: int, why: str) -> str:
    """Return what a player reads in place of the pairings."""
    return _(
        "Round {number} was taken back before play: {why}. Its pairings do not hold. New ones"
        " appear here as soon as they are out."
    ).format(number=number, why=why.rstrip("."))


def open_playoff(state: HallState, player: Player) -> Match | None:
    """Return the playoff of a player that has no result yet."""
    found = [
        match
        for match in state.matches.values()
        if match.playoff
        and match.standing != "withdrawn"
        and player.id in match.players
        and not match.result.counts
    ]
    return max(found, key=lambda match: (match.starts_at, match.uid), default=None)


def player_match(state: HallState, paired: Round, player: str) -> Match | None:
    """Return a player's match in a round."""
    found = (state.matches.get(each.uid) for each in paired.matches)
    return next((match for match in found if match is not None and player in match.players), None)


def called_match(state: HallState, player: Player) -> Match | None:
    """Return a player's unfinished match of any round."""
    found = [
        match
        for match in state.matches.values()
        if match.key.division == player.division
        and player.id in match.players
        and match.standing != "withdrawn"
        and not match.result.counts
    ]
    return max(found, key=lambda match: match.key.round_no, default=None)


def player_name(state: HallState, player: str) -> str:
    """Return a player's name, or the id before the registration is known."""
    known = state.players.get(player)
    return known.name if known else player


def table_label(state: HallState, table: str) -> str:
    """Return the label on a table's sign."""
    known = state.tables.get(table)
    return known.label if known and known.label else table


def tables_in_hall_order(state: HallState) -> tuple[str, ...]:
    """Return the labels of all tables in hall order."""
    return tuple(sorted((table_label(state, table) for table in state.tables_up), key=hall_order))


def round_length_ms(division: Division) -> int | None:
    """Return how long a round of the division is scheduled to last (ms), None if not known."""
    return None if division.unreadable else division.book.round_length_ms


def sides(division: Division | None) -> tuple[str, str] | None:
    """Return the division's names of the sides, first mover first; None if not known."""
    return None if division is None or division.unreadable else division.book.sides


def score_words(outcome: Outcome, *, short: bool = False) -> str:
    """Return the score; words if the result brought no points or the match is void."""
    if outcome.void in ("void", "again"):
        return _("void")
    if outcome.void:
        return _("no pts") if short else _("no points")
    return outcome.score()


def referee_words(*, short: bool = False) -> str:
    """Return that the referee has to decide about a match."""
    return pgettext("state of a match", "referee") if short else _("with the referee")


def match_words(match: Match, *, short: bool = False) -> str:
    """Return how far a match has got, without telling a move of a running game."""
    result = match.result
    if result.open_question or match.standing == "contested":
        return referee_words(short=short)
    if result.outcome is not None:
        return score_words(result.outcome, short=short)
    if result.status == "entered":
        return _("entered") if short else _("to be confirmed")
    score = score_in_log(match)
    if score is not None:
        points = f"{score.score[0]}–{score.score[1]}"
        return points if short else _("playing, {score}").format(score=points)
    if match.draw is not None:
        return _("playing")
    return _("seated") if all(match.seated) else ""
