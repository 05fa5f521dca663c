"""What a rehearsal takes over from the real hall, and when nobody may rehearse."""

import msgspec
import pytest
from msgspec.structs import replace

from hall_server.play.carried_over import carried_over, why_not
from shared.core import events as ev
from shared.core.events import ALL_HELD, Draft, Event, Spot, entities
from shared.core.fold import fold
from shared.core.state import Division, HallState
from shared.core.state.floor import QUIET_MS
from shared.pairing import Systems
from tests.core.events_kit import (
    HALL,
    ONE,
    REFEREE,
    ROOT,
    START,
    STRANGER,
    TWO,
    History,
    enrolled,
    key_of,
    opened_hall,
    revoke,
    rules,
)


@pytest.fixture
def past() -> History:
    """The hall of the kit with a kiosk, a map, and a player who has withdrawn."""
    past = opened_hall()
    past.write(HALL, entities.device(STRANGER), enrolled(STRANGER, "kiosk", label="Kiosk 1"))
    past.write(HALL, entities.shows(STRANGER), ev.KioskSet(("map",)))
    past.write(HALL, entities.layout(), ev.HallLaidOut((Spot(1, 2, "t1"),)))
    past.write(HALL, entities.player("eve"), ev.PlayerRegistered("Eve", "men"))
    past.write(HALL, entities.withdrawal("eve"), ev.PlayerWithdrawn(0, "ill"))
    return past


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def rehearsed(drafts: tuple[Draft, ...]) -> HallState:
    """Return the state of a tournament that begins with these words of its hall."""
    past = History()
    past.write(ROOT, entities.tournament(), ev.TournamentOpened("R", "UTC", key_of(ROOT)))
    past.write(ROOT, entities.device(HALL), enrolled(HALL, "hall", "hall", "pair", "term", "admit"))
    for draft in drafts:
        past.write(HALL, draft.ent, draft.body)
    return fold(ROOT, past.events)


def bare(state: HallState) -> dict[str, Division]:
    """Return the divisions without who wrote them and when."""
    return {name: replace(one, versions=()) for name, one in state.divisions.items()}


def kinds(events: list[Event]) -> set[str]:
    return {event.kind for event in events}


def test_the_same_players_tables_rules_and_devices_and_no_round_of_the_real_one(
    past: History,
) -> None:
    real = state_of(past)
    plan = carried_over(real, 2)
    state = rehearsed(plan.drafts)
    assert state.unforced == ()
    assert state.alarms == ()
    assert bare(state) == bare(real)
    assert state.tables == real.tables
    assert state.office.layout == real.office.layout
    assert state.office.shows == real.office.shows
    assert state.players == {n: p for n, p in real.players.items() if n != "eve"}
    assert (state.rounds, state.matches, state.reports) == ({}, {}, {})
    assert {n: d for n, d in state.devices.items() if n != HALL} == {
        n: d for n, d in real.devices.items() if n in (ONE, TWO, STRANGER)
    }
    assert plan.name == "REHEARSAL of Open"
    assert plan.rounds == {"men": 2}


def test_rounds_are_rehearsed_as_the_next_one_is_played_and_not_as_a_later_one(
    past: History,
) -> None:
    timed = ev.DivisionChanged("Men", "acf-majors", 4, "60:00", from_round=2, why="Late")
    later = ev.DivisionChanged("Men", "acf-majors", 4, "30:00", from_round=3, why="Later")
    for body in (timed, later):
        past.write(REFEREE, entities.division("men"), body)
    state = rehearsed(carried_over(state_of(past), 1).drafts)
    assert state.divisions["men"].control == "60:00"


def test_its_first_round_can_be_paired(past: History) -> None:
    state = rehearsed(carried_over(state_of(past), 1).drafts)
    drawn = Systems().pair(state, "men", 1, "seed")
    assert {player for pair in drawn.pairs for player in pair} == {"ann", "ben", "cid", "dot"}


def test_tables_come_before_kiosks_by_the_names_on_the_report(past: History) -> None:
    expected = carried_over(state_of(past), 1).expected
    assert [(who.label, who.role, who.table) for who in expected] == [
        ("Table 1", "terminal", "t1"),
        ("Table 2", "terminal", "t2"),
        ("Kiosk 1", "kiosk", ""),
    ]


def test_a_device_whose_key_was_withdrawn_is_not_waited_for(past: History) -> None:
    revoke(past, REFEREE, TWO, ALL_HELD)
    plan = carried_over(state_of(past), 1)
    assert [who.node for who in plan.expected] == [ONE, STRANGER]
    assert entities.device(TWO) not in {draft.ent for draft in plan.drafts}


def test_private_facts_prizes_and_results_stay_where_they_are(past: History) -> None:
    past.write(REFEREE, entities.prizes("men"), ev.PrizesPosted((100,)))
    bodies = {type(draft.body) for draft in carried_over(state_of(past), 1).drafts}
    assert bodies.isdisjoint({ev.PlayerPrivate, ev.PrizesPosted, ev.DecisionMade, ev.RoundPaired})


def test_more_rounds_than_a_division_has_are_not_played(past: History) -> None:
    assert carried_over(state_of(past), 20).rounds == {"men": 4}


def test_a_rehearsal_is_refused_in_a_round_or_shortly_before_one(past: History) -> None:
    state = state_of(past)
    assert "at table t1, t2" in why_not(state, START - QUIET_MS, "UTC")
    assert why_not(state, START - QUIET_MS - 1, "UTC") == ""
    for key in [match.key for match in state.matches.values()]:
        past.write(REFEREE, entities.match_decision(key), rules("W W"))
    assert why_not(state_of(past), START, "UTC") == ""


def test_a_second_rehearsal_is_refused_until_the_first_is_over() -> None:
    past = History()
    past.write(ROOT, entities.tournament(), ev.TournamentOpened("R", "UTC", key_of(ROOT)))
    past.write(ROOT, entities.device(HALL), enrolled(HALL, "hall", "hall", "pair", "term", "admit"))
    past.write(HALL, entities.device(ONE), enrolled(ONE, "kiosk", label="Kiosk 1"))
    past.write(HALL, entities.rehearsal(), ev.RehearsalOpened(b"r", b"c", 1, 2, START + 60_000))
    assert "is on already" in why_not(state_of(past), START + 59_999, "UTC")
    assert why_not(state_of(past), START + 60_000, "UTC") == ""
    past.write(HALL, entities.rehearsal(), ev.RehearsalEnded())
    assert why_not(state_of(past), START, "UTC") == ""


def test_without_a_device_there_is_nothing_to_rehearse(past: History) -> None:
    state = state_of(past)
    bare = msgspec.structs.replace(state, devices={}, matches={})
    assert why_not(bare, START, "UTC").startswith("This tournament has no terminal and no kiosk")


def test_a_terminal_whose_place_another_has_is_not_waited_for(past: History) -> None:
    before = {who.node for who in carried_over(state_of(past), 1).expected}
    past.write(REFEREE, entities.table_device("t1"), ev.DeviceAssigned(TWO, ev.ALL_HELD))
    expected = carried_over(state_of(past), 1).expected
    assert {who.node for who in expected} == before - {ONE}
