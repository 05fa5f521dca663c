"""A playoff is called to a table from the title desk, and its result proposes the champion."""

from typing import Any

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.questions import questions
from hall_server.referee.derived.rulings import playoff
from hall_server.referee.said.player_words import player_page
from hall_server.referee.said.results_words import result_line
from hall_server.referee.said.table_words import table_page
from hall_server.referee.said.title_words import declarations, notes
from shared.core.events import PLAYOFF, MatchCalled, PairedMatch
from shared.core.state import HallState, Match, Result
from shared.core.state.office import Decided
from shared.pairing.places import division_standings
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    moment,
    under_way,
)
from tests.hall_server.referee.test_titles import SIZES, played
from tests.tui.fake_port import match
from tests.tui.screens import assert_screen, screen_text

AT = START + 200 * MINUTE
TIED = ("p1", "p3")


def tied(*matches: Match, players: tuple[str, ...] = TIED, games: str = "W W") -> HallState:
    offered = Decided("playoff", players, "ACF-1.XIII.B", "", START)
    state = played(games, games, titles={"masters": offered})
    found = {**state.matches, **{each.uid: each for each in matches}}
    return msgspec.structs.replace(state, matches=found)


def at_table(uid: str, pair: tuple[str, str], games: str = "", **more: Any) -> Match:
    result = confirmed(games, at=AT) if games else Result()
    make = under_way if games else match
    plain = {"round_no": 2, "slot": PLAYOFF, "result": result, "starts_at": AT}
    return make(uid, "t1", pair, **{**plain, **more})


def says(state: HallState) -> list[str]:
    return [each.words for each in declarations(moment(state), "masters")]


def to_call(state: HallState) -> list[str]:
    decided = state.awards.titles["masters"]
    return [line.text.strip() for line in playoff.lines(moment(state), "masters", decided)]


@pytest.mark.clause("ACF-1.XIII.B")
def test_a_playoff_that_is_offered_can_be_called_once_at_a_time() -> None:
    assert to_call(tied()) == ["Call the playoff Ann Lee – Cy Ortega to a table"]
    assert to_call(tied(at_table("o1", TIED))) == ["Playoff Ann Lee – Cy Ortega at table 1"]


@pytest.mark.clause("ACF-1.XIII.B")
def test_playoff_winner_is_proposed_first_and_standings_do_not_change() -> None:
    state = tied(at_table("o1", TIED, "L L"))
    assert says(state)[0] == "Cy Ortega won the playoff: champion"
    assert to_call(state) == []
    assert any("Playoff: " in line for line in notes(moment(state), "masters"))
    assert division_standings(state, "masters") == division_standings(tied(), "masters")


def test_a_playoff_without_a_winner_is_played_again() -> None:
    drawn = tied(at_table("o1", TIED, "W L"))
    assert to_call(drawn) == ["Call the playoff Ann Lee – Cy Ortega to a table"]
    again = tied(at_table("o1", TIED, "W L"), at_table("o2", TIED, "W W"))
    assert (to_call(again), says(again)[0]) == ([], "Ann Lee won the playoff: champion")


def test_three_who_are_tied_all_meet_and_play_on_where_each_has_won_one() -> None:
    three = ("p1", "p2", "p3")
    first = at_table("o1", ("p1", "p2"), "W W")
    assert to_call(tied(first, players=three, games="D D")) == [
        "Call the playoff Ann Lee – Cy Ortega to a table",
        "Call the playoff Bo King – Cy Ortega to a table",
    ]
    rest = (at_table("o2", ("p2", "p3"), "W W"), at_table("o3", ("p3", "p1"), "W W"))
    assert len(to_call(tied(first, *rest, players=three, games="D D"))) == 3
    beaten = at_table("o3", ("p3", "p1"), "L L")
    state = tied(first, rest[0], beaten, players=three, games="D D")
    assert (to_call(state), says(state)[0]) == ([], "Ann Lee won the playoff: champion")


def test_a_title_that_the_playoff_does_not_bear_out_is_noted() -> None:
    state = tied(at_table("o1", TIED, "L L"))
    declared = {"masters": Decided("champion", ("p1",), "ACF-1.XIII.B", "after a playoff", AT)}
    awards = msgspec.structs.replace(state.awards, titles=declared)
    found = notes(moment(msgspec.structs.replace(state, awards=awards)), "masters")
    assert "! By the playoff it is Cy Ortega." in found


def test_withdrawal_after_the_last_round_forfeits_no_playoff() -> None:
    state = tied(at_table("o1", TIED))
    gone = msgspec.structs.replace(state.players["p1"], withdrawn_after=1)
    state = msgspec.structs.replace(state, players={**state.players, "p1": gone})
    assert [q.kind for q in questions(Moment(state, LIVE, AT, {})) if q.match] == []


@pytest.mark.clause("ACF-1.XIII.B")
@pytest.mark.parametrize("size", SIZES)
async def test_the_playoff_is_called_to_a_table_after_the_fact_is_repeated(
    size: tuple[int, int],
) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(tied())
        await pilot.pause()
        await keys(pilot, "t")
        assert_screen(desk.app, "playoff")
        await keys(pilot, "enter")
        await keys(pilot, "enter")
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "Playoff Ann Lee – Cy Ortega at table 1, now?" in shown
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, MatchCalled)
        assert draft.ent.startswith("masters/2/")
        assert draft.ent.endswith("/call")
        paired = draft.body.paired
        assert paired == PairedMatch(paired.uid, "t1", *TIED, PLAYOFF)


async def test_call_is_taken_back_while_the_seats_are_empty_and_else_the_table_opens() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(tied(at_table("o1", TIED)))
        await pilot.pause()
        await keys(pilot, "t", "enter", "down", "enter")
        await keys(pilot, *"ill", "enter", "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, MatchCalled)
        assert (draft.body.off, draft.body.paired.slot) == ("ill", PLAYOFF)
        desk.tell(tied(at_table("o1", TIED, seated=(True, False))))
        await keys(pilot, "enter")
        assert "Cy Ortega" in screen_text(desk.app)
        assert "Take the call back" not in screen_text(desk.app)


@pytest.mark.clause("ACF-1.XIII.B")
def test_a_playoff_is_called_by_its_name_wherever_a_match_says_its_round() -> None:
    of = at_table("o1", TIED, "L L")
    state = tied(of)
    hall = moment(state)
    seen = [
        hall.round(of),
        *(
            words
            for part in table_page(hall, of.table, None, 0, lambda event: None)
            for _, words in part
        ),
        *(words for _, words in player_page(hall, state.players["p1"])),
        result_line(hall, of, 90).text,
    ]
    told = " ".join(seen)
    assert "playoff" in told
    assert "PO" in told
    assert "R2" not in told
    assert "ound 2" not in told
    plain = next(m for m in state.matches.values() if not m.playoff)
    assert (hall.round(plain), hall.round_sign(plain)) == ("round 1", "R1")
