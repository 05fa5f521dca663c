"""The event changed while the hall runs: at the desk, with what follows said before the yes."""

import pytest

from hall_server.referee.said.main_words import headline
from shared.core import events as ev
from shared.core.events import Spot
from shared.core.standings.records import when_next
from shared.pairing import PairingImpossible
from shared.pairing.places import division_standings, is_final
from tests.core.events_kit import LAPTOP
from tests.hall_server.referee.changing import Changing
from tests.hall_server.referee.halls import keys
from tests.tui.screens import assert_screen

SIZES = [(50, 15), (80, 24), (100, 30)]
pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("size", SIZES)
async def test_rounds_are_cut_short_and_the_event_has_its_last_round(size: tuple[int, int]) -> None:
    hall = Changing(rounds=4)
    hall.pair(1)
    hall.play(1)
    hall.pair(2)
    async with hall.desk.app.run_test(size=size) as pilot:
        await hall.begin(pilot, "q")
        assert_screen(hall.desk.app, "changes")
        await keys(pilot, "enter")
        await hall.type(pilot, "1")
        assert "Round 2 is paired, so there are 2 rounds at least." in hall.shown
        await hall.type(pilot, "2")
        await hall.type(pilot, "The hall closes at six.")
        assert "Rounds: 4 → 2" in hall.shown
        assert "Round 2 is the last: with its results places are final." in hall.shown
        assert hall.desk.port.drafts == []
        await keys(pilot, "y")
        await hall.go_on(pilot, "escape")
        assert hall.men.rounds == 2
        assert "Men round 2/2: 0 of 2 done" in headline(hall.moment)[0]
        hall.play(2)
        await hall.go_on(pilot)
        assert is_final(hall.state, "men")
        assert "pair:men:3" not in {question.key for question in hall.desk.app.desk.questions}
        await keys(pilot, "t")
        assert "Nothing can be declared" not in hall.shown


async def test_more_rounds_are_played_after_the_last_one() -> None:
    hall = Changing(rounds=1)
    hall.pair(1)
    hall.play(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot)
        assert when_next(hall.state, "men", 0) is None
        await keys(pilot, "q", "enter")
        await hall.type(pilot, "3")
        await hall.type(pilot, "All stay till Sunday.")
        assert "The last round is round 3." in hall.shown
        await keys(pilot, "y")
        await hall.go_on(pilot, "escape")
        assert "pair:men:2" in {question.key for question in hall.desk.app.desk.questions}
        assert len(hall.pair(2)) == 2


@pytest.mark.clause("ACF-2.IV.C")
async def test_a_withdrawn_player_is_projected_over_the_rounds_in_force() -> None:
    hall = Changing(rounds=4)
    (winner, met), _others = hall.pair(1)
    hall.play(1)
    hall.write(ev.Draft(f"player/{winner}/withdrawal", ev.PlayerWithdrawn(1, "Ill")))
    hall.pair(2)
    hall.play(2)
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", "enter")
        await hall.type(pilot, "2")
        await hall.type(pilot, "Too hot.")
        assert "1 withdrawn player is projected over 2 rounds." in hall.shown
        await keys(pilot, "y")
        hall.taken()
    honor = {row.player: row.honor_points for row in division_standings(hall.state, "men")}
    assert honor[met] == 8


async def test_last_change_is_undone() -> None:
    hall = Changing(rounds=4)
    hall.pair(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "q", "enter")
        await hall.type(pilot, "6")
        await hall.type(pilot, "More time.")
        await keys(pilot, "y")
        await hall.go_on(pilot, "u")
        await hall.type(pilot, "Less time again.")
        assert "Rounds: 6 → 4" in hall.shown
        await keys(pilot, "y")
        hall.taken()
        assert hall.men.rounds == 4
        assert [one.why for one in hall.men.versions] == ["Less time again.", "More time.", ""]


async def test_a_change_is_not_undone_below_the_rounds_that_are_paired() -> None:
    hall = Changing(rounds=1)
    hall.pair(1)
    hall.play(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "q", "enter")
        await hall.type(pilot, "2")
        await hall.type(pilot, "More time.")
        await keys(pilot, "y")
        hall.taken()
        hall.pair(2)
        await hall.go_on(pilot, "u")
        await hall.type(pilot, "Less time.")
        assert "Round 2 is paired, so there are 2 rounds at least." in hall.shown
        await keys(pilot, "escape")
    assert hall.men.rounds == 2


async def test_a_rule_of_the_standings_counts_at_once_and_says_so() -> None:
    hall = Changing(rounds=4)
    hall.pair(1)
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", "down", "down", "down", "enter", *"tied_pl", "enter")
        await hall.type(pilot, "shared")
        await hall.type(pilot, "2")
        await hall.type(pilot, "As announced.")
        assert "Standings, titles and prizes follow it at once" in hall.shown
        await keys(pilot, "y")
        hall.taken()
    assert hall.men.book.tied_places == "shared"


async def test_a_time_control_counts_from_the_next_round_and_a_match_goes_on_as_it_began() -> None:
    hall = Changing("acf-masters", control="90:00")
    hall.pair(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "q", "down", "down", "enter", "end", "enter")
        await hall.type(pilot, "ninety")
        await hall.type(pilot, "2")
        assert "not a time control" in hall.shown
        assert "Nothing was changed." in hall.shown
        assert hall.desk.port.drafts == []
        await keys(pilot, "escape", "enter", "end", "enter")
        await hall.type(pilot, "60:00")
        await hall.type(pilot, "2")
        await hall.type(pilot, "We are late.")
        assert "Time control: 90:00 → 60:00" in hall.shown
        assert "Round 1: 2 matches are not over, and are played as they began." in hall.shown
        await keys(pilot, "y")
        hall.taken()
        assert hall.controls(1) == {"90:00"}
        hall.play(1)
        hall.pair(2)
        assert hall.controls(2) == {"60:00"}


async def test_a_time_control_of_matches_that_are_called_counts_from_the_next_call() -> None:
    hall = Changing("apca", rounds=20, players=4)
    hall.pair(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "q", "down", "enter", "end", "enter")
        await hall.type(pilot, "20:00")
        await hall.type(pilot, "Late.")
        assert "Matches that are called from now on" in hall.shown
        await keys(pilot, "y")
        hall.taken()
    before = hall.controls(1)
    hall.play(1)
    hall.pair(2)
    assert before == hall.controls(1)
    assert hall.controls(2) == {"20:00"}


async def test_no_round_is_left_for_another_time_control_until_there_are_more() -> None:
    hall = Changing(rounds=1)
    hall.pair(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "q", "down", "down", "enter")
        assert "Every round of this division is paired." in hall.shown
        await keys(pilot, "escape")
    assert hall.desk.port.drafts == []


async def test_after_the_last_round_pairing_asks_for_no_round_more() -> None:
    hall = Changing(rounds=1)
    hall.pair(1)
    hall.play(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "p")
        assert "round 1/1" in hall.shown
        assert "Every round of this division is paired." in hall.shown
        assert "round 2" not in hall.shown


@pytest.mark.clause("ACF-2.VI.A")
async def test_a_swiss_ends_in_a_round_robin_from_a_round_on() -> None:
    hall = Changing(rounds=5, players=4)
    hall.pair(1)
    hall.play(1)
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", "down", "enter", "down", "enter")
        await hall.type(pilot, "1")
        assert "Type a round from 2 to 5" in hall.shown
        await hall.type(pilot, "3")
        await hall.type(pilot, "Nobody is left to meet.")
        assert "Rounds 3 to 5 are a round robin of the 4 players who are in." in hall.shown
        await keys(pilot, "y")
        await hall.go_on(pilot)
        assert "Planned from round 3 on: Pairing: Swiss → Round robin" in hall.shown
        assert "Pairing Swiss Time control" in hall.shown
        await keys(pilot, "home", "enter")
        await hall.type(pilot, "6")
        await hall.type(pilot, "A second turn.")
        await keys(pilot, "y")
        await hall.go_on(pilot, "u")
        await hall.type(pilot, "No.")
        await keys(pilot, "y")
        await hall.go_on(pilot)
        assert "Planned from round 3 on: Pairing: Swiss → Round robin" in hall.shown
    hall.pair(2)
    hall.play(2)
    met = set()
    for number in (3, 4, 5):
        met |= {frozenset(pair) for pair in hall.pair(number)}
        hall.play(number)
    assert len(met) == 6
    assert [hall.state.rounds["men", n].algorithm for n in range(1, 6)] == [
        "swiss 1", "swiss 1", "berger 1", "berger 1", "berger 1"
    ]  # fmt: skip
    assert is_final(hall.state, "men")


@pytest.mark.clause("ACF-2.VI.A", "ACF-2.VI.B")
async def test_withdrawal_from_the_round_robin_after_a_swiss_keeps_the_swiss_results() -> None:
    hall = Changing(rounds=5, players=4)
    robin = ev.DivisionChanged("Men", "acf-majors", 5, overrides='{"pairing_system":"round_robin"}',
                               from_round=3, why="Few players")  # fmt: skip
    hall.write(ev.Draft("division/men", robin))
    for number in (1, 2):
        hall.pair(number)
        hall.play(number)
    swiss = {row.player: row.match_points for row in division_standings(hall.state, "men")}
    [gone, met] = hall.pair(3)[0]
    hall.play(3)
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "s")
        players = [row.player for row in division_standings(hall.state, "men")]
        await keys(pilot, *["down"] * players.index(gone), "W")
        assert "Rounds completed: 1, fewer than 4, and an odd field of 3" in hall.shown
        await keys(pilot, "enter", *"Ill", "enter", "y")
        hall.taken()
    after = {row.player: row.match_points for row in division_standings(hall.state, "men")}
    assert after[met] == swiss[met] + 3
    assert after[gone] == swiss[gone]


@pytest.mark.clause("ACF-2.VI.A")
async def test_a_round_robin_of_too_many_is_refused_before_the_yes() -> None:
    hall = Changing(rounds=5, players=8, overrides='{"round_robin.max_players":6}')
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "q", "down", "enter", "down", "enter")
        await hall.type(pilot, "2")
        assert "A round robin has 6 players at most" in hall.shown
        await keys(pilot, "escape")
        assert hall.desk.port.drafts == []


async def test_two_changes_made_apart_count_when_one_is_chosen_and_not_before() -> None:
    hall = Changing(rounds=4)
    seen = [event for event in hall.past.events if event.ent == "division/men"]
    more = ev.DivisionChanged("Men", "acf-majors", 6, from_round=1, why="More")
    fewer = ev.DivisionChanged("Men", "acf-majors", 3, from_round=1, why="Fewer")
    hall.write(ev.Draft("division/men", more), seen=seen)
    hall.write(ev.Draft("division/men", fewer), node=LAPTOP, seen=seen)
    assert hall.men.rounds == 4
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot)
        assert "Two changes side by side, Men" in hall.shown
        await keys(pilot, "q", "enter")
        assert "settle them in the queue" in hall.shown
        await keys(pilot, "escape", "escape", "a")
        assert "Referee 2" in hall.shown
        assert "All of them" not in hall.shown
        chosen = next(
            n for n, event in enumerate(hall.men.apart) if hall.men.named(event).why == "Fewer"
        )  # type: ignore[union-attr]
        await keys(pilot, *["down"] * chosen, "enter")
        await hall.type(pilot, "As announced.")
        assert "Rounds: 4 → 3" in hall.shown
        await keys(pilot, "y")
        await hall.go_on(pilot)
        assert hall.men.rounds == 3
        assert not hall.men.apart
        assert "Two changes" not in hall.shown


async def test_two_changes_of_different_things_can_both_count() -> None:
    hall = Changing(rounds=4)
    seen = [event for event in hall.past.events if event.ent == "division/men"]
    more = ev.DivisionChanged("Men", "acf-majors", 6, from_round=1, why="More")
    timed = ev.DivisionChanged("Men", "acf-majors", 4, "60:00", from_round=1, why="Clocks came")
    hall.write(ev.Draft("division/men", more), seen=seen)
    hall.write(ev.Draft("division/men", timed), node=LAPTOP, seen=seen)
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "a", "enter")
        await hall.type(pilot, "Both.")
        await keys(pilot, "y")
        hall.taken()
    assert (hall.men.rounds, hall.men.control, hall.men.apart) == (6, "60:00", ())


async def test_a_round_paired_before_a_change_was_seen_is_asked_about() -> None:
    hall = Changing(rounds=4)
    seen = [event for event in hall.past.events if event.ent == "division/men"]
    hall.pair(1)
    timed = ev.DivisionChanged("Men", "acf-majors", 4, "60:00", from_round=1, why="Clocks came")
    hall.write(ev.Draft("division/men", timed), node=LAPTOP, seen=seen)
    assert hall.controls(1) == {""}
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot)
        [question] = [each for each in hall.desk.app.desk.questions if each.kind == "changes"]
        assert question.title == "Round 1 was paired without the change, Men"
        while hall.desk.app.screen.chosen != question:  # type: ignore[attr-defined]
            await keys(pilot, "down")
        await keys(pilot, "a", "y")
        await hall.go_on(pilot)
        assert not [each for each in hall.desk.app.desk.questions if each.kind == "changes"]
    assert hall.men.at(1).control == ""
    assert hall.men.at(2).control == "60:00"
    hall.play(1)
    hall.pair(2)
    assert hall.controls(2) == {"60:00"}


async def test_a_change_that_came_meanwhile_stops_the_one_that_is_confirmed() -> None:
    hall = Changing(rounds=4)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "q", "enter")
        await hall.type(pilot, "5")
        await hall.type(pilot, "More.")
        hall.pair(1)
        hall.desk.tell(hall.state)
        await pilot.pause()
        await keys(pilot, "y")
        assert "Nothing was written" in hall.shown
        assert hall.desk.port.drafts == []


async def test_a_rule_is_set_otherwise_from_a_round_on() -> None:
    hall = Changing(rounds=4)
    hall.pair(1)
    hall.play(1, "D D")
    points = {row.player: row.match_points for row in division_standings(hall.state, "men")}
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", "down", "down", "down", "enter", *"max_byes", "enter")
        await hall.type(pilot, "many")
        await hall.type(pilot, "2")
        assert "max_byes" in hall.shown
        assert "Nothing was changed." in hall.shown
        await keys(pilot, "escape", "enter", *"max_byes", "enter")
        await hall.type(pilot, "2")
        await hall.type(pilot, "2")
        await hall.type(pilot, "Few players.")
        await keys(pilot, "y")
        hall.taken()
    assert hall.men.book.max_byes == 2
    assert hall.men.at(1).book.max_byes != 2
    assert points == {row.player: row.match_points for row in division_standings(hall.state, "men")}


async def test_a_side_event_is_opened_while_the_hall_runs() -> None:
    hall = Changing(rounds=4)
    hall.pair(1)
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", "N", "down", "enter")
        await hall.type(pilot, "Men")
        assert "There is a division of that name." in hall.shown
        await hall.type(pilot, "Blitz")
        await hall.type(pilot, "3")
        await hall.type(pilot, "Rain.")
        assert "Open Blitz?" in hall.shown
        await keys(pilot, "y")
        await hall.go_on(pilot)
    assert hall.state.divisions["blitz"].rounds == 3
    for number in (1, 2):
        body = ev.PlayerRegistered(f"New {number}", "blitz")
        hall.write(ev.Draft(f"player/b{number}", body))
    with pytest.raises(PairingImpossible, match="1 more table is needed"):
        hall.pair(1, "blitz")
    hall.play(1)
    hall.pair(1, "blitz")
    hall.play(1, "W W", "blitz")
    assert [row.match_points for row in division_standings(hall.state, "blitz")] == [4, 0]


async def test_tables_are_put_up_and_the_round_that_waited_for_one_is_paired() -> None:
    hall = Changing(rounds=4, players=8)
    for number in (3, 4):
        hall.past.events = [e for e in hall.past.events if e.ent != f"table/t{number}"]
    hall.write(ev.Draft("layout", ev.HallLaidOut((Spot(0, 0, "t1"), Spot(5, 0, "t2")))))
    with pytest.raises(PairingImpossible, match="put up more tables"):
        hall.pair(1)
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", "plus")
        await hall.type(pilot, "2-3")
        assert "There is a table 2 already." in hall.shown
        await hall.type(pilot, "3, 3")
        assert "3 stands there twice." in hall.shown
        await hall.type(pilot, "3-4")
        await hall.type(pilot, "More came.")
        assert "Put up 2 tables: 3, 4?" in hall.shown
        assert hall.desk.port.drafts == []
        await keys(pilot, "y")
        hall.taken()
    assert len(hall.pair(1)) == 4
    assert [(s.y, s.table) for s in hall.state.office.layout] == [
        (0, "t1"), (0, "t2"), (2, "3"), (2, "4")
    ]  # fmt: skip


async def test_tables_of_its_own_are_typed_by_their_signs() -> None:
    hall = Changing(players=8)
    hall.write(ev.Draft("table/t5", ev.TableSet("Stage")))
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "q", *["down"] * 4, "enter")
        await hall.type(pilot, "1-9")
        assert "There is no table 9." in hall.shown
        await hall.type(pilot, "3-2")
        assert "Type the lower table first: 2-3." in hall.shown
        await hall.type(pilot, "2-3, stage")
        await hall.type(pilot, "They play apart.")
        assert "Tables of its own: any → 2, 3, Stage" in hall.shown
        await keys(pilot, "y")
        hall.taken()
        assert hall.men.tables == ("t2", "t3", "t5")
        await hall.go_on(pilot, "enter")
        assert "2, 3, Stage" in hall.shown


async def test_match_lengths_are_posted_anew_for_matches_to_come() -> None:
    plan = ev.BracketPlan(main=(7, 9))
    hall = Changing("usbgf-open", rounds=2, bracket=plan)
    hall.pair(1)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "q", "down", "enter", "enter")
        await hall.type(pilot, "7, x")
        assert "Type points with commas between" in hall.shown
        await hall.type(pilot, "7, 5")
        await hall.type(pilot, "Late.")
        assert "Match lengths: main 7, 9 → main 7, 5" in hall.shown
        await keys(pilot, "y")
        hall.taken()
    hall.play(1, "W")
    hall.pair(2)
    assert [m.length for m in hall.state.rounds["men", 2].matches] == [5]
    assert [m.length for m in hall.state.rounds["men", 1].matches] == [7, 7]
