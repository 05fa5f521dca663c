"""A match of points within a table's day: the scoreboard's actions are lines of the journal."""

import msgpack
import msgspec
import pytest

from shared.core import backgammon as bg
from shared.core import clock as c
from shared.core.backgammon import actions as a
from shared.core.backgammon.worth import Win
from shared.core.day import Phase, Session, outcome, recovery, step
from shared.core.day import entries as e
from shared.core.day.ordered import obstacle
from shared.core.day.points import score_logged, scoreboard_of
from shared.core.events import FlagLogged, ScoreLogged
from shared.core.events import measures as m
from shared.core.match.outcome import Code, Outcome
from shared.core.rulebooks import rulebook
from shared.core.standings.scoring import in_words, match_points
from tests.core.day.day_kit import LOST, MINUTE, SEATED, W, info, refused, replay

OPENED = (a.Begin(0, 0), a.EndTurn(0, 0), a.EndTurn(0, 1))
"""The left player has won the opening roll, and both have ended a turn."""
ACCEPTED = [*SEATED, e.TermsAccepted(0), e.TermsAccepted(1)]


def table(length: int = 5, control: str = "2/12") -> Session:
    return replay(info("usbgf-open", control, length), ACCEPTED)


def acts(session: Session, *actions: a.Action) -> Session:
    for action in actions:
        session = step(session, e.Acted(action))
    return session


@pytest.mark.clause("USBGF-4.5", "USBGF-4.6")
def test_a_match_of_points_is_one_result_with_its_score() -> None:
    session = acts(table(3), a.Begin(0, 0), a.Won(5, 1, Win.GAMMON))
    assert (session.phase, session.game, outcome(session)) == (Phase.BETWEEN, 1, None)
    session = acts(session, a.Begin(6, 1), a.Won(9, 1, Win.BACKGAMMON))
    assert (session.phase, session.game) == (Phase.SCORING, 2)
    assert outcome(session) == Outcome((Code.LOSS,), points=(0, 3))
    assert match_points(session.info.book, Outcome((Code.LOSS,), points=(0, 3))) == (0, 1)


def test_points_are_said_for_either_side_and_a_short_outcome_is_read() -> None:
    said = Outcome((Code.LOSS,), points=(2, 7))
    assert said.reversed == Outcome((W,), points=(7, 2))
    assert (said.score(), said.for_seat(1).score()) == ("2–7", "7–2")
    assert in_words(said, ("Ann", "Bob")) == "Bob wins 7–2"
    short = msgpack.unpackb(msgpack.packb([["W"], ""]))
    assert msgspec.convert(short, Outcome) == Outcome((W,))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert([["W"], "", [-1, 3]], Outcome)


@pytest.mark.clause("USBGF-4.3")
def test_a_noticed_flag_leaves_everything_to_the_director() -> None:
    session = acts(table(1), a.Begin(0, 0))
    late = 60 * MINUTE
    refused(session, e.FlagFell(0, late), "has to be noticed")
    refused(session, e.Clocked(c.Notice(0, late)), "on the scoreboard")
    session = acts(session, a.FlagNoticed(late, 0))
    assert session.phase is Phase.PAUSED
    refused(session, e.Clocked(c.Resume(late)), "flag")
    assert outcome(acts(session, a.FlagStands(late))) == Outcome((Code.LOSS,), points=(0, 1))


@pytest.mark.clause("USBGF-4.1.8")
@pytest.mark.parametrize(
    "entry",
    [
        e.Clocked(c.Forgotten(0, 10 * MINUTE, 21 * MINUTE)),
        e.Clocked(c.Adjust((10 * MINUTE, 0), 21 * MINUTE)),
        e.RefereeResumed((4 * MINUTE + 12_000, 14 * MINUTE)),
    ],
)
def test_a_flag_that_is_up_again_decides_nothing_and_the_double_still_waits(
    entry: e.Entry,
) -> None:
    session = acts(table(7), *OPENED, a.Double(1, 0), a.FlagNoticed(20 * MINUTE, 0))
    session = step(session, entry)
    assert session.board is not None
    board = scoreboard_of(session)
    assert (session.phase, board.phase, board.flag) == (Phase.PAUSED, bg.BoardPhase.DOUBLED, None)
    assert c.reading(board.clock, 0).remaining[0] == 4 * MINUTE + 12_000
    session = step(session, e.Clocked(c.Resume(22 * MINUTE)))
    assert scoreboard_of(acts(session, a.Take(22 * MINUTE, 1))).cube.value == 2


def test_games_of_points_end_on_the_scoreboard_alone_and_a_match_may_be_forfeited() -> None:
    refused(table(), e.Started(0), "opening roll")
    refused(table(), e.GameOver(0, W), "scoreboard|forfeited")
    refused(acts(table(), a.Begin(0, 0)), e.GameOver(5, W), "scoreboard")
    forfeited = step(table(), e.GameOver(0, LOST))
    assert (forfeited.phase, outcome(forfeited)) == (Phase.SCORING, Outcome((LOST,)))
    assert rulebook("usbgf-open").scoring == "points"


def test_refused_scoreboard_action_changes_nothing() -> None:
    session = acts(table(), a.Begin(0, 0))
    refused(session, e.Acted(a.Take(5, 1)), "nothing to take")
    refused(replay(info("apca"), [*SEATED, e.Started(0)]), e.Acted(a.Double(5, 0)), "points")


@pytest.mark.clause("HALL-power-cut")
def test_a_restart_keeps_score_and_cube_and_nothing_is_taken_back_over_it() -> None:
    session = acts(table(), *OPENED, a.Double(5, 0), a.Take(6, 1))
    session = step(session, recovery(session, 9))
    assert session.phase is Phase.RECOVERING
    session = step(step(session, e.AgreedToGoOn(0)), e.AgreedToGoOn(1))
    assert session.board is not None
    assert (session.phase, session.board.cube.value) == (Phase.PAUSED, 2)
    refused(session, e.TakenBack(3), "nothing to take back")


@pytest.mark.parametrize("over", [False, True])
def test_a_match_of_points_is_taken_over_with_the_score_of_the_log(over: bool) -> None:
    log = e.TakenOver(
        "2/12", 3, (5, 6), (3, 2), 1, over=over, logged=9, score=ScoreLogged((2, 4), 2, 1)
    )
    session = step(table(7), log)
    assert session.phase is (Phase.BETWEEN if over else Phase.RECOVERING)
    assert session.board is not None
    assert (session.board.match.score, session.board.game) == ((2, 4), 3)
    assert session.board.cube.value == (1 if over else 2)


@pytest.mark.clause("USBGF-4.3")
@pytest.mark.parametrize(
    ("flag", "dispute"),
    [
        (FlagLogged(1), None),
        (FlagLogged(1, Win.GAMMON, 0), bg.Dispute(0, Win.GAMMON)),
    ],
)
def test_a_noticed_flag_of_the_log_waits_for_both_players_on_another_device_too(
    flag: FlagLogged, dispute: bg.Dispute | None
) -> None:
    score = ScoreLogged((2, 5), flag=flag)
    session = step(
        table(7), e.TakenOver("2/12", 3, (5, 0), (3, 2), 1, over=False, logged=9, score=score)
    )
    board = scoreboard_of(session)
    assert (session.phase, board.phase, board.flag) == (Phase.PAUSED, bg.BoardPhase.FLAGGED, 1)
    assert (board.dispute, score_logged(session)) == (dispute, score)
    lost = acts(session, a.FlagStands(90 * MINUTE))
    assert outcome(lost) == Outcome((W,), points=(7, 5))


@pytest.mark.clause("USBGF-4.3", "USBGF-4.7")
def test_taking_back_after_a_disagreement_takes_back_that_the_flag_was_noticed() -> None:
    session = acts(table(7), *OPENED, a.FlagNoticed(20 * MINUTE, 0))
    session = acts(session, a.FlagDisputed(21 * MINUTE, 0))
    assert score_logged(session) == ScoreLogged((0, 0), flag=FlagLogged(0, None, 0))
    session = step(session, e.TakenBack(22 * MINUTE))
    board = scoreboard_of(session)
    assert (session.phase, board.flag, board.dispute) == (Phase.PAUSED, None, None)


def ruled(session: Session, measure: m.OfTable, at: int, token: str = "t") -> Session:
    return step(session, e.Ordered(token, measure, at, "USBGF-2.2b", "Late."))


@pytest.mark.clause("USBGF-2.2b")
def test_penalty_points_that_are_ruled_count_whatever_the_table_knows_of_delays() -> None:
    session = ruled(table(5), m.PenaltyPoints(0, 2), 1)
    board = scoreboard_of(session)
    assert board.match.score == (0, 2)
    session = ruled(acts(session, a.Begin(2, 0)), m.PenaltyPoints(0, 3), 3, "u")
    assert session.phase is Phase.SCORING
    assert outcome(session) == Outcome((Code.LOSS,), points=(0, 5))


@pytest.mark.clause("USBGF-4.8")
def test_length_that_is_ruled_is_the_length_of_the_match() -> None:
    session = ruled(acts(table(5), a.Begin(0, 0)), m.LengthSet(3), 1)
    session = acts(session, a.Won(5, 1, Win.GAMMON))
    assert scoreboard_of(session).match.length == 3
    assert obstacle(table(5), m.LengthSet(3), 0) is None
    assert obstacle(replay(info("acf-masters", "90:00"), SEATED), m.LengthSet(3), 0) == "sheet"
