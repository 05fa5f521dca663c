"""What is decided about players and divisions: points outside the rounds, and broken ties."""

import pytest

from shared.core.events import Event, entities
from shared.core.events.measures import PointsGranted, TieBroken
from shared.core.standings.records import division_records
from shared.pairing.places import division_standings
from tests.core.decisions.test_decisions import state_of
from tests.core.events_kit import LAPTOP, REFEREE, History, decides, opened_hall, rule


@pytest.fixture
def past() -> History:
    return opened_hall()


@pytest.mark.clause("APCA-30")
def test_points_outside_the_rounds_count_once_and_are_undone(past: History) -> None:
    ent = entities.player_decision("ann")
    for node in (REFEREE, LAPTOP):
        past.write(node, ent, decides(PointsGranted(4), case="left/ben"), seen=[])
    assert state_of(past).players["ann"].granted == 4

    more = past.write(REFEREE, ent, decides(PointsGranted(4), case="left/cid"))
    assert state_of(past).players["ann"].granted == 8
    assert {r.player: r.match_points for r in division_records(state_of(past), "men")}["ann"] == 8

    past.write(REFEREE, ent, decides(replaces=[more.id]))
    assert state_of(past).players["ann"].granted == 4


@pytest.mark.clause("ACF-1.XIII.B")
def test_tie_that_two_break_apart_counts_where_they_agree_and_waits_where_they_differ(
    past: History,
) -> None:
    rule(past, REFEREE, "D D")
    ent = entities.division_decision("men")
    ways = (TieBroken((("ann",), ("ben",)), "playoff"), TieBroken((("ben",), ("ann",)), "playoff"))

    def broken(node: str, way: int, *instead: Event) -> Event:
        gone = [one.id for one in instead]
        body = decides(ways[way], case="t", settles=["ab" * 16], replaces=gone)
        return past.write(node, ent, body, seen=list(instead))

    def first() -> list[str]:
        rows = division_standings(state_of(past), "men")
        return [row.player for row in rows if row.rank == 1]

    assert first() == ["ann", "ben"]
    made = [broken(REFEREE, 1), broken(LAPTOP, 1)]
    assert first() == ["ben"]
    made.append(broken(LAPTOP, 0))
    assert first() == ["ann", "ben"], "neither counts"
    broken(REFEREE, 0, *made)
    assert first() == ["ann"]
