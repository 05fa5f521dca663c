"""What a rehearsal plays next where matches are called, and when there is nothing left to play."""

from itertools import count

import pytest

from hall_server.play.carried_over import carried_over
from hall_server.play.next_round import next_round
from hall_server.referee.derived.moment import Moment
from shared.core import events as ev
from shared.core.events import entities
from shared.core.fold import fold
from shared.pairing import PairingImpossible
from shared.pairing.types import Decided
from shared.port import Link
from tests.core.events_kit import HALL, ROOT, START, History, enrolled, key_of, rules

PLAYERS = ("ann", "ben", "cid", "dot")
NUMBERS = count(1)


def open_play(*tables: str) -> History:
    """Four players, of whom everybody is to meet everybody."""
    past = History()
    past.write(ROOT, entities.tournament(), ev.TournamentOpened("R", "UTC", key_of(ROOT)))
    past.write(ROOT, entities.device(HALL), enrolled(HALL, "hall", "hall", "pair", "rule"))
    past.write(HALL, entities.division("gold"), ev.DivisionOpened("Gold", "apca", 1))
    for table in tables:
        past.write(HALL, entities.table(table), ev.TableSet(table))
    for player in PLAYERS:
        past.write(HALL, entities.player(player), ev.PlayerRegistered(player, "gold"))
    return past


def play(past: History, number: int) -> list[tuple[str, ...]]:
    """Call what comes next; all of it is won by the left player."""
    state = fold(ROOT, past.events)
    moment = Moment(state, Link("live", 0), START)
    drafts = next_round(moment, state.divisions["gold"], number, "s", lambda: f"m{next(NUMBERS)}")
    for draft in drafts:
        past.write(HALL, draft.ent, draft.body)
    matches = [m for m in fold(ROOT, past.events).matches.values() if not m.result.counts]
    for match in matches:
        past.write(HALL, entities.match_decision(match.key), rules("W W"))
    return sorted(tuple(sorted(match.players)) for match in matches)


@pytest.mark.clause("APCA-31")
def test_in_open_play_each_player_meets_every_other_as_tables_become_free() -> None:
    past = open_play("1", "2")
    assert play(past, 1) == [("ann", "ben"), ("cid", "dot")]
    assert play(past, 2) == [("ann", "cid"), ("ben", "dot")]
    assert play(past, 3) == [("ann", "dot"), ("ben", "cid")]
    with pytest.raises(Decided):
        play(past, 4)


def test_no_more_is_called_than_there_are_tables() -> None:
    assert play(open_play("1"), 1) == [("ann", "ben")]
    with pytest.raises(PairingImpossible, match="a table"):
        play(open_play(), 1)


def test_open_play_is_rehearsed_for_as_many_rounds_as_are_asked_for() -> None:
    assert carried_over(fold(ROOT, open_play("1").events), 3).rounds == {"gold": 3}
