"""How the main screen uses its room: cards on a large screen, fingers on a tablet, resizes."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.floor.case_view import CaseView
from hall_server.referee.app.floor.floor_view import CARD, CELL, PAIR, FloorView
from hall_server.referee.app.floor.table_card import card_row
from hall_server.referee.app.floor.table_screen import TableScreen
from hall_server.referee.app.main_screen import MainScreen
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.derived.floor import Side, TableCell
from hall_server.referee.derived.progress import progress
from shared.core.events import ScoreLogged
from shared.core.events.entities import MatchKey
from shared.core.events.measures import Dismissed, MatchDecided
from shared.core.state import Division, HallState, Match
from shared.tui.confirm import Confirm
from tests.core.decided import measures
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    drawn,
    keys,
    live,
    log,
    masters,
    match,
    moment,
    opened,
    outcome,
    pairs,
    report,
    under_way,
)
from tests.tui.screens import assert_screen, overflowing, screen_text

NOW = START + 34 * MINUTE
TABLET = (50, 30)
BACKGAMMON = Division("open", "Open", "usbgf-open", 7, "2/12")


def forty() -> HallState:
    """Return a hall of forty tables: questions of three urgencies, four of them backgammon."""
    found: list[Match] = []
    for n, pair in enumerate(pairs(80), 1):
        more = {"result": confirmed("W D")} if n in (4, 9) else {}
        if n == 3:
            more = {"result": disputed("W D", "L W")}
        found.append(under_way(f"m{n}", f"t{n}", pair, **more))
    found[5] = match("m6", "t6", ("p11", "p12"), seated=(True, False))
    for n in range(36, 40):
        old = found[n]
        key = MatchKey("open", 1, old.uid)
        found[n] = msgspec.structs.replace(old, key=key, length=7)
    reports = (
        report("phone", found[1], at=NOW - 3 * MINUTE),
        report("call", found[7], token="b", at=NOW - MINUTE),
        report("call", found[9], token="c", at=NOW - 9 * MINUTE, coming_at=NOW - 8 * MINUTE),
    )
    state = masters(*found, reports=reports)
    divisions = {**state.divisions, BACKGAMMON.id: BACKGAMMON}
    return msgspec.structs.replace(state, divisions=divisions)


async def shown(desk: Desk, pilot: Pilot[None], state: HallState) -> None:
    """The dashboard with every clock told, and a cube that was turned at table 37."""
    await opened(desk, pilot, state, at=NOW)
    for n, of in enumerate(state.matches.values()):
        if of.result.status == "none" and all(of.seated):
            score = ScoreLogged((3, 2), 4, 1) if of.length else None
            desk.see(live(of, remaining_ms=(724_000, 571_000 + 1_000 * n), score=score))
    await pilot.pause()
    desk.app.tick()
    await pilot.pause()


async def tap(pilot: Pilot[None], words: str) -> None:
    """Tap the first place on the screen in front that says ``words``."""
    for y, line in enumerate(screen_text(pilot.app).split("\n")):
        if words in line:
            await pilot.click(offset=(line.index(words) + 1, y))
            await pilot.pause()
            return
    raise AssertionError(f"{words!r} is not on the screen")


@pytest.mark.parametrize("size", [(132, 38), (200, 55), TABLET])
async def test_forty_tables_with_names_and_clocks_stand_beside_the_queue(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await shown(desk, pilot, forty())
        assert_screen(desk.app, "room")


@pytest.mark.parametrize("size", [(132, 38), (200, 55)])
async def test_the_page_of_a_table_has_large_clocks_and_the_reports_beside_them(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await shown(desk, pilot, forty())
        await keys(pilot, "g", "2", "enter")
        assert_screen(desk.app, "room-table")


async def test_nothing_open_gives_the_floor_the_room_of_the_case() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(200, 55)) as pilot:
        await opened(desk, pilot, masters(*(under_way("m1", "t1", ("p1", "p2")),)), at=NOW)
        assert not desk.app.screen.query_one(CaseView).region
        assert "Nothing needs you now." in screen_text(desk.app)
        desk.tell(forty())
        await pilot.pause()
        assert desk.app.screen.query_one(CaseView).region.height > 15


async def test_a_report_is_ruled_by_touch() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    async with desk.app.run_test(size=TABLET) as pilot:
        await opened(desk, pilot, masters(of, reports=(report("phone", of),)), at=NOW)
        await tap(pilot, "2 There is nothing to rule")
        assert measures(desk.port.drafts[0]) == [Dismissed()]


async def test_a_proposal_is_accepted_by_touch_after_a_yes() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"))
    async with desk.app.run_test(size=TABLET) as pilot:
        await opened(desk, pilot, masters(of, reports=(report("phone", of),)), at=NOW)
        await tap(pilot, "Accept")
        assert isinstance(desk.app.screen, Confirm)
        await pilot.click("#no")
        assert desk.port.drafts == []
        await tap(pilot, "Accept")
        await pilot.click("#yes")
        await pilot.pause()
        assert len(desk.port.drafts) == 1


async def test_a_dispute_is_decided_by_touch_from_the_list_of_all_rulings() -> None:
    desk = Desk()
    first = under_way("m1", "t1", ("p3", "p4"))
    second = under_way("m2", "t2", ("p1", "p2"), result=disputed("W D", "L W"))
    call = report("phone", first)
    async with desk.app.run_test(size=TABLET) as pilot:
        await opened(desk, pilot, masters(first, second, reports=(call,)), at=NOW)
        await tap(pilot, "Disputed result")
        await tap(pilot, "Otherwise")
        assert isinstance(desk.app.screen, DecideScreen)
        await tap(pilot, "Back")
        assert isinstance(desk.app.screen, MainScreen)
        await tap(pilot, "Otherwise")
        await tap(pilot, "2 Drawn 1–1 (first game: Bo King)")
        await tap(pilot, "2 Drawn 1–1 (first game: Bo King)")
        assert isinstance(desk.app.screen, Confirm)
        await pilot.click("#yes")
        await pilot.pause()
        assert measures(desk.port.drafts[0]) == [MatchDecided.by(outcome("L W"))]
        assert isinstance(desk.app.screen, MainScreen)


async def test_the_floor_is_opened_and_left_by_touch() -> None:
    desk = Desk()
    async with desk.app.run_test(size=TABLET) as pilot:
        await shown(desk, pilot, forty())
        await tap(pilot, "Floor")
        await tap(pilot, " 2 ‼ phone")
        assert isinstance(desk.app.screen, TableScreen)
        assert desk.app.screen.ident == "t2"
        await tap(pilot, "Back")
        await tap(pilot, "Queue/floor")
        assert desk.app.screen.query_one("#queue", PickList).has_focus


async def test_a_tap_at_all_rulings_opens_them() -> None:
    desk = Desk()
    async with desk.app.run_test(size=TABLET) as pilot:
        await shown(desk, pilot, forty())
        await tap(pilot, "o shows all")
        assert isinstance(desk.app.screen, DecideScreen)


async def test_a_resize_amid_everything_keeps_the_question_and_overflows_nowhere() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(200, 55)) as pilot:
        await shown(desk, pilot, forty())
        await keys(pilot, "down", "down")
        here = desk.app.screen.query_one("#queue", PickList).here
        for step in ("", "tab", "f", "f", "tab", "o", "n", "escape", "escape"):
            if step:
                await keys(pilot, step)
            for size in ((50, 15), TABLET, (80, 24), (132, 38), (33, 9), (200, 55)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert not overflowing(desk.app), (step, size)
        assert isinstance(desk.app.screen, MainScreen)
        assert desk.app.screen.query_one("#queue", PickList).here == here


LONG = "Wilhelmina Alexandrowna Featherstonehaugh-Montgomery van der Westhuizen-Oosthuiz"
HEBREW = "אבגדה כהן־לוי"


@pytest.mark.parametrize("size", [(50, 15), TABLET, (80, 24), (132, 38), (200, 55)])
async def test_long_and_right_to_left_names_stay_in_their_places_without_colours_and_unicode(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "linux")
    desk = Desk()
    state = forty()
    named = {
        **state.players,
        "p3": msgspec.structs.replace(state.players["p3"], name=LONG),
        "p4": msgspec.structs.replace(state.players["p4"], name=HEBREW),
    }
    async with desk.app.run_test(size=size) as pilot:
        await shown(desk, pilot, msgspec.structs.replace(state, players=named))
        assert not overflowing(desk.app)
        for word in ("now", "soon") if size[1] > 30 else ("now",):
            assert f" {word} " in screen_text(desk.app)


@pytest.mark.parametrize(
    ("tables", "size", "form"),
    [(40, (200, 55), CARD), (40, (132, 38), PAIR), (300, (200, 55), CELL), (40, (80, 24), CELL)],
)
async def test_tables_are_drawn_as_large_as_all_of_them_fit(
    tables: int, size: tuple[int, int], form: object
) -> None:
    desk = Desk()
    found = [under_way(f"m{n}", f"t{n}", pair) for n, pair in enumerate(pairs(2 * tables), 1)]
    call = report("call", found[0])
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, masters(*found, reports=(call,)), at=NOW)
        floor = desk.app.screen.query_one(FloorView)
        assert floor.form is form
        await keys(pilot, "tab", *["down"] * 20, "enter")
        assert isinstance(desk.app.screen, TableScreen)
        cell = floor.floor[floor.cursor]
        assert desk.app.screen.ident == cell.table


@pytest.mark.parametrize(
    ("side", "said"),
    [
        (Side("Ann Lee", "12:04", runs=True), "► Ann Lee     12:04"),
        (Side("Gus van der Meer", "12:04"), "  Meer        12:04"),
        (Side("Bo King", "9:31", "3", "4"), "  King [4]  3  9:31"),
        (Side("Ann Lee"), "  Ann Lee"),
    ],
)
def test_side_of_a_card_has_name_cube_score_and_clock(side: Side, said: str) -> None:
    cell = TableCell("t1", "1", "•", "", "play", word="game 1", sides=(side, side))
    assert card_row(cell, 1, 3, 2, 22).rstrip() == f"   {said}"
    assert card_row(cell, 0, 3, 2, 22) == " 1 • game 1           "


def test_every_match_of_a_round_is_counted_once() -> None:
    done = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    plays = under_way("m2", "t2", ("p3", "p4"))
    waits = match("m3", "t3", ("p5", "p6"), seated=(True, False))
    over = under_way("m4", "t4", ("p7", "p8"), clock=log((1, 1), 2, "game end"))
    split = under_way("m5", "t5", ("p9", "p10"), result=disputed("W D", "L W"), draw=drawn())
    [found] = progress(moment(masters(done, plays, waits, over, split)))
    assert (found.done, found.playing, found.waiting, found.unreported) == (1, 1, 1, 2)
    assert found.count == 5
