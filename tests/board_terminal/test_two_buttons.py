"""Two buttons alone reach everything on every page, and a single press never does anything else."""

from collections import deque

import pytest

from board_terminal.pages.routing import _BY_PHASE, _OF_POINTS, QUESTIONS
from board_terminal.view.two_buttons import (
    CLOSE,
    REST_MS,
    TOGETHER_MS,
    Buttons,
    asked,
    due_ms,
    meaning,
    passed,
    pressed,
    shown,
    way,
)
from board_terminal.view.view import View
from shared.core.day import Phase
from shared.core.match.outcome import SEATS, Seat, other
from tests.board_terminal.every_page import EVERY_PAGE

PAGES = pytest.mark.parametrize("page", EVERY_PAGE)
LATER = 2_000


def view_of(page: str) -> View:
    return EVERY_PAGE[page]().view


def reachable(view: View) -> set[str]:
    """Return every command that some row of presses and waits comes to on a view that stays."""
    found: set[str] = set()
    seen: set[tuple[bool, str, int | None]] = set()
    todo = deque([(Buttons(), 0)])
    while todo:
        buttons, at = todo.popleft()
        state = (buttons.is_open, buttons.focus, buttons.down)
        if state in seen:
            continue
        seen.add(state)
        waited = at + REST_MS
        steps = [passed(buttons, view, waited)]
        steps += [pressed(steps[0].buttons, view, seat, waited) for seat in SEATS]
        steps += [pressed(buttons, view, seat, at + TOGETHER_MS - 1) for seat in SEATS]
        for step in steps:
            if step.command:
                found.add(step.command)
            todo.append((step.buttons, waited))
    return found


def test_pages_under_test_are_all_pages() -> None:
    kits = [build() for build in EVERY_PAGE.values()]
    here = {
        (kit.driver.desk.phase, type(kit.driver.desk.ask), _in_points(kit.driver.desk.session))
        for kit in kits
    }
    for phase in set(_BY_PHASE) - {Phase.CALLED, Phase.CONFIRMED}:
        assert phase in {known for known, _, _ in here}, phase
    for phase in _OF_POINTS:
        assert any(known is phase and points for known, _, points in here), phase
    for kind in QUESTIONS:
        assert kind in {known for _, known, _ in here}, kind


def _in_points(session: object) -> bool:
    return session is not None and session.info.book.scoring == "points"  # type: ignore[attr-defined]


@PAGES
def test_two_buttons_reach_every_choice_and_every_side_that_is_asked(page: str) -> None:
    view = view_of(page)
    wanted = {choice.does for choice in view.choices if choice.does}
    wanted |= {f"side:{seat}" for seat in SEATS if asked(view)[seat]}
    assert wanted <= reachable(view)


@PAGES
def test_the_button_that_is_asked_alone_is_a_press_whatever_the_menu_does(page: str) -> None:
    view = view_of(page)
    one = asked(view)
    if one[0] == one[1]:
        assert way(Buttons(), view) != "walk"
        return
    seat: Seat = 0 if one[0] else 1
    idle = other(seat)
    buttons, at = Buttons(), 0
    for _ in range(2 * len(view.choices) + 2):
        step = pressed(buttons, view, seat, at)
        assert (step.command, step.at) == (f"side:{seat}", at)
        buttons = pressed(buttons, view, idle, at).buttons
        at += 700


@PAGES
@pytest.mark.parametrize("first", SEATS)
def test_both_at_once_and_a_single_press_do_nothing_that_is_not_asked(
    page: str, first: Seat
) -> None:
    view = view_of(page)
    mine = {f"side:{seat}" for seat in SEATS if asked(view)[seat]} | {""}
    step = pressed(Buttons(), view, first, 0)
    assert step.command in mine
    second = pressed(step.buttons, view, other(first), 1)
    assert second.command in mine
    for buttons in (step.buttons, second.buttons):
        after = passed(buttons, view, REST_MS * 3)
        assert after.command in mine
        assert passed(after.buttons, view, REST_MS * 9).command in mine


def test_where_both_are_asked_a_press_waits_for_the_other_and_then_counts() -> None:
    view = view_of("scoring")
    down = pressed(Buttons(), view, 1, 1_000)
    assert down.command == ""
    assert passed(down.buttons, view, 1_000 + TOGETHER_MS - 1).command == ""
    assert due_ms(down.buttons, view, 1_100) == TOGETHER_MS - 100
    assert passed(down.buttons, view, 1_000 + TOGETHER_MS).command == "side:1"


def test_both_together_open_the_menu_and_closing_it_brings_the_presses_back() -> None:
    view = view_of("scoring")
    both = pressed(pressed(Buttons(), view, 0, 0).buttons, view, 1, 200).buttons
    assert (way(both, view), both.focus) == ("menu", CLOSE)
    assert "Close the menu" in shown(both, view, 300).title
    taken = pressed(both, view, 1, LATER).buttons
    closed = passed(taken, view, LATER + TOGETHER_MS).buttons
    assert way(closed, view) == "press"


def test_in_play_the_first_press_of_the_other_side_only_says_what_the_next_does() -> None:
    view = view_of("playing")
    step = pressed(Buttons(), view, 1, 0)
    assert step.command == ""
    said = shown(step.buttons, view, 0)
    assert said.focus == ""
    assert said.title == "Not asked of this side now. Again: the menu"
    assert not passed(step.buttons, view, REST_MS).buttons.is_open
    on = pressed(step.buttons, view, 1, 800).buttons
    assert shown(on, view, 900).focus == "over"
    assert shown(on, view, 1_900).title == "▸ Game over ◂ in 2 s. Again: moves on"
    assert passed(on, view, 800 + REST_MS - 1).command == ""
    assert passed(on, view, 800 + REST_MS).command == "over"


def test_a_change_of_turn_takes_the_focus_away() -> None:
    view = view_of("playing")
    on = pressed(pressed(Buttons(), view, 1, 0).buttons, view, 1, 800).buttons
    turned = view_of("playing_right")
    assert shown(on, turned, 900).focus == ""
    assert passed(on, turned, 9_000).command == ""


def test_a_menu_that_leads_to_another_page_goes_on_there() -> None:
    view = view_of("playing")
    buttons = Buttons()
    for at in (0, 800, 1_600, 2_400, 3_200):
        buttons = pressed(buttons, view, 1, at).buttons
    step = passed(buttons, view, 3_200 + REST_MS)
    assert step.command == "reports"
    listed = view_of("reports")
    on = pressed(step.buttons, listed, 1, 7_000).buttons
    assert on.focus == "report:late"


@PAGES
def test_every_step_of_a_lone_button_means_something_new(page: str) -> None:
    view = view_of(page)
    for seat in SEATS:
        step = pressed(Buttons(), view, seat, 5)
        if way(Buttons(), view) == "walk" and not asked(view)[seat]:
            again = meaning(step.buttons, view, seat)
            assert again != meaning(Buttons(), view, seat)
