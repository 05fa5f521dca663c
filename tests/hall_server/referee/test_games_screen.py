"""A result set game by game: what it comes to, under rulebooks whose matches end differently."""

import msgspec
import pytest
from textual.widgets import Static

from hall_server.referee.asked.rulings.games_screen import GamesScreen
from shared.core.events.measures import MatchDecided
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import apply_overrides, rulebook
from tests.core.decided import measures
from tests.hall_server.referee.halls import Desk, disputed, keys, masters, opened, under_way
from tests.tui.screens import screen_text

W, D, L = Code.WIN, Code.DRAW, Code.LOSS


async def said(
    book: str, start: Outcome | None, *keys: str, decisive: bool = False, **more: object
) -> tuple[str, Outcome, bool]:
    """Return the sentence after the keys, the result, and whether Enter took it."""
    app = Desk().app
    taken: list[Outcome | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        by = apply_overrides(rulebook(book), more)
        screen = GamesScreen(("Ann", "Bo"), by, start, decisive=decisive)
        app.push_screen(screen, taken.append)
        await pilot.pause()
        await pilot.press(*keys)
        words = str(screen.query_one("#games-words", Static).render())
        await pilot.press("enter")
        await pilot.pause()
    return words, screen.outcome, bool(taken)


@pytest.mark.clause("SE-2")
async def test_games_after_two_wins_are_no_part_of_a_contest_match() -> None:
    words, outcome, taken = await said("contest", Outcome((W, W, L)))
    assert outcome == Outcome((W, W))
    assert words == "Ann wins 2–0: 1–0 match points."
    assert taken


async def test_a_match_of_points_cannot_be_drawn_and_is_not_taken_so() -> None:
    words, _, taken = await said("usbgf", None)
    assert words == f"No match under {rulebook('usbgf').title} ends so: set other games."
    assert not taken
    _, outcome, taken = await said("usbgf", None, "left")
    assert (outcome, taken) == (Outcome((W,)), True)


@pytest.mark.clause("ACF-1.VI.A")
async def test_game_can_be_set_as_forfeited_by_both() -> None:
    words, outcome, taken = await said("acf-masters", None, "right", "right", "right", "right")
    assert outcome == Outcome((Code.LOST_BY_BOTH, D))
    assert (
        words
        == "Game drawn, 1 game forfeited by both (first game: forfeited by both): 2–2 match points."
    )
    assert taken


@pytest.mark.clause("DARK-KO")
@pytest.mark.parametrize("more", [{}, {"pairing_system": "double_knockout"}])
async def test_an_equal_match_is_given_further_games_one_by_one(more: dict[str, object]) -> None:
    keys = ("plus", "plus", "minus", "left")
    words, outcome, taken = await said("standard", Outcome((W, L)), *keys, **more)
    assert (outcome, taken) == (Outcome((W, L, W)), True)
    assert words == "Ann wins 2–1 (1 Ann, 2 Bo, 3 Ann): 4–0 match points."


@pytest.mark.clause("DARK-KO")
@pytest.mark.parametrize(
    ("more", "decisive"), [({}, False), ({"pairing_system": "double_knockout"}, True)]
)
async def test_equal_score_is_refused_for_a_match_that_one_player_has_to_win(
    more: dict[str, object], decisive: bool
) -> None:
    words, _, taken = await said("standard", Outcome((W, L)), decisive=decisive, **more)
    assert words == "Equal: they play on until one side is ahead. + adds a game."
    assert not taken
    both = Outcome((Code.LOST_BY_BOTH,) * 2)
    assert (await said("standard", both, decisive=decisive, **more))[2]


@pytest.mark.clause("DARK-KO")
async def test_an_equal_score_is_taken_under_lives_where_a_tie_costs_half_a_life() -> None:
    more = {"pairing_system": "double_knockout"}
    assert (await said("standard", Outcome((W, L)), **more))[1:] == (Outcome((W, L)), True)


async def test_a_match_that_need_not_be_won_gets_no_game_more() -> None:
    _, outcome, _ = await said("acf-masters", Outcome((W, L)), "plus", "minus")
    assert outcome == Outcome((W, L))


@pytest.mark.clause("DARK-KO")
async def test_every_game_of_a_match_that_was_played_on_can_be_set() -> None:
    words, outcome, taken = await said("standard", Outcome((W, L, D, L)))
    assert outcome == Outcome((W, L, D, L))
    assert words == "Bo wins 2½–1½, 1 game drawn (1 Ann, 2 Bo, 3 drawn, 4 Bo): 0–4 match points."
    assert taken


@pytest.mark.clause("SE-7", "SE-2")
async def test_a_contest_without_two_wins_is_ruled_by_the_captures() -> None:
    desk = Desk()
    of = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D D", "L D D"))
    state = masters(of)
    division = msgspec.structs.replace(state.divisions["masters"], rulebook="contest")
    state = msgspec.structs.replace(state, divisions={"masters": division})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state)
        await keys(pilot, "o", "G", "enter")
        assert "Captured by Ann Lee and by Bo King, over the whole match?" in flat(desk)
        await keys(pilot, *"9 x", "enter")
        assert "Two numbers, as 14 9." in flat(desk)
        await keys(pilot, "backspace", *"14", "enter")
        assert "Bo King wins by captures, 14 to 9, games 2–1" in flat(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert MatchDecided.by(Outcome((W, D, D), captures=(9, 14))) in measures(draft)


def flat(desk: Desk) -> str:
    return " ".join(screen_text(desk.app).replace("┃", " ").split())
