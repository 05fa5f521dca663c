"""Leads: who pairs a division of a championship, and what becomes of what others pair."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import Event, entities
from shared.core.events.entities import MatchKey
from shared.core.fold import fold
from shared.core.state import HallState
from tests.core.events_kit import (
    ROOT,
    History,
    enrolled,
    key_of,
    node_id,
    pairing,
    reason,
    rule,
    signs,
)

HQ, NORTH, SOUTH = (node_id(name) for name in ("hq", "north", "south"))
TABLE_OF = {"north": node_id("north table"), "south": node_id("south table")}
ROUND = entities.pairing("open", 1)


def certified(node: str, venue: str) -> ev.DeviceEnrolled:
    return ev.DeviceEnrolled(
        key_of(node), key_of(node), "referee", ev.ROLE_SCOPES["referee"], node[:4], venue
    )


@pytest.fixture
def past() -> History:
    """Headquarters with a division of its own, and two halls with a table and a division each."""
    return championship()


def championship() -> History:
    past = History()
    for node, venue in ((HQ, ""), (NORTH, "north"), (SOUTH, "south")):
        said = ev.TournamentOpened("Nationals", "UTC", key_of(ROOT), venue=venue)
        past.write(ROOT, entities.tournament(), said)
        past.write(ROOT, entities.device(node), certified(node, venue))
        if venue:
            table, device = f"{venue}.1", TABLE_OF[venue]
            past.write(node, entities.device(device), enrolled(device))
            past.write(node, entities.table(table), ev.TableSet("1"))
            past.write(node, entities.table_device(table), ev.DeviceAssigned(device))
        own = f"{venue}.men" if venue else "open"
        past.write(node, entities.division(own), ev.DivisionOpened(own, "acf-majors", 4))
    return past


def leads(past: History, node: str, number: int, venue: str, *stand_ins: str) -> Event:
    body = ev.DivisionLed(venue, past.seen(), stand_ins)
    return past.write(node, entities.lead("open", number), body, seen=[])


def pairs(past: History, node: str, uid: str, *, table: str = "north.1") -> Event:
    return past.write(node, ROUND, pairing((uid, table, "ann", "ben"), seed=uid), seen=[])


def state_of(past: History) -> HallState:
    return fold(ROOT, past.events)


def test_headquarters_pairs_its_division_at_the_tables_of_two_halls(past: History) -> None:
    matches = (("m1", "north.1", "ann", "ben"), ("m2", "south.1", "cid", "dot"))
    past.write(HQ, ROUND, pairing(*matches))
    for uid, venue in (("m1", "north"), ("m2", "south")):
        for seat in (0, 1):
            past.write(TABLE_OF[venue], entities.result(MatchKey("open", 1, uid)),
                       signs(seat, "W W"))  # fmt: skip
    state = state_of(past)
    assert [state.matches[uid].result.status for uid in ("m1", "m2")] == ["confirmed"] * 2
    assert (state.unforced, state.alarms) == ((), ())


def test_a_hall_that_was_not_named_pairs_nothing_of_headquarters(past: History) -> None:
    assert reason(past, pairs(past, NORTH, "m1")) == "headquarters pairs this division"
    taken = leads(past, NORTH, 1, "north")
    assert reason(past, taken) == "the hall of north was not named to lead this division"
    assert reason(past, pairs(past, NORTH, "m2")) is not None
    assert state_of(past).divisions["open"].led_by == ""


def test_headquarters_pairs_nothing_of_a_hall_whose_lead_it_has_not_taken(past: History) -> None:
    own = entities.pairing("north.men", 1)
    early = past.write(HQ, own, pairing(("north.m1", "north.1", "ann", "ben")))
    assert reason(past, early) == "the hall of north pairs this division"
    past.write(HQ, entities.lead("north.men", 1), ev.DivisionLed("", past.seen()))
    late = past.write(HQ, own, pairing(("north.m2", "north.1", "ann", "ben")))
    assert reason(past, late) is None
    assert reason(past, early) is not None
    assert "pairs this division (lead 1)" in str(
        reason(past, past.write(NORTH, own, pairing(("north.m3", "north.1", "ann", "ben"))))
    )


def test_a_stand_in_takes_the_lead_and_what_it_had_not_seen_is_listed(past: History) -> None:
    leads(past, HQ, 1, "", "north")
    seen = pairs(past, HQ, "m1")
    leads(past, NORTH, 2, "north")
    unseen = pairs(past, HQ, "m2")
    assert reason(past, unseen) == "the hall of north pairs this division (lead 2)"
    assert reason(past, seen) is None
    division = state_of(past).divisions["open"]
    assert (division.led_by, division.lead, division.stand_ins) == ("north", 2, ("north",))
    mine = pairs(past, NORTH, "m3")
    assert reason(past, mine) is None


def test_two_who_take_the_lead_side_by_side_are_a_conflict(past: History) -> None:
    leads(past, HQ, 1, "", "north")
    before = past.seen()
    for node, venue in ((HQ, ""), (NORTH, "north")):
        body = ev.DivisionLed(venue, before)
        past.write(node, entities.lead("open", 2), body, seen=[])
    pairs(past, HQ, "m1")
    pairs(past, NORTH, "m2")
    state = state_of(past)
    assert {alarm.ent for alarm in state.alarms} == {entities.lead("open", 2), ROUND}
    assert state.rounds["open", 1].contested
    assert {match.standing for match in state.matches.values()} == {"contested"}
    leads(past, HQ, 3, "")
    assert entities.lead("open", 2) not in {alarm.ent for alarm in state_of(past).alarms}


def test_a_hostile_hall_that_copies_a_match_changes_nothing_there(past: History) -> None:
    past.write(HQ, ROUND, pairing(("m1", "south.1", "ann", "ben")))
    own = entities.pairing("south.men", 1)
    past.write(SOUTH, own, pairing(("south.m1", "south.1", "cid", "dot")))
    before = state_of(past)
    # An id that comes first by name, at the hostile hall's own table.
    past.write(NORTH, entities.division("north.a"), ev.DivisionOpened("A", "acf-majors", 4))
    copies = (("m1", "north.1", "x", "y"), ("south.m1", "north.1", "x", "y"))
    steals = past.write(NORTH, entities.pairing("north.a", 1), pairing(*copies))
    for uid in ("m1", "south.m1"):
        call = ev.MatchCalled(ev.PairedMatch(uid, "north.1", "x", "y"), 0)
        past.write(NORTH, entities.call(MatchKey("north.a", 2, uid)), call)
        past.write(TABLE_OF["north"], entities.result(MatchKey("north.a", 1, uid)), signs(0, "W W"))
        past.write(TABLE_OF["north"], entities.result(MatchKey("south.men", 1, uid)),
                   signs(0, "W W"))  # fmt: skip
    state = state_of(past)
    assert state.matches == before.matches
    assert state.rounds == before.rounds
    assert reason(past, steals) == "the match m1 is another hall's"


def test_a_hall_rules_at_its_own_tables_and_no_others(past: History) -> None:
    past.write(HQ, ROUND, pairing(("m1", "north.1", "ann", "ben"), ("m2", "south.1", "x", "y")))
    own = rule(past, NORTH, "W W", match=MatchKey("open", 1, "m1"))
    other = rule(past, NORTH, "W W", match=MatchKey("open", 1, "m2"))
    assert reason(past, own) is None
    assert "belongs to the hall of north" in str(reason(past, other))


def test_headquarters_announces_everywhere_and_rules_no_halls_own_matters(past: History) -> None:
    told = past.write(
        HQ, entities.announcement("a"), ev.AnnouncementMade("Round 2 at noon", ev.ALWAYS)
    )
    placed = past.write(HQ, entities.address(HQ), ev.NodePlaced("10.0.0.1", 1, 2, 3))
    assert (reason(past, told), reason(past, placed)) == (None, None)
    hall = [
        event
        for event in past.events
        if not isinstance(event.body, ev.TournamentOpened) or event.body.venue == "north"
    ]
    state = fold(ROOT, hall)
    assert state.venue == "north"
    assert state.office.announcements
    assert [u.event for u in state.unforced if u.kind == "a.node.placed"] == [placed.id]


@given(st.randoms(use_true_random=False))
def test_leads_do_not_depend_on_the_order_of_arrival(chance: st.randoms) -> None:  # type: ignore[valid-type]
    past = championship()
    leads(past, HQ, 1, "", "north")
    before = past.seen()
    pairs(past, HQ, "m1")
    past.write(NORTH, entities.lead("open", 2), ev.DivisionLed("north", before), seen=[])
    pairs(past, NORTH, "m2")
    pairs(past, HQ, "m3")
    leads(past, SOUTH, 3, "south")
    expected = state_of(past)
    shuffled = list(past.events)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert fold(ROOT, shuffled) == expected
