"""Tables are taken away at the change desk while the hall runs, and put up again as they were."""

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from hall_server.paper.look import Look
from hall_server.referee.derived.device_moves import move, tables_for, written
from hall_server.referee.derived.floor import cells
from shared.core import events as ev
from shared.core.events import Spot, entities
from shared.pairing.types import PairingImpossible
from shared.port import Draft
from shared.public.hall_map import hall_map
from tests.core.events_kit import LAPTOP, ONE, REFEREE, enrolled
from tests.hall_server.referee.changing import NAMES, Changing
from tests.hall_server.referee.halls import keys


def four_tables() -> Changing:
    hall = Changing(rounds=4, players=4)
    for number in (3, 4):
        hall.write(Draft(entities.table(f"t{number}"), ev.TableSet(str(number))))
    return hall


async def take_away(hall: Changing, pilot: Pilot[None], tables: str) -> None:
    await hall.begin(pilot, "q", "minus")
    await hall.type(pilot, tables)
    await hall.type(pilot, "The room is needed.")


async def test_tables_are_taken_away_after_consequences_and_seat_no_players() -> None:
    hall = four_tables()
    hall.write(Draft("layout", ev.HallLaidOut((Spot(0, 0, "t1"), Spot(5, 0, "t4")))))
    hall.write(
        Draft(entities.device(ONE), enrolled(ONE, label="Tablet 4")),
        Draft(entities.table_device("t4"), ev.DeviceAssigned(ONE)),
    )
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await take_away(hall, pilot, "3-4")
        assert "Take away 2 tables: 3, 4?" in hall.shown
        assert "'Tablet 4' stays with its table" in hall.shown
        assert hall.desk.port.drafts == []
        await keys(pilot, "y")
        assert [draft.body for draft in hall.taken()] == [
            ev.TableSet(label, "The room is needed.", away=True) for label in ("3", "4")
        ]
        await hall.go_on(pilot)
        assert "tables taken away: 3, 4" in hall.shown
    hall.pair(1)
    assert {match.table for match in hall.state.rounds["men", 1].matches} == {"t1", "t2"}
    assert [cell.table for cell in cells(hall.moment, 0)] == ["t1", "t2"]
    assert Look(hall.state, hall.men).tables() == ("1", "2")
    assert hall_map(hall.state, "", 30, 5) == (" 1",)


async def test_a_table_put_up_again_has_its_device_and_its_place_on_the_map() -> None:
    hall = four_tables()
    hall.write(Draft("layout", ev.HallLaidOut((Spot(0, 0, "t1"), Spot(5, 0, "t4")))))
    hall.write(Draft(entities.table("t4"), ev.TableSet("4", "No room.", away=True)))
    before = hall.state
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", "plus")
        assert "Taken away: 4." in hall.shown
        await hall.type(pilot, "4")
        await hall.type(pilot, "There is room again.")
        assert "Back in their places, with their devices: 4." in hall.shown
        assert "On the map of the hall they stand below the others." not in hall.shown
        await keys(pilot, "y")
        hall.taken()
    assert hall.state.tables["t4"] == replace(before.tables["t4"], away=False)
    assert hall.state.office.layout == before.office.layout
    assert hall_map(hall.state, "", 30, 5)[0].split() == ["1", "4"]


async def test_a_table_at_which_a_match_is_not_over_stays() -> None:
    hall = four_tables()
    hall.pair(1)
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", "minus")
        await hall.type(pilot, "2")
        assert "or are to play there. Wait for their result" in hall.shown
        await hall.type(pilot, "7")
        assert "There is no table 7." in hall.shown
        await hall.type(pilot, "3, 3")
        assert "3 stands there twice." in hall.shown
        hall.play(1)
        await hall.go_on(pilot)
        await hall.type(pilot, "1-4")
        assert "One table has to stay." in hall.shown


def test_its_device_goes_to_another_table_and_does_not_come_back_with_it() -> None:
    hall = four_tables()
    hall.write(
        Draft(entities.device(ONE), enrolled(ONE, label="Tablet 4")),
        Draft(entities.table_device("t4"), ev.DeviceAssigned(ONE)),
        Draft(entities.table("t4"), ev.TableSet("4", "No room.", away=True)),
    )
    assert "t4" not in {line.key for line in tables_for(hall.moment, ONE)}
    hall.write(*written(move(hall.moment, ONE, "t1")))
    hall.write(Draft(entities.table("t4"), ev.TableSet("4", "There is room.")))
    assert [table.device for table in hall.state.tables.values()] == [ONE, "", "", ""]


async def test_a_match_that_was_paired_there_before_the_yes_keeps_the_table() -> None:
    hall = four_tables()
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await take_away(hall, pilot, "2")
        hall.pair(1)
        hall.desk.tell(hall.state)
        await pilot.pause()
        await keys(pilot, "y")
        assert "Nothing was written" in hall.shown
        assert "or are to play there." in hall.shown
    assert hall.desk.port.drafts == []


async def test_players_who_keep_such_a_table_and_divisions_without_enough_are_named_first() -> None:
    hall = four_tables()
    hall.write(Draft(entities.player("p1"), ev.PlayerRegistered(NAMES[0], "men", 1900, table="t4")))
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await take_away(hall, pilot, "2-4")
        assert f"are seated anywhere then: {NAMES[0]}." in hall.shown
        assert "! Men: 4 players need up to 2 tables, and it has 1 then." in hall.shown
        await keys(pilot, "y")
        hall.taken()
    with pytest.raises(PairingImpossible, match="1 more table is needed"):
        hall.pair(1)


async def test_a_table_taken_away_and_put_up_apart_stands_until_a_referee_says_once_more() -> None:
    hall = four_tables()
    seen = [event for event in hall.past.events if event.ent == "table/t4"]
    gone = Draft(entities.table("t4"), ev.TableSet("4", "No room.", away=True))
    hall.write(gone, seen=seen)
    assert hall.state.tables["t4"].away
    hall.write(Draft(entities.table("t4"), ev.TableSet("4", "It is free.")), node=LAPTOP, seen=seen)
    assert not hall.state.tables["t4"].away
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot)
        assert "Table put up and taken away, 4" in hall.shown
        await keys(pilot, "q", "minus")
        await hall.type(pilot, "4")
        await hall.type(pilot, "The room is needed.")
        await keys(pilot, "y")
        hall.taken()
    assert hall.state.tables["t4"].away
    assert not [alarm for alarm in hall.state.alarms if alarm.ent == "table/t4"]


def test_a_table_that_two_took_away_apart_is_taken_away_whatever_their_reasons() -> None:
    hall = four_tables()
    seen = [event for event in hall.past.events if event.ent == "table/t4"]
    for node, why in ((REFEREE, "No room."), (LAPTOP, "Nobody plays there.")):
        gone = Draft(entities.table("t4"), ev.TableSet("4", why, away=True))
        hall.write(gone, node=node, seen=seen)
    assert hall.state.tables["t4"].away
    assert hall.state.alarms == ()
