"""When nothing of a division is left to be played, under each way of pairing."""

import pytest

from shared.core import events as ev
from shared.core.events import entities
from shared.core.events.entities import MatchKey
from shared.core.fold import fold
from shared.core.state import HallState
from shared.pairing.places import is_final, open_play_so_far
from tests.core.events_kit import HALL, ROOT, START, History, enrolled, key_of, rules

KNOCKOUT = '{"pairing_system": "double_knockout"}'


def division(rulebook: str, rounds: int, overrides: str = "", players: str = "abc") -> History:
    """Return a division whose players are named by single letters."""
    past = History()
    past.write(ROOT, entities.tournament(), ev.TournamentOpened("R", "UTC", key_of(ROOT)))
    past.write(ROOT, entities.device(HALL), enrolled(HALL, "hall", "hall", "pair", "rule"))
    opened = ev.DivisionOpened("One", rulebook, rounds, "", overrides)
    past.write(HALL, entities.division("one"), opened)
    for player in players:
        past.write(HALL, entities.player(player), ev.PlayerRegistered(player, "one"))
    return past


def drawn(past: History, number: int, *pairs: str) -> HallState:
    """Return a round that is published."""
    matches = tuple(ev.PairedMatch(f"{number}{p}", "1", p[0], p[1]) for p in pairs)
    body = ev.RoundPaired(START, f"seed {number}", matches)
    past.write(HALL, entities.pairing("one", number), body)
    return fold(ROOT, past.events)


def played(past: History, number: int, *pairs: str) -> HallState:
    """Return a round whose left players have all won."""
    drawn(past, number, *pairs)
    for pair in pairs:
        past.write(
            HALL, entities.match_decision(MatchKey("one", number, f"{number}{pair}")), rules("W W")
        )
    return fold(ROOT, past.events)


def called(past: History, number: int, pair: str) -> HallState:
    key = MatchKey("one", number, pair)
    match = ev.PairedMatch(pair, "1", pair[0], pair[1])
    past.write(HALL, entities.call(key), ev.MatchCalled(match, START))
    past.write(HALL, entities.match_decision(key), rules("W W"))
    return fold(ROOT, past.events)


def test_a_swiss_is_over_with_the_last_result_of_its_last_round() -> None:
    past = division("acf-masters", 2, players="abcd")
    assert not is_final(fold(ROOT, past.events), "one")
    assert not is_final(played(past, 1, "ab", "cd"), "one")
    assert not is_final(drawn(past, 2, "ac", "bd"), "one")
    past.write(HALL, entities.match_decision(MatchKey("one", 2, "2ac")), rules("W W"))
    assert not is_final(fold(ROOT, past.events), "one")
    past.write(HALL, entities.match_decision(MatchKey("one", 2, "2bd")), rules("W W"))
    assert is_final(fold(ROOT, past.events), "one")


@pytest.mark.clause("APCA-31")
def test_open_play_is_over_when_all_who_are_in_have_met() -> None:
    past = division("apca", 1)
    state = called(past, 1, "ab")
    assert not is_final(state, "one")
    assert open_play_so_far(state, state.divisions["one"]) == (1, 3)
    past.write(HALL, entities.withdrawal("c"), ev.PlayerWithdrawn(0, "ill"))
    assert is_final(fold(ROOT, past.events), "one")


@pytest.mark.clause("DARK-KO")
def test_a_knockout_is_over_with_its_winner_however_many_rounds_were_meant() -> None:
    past = division("standard", 6, KNOCKOUT, players="ab")
    assert not is_final(played(past, 1, "ab"), "one")
    assert is_final(played(past, 2, "ab"), "one")
