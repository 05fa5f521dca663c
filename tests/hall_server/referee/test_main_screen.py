"""The main screen: the queue, the case, the floor, and what its keys write."""

from collections.abc import Callable
from unittest.mock import Mock

import msgspec
import pytest

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.floor.floor_view import FloorView
from hall_server.referee.app.floor.table_screen import TableScreen
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.app.people.registration_screen import RegistrationScreen
from hall_server.referee.asked.parts.pick_list import PickList
from shared.core.events import DecisionMade, PlayerWithdrawn
from shared.core.events.measures import ClockSet, Dismissed, GameLost, MatchDecided
from shared.core.state import HallState
from shared.machine.languages import LANGUAGES, catalogue
from shared.port import Link
from shared.tui.confirm import Confirm
from tests.core.decided import decision, grounds, measures, with_decisions
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    live,
    masters,
    match,
    opened,
    outcome,
    pairs,
    report,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = ((80, 24), (100, 30), (50, 15))


def busy() -> HallState:
    """Twelve tables 34 minutes into the round: a dispute, a phone, a call, a late player."""
    all_pairs = pairs(24)
    tables = [under_way(f"m{n}", f"t{n}", pair) for n, pair in enumerate(all_pairs, 1)]
    tables[1] = msgspec.structs.replace(tables[1], result=disputed("W D", "L W"))
    tables[2] = match("m3", "t3", all_pairs[2], seated=(True, False))
    tables[4] = msgspec.structs.replace(tables[4], result=confirmed("W D"))
    reports = (
        report("phone", tables[3], about=1),
        report("call", tables[5], token="b", note="Touched piece"),
    )
    return masters(*tables, reports=reports)


@pytest.mark.parametrize("size", SIZES)
async def test_one_screen_says_what_needs_the_referee_now(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        state = busy()
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        for uid in ("m1", "m7", "m8"):
            desk.see(live(state.matches[uid]))
        desk.see(live(state.matches["m9"], flag=0))
        await pilot.pause()
        desk.app.tick()
        await pilot.pause()
        assert_screen(desk.app, "main")


async def test_a_small_screen_shows_the_floor_on_its_key() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(50, 15)) as pilot:
        await opened(desk, pilot, busy(), at=START + 34 * MINUTE)
        assert "FLOOR" not in screen_text(desk.app)
        await keys(pilot, "f")
        assert_screen(desk.app, "floor")
        await keys(pilot, "f", "f", "f", "f")
        assert "FLOOR" not in screen_text(desk.app)


async def test_empty_queue_says_so() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(
            desk, pilot, masters(under_way("m1", "t1", ("p1", "p2"))), at=START + 34 * MINUTE
        )
        assert "Nothing needs you now." in screen_text(desk.app)


@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_queue_of_a_hall_without_players_names_the_first_step(
    language: str, size: tuple[int, int]
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        desk.app.speak(language)
        desk.tell(msgspec.structs.replace(masters(), players={}))
        await pilot.pause()
        words = catalogue(language).gettext("No players yet: press r.")
        assert words in screen_text(desk.app)
        await keys(pilot, "r")
        assert isinstance(desk.app.screen, RegistrationScreen)


async def test_what_is_typed_before_the_halls_data_is_here_goes_nowhere() -> None:
    """But help and the language are there at once."""
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await keys(pilot, "r", "plus", "g", "1", "enter", "m", "x")
        assert [type(screen) for screen in desk.app.screen_stack] == [MainScreen]
        assert "F3 Language  h Hall  F1 Help" in screen_text(desk.app)
        await keys(pilot, "f3")
        assert "F3 Idioma" in screen_text(desk.app)
        await keys(pilot, "f3", "f3", "f3")
        desk.tell(busy())
        await keys(pilot, "r")
        assert "Players" in screen_text(desk.app)


async def test_accepting_writes_what_was_proposed_and_says_where_it_is_safe() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    state = masters(of, reports=(report("phone", of, about=1),))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "a")
        assert desk.port.drafts == []
        fact = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "Table 1, Ann Lee – Bo King: Game 1 is forfeited by Bo King" in fact
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [GameLost(1, 1)]
        assert isinstance(draft.body, DecisionMade)
        assert draft.body.settles == ("ea",)
        assert (draft.actor.who, draft.actor.how) == ("referee", "key")
        assert desk.app.desk.questions == ()
        desk.tell(state, unsent=["event-1-0"], link=Link("offline", START))
        await pilot.pause()
        text = screen_text(desk.app)
        assert "Held here, not yet at the hall: table 1: Game 1 is forfeited by Bo King" in text
        assert "1 to send" in text
        desk.tell(msgspec.structs.replace(state, reports={}))
        await pilot.pause()
        assert "At the hall: table 1: Game 1 is forfeited by Bo King" in screen_text(desk.app)


async def test_unsaved_entry_comes_back_to_the_queue() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(
            desk, pilot, masters(of, reports=(report("call", of),)), at=START + 34 * MINUTE
        )
        desk.port.fail_next("The disk is full.")
        await keys(pilot, "a")
        desk.later(1_000)
        desk.app.tick()
        await pilot.pause()
        assert desk.port.drafts == []
        assert [question.kind for question in desk.app.desk.questions] == ["call"]
        assert "NOT SAVED" in screen_text(desk.app)


async def test_a_question_that_an_answer_did_not_settle_comes_back() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    state = masters(of, reports=(report("call", of, coming_at=START + MINUTE),))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        await keys(pilot, "a")
        assert desk.app.desk.questions == ()
        desk.tell(state)
        await pilot.pause()
        assert [question.kind for question in desk.app.desk.questions] == ["call"]


async def test_a_note_goes_with_what_is_accepted() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(
            desk,
            pilot,
            masters(of, reports=(report("phone", of, about=1),)),
            at=START + 34 * MINUTE,
        )
        await keys(pilot, "n", *"Heard", "enter")
        assert "Your note: Heard" in screen_text(desk.app)
        await keys(pilot, "a", "y")
        assert grounds(desk.port.drafts[0]) == ("ACF-3.II.J", "Heard")


async def test_the_chosen_question_stays_chosen_when_a_more_urgent_one_arrives() -> None:
    desk = Desk()
    first, second = (under_way(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(4), 1))
    call = report("call", first, at=START + 20 * MINUTE)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(first, second, reports=(call,)), at=START + 34 * MINUTE)
        older = report("phone", second, token="b", at=START + 10 * MINUTE)
        desk.tell(masters(first, second, reports=(call, older)))
        await pilot.pause()
        assert [question.kind for question in desk.app.desk.questions] == ["phone", "call"]
        assert desk.app.screen.query_one("#queue", PickList).cursor == 1


def majors(state: HallState) -> HallState:
    """Without clocks: there a late player loses games."""
    division = msgspec.structs.replace(
        state.divisions["masters"], rulebook="acf-majors", control="unclocked"
    )
    return msgspec.structs.replace(state, divisions={"masters": division})


async def test_a_proposal_that_writes_nothing_is_taken_off_the_list() -> None:
    desk = Desk()
    waiting = match("m1", "t1", ("p1", "p2"), seated=(True, False))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, majors(masters(waiting)), at=START + 34 * MINUTE)
        assert desk.app.desk.questions[0].opens == "write"
        await keys(pilot, "a", "y")
        [ruled] = desk.port.drafts
        assert measures(ruled) == [GameLost(1, 1)]
        lost = decision("e", GameLost(1, 1), of=waiting, clause="ACF-1.VI.A")
        desk.tell(majors(with_decisions(masters(waiting), waiting, lost)))
        await keys(pilot, "a")
        assert desk.port.drafts == [ruled]
        assert desk.app.desk.questions == ()
        desk.later(27 * MINUTE)
        desk.app.tick()
        assert [q.title for q in desk.app.desk.questions] == ["Late 1:01:02: Bo King"]


async def test_a_number_goes_to_a_table() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, busy(), at=START + 34 * MINUTE)
        await keys(pilot, "g", "9", "9", "enter")
        assert "There is no table 99." in screen_text(desk.app)
        await keys(pilot, "backspace", "backspace", "2", "enter")
        assert isinstance(desk.app.screen, TableScreen)
        assert_screen(desk.app, "table")
        await keys(pilot, "right")
        assert desk.app.screen.ident == "t3"
        await keys(pilot, "escape")
        assert isinstance(desk.app.screen, MainScreen)


async def test_enter_on_the_floor_opens_the_table() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, busy(), at=START + 34 * MINUTE)
        await keys(pilot, "tab", "right", "down", "enter")
        assert isinstance(desk.app.screen, TableScreen)
        assert desk.app.screen.ident == "t6"


async def test_the_filters_go_round() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, busy(), at=START + 34 * MINUTE)
        await keys(pilot, "f")
        assert "still playing: 10 of 12" in screen_text(desk.app)
        await keys(pilot, "f")
        assert "not reported: 11 of 12" in screen_text(desk.app)
        await keys(pilot, "f")
        assert "to look at: 4 of 12" in screen_text(desk.app)
        await keys(pilot, "f")
        assert "every table: 12 of 12" in screen_text(desk.app)


async def test_a_floor_with_nothing_left_of_what_was_asked_says_so() -> None:
    desk = Desk()
    done = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(done), at=START + 34 * MINUTE)
        await keys(pilot, "f")
        assert "No table plays any more." in screen_text(desk.app)
        await keys(pilot, "f")
        assert "Every table has a result." in screen_text(desk.app)
        await keys(pilot, "f")
        assert "Nothing unusual at any table." in screen_text(desk.app)


async def test_eighty_tables_scroll_under_the_cursor() -> None:
    desk = Desk()
    matches = [under_way(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(160), 1)]
    async with desk.app.run_test(size=(50, 15)) as pilot:
        await opened(desk, pilot, masters(*matches), at=START + 34 * MINUTE)
        await keys(pilot, "f", *["down"] * 30)
        assert "61 • playing" in screen_text(desk.app)
        assert " 1 • playing" not in screen_text(desk.app)
        await keys(pilot, "enter")
        assert isinstance(desk.app.screen, TableScreen)
        assert desk.app.screen.ident == "t61"


async def test_only_the_cells_that_changed_are_painted_again() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = busy()
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        view = desk.app.screen.query_one(FloorView)
        before = view.floor
        changed = (*before[:3], msgspec.structs.replace(before[3], words="free"), *before[4:])
        assert view.show(changed) == 1
        assert view.show(changed) == 0


async def test_many_readings_are_one_look() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = busy()
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        looks: list[int] = []
        screen = desk.app.screen
        assert isinstance(screen, MainScreen)
        seen = screen.look_at_floor
        screen.look_at_floor = lambda: (looks.append(1), seen())[1]  # type: ignore[method-assign]
        desk.later(1_000)
        for ms in range(20):
            desk.see(live(state.matches["m1"], remaining_ms=(700_000 - ms, 1)))
        for _ in range(3):
            await pilot.pause()
        assert 1 <= len(looks) <= 2


async def test_no_look_at_the_floor_comes_sooner_than_it_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, waits = Desk(), list[Mock]()

    def set_timer(delay: float, look: Callable[[], None]) -> Mock:
        waits.append(Mock(look=look))
        return waits[-1]

    async with desk.app.run_test(size=(80, 24)) as pilot:
        state = busy()
        await opened(desk, pilot, state, at=START + 34 * MINUTE)
        monkeypatch.setattr(desk.app, "set_timer", set_timer)

        async def table_tells() -> None:
            desk.see(live(state.matches["m1"], remaining_ms=(desk.mono, 1)))
            await pilot.pause()

        desk.later(1_000)
        for _ in range(3):
            await table_tells()  # the first is shown at once, the others wait together
        assert [wait.stop.called for wait in waits] == [False]
        desk.app.tick()
        await table_tells()
        assert [wait.stop.called for wait in waits] == [True, False]
        shown = desk.app.screen.query_one(FloorView).floor
        desk.later(20_000)
        waits[1].look()
        assert desk.app.screen.query_one(FloorView).floor != shown


async def test_offline_everything_is_readable_and_rulings_are_kept_here() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(masters(of), link=Link("offline", START))
        await pilot.pause()
        assert "OFFLINE" in screen_text(desk.app)
        assert "not live since 22:13" in screen_text(desk.app)
        await keys(pilot, "1", "y")
        desk.tell(masters(of), unsent=["event-1-0"], link=Link("offline", START))
        await pilot.pause()
        assert "Held here, not yet at the hall: table 1: Ann Lee wins 1½–½" in screen_text(desk.app)


@pytest.mark.clause("ACF-1.VII")
@pytest.mark.parametrize("size", SIZES)
async def test_dispute_is_ruled_from_the_list_with_its_rule_as_the_reason(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, masters(of), at=START + 34 * MINUTE)
        await keys(pilot, "a")
        assert_screen(desk.app, "decide")
        await keys(pilot, "down", "enter")
        assert isinstance(desk.app.screen, Confirm)
        assert desk.app.screen.sentence == (
            "Table 1, Ann Lee – Bo King: Drawn 1–1 (first game: Bo King) (ACF-1.VII)?"
        )
        await keys(pilot, "y")
        assert isinstance(desk.app.screen, MainScreen)
        [draft] = desk.port.drafts
        assert draft.ent == "masters/1/m1/decision"
        assert measures(draft) == [MatchDecided.by(outcome("L W"))]
        assert grounds(draft) == ("ACF-1.VII", "")


async def test_list_whose_case_has_changed_says_so_and_decides_nothing() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(of), at=START + 34 * MINUTE)
        await keys(pilot, "a")
        more = msgspec.structs.replace(of.result, heads=("s0", "s1", "s2"))
        desk.tell(masters(msgspec.structs.replace(of, result=more)))
        await pilot.pause()
        assert isinstance(desk.app.screen, DecideScreen)
        assert "Another version came in since. Go back and look" in screen_text(desk.app)
        await keys(pilot, "2", "y")
        assert "Nothing was written" in screen_text(desk.app)
        assert desk.port.drafts == []


async def test_games_are_set_one_by_one_with_forfeits() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "L W"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(of), at=START + 34 * MINUTE)
        await keys(pilot, "o", "G", "left", "left", "down", "right", "right")
        assert "Ann Lee" in screen_text(desk.app)
        await keys(pilot, "enter", "y")
        assert measures(desk.port.drafts[0]) == [MatchDecided.by(outcome("L* W*"))]


async def test_other_clock_times_are_told_to_the_table() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(
            desk, pilot, masters(of, reports=(report("restart", of),)), at=START + 34 * MINUTE
        )
        await keys(pilot, "2", *"12", "enter")
        assert "Two times, as 12:04 9:31." in screen_text(desk.app)
        await keys(pilot, *":04 9:31", "enter")
        said = " ".join(screen_text(desk.app).split())
        assert "table 1: The game goes on from Ann Lee 12:04" in said
        [draft] = desk.port.drafts
        assert measures(draft) == [ClockSet(724_000, 571_000)]
        assert grounds(draft) == ("HALL-power-cut", "")


@pytest.mark.clause("HALL-power-cut")
async def test_restart_that_both_players_agreed_on_asks_no_question() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, masters(of, reports=(report("restart", of),)))
        assert "power cut" in screen_text(desk.app)
        await opened(desk, pilot, masters(of, reports=(report("restart", of, found="agreed"),)))
        assert "power cut" not in screen_text(desk.app)
        assert "Nothing needs you now" in " ".join(screen_text(desk.app).split())


async def test_report_is_dismissed_with_a_word_to_the_table() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(
            desk, pilot, masters(of, reports=(report("phone", of),)), at=START + 34 * MINUTE
        )
        await keys(pilot, "n", *"Radio", "enter", "2")
        [draft] = desk.port.drafts
        assert measures(draft) == [Dismissed()]
        assert grounds(draft) == ("ACF-3.II.J", "Radio")


@pytest.mark.parametrize("size", SIZES)
async def test_correcting_a_result_first_shows_what_else_changes(size: tuple[int, int]) -> None:
    desk = Desk()
    first = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    second = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))
    later = under_way("m3", "t1", ("p1", "p3"), round_no=2)
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, masters(first, second, later), at=START + 34 * MINUTE)
        await keys(pilot, "c", *"ann", "enter", "down", "down", "enter")
        assert_screen(desk.app, "correct")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [MatchDecided.by(outcome("W L"))]
        assert isinstance(draft.body, DecisionMade)
        assert draft.body.settles == ("s0", "s1")
        assert isinstance(desk.app.screen, MainScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_standings_and_a_withdrawal(size: tuple[int, int]) -> None:
    desk = Desk()
    first = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    second = under_way("m2", "t2", ("p10", "p4"))
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, masters(first, second), at=START + 34 * MINUTE)
        await keys(pilot, "s")
        assert_screen(desk.app, "standings")
        await keys(pilot, "W", *"Ill", "enter", "y")
        [draft] = desk.port.drafts
        assert draft.ent == "player/p1/withdrawal"
        assert draft.body == PlayerWithdrawn(1, "Ill")


async def test_escape_leaves_every_screen_without_writing() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, busy(), at=START + 34 * MINUTE)
        for key in ("o", "n", "g", "s", "p", "c", "f1"):
            await keys(pilot, key)
            assert not isinstance(desk.app.screen, MainScreen), key
            await keys(pilot, "escape")
            assert isinstance(desk.app.screen, MainScreen), key
        assert desk.port.drafts == []


async def test_the_palette_offers_every_table() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, busy(), at=START + 34 * MINUTE)
        commands = {c.title: c for c in desk.app.get_system_commands(desk.app.screen)}
        assert {"Pair", "Correct", "Go to table 12"} <= set(commands)
        commands["Go to table 12"].callback()
        await pilot.pause()
        assert isinstance(desk.app.screen, TableScreen)
        assert not isinstance(desk.app.screen, DecideScreen)
