"""Committees at the dashboard: a game adjudicated, a ruling appealed, every vote kept."""

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.asked.rulings.voting import ON_A_GAME, read_votes
from hall_server.referee.derived.questions.cases import case_of
from shared.core.decisions.options import Asks, Option, options
from shared.core.events import DecisionMade, ScoreLogged, entities
from shared.core.events.measures import (
    Adjudicated,
    Appealed,
    Caution,
    Dismissed,
    MatchDecided,
    Measure,
    PointsGranted,
    Suspended,
)
from shared.core.events.votes import Vote
from shared.core.match.outcome import Code, Outcome
from shared.core.state import Division, HallState, Result
from tests.core.decided import body_of, decision, grounds, measures, with_decisions
from tests.hall_server.referee.halls import (
    Desk,
    disputed,
    keys,
    log,
    masters,
    moment,
    opened,
    outcome,
    report,
    ruled,
    shown,
    under_way,
)
from tests.tui.screens import assert_screen

SIZES = [(50, 15), (80, 24), (100, 30)]


def under(rulebook: str, result: Result) -> HallState:
    state = masters(under_way("m1", "t1", ("p1", "p2"), result=result))
    division = msgspec.structs.replace(state.divisions["masters"], rulebook=rulebook)
    return msgspec.structs.replace(state, divisions={"masters": division})


async def deciding(desk: Desk, pilot: Pilot[None], state: HallState, asks: Asks) -> None:
    """The list of what can be decided about the match, the line that asks for this chosen."""
    await opened(desk, pilot, state)
    question = next((q for q in desk.app.desk.questions if q.match is not None), None)
    await keys(pilot, *(["c", "enter"] if question is None else ["o"]))
    assert isinstance(desk.app.screen, DecideScreen)
    found = [option.asks for option in desk.app.screen.found]
    await keys(pilot, *["down"] * found.index(asks), "enter")


@pytest.mark.clause("ACF-1.X.B.d")
@pytest.mark.parametrize("size", SIZES)
async def test_three_votes_decide_a_game_and_are_kept(size: tuple[int, int]) -> None:
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await deciding(desk, pilot, under("acf-majors", disputed("W D", "L L")), "votes")
        await keys(pilot, "down", "enter", *"K9", "enter")
        await keys(pilot, *"A 1, B 1", "enter")
        assert "committee has 3 members" in shown(desk)
        await keys(pilot, *", C =")
        assert_screen(desk.app, "committee-votes")
        await keys(pilot, "enter")
        assert "Game 2: a draw" in shown(desk)
        await keys(pilot, "enter")
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [Adjudicated(2, "K9"), MatchDecided.by(outcome("W D"))]
        assert grounds(draft) == ("ACF-1.X.B.d", "")
        assert isinstance(draft.body, DecisionMade)
        assert draft.body.votes == (Vote("A", "first"), Vote("B", "first"), Vote("C", "draw"))


@pytest.mark.clause("USBGF-5")
async def test_an_appeal_without_a_majority_of_the_votes_cast_is_upheld() -> None:
    desk = Desk()
    state = under("usbgf", Result("ruled", outcome("W"), (ruled("W"),), ("r",)))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await deciding(desk, pilot, state, "appeal")
        await keys(pilot, "enter", *"A +, B -, C 0", "enter")
        assert "Appeal upheld the ruling: 1 of 2 votes for a change." in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [Appealed(False, 1, 2), MatchDecided.by(outcome("W"))]
        assert grounds(draft) == ("USBGF-5", "")
        assert isinstance(draft.body, DecisionMade)
        assert len(draft.body.votes) == 3


@pytest.mark.clause("USBGF-5")
async def test_an_appeal_with_a_majority_changes_the_result() -> None:
    desk = Desk()
    state = under("usbgf", Result("ruled", outcome("W"), (ruled("W"),), ("r",)))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await deciding(desk, pilot, state, "appeal")
        await keys(pilot, "enter", *"A +, B +, C -", "enter", "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [Appealed(True, 2, 3), MatchDecided.by(outcome("L"))]


def points(winner: Code, first: int, second: int) -> Outcome:
    return Outcome((winner,), points=(first, second))


@pytest.mark.clause("USBGF-5")
@pytest.mark.parametrize(
    ("way", "sought"),
    [
        (("enter",), points(Code.LOSS, 5, 7)),
        (("end", "enter", *"4 7", "enter"), points(Code.LOSS, 4, 7)),
    ],
)
async def test_an_appeal_in_a_match_of_points_seeks_a_score(
    way: tuple[str, ...], sought: Outcome
) -> None:
    desk = Desk()
    stood = msgspec.structs.replace(log((90_000, 80_000)), score=ScoreLogged((5, 6)))
    version = msgspec.structs.replace(ruled("W"), outcome=points(Code.WIN, 7, 6))
    state = under("usbgf", Result("ruled", version.outcome, (version,), ("r",)))
    of = msgspec.structs.replace(state.matches["m1"], length=7, clock=stood)
    state = msgspec.structs.replace(state, matches={"m1": of})
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await deciding(desk, pilot, state, "appeal")
        assert "Bo King wins 7–5" in shown(desk)
        await keys(pilot, *["space" if key == " " else key for key in way])
        await keys(pilot, *"A +, B +, C -", "enter", "y")
        [draft] = desk.port.drafts
        assert measures(draft)[-1] == MatchDecided.by(sought)


@pytest.mark.clause("ACF-1.VII")
async def test_a_score_that_ends_no_match_is_refused_and_a_right_one_is_ruled() -> None:
    desk = Desk()
    state = under("usbgf", Result("ruled", outcome("W"), (ruled("W"),), ("r",)))
    of = msgspec.structs.replace(state.matches["m1"], length=7)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await deciding(desk, pilot, msgspec.structs.replace(state, matches={"m1": of}), "score")
        await keys(pilot, *["5", "space", "3"], "enter")
        assert "one side has 7 points or more" in shown(desk)
        await keys(pilot, *["backspace"] * 3, *["3", "space", "7"], "enter", "y")
        [draft] = desk.port.drafts
        assert measures(draft) == [MatchDecided.by(points(Code.LOSS, 3, 7))]


def offered(state: HallState) -> tuple[Option, ...]:
    return options(case_of(moment(state), "result", state.matches["m1"]))


def kinds(state: HallState) -> set[str]:
    return {option.asks for option in offered(state)}


@pytest.mark.clause("USBGF-5", "ACF-1.X.B.d")
def test_no_appeal_against_being_put_out_nor_against_a_committee_and_none_for_masters() -> None:
    state = under("usbgf", Result("ruled", outcome("W"), (ruled("W"),), ("r",)))
    suspension = decision("s1", Suspended(), ent=entities.player_decision("p1"))
    out = msgspec.structs.replace(state.players["p1"], suspended=suspension)
    assert "appeal" in kinds(state)
    assert "appeal" not in kinds(msgspec.structs.replace(state, players={"p1": out}))
    adjudged = Result("ruled", outcome("W D"), (ruled("W D"),), ("r",))
    assert kinds(under("acf-majors", adjudged)) == {"", "games"}
    assert "votes" not in kinds(under("acf-masters", disputed("W D", "L L")))


@pytest.mark.parametrize("text", ["", "A", "1", "A 3", "A 1,", "A1"])
def test_votes_that_cannot_be_read_say_how_to_write_them(text: str) -> None:
    with pytest.raises(ValueError, match="as Clark 1"):
        read_votes(text, ON_A_GAME)


@pytest.mark.clause("APCA-35")
@pytest.mark.clause("USBGF-5")
@pytest.mark.parametrize(
    ("rulebook", "games", "clause"),
    [("apca", "W W", "APCA-35"), ("acf-majors", "W D", ""), ("standard", "W W", "")],
)
def test_an_appeal_is_there_where_the_sheet_has_a_committee_above_the_referee(
    rulebook: str, games: str, clause: str
) -> None:
    state = under(rulebook, Result("ruled", outcome(games), (ruled(games),), ("r",)))
    assert [o.clause for o in offered(state) if o.asks == "appeal"] == ([clause] if clause else [])


def cautioned(*measures_of: Measure) -> HallState:
    """Return a match under way in which Bo King has been ruled on, after a report."""
    of = under_way("m1", "t1", ("p1", "p2"), length=7)
    filed = report("disturbance", of, about=1)
    division = Division("masters", "Open", "usbgf", 4, "")
    state = msgspec.structs.replace(masters(of, reports=(filed,)), divisions={"masters": division})
    ruling = decision("d1", *measures_of, of=of, settles=(filed.event,), clause="USBGF-1.2")
    return with_decisions(state, of, ruling)


@pytest.mark.clause("USBGF-5")
async def test_a_ruling_that_ends_nothing_is_upheld_or_changed_by_a_committee() -> None:
    for votes, wanted in (
        ("A +, B -", [Appealed(False, 1, 2), Caution(1)]),
        ("A +, B +", [Appealed(True, 2, 2), Dismissed()]),
    ):
        desk = Desk()
        async with desk.app.run_test(size=(100, 30)) as pilot:
            await opened(desk, pilot, cautioned(Caution(1)), "i")
            await keys(pilot, "A")
            assert "Caution for Bo King" in shown(desk) or "Bo King" in shown(desk)
            await keys(pilot, *["space" if key == " " else key for key in votes], "enter")
            if wanted[0] == Appealed(True, 2, 2):
                assert "Which ruling takes its place?" in shown(desk)
                await keys(pilot, "enter")
            if not desk.port.drafts:
                await keys(pilot, "y")
            [draft] = desk.port.drafts
            assert measures(draft) == wanted
            assert grounds(draft) == ("USBGF-5", "")
            assert isinstance(draft.body, DecisionMade)
            assert draft.body.replaces == ("d1",)
            assert len(draft.body.votes) == 2


@pytest.mark.clause("USBGF-5")
async def test_there_is_no_appeal_against_a_disqualification_and_none_under_other_sheets() -> None:
    acf = msgspec.structs.replace(
        cautioned(Caution(1)), divisions={"masters": Division("masters", "M", "acf-masters", 4, "")}
    )
    for state in (cautioned(Suspended()), acf):
        desk = Desk()
        async with desk.app.run_test(size=(100, 30)) as pilot:
            await opened(desk, pilot, state, "i")
            assert "Appeal" not in shown(desk)
            await keys(pilot, "A")
            assert "The votes" not in shown(desk)


@pytest.mark.clause("USBGF-5")
@pytest.mark.parametrize(
    ("votes", "wanted"),
    [
        ("A +, B -", [Appealed(False, 1, 2), PointsGranted(3)]),
        ("A +, B +", [Appealed(True, 2, 2)]),
    ],
)
async def test_a_ruling_about_a_player_is_upheld_or_set_aside_by_a_committee(
    votes: str, wanted: list[Measure]
) -> None:
    desk = Desk()
    granted = decision("g1", PointsGranted(3), ent=entities.player_decision("p2"))
    state = masters(under_way("m1", "t1", ("p1", "p2"), length=7))
    state = msgspec.structs.replace(
        state,
        divisions={"masters": Division("masters", "Open", "usbgf", 4, "")},
        players={
            **state.players,
            "p2": msgspec.structs.replace(state.players["p2"], decisions=(granted,), granted=3),
        },
    )
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, state, "i")
        await keys(pilot, "A", *["space" if key == " " else key for key in votes], "enter")
        assert desk.port.drafts == []
        aside = "Set aside" if len(wanted) == 1 else "It stands"
        assert f"{aside}: Bo King gets 3 match points outside the rounds" in shown(desk)
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert measures(draft) == wanted
        assert body_of(draft).replaces == ("g1",)
        assert grounds(draft) == ("USBGF-5", "")
