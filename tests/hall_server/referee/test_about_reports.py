"""Questions that reports raise: calls, phones, power cuts, and many reports of one table."""

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions import about_reports
from hall_server.referee.derived.questions.question import Question, Urgency
from hall_server.referee.derived.questions.questions import questions
from shared.core.decisions.options import Option
from shared.core.events import RefereeComing
from shared.core.events.measures import DealtWith, Dismissed, GameLost, GoesOn, MatchDecided
from shared.core.match.outcome import ReportType
from shared.core.state import HallState, Match, Report, Result
from shared.port import Link
from tests.core.decided import (
    body_of,
    decision,
    first_of,
    measures_in,
    with_decisions,
    would_write,
)
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    confirmed,
    disputed,
    masters,
    match,
    outcome,
    reading,
    report,
    signed,
    under_way,
)

PAIR = ("p1", "p2")
COMING = START + 21 * MINUTE


def asked(state: HallState, now: int = START, link: Link = LIVE, **live: object) -> list[Question]:
    return list(questions(Moment(state, link, now, live.get("live", {}))))  # type: ignore[arg-type]


def one(found: list[Question], kind: str) -> Question:
    of_kind = [question for question in found if question.kind == kind]
    assert len(of_kind) == 1, [question.kind for question in found]
    return of_kind[0]


@pytest.mark.clause("ACF-3.II.J")
def test_a_phone_proposes_that_its_owner_forfeits_the_game_that_is_played() -> None:
    of = under_way("m1", "t1", PAIR)
    state = masters(of, reports=(report("phone", of, seat=0, about=1),))
    question = one(asked(state, live=reading(of, game=2)), "phone")
    assert question.clause == "ACF-3.II.J"
    assert question.title == "A phone rang: Bo King"
    assert question.opens == "write"
    [draft] = would_write(state, question)
    assert draft.ent == "masters/1/m1/decision"
    assert measures_in(draft) == (GameLost(1, 2),)
    assert (body_of(draft).clause, body_of(draft).settles) == ("ACF-3.II.J", ("ea",))


@pytest.mark.clause("ACF-3.II.J")
def test_a_phone_changes_a_result_that_is_signed_already() -> None:
    of = under_way("m1", "t1", PAIR, result=confirmed("D L"))
    state = masters(of, reports=(report("phone", of, about=1),))
    [draft] = would_write(state, one(asked(state), "phone"))
    assert measures_in(draft) == (GameLost(1, 1), MatchDecided.by(outcome("W* L")))
    assert body_of(draft).clause == "ACF-3.II.J"
    assert body_of(draft).settles == ("ea", "s0", "s1")


@pytest.mark.clause("ACF-3.II.J")
@pytest.mark.parametrize(
    "result",
    [disputed("D L", "L L"), Result("entered", None, (signed(0, "D L"),), ("s0",))],
    ids=["disputed", "signed by one"],
)
def test_phone_says_nothing_about_a_result_that_does_not_count(result: Result) -> None:
    of = under_way("m1", "t1", PAIR, result=result)
    question = one(asked(masters(of, reports=(report("phone", of, about=1),))), "phone")
    assert first_of(question) == (GameLost(1, 1),)


def test_a_phone_whose_owner_is_not_named_is_left_to_the_referee() -> None:
    of = under_way("m1", "t1", PAIR)
    question = one(asked(masters(of, reports=(report("phone", of, about=None),))), "phone")
    assert question.opens == "decide"
    assert first_of(question) == (Dismissed(),)


def test_a_call_is_answered_and_then_closed() -> None:
    of = under_way("m1", "t1", PAIR)
    new = one(asked(masters(of, reports=(report("call", of, note="Touched piece"),))), "call")
    assert new.urgency == Urgency.NOW
    assert new.evidence[0] == "Reported 22:33:20 by Ann Lee: “Touched piece”"
    assert new.options[0].coming
    coming = one(asked(masters(of, reports=(report("call", of, coming_at=COMING),))), "call")
    assert coming.urgency == Urgency.SOON
    assert coming.key != new.key
    assert first_of(coming) == (DealtWith(),)
    assert not any(option.coming for option in coming.options), "that has been said"


def test_answered_report_asks_no_more() -> None:
    of = under_way("m1", "t1", PAIR)
    state = masters(of, reports=(report("call", of),))
    done = decision("d", Dismissed(), of=of, settles=("ea",))
    assert asked(with_decisions(state, of, done)) == []


@pytest.mark.clause("HALL-power-cut")
def test_after_a_power_cut_the_last_reading_is_proposed_with_the_clock_log() -> None:
    of = under_way("m1", "t1", PAIR)
    state = masters(of, reports=(report("restart", of, about=None),))
    question = one(asked(state), "restart")
    assert (
        question.proposal == "Both clocks are stopped. Go on from Ann Lee 1:10:00, Bo King 1:05:00."
    )
    assert "Clock log, game 1 (30 s): Ann Lee 1:10:00, Bo King 1:05:00" in question.evidence
    assert first_of(question) == (GoesOn(),)
    assert question.options[0].clause == "HALL-power-cut"
    assert question.options[1].asks == "times", "or from other times"


@pytest.mark.clause("HALL-power-cut")
def test_reading_at_the_table_outranks_the_older_log() -> None:
    of = under_way("m1", "t1", PAIR)
    state = masters(of, reports=(report("restart", of, about=None),))
    shown = reading(of, remaining_ms=(61_000, 62_000), running=())
    assert "Ann Lee 1:01, Bo King 1:02" in one(asked(state, live=shown), "restart").proposal


def flooded(kind: ReportType, count: int) -> HallState:
    """Return a hall in which one table files so many reports, and another one."""
    playing = (match("m1", "t1", PAIR), match("m2", "t2", ("p3", "p4")))
    state = masters(*playing)
    filed = [
        report(kind, playing[0], at=START + n, ent=f"n{n:03}", event=f"e{n:03}")
        for n in range(count)
    ]
    filed.append(report(kind, playing[1], at=START))
    return msgspec.structs.replace(state, reports={one.ent: one for one in filed})


def test_all_calls_of_a_table_are_one_line_and_one_answer() -> None:
    state = flooded("call", 250)
    found = asked(state)

    calls = [question for question in found if question.kind == "call"]
    assert sorted(call.table for call in calls) == ["t1", "t2"]
    (many,) = [call for call in calls if call.table == "t1"]
    assert many.evidence[0] == "250 open calls of this table."
    coming = would_write(state, many)
    assert {draft.ent for draft in coming} == set(many.reports)
    assert {type(draft.body) for draft in coming} == {RefereeComing}
    [done] = would_write(state, many, Option((DealtWith(),)))
    assert len(body_of(done).settles) == 250


def test_reports_of_one_table_are_asked_about_a_few_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weighed: list[str] = []
    weigh = about_reports._phone

    def counted(moment: Moment, report: Report, match: Match | None) -> Question:
        weighed.append(report.ent)
        return weigh(moment, report, match)

    monkeypatch.setattr(about_reports, "_phone", counted)
    found = asked(flooded("phone", 40))
    assert len(weighed) == 8 + 1

    phones = [question for question in found if question.kind == "phone"]
    of_one = [question for question in phones if question.table == "t1"]
    assert len(of_one) == 8
    assert [question.since for question in of_one] == [START + n for n in range(8)]
    assert of_one[-1].evidence[-1] == "32 more reports of this table wait behind this one."
    assert [question.table for question in phones if question.table != "t1"] == ["t2"]


@pytest.mark.parametrize(
    ("found", "numbers", "says"),
    [
        ("slept", (90_000,), "The table slept for 1:30."),
        ("restarted", (), "The table restarted during a game."),
        ("from_a_later_version", (1, 2), ""),
    ],
)
def test_finding_of_the_table_itself_is_evidence(
    found: str, numbers: tuple[int, ...], says: str
) -> None:
    of = under_way("m1", "t1", PAIR)
    filed = report("restart", of, about=None, found=found, numbers=numbers)
    lines = one(asked(masters(of, reports=(filed,))), "restart").evidence
    assert lines[0] == "Reported 22:33:20 by Ann Lee"
    assert (says in lines) == bool(says)
