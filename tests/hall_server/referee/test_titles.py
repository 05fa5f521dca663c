"""Titles and what a correction knocks on: shown first, declared after a yes, taken back."""

from typing import Any

import msgspec
import pytest

from hall_server.referee.derived.rulings.effects import knock_on_lines
from hall_server.referee.said.title_words import declarations, notes
from shared.core.events import TitleDecided
from shared.core.state import HallState
from shared.core.state.office import Awards, Decided, Payment, PrizeFund
from tests.hall_server.referee.halls import (
    START,
    Desk,
    confirmed,
    keys,
    masters,
    moment,
    outcome,
    under_way,
)
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30)]


def played(one: str, two: str, rulebook: str = "acf-masters", **awards: Any) -> HallState:
    state = masters(
        under_way("m1", "t1", ("p1", "p2"), result=confirmed(one)),
        under_way("m2", "t2", ("p3", "p4"), result=confirmed(two)),
    )
    division = msgspec.structs.replace(state.divisions["masters"], rounds=1, rulebook=rulebook)
    return msgspec.structs.replace(state, divisions={"masters": division}, awards=Awards(**awards))


def said(state: HallState) -> list[str]:
    return [each.words for each in declarations(moment(state), "masters")]


@pytest.mark.clause("ACF-1.XIII.D")
def test_the_junior_champion_is_known_by_flags_and_no_associate_is() -> None:
    state = played("W W", "W D")
    assert not any("Junior" in line for line in notes(moment(state), "masters"))
    flags = {"p1": ("junior", "associate"), "p2": ("junior",), "p3": ("junior",)}
    players = {
        ident: msgspec.structs.replace(player, flags=flags.get(ident, ()))
        for ident, player in state.players.items()
    }
    line = next(
        line
        for line in notes(moment(msgspec.structs.replace(state, players=players)), "masters")
        if "Junior" in line
    )
    assert line == "Junior Champion: Cy Ortega, place 1 in Masters (ACF-1.XIII.D)."


@pytest.mark.clause("ACF-1.XIII.B")
def test_masters_tied_in_both_points_are_offered_a_playoff_or_share_the_title() -> None:
    state = played("W W", "W W")
    assert said(state) == [
        "Offer a playoff to Ann Lee and Cy Ortega",
        "Ann Lee and Cy Ortega are co-champions: the playoff was declined",
    ]
    offered = Decided("playoff", ("p1", "p3"), "ACF-1.XIII.B", "", START)
    assert said(played("W W", "W W", titles={"masters": offered})) == [
        "Ann Lee won the playoff: champion",
        "Cy Ortega won the playoff: champion",
        "Ann Lee and Cy Ortega are co-champions: the playoff was not played",
        "Take back: Playoff between: Ann Lee and Cy Ortega (ACF-1.XIII.B)",
    ]


@pytest.mark.clause("ACF-1.XIII.B")
def test_majors_tied_in_both_points_are_co_winners() -> None:
    assert said(played("W W", "W W", "acf-majors")) == ["Ann Lee and Cy Ortega are co-winners"]


@pytest.mark.clause("ACF-1.IV.A")
def test_one_who_stands_first_alone_is_champion_and_majors_have_to_play_up() -> None:
    assert said(played("W W", "D D")) == ["Ann Lee is champion"]
    told = notes(moment(played("W W", "D D", "acf-majors")), "masters")
    assert any("(ACF-1.IV.A)" in line for line in told)


@pytest.mark.clause("ACF-1.XIII.B")
@pytest.mark.parametrize("size", SIZES)
async def test_a_title_is_declared_after_a_yes(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(played("W W", "W W"))
        await pilot.pause()
        await keys(pilot, "t")
        assert_screen(desk.app, "title")
        await keys(pilot, "down", "enter")
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "co-champions: the playoff was declined (" in shown
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "division/masters/title"
        assert isinstance(draft.body, TitleDecided)
        assert (draft.body.title, draft.body.players) == ("co_champions", ("p1", "p3"))


def test_a_correction_shows_prizes_that_were_paid_and_titles_that_were_declared() -> None:
    state = played(
        "W W",
        "D D",
        prizes={"masters": PrizeFund((40000, 20000))},
        payments={"p1": Payment(40000, 0, "Holt", False, START, "e")},
        titles={"masters": Decided("champion", ("p1",), "ACF-1.XIII.B", "", START)},
    )
    lines = knock_on_lines(moment(state), state.matches["m1"], outcome("L L"))
    assert lines == (
        "! Ann Lee was paid $400.00; after it, $0.00 is due.",
        "First place: Bo King.",
        "! The title that was declared is not of who stands first then.",
    )
    assert knock_on_lines(moment(state), state.matches["m1"], outcome("W W")) == ()


def test_a_correction_names_the_pairings_that_were_made_since() -> None:
    state = played("W W", "D D")
    later = under_way("m9", "t2", ("p1", "p3"), round_no=2)
    last = under_way("m0", "t1", ("p1", "p4"), round_no=3)
    matches = {**state.matches, "m0": last, "m9": later}
    state = msgspec.structs.replace(state, matches=matches)
    lines = knock_on_lines(moment(state), state.matches["m1"], outcome("W D"))
    assert "Ann Lee was paired since: R2 table 2, R3 table 1." in lines


@pytest.mark.clause("ACF-1.XIII.B")
def test_declaration_waits_for_the_last_result_and_names_three_with_commas() -> None:
    state = played("D D", "D D", "acf-majors")
    assert said(state) == ["Ann Lee, Bo King, Cy Ortega and Dee Novák are co-winners"]
    open_ = msgspec.structs.replace(state.divisions["masters"], rounds=2)
    assert said(msgspec.structs.replace(state, divisions={"masters": open_})) == []
