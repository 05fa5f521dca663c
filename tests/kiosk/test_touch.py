"""A kiosk among many people: fingers, wheels, resizes, a rush of check-ins, names of all kinds."""

import msgspec
from rich.cells import cell_len
from textual.events import MouseScrollDown, MouseScrollUp

from shared.core.state import Player
from shared.core.state.office import Office, Request
from shared.tui.letters import Letters
from tests.kiosk.lobby_states import small_hall
from tests.kiosk.test_kiosk_app import lobby
from tests.tui.fake_port import START, hall, match
from tests.tui.screens import overflowing, screen_lines, screen_text


async def test_a_letter_that_wakes_the_screen_counts() -> None:
    async with lobby(locked=True) as (run, pilot):
        await pilot.press("t")
        await pilot.press("i")
        await pilot.pause()
        assert "Marion Tinsley" in screen_text(run.app)


async def test_pages_are_turned_by_taps_and_by_the_wheel() -> None:
    async with lobby() as (run, pilot):
        words = screen_text(run.app).splitlines()[-2]
        for sign, number in (("→", 2), ("→", 3), ("←", 2)):
            await pilot.click(offset=(words.index(sign), 22))
            await pilot.pause()
            assert f"page {number}/7" in screen_text(run.app)
        run.app.post_message(wheel(MouseScrollDown))
        await pilot.pause()
        assert "page 3/7" in screen_text(run.app)
        run.app.post_message(wheel(MouseScrollUp))
        await pilot.pause()
        assert "page 2/7" in screen_text(run.app)
        assert run.app.session is None


def wheel(kind: type[MouseScrollDown | MouseScrollUp]) -> MouseScrollDown | MouseScrollUp:
    return kind(None, 9, 9, 0, 0, 0, False, False, False)


async def test_a_finger_that_follows_a_key_finds_letters_to_tap() -> None:
    async with lobby() as (run, pilot):
        await pilot.press("space")
        await pilot.pause()
        assert not run.app.screen.query_one("LetterPad").display
        await pilot.click("#sentence")
        await pilot.pause()
        assert run.app.screen.query_one("LetterPad").display


async def test_a_resize_in_the_middle_of_a_visit_keeps_what_was_typed() -> None:
    async with lobby() as (run, pilot):
        await pilot.press("space", "k", "i", "down")
        for size in ((50, 15), (200, 55), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            # A large screen has the prompt in large letters.
            assert ("Your name:  ki" in screen_text(run.app)) is (size != (200, 55))
            # So it has the list.
            assert ("▸ 2" in screen_text(run.app)) is (size != (200, 55))
            [marked] = run.app.screen.query("ListedPlayer.marked")
            rows = ("2  King, Ron",) if size != (200, 55) else Letters(7).drawn("2  King, Ron")
            assert all(row.rstrip() in str(marked.render()) for row in rows)


async def test_a_hundred_check_ins_in_a_minute_leave_the_lobby_where_it_is() -> None:
    async with lobby() as (run, pilot):
        await pilot.press("right", "right")
        await pilot.pause()
        shown = run.title
        for number in range(100):
            request = Request(f"r{number}", f"e{number}", "p0", "check_in", 0, START, "n", "")
            office = Office(requests={request.ent: request})
            run.port.tell_hall(msgspec.structs.replace(small_hall(), office=office))
            run.now += 70
            run.app.tick()
        await pilot.pause()
        assert run.title == shown
        assert "page 3/7 · next in 1 s" in screen_text(run.app)


async def test_names_of_eighty_letters_and_from_right_to_left_keep_their_columns() -> None:
    names = ["محمد بن عبد الله", "דוד בן־גוריון", "W" * 80, "Anna King"]
    players = [Player(f"p{n}", name, "masters", 0, "") for n, name in enumerate(names)]
    state = hall(
        players=players, matches=[match("m0", "1", ("p0", "p1")), match("m1", "2", ("p2", "p3"))]
    )
    for size in ((50, 15), (80, 24), (200, 55)):
        async with lobby(size, state) as (run, pilot):
            for _page in range(3):
                assert not overflowing(run.app)
                assert {cell_len(line) <= size[0] for line in screen_lines(run.app)} == {True}
                run.later(8)
                await pilot.pause()
            await pilot.press("م")
            await pilot.pause()
            assert "Your name:  م" in screen_text(run.app)
