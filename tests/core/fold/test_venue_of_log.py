"""Whose log it is: the venue that the tournament key certified its keeper for, whatever else is
brought into the log."""

import itertools

import pytest

from shared.core import events as ev
from shared.core.events import Event, entities
from shared.core.events.entities import MatchKey
from shared.core.fold import Fold, fold
from tests.core.events_kit import ROOT, START, History, key_of, rule, signs
from tests.core.fold.test_leads import HQ, NORTH, SOUTH, TABLE_OF, championship


def certifying(past: History, *venues: str) -> list[Event]:
    """Return what the tournament key says of some venues: opening and certificate."""
    return [event for event in past.events if event.node == ROOT and event.body.venue in venues]  # type: ignore[union-attr]


def own(past: History, *nodes: str) -> list[Event]:
    return [event for event in past.events if event.node in nodes]


def north_log(past: History) -> list[Event]:
    return certifying(past, "north") + own(past, NORTH, TABLE_OF["north"])


@pytest.mark.parametrize("replayed", [("south",), ("",), ("", "south")], ids=str)
def test_openings_that_are_brought_into_a_hall_change_nothing_of_it(
    replayed: tuple[str, ...],
) -> None:
    past = championship()
    log = north_log(past)
    before = fold(ROOT, log, NORTH)
    openings = [e for e in certifying(past, *replayed) if e.ent == entities.tournament()]

    after = fold(ROOT, [*log, *openings], NORTH)

    assert after.venue == "north"
    assert after.tournament is not None
    assert after == before
    assert fold(ROOT, [*openings, *log], TABLE_OF["north"]) == before


def test_headquarters_without_a_hall_is_headquarters_though_halls_openings_come() -> None:
    past = championship()
    for brought in ((), ("north",), ("north", "south")):
        state = fold(ROOT, certifying(past, "", *brought), HQ)
        assert state.venue == ""
        assert state.tournament is not None


def test_the_order_in_which_certificate_and_openings_come_makes_no_difference() -> None:
    past = championship()
    first, *rest = north_log(past)
    strange = [e for e in certifying(past, "", "south") if e.ent == entities.tournament()]
    whole = fold(ROOT, [first, *rest, *strange], NORTH)
    for order in itertools.permutations([[first], rest, strange]):
        hall = Fold(ROOT, NORTH)
        for events in order:
            hall.add(events)
            hall.state()
        assert hall.state() == whole


def test_private_events_of_another_hall_are_not_listed() -> None:
    """Its log comes down where it stands in for headquarters."""
    past = championship()
    past.write(NORTH, entities.player("north.p1"), ev.PlayerRegistered("Ann", "north.men"))
    past.write(
        NORTH, entities.player("north.p1"), ev.PlayerRegistered("Anne", "north.men"), seen=[]
    )
    match = MatchKey("north.men", 1, "north.m1")
    paired = ev.PairedMatch(match.uid, "north.1", "north.p1", "north.p2")
    past.write(NORTH, entities.pairing("north.men", 1), ev.RoundPaired(START, "s", (paired,)))
    past.write(TABLE_OF["north"], entities.table_report("north.1", "r"), ev.ReportFiled("call"))
    own_division = ev.PlayerRegistered("Cid", "south.men")
    past.write(SOUTH, entities.player("south.p1"), own_division)
    events = past.events
    there, here, everywhere = (fold(ROOT, events, node) for node in (NORTH, SOUTH, HQ))
    assert set(here.divisions) == {"south.men", "open"}
    assert (set(here.players), set(here.tables)) == ({"south.p1"}, {"south.1"})
    assert (here.rounds, here.matches, here.reports, here.alarms) == ({}, {}, {}, ())
    assert set(there.matches) == {"north.m1"}
    assert [alarm.ent for alarm in there.alarms] == ["player/north.p1"]
    assert set(everywhere.players) == {"north.p1", "south.p1"}
    named = ev.DivisionLed("north", (), ("south",))
    past.write(NORTH, entities.lead("north.men", 1), named)
    stands_in = fold(ROOT, past.events, SOUTH)
    assert set(stands_in.divisions) == {"south.men", "open", "north.men"}
    assert set(stands_in.matches) == {"north.m1"}


def test_the_chief_of_headquarters_outranks_a_halls_assistant_in_the_hall_too() -> None:
    past = championship()
    past.write(
        ROOT, entities.tournament(), ev.TournamentOpened("Nationals", "UTC", key_of(ROOT), HQ)
    )
    match = MatchKey("north.men", 1, "north.m1")
    paired = ev.PairedMatch(match.uid, "north.1", "north.p1", "north.p2")
    past.write(NORTH, entities.pairing("north.men", 1), ev.RoundPaired(START, "s", (paired,)))
    said = past.write(TABLE_OF["north"], entities.result(match), signs(0, "W W"))
    certificate, *openings = sorted(
        certifying(past, ""), key=lambda event: event.ent == entities.tournament()
    )
    log = [*north_log(past), certificate]
    for node, text in ((NORTH, "L L"), (HQ, "D D")):
        log.append(rule(past, node, text, match=match, seen=[said]))
    hall = Fold(ROOT, NORTH)
    hall.add(log)
    assert hall.state().matches["north.m1"].result.status == "conflict"
    hall.add(openings)
    result = hall.state().matches["north.m1"].result
    assert result.status == "ruled"
    assert hall.state() == fold(ROOT, [*openings, *log], NORTH)
