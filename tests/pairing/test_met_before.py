"""Who has met before, as the hall's state tells it."""

import msgspec
import pytest

from shared.core.rulebooks import overrides_json
from shared.pairing import Systems
from shared.pairing.from_hall import entrants
from tests.hall_server.referee.halls import confirmed, masters, under_way


@pytest.mark.clause("ACF-2.V.D")
@pytest.mark.parametrize("games", ["D D", "W* W*", "L* L*"])
def test_a_published_pairing_counts_as_met_even_if_it_was_forfeited(games: str) -> None:
    state = masters(
        under_way("m1", "t1", ("p1", "p2"), result=confirmed(games)),
        under_way("m2", "t2", ("p3", "p4"), result=confirmed(games)),
    )
    met = {entrant.player: entrant.met for entrant in entrants(state, "masters", 2)}
    assert met == {"p1": {"p2"}, "p2": {"p1"}, "p3": {"p4"}, "p4": {"p3"}}
    for seed in range(10):
        pairs = Systems().pair(state, "masters", 2, str(seed)).pairs
        assert {frozenset(pair) for pair in pairs}.isdisjoint(
            {frozenset({"p1", "p2"}), frozenset({"p3", "p4"})}
        )


@pytest.mark.clause("ACF-2.V.D")
def test_an_event_may_say_that_a_pairing_without_a_game_does_not_count() -> None:
    text = overrides_json({"swiss.forfeited_pairing_counts": False})
    state = masters(
        under_way("m1", "t1", ("p1", "p2"), result=confirmed("W* W*")),
        under_way("m2", "t2", ("p3", "p4"), result=confirmed("W* D")),
    )
    local = msgspec.structs.replace(state.divisions["masters"], overrides=text)
    state = msgspec.structs.replace(state, divisions={"masters": local})
    met = {entrant.player: entrant.met for entrant in entrants(state, "masters", 2)}
    assert met == {"p1": set(), "p2": set(), "p3": {"p4"}, "p4": {"p3"}}
