"""Decisions for tests, as the state holds them."""

from typing import Any

import msgspec

from hall_server.referee.asked.rulings.deciding import Whole, drafts
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from shared.core.decisions.options import Option
from shared.core.events import DecisionMade, entities
from shared.core.events.measures import Measure, read, token
from shared.core.state import Decision, HallState, Match, Report
from shared.port import Draft, Link
from tests.tui.fake_port import START

LIVE = Link("live", START)


def decision(
    event: str, *measures: Measure, of: Match | None = None, ent: str = "", **more: Any
) -> Decision:
    """Return a decision about a match, or about the entity that is named."""
    about = entities.match_decision(of.key) if of is not None else ent
    plain: dict[str, Any] = {
        "node": "aa" * 16, "how": "key", "at": START, "clause": "", "reason": "",
        "settles": (), "replaces": (), "votes": (),
    }  # fmt: skip
    held = tuple((token("", measure), measure) for measure in measures)
    return Decision(event=event, ent=about, measures=held, **{**plain, **more})


def with_decisions(state: HallState, match: Match, *decisions: Decision) -> HallState:
    """Return the state after decisions about a match, its reports closed by those that settle
    them."""
    changed = msgspec.structs.replace(state.matches[match.uid], decisions=decisions)
    reports = {ent: _closed(report, decisions) for ent, report in state.reports.items()}
    return msgspec.structs.replace(
        state, matches={**state.matches, match.uid: changed}, reports=reports
    )


def _closed(report: Report, decisions: tuple[Decision, ...]) -> Report:
    mine = (d for d in decisions if report.event in d.settles)
    found = next((d for d in mine if d.standing in ("in_force", "contested")), report.decision)
    return msgspec.structs.replace(report, decision=found)


def first_of(question: Question) -> tuple[Measure, ...]:
    """Return the measures of the proposal."""
    return question.options[0].measures


def would_write(
    state: HallState, question: Question, option: Option | None = None, reason: str = ""
) -> tuple[Draft, ...]:
    """Return what deciding a question by an option writes: by its proposal, if none is given."""
    if question.case is None:
        return question.drafts
    whole = Whole(option or question.options[0], reason)
    return drafts(Moment(state, LIVE, START), question.case, whole)


def measures_in(draft: Draft) -> tuple[Measure | None, ...]:
    """Return the measures that a draft decides."""
    assert isinstance(draft.body, DecisionMade)
    return tuple(read(raw) for raw in draft.body.measures)


def body_of(draft: Draft) -> DecisionMade:
    """Return the decision that a draft writes."""
    assert isinstance(draft.body, DecisionMade)
    return draft.body


def measures(draft: Draft) -> list[Measure | None]:
    """Return the measures that a draft decides, as a list."""
    return list(measures_in(draft))


def grounds(draft: Draft) -> tuple[str, str]:
    """Return the rule of what a draft decides, and the referee's own words."""
    body = body_of(draft)
    return body.clause, body.reason
