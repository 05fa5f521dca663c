"""Time that is given back for a press, time that runs as from the grace, and one incident twice."""

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.questions import questions
from shared.core.decisions.words import offered
from shared.core.events import ControlChosen
from shared.core.events.measures import (
    AbsentTimeStarted,
    DealtWith,
    GameLost,
    LengthSet,
    MatchDecided,
    Measure,
    PenaltyPoints,
    PressForgotten,
    SameAs,
)
from shared.core.state import Decision, HallState, Match, Report
from tests.core.decided import decision, grounds, measures, with_decisions
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    Desk,
    confirmed,
    keys,
    log,
    masters,
    match,
    outcome,
    report,
    under_way,
)
from tests.tui.screens import screen_text

PAIR = ("p1", "p2")
POINTS = under_way("m1", "t1", PAIR, control=ControlChosen("14:00/12", "event"), length=7)
LATE = match("m1", "t1", PAIR, seated=(True, False))
OF = under_way("m1", "t1", PAIR)


def backgammon(state: HallState) -> HallState:
    division = msgspec.structs.replace(state.divisions["masters"], rulebook="usbgf-open")
    return msgspec.structs.replace(state, divisions={"masters": division})


def number_of(state: HallState, words: str, of: Match) -> str:
    """Return the key of the option that says ``words``."""
    [question] = questions(Moment(state, LIVE, START + 34 * MINUTE, {}))
    said = [offered(option, ("Ann Lee", "Bo King"), of) for option in question.options]
    return str(1 + next(n for n, each in enumerate(said) if words in each))


@pytest.mark.clause("USBGF-4.1.8")
@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
async def test_press_that_was_forgotten_is_given_back_by_its_time(size: tuple[int, int]) -> None:
    state = backgammon(masters(POINTS, reports=(report("call", POINTS, coming_at=START + 1),)))
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        desk.tell(state)
        await pilot.pause()
        await keys(pilot, "o", *down_to(number_of(state, "A press was forgotten", POINTS)))
        await keys(pilot, "enter", "2", *"soon", "enter")
        assert "A time, as 0:35." in screen_text(desk.app)
        await keys(pilot, *["backspace"] * 4, *"1:05", "enter")
        [draft] = desk.port.drafts
        assert measures(draft) == [PressForgotten(1, 65_000)]
        assert grounds(draft)[0] == "USBGF-4.1.8"


@pytest.mark.clause("USBGF-2.2b", "USBGF-4.8")
@pytest.mark.parametrize(
    ("words", "typed", "measure", "clause"),
    [
        ("Penalty points", ("2", *"x", "enter", "backspace", *"3", "enter"),
         PenaltyPoints(1, 3), "USBGF-2.2b"),
        ("Set the match length", (*"9", "enter"), LengthSet(9), "USBGF-4.8"),
    ],
)  # fmt: skip
async def test_director_imposes_penalty_points_and_a_length_from_the_desk(
    words: str, typed: tuple[str, ...], measure: Measure, clause: str
) -> None:
    state = backgammon(masters(POINTS, reports=(report("call", POINTS, coming_at=START + 1),)))
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(state)
        await pilot.pause()
        await keys(pilot, "o", *down_to(number_of(state, words, POINTS)), "enter", *typed)
        [draft] = desk.port.drafts
        assert measures(draft) == [measure]
        assert grounds(draft)[0] == clause


def down_to(number: str) -> tuple[str, ...]:
    return ("down",) * (int(number) - 1)


@pytest.mark.clause("ACF-1.VI.B")
def test_late_player_with_a_clock_is_proposed_the_time_as_from_the_end_of_the_grace() -> None:
    state = masters(LATE)
    [question] = questions(Moment(state, LIVE, START + 34 * MINUTE, {}))
    assert "1:11:00 is left" in question.proposal
    first, second = question.options[:2]
    assert first.measures == (AbsentTimeStarted("90:00", START + 15 * MINUTE),)
    assert second.measures == (AbsentTimeStarted("90:00"),)
    said = [offered(option, ("Ann Lee", "Bo King"), LATE) for option in (first, second)]
    assert "as from the end of the grace period" in said[0]
    assert "from now" in said[1]


def twice() -> tuple[Report, Report]:
    """Return one phone, reported by both."""
    return report("phone", OF, at=START), report("phone", OF, token="b", at=START + MINUTE)


async def test_second_report_of_one_phone_is_attached_and_costs_no_second_game() -> None:
    first, second = twice()
    lost = decision("d1", GameLost(1, 1), of=OF, settles=(first.event,))
    state = with_decisions(masters(OF, reports=(first, second)), OF, lost)
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.tell(state)
        await pilot.pause()
        await keys(pilot, number_of(state, "The same incident", OF))
        [draft] = desk.port.drafts
        assert measures(draft) == [SameAs(first.event)]
        same = decision("d2", SameAs(first.event), of=OF, settles=(second.event,))
        desk.tell(with_decisions(state, OF, lost, same))
        await pilot.pause()
        assert not desk.app.desk.questions


def test_report_that_is_the_only_one_of_its_kind_is_not_the_same_as_another() -> None:
    state = masters(OF, reports=(report("phone", OF),))
    [question] = questions(Moment(state, LIVE, START + 34 * MINUTE, {}))
    assert not any(isinstance(each, SameAs) for o in question.options for each in o.measures)


@pytest.mark.clause("ACF-3.II.J")
async def test_three_phones_in_one_match_cost_each_game_once_and_the_signed_result_is_checked() -> (
    None
):
    desk, ruled, filed = Desk(), list[Decision](), list[Report]()
    rings = ((1, GameLost(1, 1)), (2, GameLost(1, 2)), (2, DealtWith()))
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for n, (game, cost) in enumerate(rings):
            filed.append(report("phone", OF, token=f"r{n}", game=game, at=START + n * MINUTE))
            of = msgspec.structs.replace(OF, clock=log((0, 0), game=game))
            desk.tell(with_decisions(masters(of, reports=tuple(filed)), of, *ruled))
            await pilot.pause()
            before = len(desk.port.drafts)
            await keys(pilot, "a", *([] if cost == DealtWith() else ["y"]))
            [draft] = desk.port.drafts[before:]
            assert measures(draft) == [cost]
            ruled.append(decision(f"d{n}", cost, of=OF, settles=(filed[-1].event,)))
        signed = msgspec.structs.replace(OF, result=confirmed("W* D"))
        desk.tell(with_decisions(masters(signed, reports=tuple(filed)), signed, *ruled))
        await pilot.pause()
        [question] = [q for q in desk.app.desk.questions if q.kind == "forfeit"]
        assert question.proposal.startswith("Game 2 is forfeited by Bo King.")
        before = len(desk.port.drafts)
        place = desk.app.desk.questions.index(question)
        await keys(pilot, *["down"] * place, "a", "y")
        [draft] = desk.port.drafts[before:]
        assert measures(draft) == [MatchDecided.by(outcome("W* W*"))]
