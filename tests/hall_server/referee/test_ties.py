"""The places of tied players: decided at the dashboard, shown everywhere, asked again."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.derived.prizes import division_payouts
from hall_server.files.outlets import export
from hall_server.paper.look import Look
from hall_server.paper.sheet import Table
from hall_server.paper.wall import standings_sheet
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.questions import questions
from hall_server.referee.derived.rulings import ties
from hall_server.referee.said.title_words import declarations, drafts, standing_first
from shared.core.events import TitleDecided, entities
from shared.core.events.measures import TieBroken
from shared.core.state import Decision, HallState
from shared.core.state.office import PrizeFund
from shared.pairing.places import division_standings
from shared.public.page import Frame
from shared.public.standings import standings_pages
from tests.core.decided import body_of, decision, grounds, measures_in
from tests.hall_server.referee.halls import LIVE, Desk, confirmed, keys, moment, shown
from tests.hall_server.referee.test_playoff import AT, TIED, at_table, tied
from tests.hall_server.referee.test_titles import played
from tests.tui.screens import assert_screen

ENT = entities.division_decision("masters")
CY_FIRST = TieBroken((("p3",), ("p1",)), "tie_breaker")
BROKEN = decision("d1", CY_FIRST, ent=ENT, clause="ACF-1.VII", reason="Lot")


def broken(state: HallState, *decisions: Decision) -> HallState:
    division = state.divisions["masters"]
    changed = msgspec.structs.replace(division, decisions=decisions or (BROKEN,))
    return msgspec.structs.replace(state, divisions={"masters": changed})


def places(state: HallState) -> list[tuple[int | None, str]]:
    return [(row.rank, row.player) for row in division_standings(state, "masters")]


async def titles(desk: Desk, pilot: Pilot[None], state: HallState) -> None:
    await pilot.pause()
    desk.tell(state)
    await pilot.pause()
    await keys(pilot, "t")


@pytest.mark.clause("ACF-1.XIII.B")
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
async def test_tie_is_broken_at_the_title_desk_after_what_it_changes_is_said(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await titles(desk, pilot, played("W W", "W W"))
        await keys(pilot, "down", "down")
        assert_screen(desk.app, "tie-open")
        await keys(pilot, "enter", "down", "enter", "down", "enter", *"Lot", "enter")
        assert desk.port.drafts == []
        assert_screen(desk.app, "tie-break")
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == ENT
        assert measures_in(draft) == (CY_FIRST,)
        assert grounds(draft) == ("ACF-1.VII", "Lot")


async def test_broken_tie_is_decided_otherwise_or_taken_back() -> None:
    for pressed, measures in (
        (("enter", "enter", "enter"), (TieBroken((("p3",), ("p1",)), "playoff"),)),
        (("down", "enter"), ()),
    ):
        desk = Desk()
        async with desk.app.run_test(size=(80, 24)) as pilot:
            await titles(desk, pilot, broken(played("W W", "W W")))
            await keys(pilot, "down", "down", "enter", *pressed)
            assert desk.port.drafts == []
            await keys(pilot, "y")
            [draft] = desk.port.drafts
            assert measures_in(draft) == measures
            assert body_of(draft).replaces == ("d1",)


async def test_broken_tie_stands_in_the_incidents_and_is_undone_there() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        desk.tell(broken(played("W W", "W W")))
        await pilot.pause()
        await keys(pilot, "i")
        assert "Ruling: Cy Ortega and Ann Lee" in shown(desk)
        await keys(pilot, "u")
        assert "Cy Ortega, then Ann Lee" in shown(desk)
        assert "Ann Lee: place 2 → 1" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert (measures_in(draft), body_of(draft).replaces) == ((), ("d1",))


async def test_declaration_is_dropped_when_the_tie_is_gone_before_the_yes() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await titles(desk, pilot, played("W W", "W W"))
        await keys(pilot, "down", "down", "enter", "enter", "enter")
        desk.tell(played("W W", "W D", "acf-majors"))
        await pilot.pause()
        await keys(pilot, "y")
        assert "These players are not tied any more." in shown(desk)
        assert desk.port.drafts == []


@pytest.mark.clause("ACF-1.XIII.B")
def test_declared_playoff_winner_has_the_place_by_the_same_yes() -> None:
    state = tied(at_table("o1", TIED, "L L"))
    won = declarations(moment(state), "masters")[0]
    title, tie = drafts(moment(state), won, "masters")
    assert isinstance(title.body, TitleDecided)
    assert title.body.players == ("p3",)
    assert measures_in(tie) == (TieBroken((("p3",), ("p1",)), "playoff"),)
    assert body_of(tie).clause == "ACF-1.XIII.B"


@pytest.mark.clause("ACF-1.XIII.B")
def test_three_who_played_off_stand_by_what_they_won_in_it() -> None:
    three = ("p1", "p2", "p3")
    games = (("p1", "p2"), ("p1", "p3"), ("p2", "p3"))
    matches = [at_table(f"o{n}", pair, "W W") for n, pair in enumerate(games)]
    state = tied(*matches, players=three, games="D D")
    rows = {row.player: row for row in division_standings(state, "masters")}
    assert len({rows[player].rank for player in (*three, "p4")}) == 1
    won = declarations(moment(state), "masters")[0]
    # Four are tied in the standings, and three of them played: no ruling fits that tie.
    assert [type(each.body) for each in drafts(moment(state), won, "masters")] == [TitleDecided]


def test_broken_tie_orders_standings_title_paper_lobby_and_files() -> None:
    state = broken(played("W W", "W W"))
    assert places(state)[:2] == [(1, "p3"), (2, "p1")]
    first = standing_first(moment(state), "masters")
    assert (first.players, first.title) == (("p3",), "champion")
    look = Look(state, state.divisions["masters"])
    [table] = [part for part in standings_sheet(look).blocks if isinstance(part, Table)]
    assert [row[:2] for row in table.rows[:2]] == [("1", "Cy Ortega"), ("2", "Ann Lee")]
    rows = division_standings(state, "masters")
    [page] = standings_pages(state, state.divisions["masters"], Frame(80, 20), rows)
    text = ["".join(part.text for part in line) for line in page.lines]
    assert "1  Cy Ortega" in text[0]
    assert "2  Ann Lee" in text[1]
    lines = export(state, "standings", "csv", None).data.decode("utf-8-sig").splitlines()
    assert lines[1].startswith("1,p3")


@pytest.mark.clause("HALL-apca-ties", "ACF-1.XIII.A")
@pytest.mark.parametrize(
    ("book", "shares"), [("apca", [10_000, 6_000]), ("acf-masters", [8_000, 8_000])]
)
def test_prizes_follow_the_places_where_places_alone_say_who_shares_them(
    book: str, shares: list[int]
) -> None:
    state = broken(played("W W", "W W", book, prizes={"masters": PrizeFund((10_000, 6_000))}))
    paid = division_payouts(state, "masters")
    assert [(each.player, each.share_cents) for each in paid[:2]] == list(
        zip(("p3", "p1"), shares, strict=True)
    )


@pytest.mark.clause("ACF-1.XIII.B")
async def test_ruling_on_a_tie_that_is_gone_does_not_count_and_is_asked_about() -> None:
    state = broken(played("W W", "W D", "acf-majors"))
    assert places(state) == places(played("W W", "W D", "acf-majors"))
    assert not ties.open_tie(state, "masters", TIED)
    [question] = [q for q in questions(Moment(state, LIVE, AT, {})) if q.kind == "tie"]
    assert "Cy Ortega" in question.evidence[0]
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(state)
        await pilot.pause()
        assert [q.kind for q in desk.app.desk.questions] == ["tie", "closing"]
        await keys(pilot, "a")
        [draft] = desk.port.drafts
        assert (measures_in(draft), body_of(draft).replaces) == ((), ("d1",))


def test_tie_of_other_players_is_not_broken_by_it() -> None:
    state = played("D D", "D D")
    assert places(broken(state)) == places(state)
    assert confirmed("D D").counts
