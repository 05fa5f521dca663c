"""Logs in which different events stand in one place: which of them counts is the referee's word.

Pure. It happens when a key was copied or stolen, or when a disk was set back.
"""

from __future__ import annotations

from collections.abc import Iterator

from hall_server.referee.moment import Moment
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.questions import reasons
from hall_server.referee.questions.question import REFEREE, Question, Urgency
from shared.core import entities
from shared.core.events import LogSettled
from shared.core.language import _
from shared.core.state import Branch, Fork
from shared.port import Draft

NOT_NOW = "none"


def about_forks(moment: Moment) -> Iterator[Question]:
    """One question for each log of which nobody has said yet what counts."""
    for fork in moment.state.forks:
        if fork.decided:
            continue
        counting = any(branch.counts for branch in fork.branches)
        yield Question(
            key=key_of(fork),
            kind="alarm",
            urgency=Urgency.NOW,
            since=moment.hall_ms,
            title=_("'{name}' has entered different things in one place").format(
                name=_name(moment, fork.node)
            ),
            clause="",
            evidence=(
                *(_said(moment, branch) for branch in fork.branches),
                _("What was there first counts: it was noted before the other came.")
                if counting
                else _("None of them counts until you say which."),
                _("Its key was copied or stolen, or its disk was set back. All versions are kept."),
            ),
            proposal=_("Say which counts. If the device was stolen, withdraw it as well."),
            opens="fork",
        )


def key_of(fork: Fork) -> str:
    """The key of the question about a log."""
    return f"fork:{fork.node}:{fork.inc}"


def asked_of(moment: Moment, key: str) -> Fork | None:
    """The log that a question is about, if it still is one."""
    return next((fork for fork in moment.state.forks if key_of(fork) == key), None)


def branch_lines(moment: Moment, fork: Fork) -> tuple[Line, ...]:
    """What may count, to choose from."""
    lines = (Line(branch.event, _said(moment, branch)) for branch in fork.branches)
    return (Line(NOT_NOW, _("Not now")), *lines)


def settling(fork: Fork, event: str) -> Draft:
    """That an event counts, and what its author had written before it."""
    [number] = [branch.number for branch in fork.branches if branch.event == event]
    body = LogSettled(((fork.node, fork.inc, number, event),), reasons.SETTLED)
    return Draft(entities.settled(), body, REFEREE)


def _name(moment: Moment, node: str) -> str:
    device = moment.state.devices.get(node)
    return device.label if device is not None else node[:8]


def _said(moment: Moment, branch: Branch) -> str:
    """One version: when it was entered, and what it is about."""
    text = (
        _("Entry {number}, {time}, about {about}; it counts now")
        if branch.counts
        else _("Entry {number}, {time}, about {about}")
    )
    about = _about(moment, branch.ent)
    return text.format(number=branch.number, time=moment.minute(branch.at), about=about)


def _about(moment: Moment, ent: str) -> str:
    parsed = entities.parse(ent)
    match = moment.match(parsed.match) if parsed is not None else None
    if match is None:
        return ent
    return f"{moment.table(match.table)}, {' – '.join(moment.names(match))}"
