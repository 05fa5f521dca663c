"""A sheet that the programs do not know is registered, printed, paired, played and ruled by.

It is one module, ``harbour.py``: nothing else is changed for it.
"""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from hall_server.commands.rulebook import rulebook_command
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core import rulebooks
from shared.core.events.measures import Caution, Dismissed
from shared.core.rulebooks import register, rulebook
from shared.core.state import Division, HallState, Match, Report
from shared.pairing import Systems
from shared.public.rules import in_brief
from tests.board_terminal.table_kit import playing, round_one, state_of
from tests.hall_server.referee.halls import (
    LIVE,
    MINUTE,
    START,
    confirmed,
    masters,
    match,
    report,
    under_way,
)
from tests.sixth_sheet.harbour import HARBOUR

PAIR = ("p1", "p2")


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(HARBOUR)
    yield
    rulebooks._REGISTERED.pop("harbour")


def in_the_harbour(*matches: Match, reports: tuple[Report, ...] = ()) -> HallState:
    division = Division("masters", "Club", "harbour", 5, "")
    return replace(masters(*matches, reports=reports), divisions={"masters": division})


def asked(state: HallState, now: int) -> tuple[Question, ...]:
    return questions(Moment(state, LIVE, now, {}))


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="two rulebooks are called 'harbour'"):
        register(HARBOUR)


def test_sixth_sheet_is_printed_by_the_command() -> None:
    shown = CliRunner().invoke(rulebook_command, ["show", "harbour"])
    assert shown.exit_code == 0
    assert "Harbour Club" in shown.output
    assert "HARBOUR-6" in shown.output


def test_the_lobby_says_its_rules_in_brief() -> None:
    rules = [rule for section in in_brief(HARBOUR) for rule in section.rules]
    cited = {clause for rule in rules for clause in rule.clause.split(", ")}
    assert any("10" in rule.text for rule in rules if "HARBOUR-6" in rule.clause)
    assert all(clause.startswith("HARBOUR-") for clause in cited)


def test_a_round_is_paired_and_a_match_scored_by_it() -> None:
    first = under_way("m1", "t1", PAIR, result=confirmed("W D"))
    second = under_way("m2", "t2", ("p3", "p4"), result=confirmed("D D"))
    proposal = Systems().pair(in_the_harbour(first, second), "masters", 2, "seed")
    assert len(proposal.pairs) == 2
    assert {finding.clause for finding in proposal.findings} == {"HARBOUR-2"}


def test_its_own_incident_is_offered_at_the_table_and_reported() -> None:
    kit = playing(state=state_of(round_one(), control="20:00", rulebook="harbour"))
    kit.do("reports", "report:disturbance")
    offered = {command for command, _ in kit.model.offers}
    assert "report:disturbance:gulls" in offered
    kit.do("report:disturbance:gulls", "report:disturbance:gulls:0")
    [filed] = [d.body for d in kit.port.drafts if type(d.body).__name__ == "ReportFiled"]
    assert (filed.type, filed.which, filed.about) == ("disturbance", "gulls", 0)


def test_the_referee_rules_on_it_by_its_clause() -> None:
    of = under_way("m1", "t1", PAIR)
    filed = report("disturbance", of, which="gulls", about=0)
    [question] = asked(in_the_harbour(of, reports=(filed,)), START + MINUTE)
    assert question.clause == "HARBOUR-8"
    assert "feeds the gulls" in question.title.lower()
    assert question.options[0].measures == (Caution(0),)
    assert question.options[0].clause == "HARBOUR-8"
    assert question.options[1].measures == (Dismissed(),)
    assert {option.clause for option in question.options if not option.coming} <= {
        "HARBOUR-8",
        "HARBOUR-9",
    }


def test_a_late_player_is_asked_about_by_its_numbers() -> None:
    away = match("m1", "t1", PAIR, seated=(True, False))
    [question] = [q for q in asked(in_the_harbour(away), START + 6 * MINUTE) if q.kind == "late"]
    assert question.clause == "HARBOUR-6"


def test_division_finds_the_sixth_sheet_by_name() -> None:
    assert rulebook("harbour") is HARBOUR
