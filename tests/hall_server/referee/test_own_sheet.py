"""What a referee reads cites the sheet that is played; what it does not cover the referee rules."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from hall_server.referee.asked.rulings.withdrawing import grounds
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core.decisions.facts import CaseKind
from shared.core.decisions.options import TAKEN_BACK, Option, options
from shared.core.decisions.words import offered
from shared.core.events import ControlChosen, DecisionMade
from shared.core.events.reported import WORDS
from shared.core.match.controls import UNCLOCKED
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import Division, HallState, Match, Report
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    disputed,
    masters,
    match,
    moment,
    reading,
    report,
    under_way,
)

PAIR = ("p1", "p2")
OTHERS = {"SE": ("SE", "DARK"), "ACF": ("ACF", "DARK")}
"""Sheets that leave what happens at a board to standard American checkers."""
ANYWHERE = ("HALL",)


def under(book: str, of: Match, *reports: Report) -> HallState:
    division = Division("masters", "Masters", book, 4, "")
    return replace(masters(of, reports=reports), divisions={"masters": division})


def halls(name: str) -> Iterator[tuple[HallState, int]]:
    """Yield a hall for each thing that can come up under a sheet, and when it is looked at."""
    book = RULEBOOKS[name]
    of = under_way("m1", "t1", PAIR, control=ControlChosen(UNCLOCKED, "event"), length=7)
    for kind in WORDS:
        for code in [line.what.code for line in book.sheet.exactly(kind)] or [""]:
            yield under(name, of, report(kind, of, which=code, game=1)), START + 20 * MINUTE
    yield under(name, replace(of, result=disputed("W D", "L W"))), START
    away = match("m1", "t1", PAIR, seated=(True, False), length=7)
    for minutes in (5, 12, 31, 61):
        yield under(name, away), START + minutes * MINUTE
    yield under(name, match("m1", "t1", PAIR, length=7)), START + MINUTE
    yield under(name, of), START + 400 * MINUTE


def asked(state: HallState, now: int, **live: object) -> Iterator[Question]:
    [of] = state.matches.values()
    yield from questions(Moment(state, LIVE, now, reading(of, **live) if live else {}))


def about(state: HallState, now: int, kind: CaseKind) -> tuple[Option, ...]:
    """Return what can be decided about the match without a question."""
    [of] = state.matches.values()
    return options(case_of(moment(state, now), kind, of))


def foreign(clause: str, name: str) -> bool:
    own = RULEBOOKS[name].clauses["game"].split("-")[0]
    return bool(clause) and clause.split("-", maxsplit=1)[0] not in (
        *OTHERS.get(own, (own,)),
        *ANYWHERE,
    )


@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_question_and_no_option_cites_a_sheet_that_is_not_played(name: str) -> None:
    seen = 0
    for state, now in halls(name):
        flagged = asked(state, now, flag=1, clocked=True)
        for question in (*asked(state, now), *flagged):
            assert not foreign(question.clause, name), question
            for option in question.options:
                assert not foreign(option.clause, name), (question.key, option)
                assert option.clause or option.coming or option == TAKEN_BACK, question.key
                seen += 1
            for draft in question.drafts:
                if isinstance(draft.body, DecisionMade):
                    assert not foreign(draft.body.clause, name), draft
        for option in about(state, now, "clock"):
            assert not foreign(option.clause, name), option
    assert seen > 30
    assert not any(foreign(line.key, name) for line in grounds(RULEBOOKS[name]))


@pytest.mark.clause("ACF-1.VII", "APCA-35", "USBGF-1", "DARK-arbiter")
def test_every_sheet_names_whose_word_decides_what_it_does_not_cover() -> None:
    said = {name: book.sheet.authority for name, book in RULEBOOKS.items()}
    assert said["acf-masters"] == "ACF-1.VII"
    assert said["apca"] == "APCA-35"
    assert said["usbgf-open"] == "USBGF-1"
    assert said["standard"] == said["contest"] == "DARK-arbiter"


@pytest.mark.clause("APCA-8")
def test_a_call_at_a_pool_table_is_the_first_question_with_its_clock_and_its_clause() -> None:
    of = under_way("m1", "t1", PAIR)
    state = under("apca", of, report("call", of, note="He will not move"))
    [question] = [q for q in asked(state, START + 21 * MINUTE) if q.kind == "call"]
    assert (question.clause, question.order[0]) == ("APCA-8", 0)
    assert any("“He will not move”" in line for line in question.evidence)
    assert any("presses in the log" in line for line in question.evidence)


@pytest.mark.clause("APCA-9", "HALL-apca-flag")
def test_a_flag_under_a_sheet_of_games_leaves_the_next_game_to_the_referee() -> None:
    of = under_way("m1", "t1", PAIR)
    first, second = (
        next(q for q in asked(under("apca", of), START, flag=1, game=game) if q.kind == "flag")
        for game in (1, 2)
    )
    assert (first.clause, first.opens) == ("HALL-apca-flag", "decide")
    assert "Rule on game 2" in first.proposal
    assert second.opens == "decide"
    acf = next(q for q in asked(under("acf-masters", of), START, flag=1) if q.kind == "flag")
    assert (acf.clause, acf.opens) == ("ACF-1.X.A.b", "write"), "there it costs the next one too"


@pytest.mark.clause("USBGF-4.7")
def test_a_disputed_score_of_points_names_the_written_record() -> None:
    of = under_way("m1", "t1", PAIR, length=7, result=disputed("W", "L"))
    [question] = [q for q in asked(under("usbgf-open", of), START) if q.kind == "dispute"]
    assert question.clause == "USBGF-4.7"
    assert "If one alone has kept a written score, that record takes precedence." in (
        question.proposal
    )


@pytest.mark.clause("APCA-34")
def test_both_lose_the_points_of_a_match_that_was_played_before_nearer_ones() -> None:
    of = under_way("m1", "t1", PAIR)
    found = about(under("apca", of), START, "result")
    [option] = [
        one for one in found if one.outcome is not None and one.outcome.void == "passed_over"
    ]
    assert option.clause == "APCA-34"
    assert offered(option, ("Ann", "Bo"), of) == (
        "Closer opponents were passed over: no points for either player"
    )
