"""A noticed flag of a match of points: the players sign it, and when the director is asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from textual.pilot import Pilot

from hall_server.referee.derived.questions.about_flags import CLAIM_UNSIGNED_MS, FLAG_UNSIGNED_MS
from hall_server.referee.derived.questions.question import Question
from shared.core.backgammon.worth import Win
from shared.core.events import ClockLogged, DecisionMade, FlagLogged, ScoreLogged
from shared.core.events.measures import MatchDecided
from shared.core.match.outcome import Code, Outcome
from shared.core.state import HallState
from tests.board_terminal.points_kit import table
from tests.core.decided import measures_in
from tests.hall_server.referee.halls import (
    Desk,
    keys,
    live,
    masters,
    opened,
    report,
    shown,
    under_way,
)
from tests.hall_server.referee.test_about_results import one, outcomes
from tests.hall_server.referee.test_score_seen import points

PAIR = ("p1", "p2")
PLAYED = under_way("m1", "t1", PAIR, length=7)
NOTICED = ScoreLogged((4, 2), flag=FlagLogged(0))
DISPUTED = ScoreLogged((4, 2), flag=FlagLogged(0, None, 0))
CLAIMED = ScoreLogged((6, 2), flag=FlagLogged(0, Win.GAMMON))


@asynccontextmanager
async def director() -> AsyncIterator[tuple[Desk, Pilot[None]]]:
    desk = Desk()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await opened(desk, pilot, points(PLAYED))
        yield desk, pilot


async def told(desk: Desk, pilot: Pilot[None], score: ScoreLogged | None, after: int = 0) -> None:
    """The table tells its score, and ``after`` ms go by."""
    desk.see(live(PLAYED, flag=0, clocked=True, running=(), score=score))
    await pilot.pause()
    desk.later(after)
    desk.app.look()
    await pilot.pause()


def flags(desk: Desk) -> list[Question]:
    return [question for question in desk.app.desk.questions if question.kind == "flag"]


@pytest.mark.clause("USBGF-4.3", "USBGF-5")
async def test_the_director_is_asked_about_a_flag_once_a_player_does_not_agree() -> None:
    async with director() as (desk, pilot):
        await told(desk, pilot, NOTICED, after=FLAG_UNSIGNED_MS - 1)
        assert flags(desk) == []
        await keys(pilot, "f")
        assert "flag White" in shown(desk)
        await keys(pilot, "f", "f")
        await told(desk, pilot, DISPUTED)
        [question] = flags(desk)
        name = desk.app.desk.moment().names(PLAYED)[0]
        assert question.evidence[0] == f"{name} does not agree that {name} loses the match."
        assert f"The reserve of {name} has expired" in shown(desk)
        await keys(pilot, "1")
        assert not desk.port.drafts, "nothing is ruled without a yes"
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert isinstance(draft.body, DecisionMade)
        lost = Outcome((Code.LOSS,), points=(4, 7))
        assert measures_in(draft) == (MatchDecided.by(lost),)
        assert draft.body.clause == "USBGF-4.3"


@pytest.mark.clause("USBGF-4.3")
@pytest.mark.parametrize("after", [None, ScoreLogged((4, 2))])
async def test_a_flag_that_was_taken_back_or_signed_is_no_question(
    after: ScoreLogged | None,
) -> None:
    async with director() as (desk, pilot):
        await told(desk, pilot, DISPUTED)
        assert flags(desk)
        await told(desk, pilot, after, after=FLAG_UNSIGNED_MS)
        assert flags(desk) == []


@pytest.mark.clause("USBGF-4.3")
async def test_unanswered_flag_becomes_a_question_after_some_minutes() -> None:
    async with director() as (desk, pilot):
        await told(desk, pilot, NOTICED)
        await told(desk, pilot, NOTICED, after=FLAG_UNSIGNED_MS - 1)
        assert flags(desk) == []
        await told(desk, pilot, NOTICED, after=1)
        [question] = flags(desk)
        assert question.evidence[0].endswith("and not both players have signed.")
        assert question.since == desk.now - FLAG_UNSIGNED_MS


@pytest.mark.clause("USBGF-4.3")
async def test_a_claim_of_game_and_match_that_the_opponent_does_not_sign_is_a_question() -> None:
    async with director() as (desk, pilot):
        await told(desk, pilot, NOTICED, after=2 * CLAIM_UNSIGNED_MS)
        await told(desk, pilot, CLAIMED, after=CLAIM_UNSIGNED_MS - 1)
        assert flags(desk) == []
        await told(desk, pilot, CLAIMED, after=1)
        [question] = flags(desk)
        mine, theirs = desk.app.desk.moment().names(PLAYED)
        words = f"{mine} claims game and match: gammon. {theirs} has not signed."
        assert question.evidence[0] == words


@pytest.mark.clause("USBGF-4.3")
async def test_the_flag_is_a_question_where_the_players_call_the_director() -> None:
    async with director() as (desk, pilot):
        await told(desk, pilot, NOTICED)
        called = report("call", PLAYED, seat=None, about=None)
        state = msgspec.structs.replace(points(PLAYED), reports={called.ent: called})
        desk.tell(state)
        await pilot.pause()
        desk.app.look()
        [question] = flags(desk)
        assert question.evidence[0] == "The table has called you."
        assert question.since == called.at


@pytest.mark.clause("USBGF-4.3")
async def test_a_reserve_that_expired_and_that_no_player_noticed_is_no_question() -> None:
    async with director() as (desk, pilot):
        await told(desk, pilot, ScoreLogged((4, 2)), after=FLAG_UNSIGNED_MS)
        assert flags(desk) == []


@pytest.mark.clause("USBGF-4.3", "USBGF-5")
def test_flag_in_the_log_is_asked_about_when_the_table_is_not_heard() -> None:
    assert one(logged(DISPUTED), "flag").clause == "USBGF-4.3"
    claim = one(logged(ScoreLogged((6, 2), flag=FlagLogged(0, Win.GAMMON, 1))), "flag")
    assert "wins game and match: gammon." in claim.evidence[0]
    assert outcomes(claim, 2) == (
        Outcome((Code.LOSS,), points=(6, 7)),
        Outcome((Code.WIN,), points=(7, 2)),
    )


def logged(score: ScoreLogged) -> HallState:
    log = ClockLogged(3, (), (0, 60_000), (4, 4), "flag", score)
    state = masters(msgspec.structs.replace(PLAYED, clock=log))
    book = msgspec.structs.replace(state.divisions["masters"], rulebook="usbgf")
    return msgspec.structs.replace(state, divisions={"masters": book})


@pytest.mark.clause("USBGF-4.3", "USBGF-5")
async def test_press_at_the_table_opens_and_ends_the_question_at_the_desk() -> None:
    kit = table(length=7).do("side:0").tick(15 * 60_000)
    async with director() as (desk, pilot):
        for pressed, asked in (
            (("claim_flag", "side:1"), False),
            (("disagree",), True),
            (("side:1", "side:0"), False),
        ):
            kit.do(*pressed)
            of_table = kit.port.lives[-1]
            desk.see(msgspec.structs.replace(of_table, table=PLAYED.table, uid=PLAYED.uid))
            await pilot.pause()
            desk.app.look()
            assert bool(flags(desk)) == asked, pressed
