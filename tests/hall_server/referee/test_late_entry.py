"""Who comes after the draw of a sheet: on a bye line, late or again, or not at all."""

import pytest
from msgspec.structs import replace

from hall_server.referee.derived.people.registration import entry
from shared.core import events as ev
from shared.pairing.knockout.call_board import call_board, fitting
from shared.pairing.places import is_final
from tests.hall_server.referee.changing import Changing
from tests.hall_server.referee.halls import keys

pytestmark = pytest.mark.asyncio
PLAN = ev.BracketPlan(main=(7,))


async def test_late_entry_plays_the_player_who_had_the_bye_and_no_other_pairing_changes() -> None:
    hall = Changing("usbgf-open", rounds=3, players=7, bracket=PLAN)
    pairs = hall.pair(1)
    [had_bye] = hall.state.rounds["men", 1].byes
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "r", "N", *"Zoe", "enter")
        assert "Zoe plays who had the bye" in hall.shown
        await keys(pilot, "enter")
        await hall.type(pilot, "Her train was late.")
        assert f"Zoe enters Men against {hall.moment.name(had_bye)}" in hall.shown
        assert hall.desk.port.drafts == []
        await keys(pilot, "y")
        hall.taken()
    zoe = next(p.id for p in hall.state.players.values() if p.name == "Zoe")
    [call] = [c for c in call_board(hall.state).calls if c.can_start]
    assert set(call.entries) == {zoe, had_bye}
    assert hall.state.rounds["men", 1].matches[0].players == pairs[0]
    hall.play(1, "W")
    rounds = 1
    while not is_final(hall.state, "men"):
        rounds += 1
        hall.pair(rounds)
        hall.play(rounds, "W")
    assert sum(len(paired.matches) for paired in hall.state.rounds.values()) == 7
    found = fitting(hall.state, hall.men)
    assert found is not None
    assert not found.misplaced


async def test_who_is_out_enters_again_while_a_bye_line_is_open_and_not_after() -> None:
    hall = Changing("usbgf-open", rounds=3, players=7, bracket=PLAN)
    pairs = hall.pair(1)
    hall.play(1, "W")
    names = {p.id: p.name for p in hall.state.players.values()}
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "r")

        async def stand_on(player: str) -> None:
            await keys(pilot, "home")
            while hall.desk.app.screen.chosen.id != player:  # type: ignore[attr-defined]
                await keys(pilot, "down")

        await stand_on(pairs[0][0])
        await keys(pilot, "Y")
        assert f"{names[pairs[0][0]]} is still in the draw sheet." in hall.shown
        await keys(pilot, "escape")
        await stand_on(pairs[0][1])
        await keys(pilot, "Y", "enter")
        await hall.type(pilot, "Entered again.")
        await keys(pilot, "y")
        await hall.go_on(pilot)
        again = next(p for p in hall.state.players.values() if p.name.endswith("(2)"))
        assert again.people == (names[pairs[0][1]],)
        assert again.opposite == hall.state.rounds["men", 1].byes[0]
        await stand_on(pairs[1][1])
        await keys(pilot, "Y")
        assert "no bye line that is open" in hall.shown
        await keys(pilot, "escape")
    assert any(again.id in pair for pair in hall.pair(2))


async def test_a_bye_line_is_closed_once_its_player_was_called_to_the_next_match() -> None:
    hall = Changing("usbgf-open", rounds=3, players=7, bracket=PLAN)
    hall.pair(1)
    hall.play(1, "W")
    hall.pair(2)
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "r", "N", *"Zoe", "enter")
        assert "no bye line that is open" in hall.shown
        await keys(pilot, "escape")
    assert hall.desk.port.drafts == []


async def test_two_who_were_placed_on_one_line_apart_stand_there_neither() -> None:
    hall = Changing("usbgf-open", rounds=3, players=7, bracket=PLAN)
    hall.pair(1)
    [had_bye] = hall.state.rounds["men", 1].byes
    for name in ("x", "y"):
        hall.write(ev.Draft(f"player/{name}", ev.PlayerRegistered(name, "men")))
        hall.write(ev.Draft(f"player/{name}/placing", ev.PlayerPlaced(had_bye, "Late")))
    assert not [c for c in call_board(hall.state).calls if c.can_start]
    hall.write(ev.Draft("player/y/placing", ev.PlayerPlaced("", "Mistake")))
    [call] = [c for c in call_board(hall.state).calls if c.can_start]
    assert set(call.entries) == {"x", had_bye}


async def test_a_pair_is_registered_and_a_person_is_linked_across_divisions() -> None:
    hall = Changing("usbgf-open", rounds=3, players=4, bracket=PLAN)
    doubles = ev.DivisionOpened("Doubles", "usbgf-doubles", 3, bracket=PLAN)
    hall.write(ev.Draft("division/doubles", doubles))
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "r", "right", "N")
        await keys(pilot, *"Team", *["down"] * 7, *"Ann,Zoe,Max", "enter")
        assert "An entry is one person, or the two of a pair" in hall.shown
        await hall.type(pilot, "ann lee, Zoe")
        assert "Team: the same person as Ann Lee (Men)?" in hall.shown
        await keys(pilot, "enter")
        hall.taken()
    team = next(p for p in hall.state.players.values() if p.name == "Team")
    ann = next(p for p in hall.state.players.values() if p.name == "Ann Lee")
    assert (team.people, ann.people) == (("Ann Lee", "Zoe"), ("Ann Lee",))


@pytest.mark.parametrize(
    ("answer", "people"), [("up", ("Ann Lee",)), ("down", ("Ann Lee (Blitz)",))]
)
async def test_an_entry_of_the_same_name_is_one_person_or_two_as_the_referee_says(
    answer: str, people: tuple[str, ...]
) -> None:
    hall = Changing(rounds=4, players=4)
    hall.write(ev.Draft("division/blitz", ev.DivisionOpened("Blitz", "acf-minors", 3)))
    async with hall.desk.app.run_test(size=(80, 24)) as pilot:
        await hall.begin(pilot, "r", "right", "N")
        await keys(pilot, *"Ann Lee", "enter")
        assert "Ann Lee: the same person as Ann Lee (Men)?" in hall.shown
        await keys(pilot, answer, "enter")
        hall.taken()
    entered = next(p for p in hall.state.players.values() if p.division == "blitz")
    assert (entered.name, entered.people) == ("Ann Lee", people)


async def test_player_who_still_plays_in_another_division_is_named_before_the_draw() -> None:
    hall = Changing(rounds=4)
    hall.write(ev.Draft("division/blitz", ev.DivisionOpened("Blitz", "acf-minors", 3)))
    for number in (1, 2):
        hall.write(ev.Draft(f"player/b{number}", ev.PlayerRegistered(f"New {number}", "blitz")))
    [pair, _other] = hall.pair(1)
    table = hall.state.rounds["men", 1].matches[0].table
    for ident in (pair[0], "b1"):
        player = replace(hall.state.players[ident], people=("Ann Lee",))
        hall.write(entry(player))
    async with hall.desk.app.run_test(size=(100, 30)) as pilot:
        await hall.begin(pilot, "p", "enter")
        label = hall.moment.label(table)
        name = hall.moment.name(pair[0])
        assert f"! {name} is also wanted in Men, at table {label}, " in hall.shown
        hall.play(1)
        await keys(pilot, "escape")
        await hall.go_on(pilot)
        questions = [question.key for question in hall.desk.app.desk.questions]
        await keys(pilot, "home", *["down"] * questions.index("pair:blitz:1"), "a")
        assert "Pair round 1 of 3, Blitz" in hall.shown
        assert "also wanted" not in hall.shown
