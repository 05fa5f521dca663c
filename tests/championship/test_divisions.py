"""A division over two venues, which headquarters pairs, or a hall that stands in: nodes as they
run, over a real server."""

import shutil

import pytest

from hall_server.eventfile import parse_event_file
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_championship import about_leads, taking
from hall_server.referee.derived.questions.about_rounds import about_rounds
from shared.core.events import (
    ALWAYS,
    AnnouncementMade,
    DivisionLed,
    Draft,
    PairedMatch,
    ResultSigned,
    RoundPaired,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import SEATS, Code, Outcome
from shared.machine.clocks import wall_ms
from tests.championship.test_championship import Stage, seen, stage
from tests.node.hall_kit import Running

__all__ = ["stage"]
pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(120)]

NATIONALS_FILE = """
schema = 1
[event]
name = "Nationals"
[[table]]
id = "north.1"
[[table]]
id = "south.1"
[[division]]
id = "open"
rulebook = "acf-masters"
tables = "north.1, south.1"
[[player]]
name = "Ann"
division = "open"
[[player]]
name = "Ben"
division = "open"
[[player]]
name = "Cid"
division = "open"
[[player]]
name = "Dot"
division = "open"
"""
NATIONALS = parse_event_file(NATIONALS_FILE, "nationals.toml")
VENUES = ("north", "south")


def round_of(number: int, *uids: str) -> Draft:
    """Return a round of the open division: a match at each hall's table."""
    pairs = (("p1", "p2"), ("p3", "p4")) if number == 1 else (("p1", "p3"), ("p2", "p4"))
    matches = tuple(
        PairedMatch(uid, f"{venue}.1", *pair)
        for uid, venue, pair in zip(uids, VENUES, pairs, strict=True)
    )
    return Draft(entities.pairing("open", number), RoundPaired(wall_ms(), uids[0], matches))


def lead(number: int, venue: str, *stand_ins: str) -> Draft:
    return Draft(entities.lead("open", number), DivisionLed(venue, (), stand_ins))


def taken(running: Running) -> Draft:
    """Return the pairing taken over at a place, as its dashboard writes it."""
    state = running.ears.state
    return taking(state, state.divisions["open"])


def plays(table: Running, uid: str) -> None:
    """Both sides sign at a table."""
    for seat in SEATS:
        signed = ResultSigned(seat, Outcome((Code("W"), Code("W"))))
        table.file(Draft(entities.result(MatchKey("open", 1, uid)), signed))


def counts(running: Running, uid: str) -> bool:
    match = running.ears.state.matches.get(uid)
    return match is not None and match.result.counts


def staged(stage: Stage) -> tuple[Running, Running, dict[str, Running]]:
    """Headquarters, its referee's laptop, and two linked halls that know the division."""
    hq, _ = stage.headquarters(NATIONALS)
    referee = stage.screen(hq.node, "referee-1", "referee")
    halls = {venue: stage.hall(venue) for venue in VENUES}
    for venue, hall in halls.items():
        stage.uplink(venue)
        hall.ears.until(lambda hall=hall: len(hall.ears.state.players) == 6)  # type: ignore[misc]
    referee.ears.until(lambda: "south.1" in referee.ears.state.tables)
    return hq, referee, halls


def test_a_round_that_headquarters_pairs_is_played_in_two_halls(stage: Stage) -> None:
    hq, referee, halls = staged(stage)
    assert hq.ears.state.pairs("open")
    assert not halls["north"].ears.state.pairs("open")
    tables = {venue: stage.device(venue, f"table-{venue}.1", "terminal") for venue in VENUES}
    referee.file(round_of(1, "m1", "m2"))
    referee.file(Draft(entities.announcement("a"), AnnouncementMade("Good luck", ALWAYS)))
    for uid, venue in (("m1", "north"), ("m2", "south")):
        table, hall = tables[venue], halls[venue]
        table.ears.until(lambda table=table: seen(table, "m1", "m2"))  # type: ignore[misc]
        hall.ears.until(lambda hall=hall: bool(hall.ears.state.office.announcements))  # type: ignore[misc]
        if venue == "north":
            stage.cut("north")
        plays(table, uid)
        hall.ears.until(lambda hall=hall, uid=uid: counts(hall, uid))  # type: ignore[misc]
    referee.ears.until(lambda: counts(referee, "m2"))
    assert not counts(referee, "m1")
    stage.uplink("north")
    referee.ears.until(lambda: counts(referee, "m1"))
    states = [running.ears.state for running in (referee, *halls.values())]
    assert [state.alarms for state in states] == [()] * 3
    assert states[0].matches["m1"].table == "north.1"
    assert states[1].venue == "north"


def test_no_moves_are_timed_beside_a_clock_or_under_a_sheet_without_the_rule(stage: Stage) -> None:
    hq, referee, halls = staged(stage)
    referee.file(lead(1, "", "north"))
    north = halls["north"]
    north.ears.until(lambda: north.ears.state.divisions["open"].stand_ins == ("north",))
    stage.cut("north")
    north.file(taken(north))
    north.file(round_of(1, "n1", "n2"))
    referee.file(taken(referee))
    referee.file(round_of(1, "h1", "h2"))
    hq.ears.until(lambda: seen(hq, "h1", "h2"))
    assert hq.ears.state.alarms == ()
    stage.uplink("north")
    for running in (referee, north, halls["south"]):
        running.ears.until(lambda r=running: seen(r, "n1", "n2", "h1", "h2"))  # type: ignore[misc]
        state = running.ears.state
        assert {match.standing for match in state.matches.values()} == {"contested"}
        assert entities.lead("open", 2) in {alarm.ent for alarm in state.alarms}
        moment = Moment(state, running.ears.link, wall_ms())
        kinds = {q.kind for q in (*about_rounds(moment), *about_leads(moment))}
        assert {"round_contested", "lead_contested"} <= kinds


def test_a_round_that_a_hall_pairs_without_the_lead_is_listed(stage: Stage) -> None:
    hq, _, halls = staged(stage)
    halls["north"].file(round_of(1, "n1", "n2"))
    for running in (hq, halls["north"]):
        running.ears.until(lambda r=running: bool(r.ears.state.unforced))  # type: ignore[misc]
        reasons = [unforced.reason for unforced in running.ears.state.unforced]
        assert reasons == ["headquarters pairs this division"]
        assert running.ears.state.rounds == {}


def test_a_round_of_a_hall_that_stands_in_reaches_the_other_hall(stage: Stage) -> None:
    hq, referee, halls = staged(stage)
    referee.file(lead(1, "", "north"))
    north, south = halls["north"], halls["south"]
    north.ears.until(lambda: north.ears.state.divisions["open"].stand_ins == ("north",))
    north.file(taken(north))
    north.file(round_of(1, "n1", "n2"))
    south.ears.until(lambda: seen(south, "n1", "n2"))
    state = south.ears.state
    assert (state.venue, state.divisions["open"].led_by) == ("south", "north")
    assert {match.standing for match in state.matches.values()} == {"in_force"}
    plays(stage.device("south", "table-south.1", "terminal"), "n2")
    hq.ears.until(lambda: counts(hq, "n2"))
    assert hq.ears.state.alarms == ()


def test_headquarters_that_lost_its_disk_has_its_rounds_again_from_the_halls(stage: Stage) -> None:
    hq, referee, halls = staged(stage)
    referee.file(round_of(1, "m1", "m2"))
    for hall in halls.values():
        hall.ears.until(lambda hall=hall: seen(hall, "m1", "m2"))  # type: ignore[misc]
    stage.stop(hq, referee)
    shutil.rmtree(stage.folder / "hq")
    again, _ = stage.headquarters(NATIONALS)
    again.ears.until(lambda: seen(again, "m1", "m2"))
    plays(stage.device("north", "table-north.1", "terminal"), "m1")
    again.ears.until(lambda: counts(again, "m1"))
    again.file(round_of(2, "m3", "m4"))
    for hall in halls.values():
        hall.ears.until(lambda hall=hall: seen(hall, "m3", "m4"))  # type: ignore[misc]
        assert hall.ears.state.alarms == ()
    assert again.ears.state.alarms == ()
