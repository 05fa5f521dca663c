"""Logs in which different events stand in one place: which of them counts is the referee's word.

Pure. It happens when a key was copied or stolen, or when a disk was set back.
"""

from collections.abc import Iterator
from itertools import islice

import msgspec

from hall_server.derived.about import about
from hall_server.derived.entry_kinds import ENTRY_KINDS
from hall_server.derived.story import entry_words
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment, first_of
from hall_server.referee.derived.questions.question import Question, Urgency
from shared.core.decisions.writing import REFEREE
from shared.core.events import LogSettled, PlayerRegistered, entities
from shared.core.state import Branch, Fork
from shared.core.text.language import _
from shared.port import Draft
from shared.tui.names import clip

NOT_NOW = "none"
SHOWN = 3
"""Entries that the question itself names; the list has all of them."""
_NAME, _IN_LIST = 30, 8
"""Columns of a name where lines wrap, and in the list, where what differs has to be seen."""


def about_forks(moment: Moment) -> Iterator[Question]:
    """Yield one question for each device of which nobody has said yet what counts."""
    asked: set[str] = set()
    for fork in moment.state.forks:
        if fork.decided or fork.node in asked:
            continue
        asked.add(fork.node)
        branches = in_order(fork)
        counting = any(branch.counts for branch in branches[:1])
        yield Question(
            key=key_of(fork),
            kind="alarm",
            urgency=Urgency.NOW,
            since=moment.hall_ms,
            title=_("'{name}' has entered different things in one place").format(
                name=clip(moment.device_name(fork.node), _NAME)
            ),
            evidence=(
                *first_of([_short(moment, branch) for branch in branches], SHOWN),
                _("What was there first counts: it was noted before the other came.")
                if counting
                else _("None of them counts until you say which."),
                _("Its key was copied or stolen, or its disk was set back. All versions are kept."),
            ),
            proposal=_("Say which counts. If the device was stolen, withdraw it as well."),
            opens="fork",
        )


def key_of(fork: Fork) -> str:
    """Return the key of the question about a log."""
    return f"fork:{fork.node}:{fork.inc}"


def asked_of(moment: Moment, key: str) -> Fork | None:
    """Return the log that a question is about, if it still is one."""
    return next((fork for fork in moment.state.forks if key_of(fork) == key), None)


def in_order(fork: Fork) -> list[Branch]:
    """Return what may count: first what counts now, then what was pinned, then the rest."""
    pinned = {noted.event for noted in fork.noted}
    return sorted(fork.branches, key=lambda b: (not b.counts, b.event not in pinned))


def branch_lines(moment: Moment, fork: Fork) -> tuple[ListLine, ...]:
    """Return what may count, to choose from."""
    lines = (ListLine(b.event, _short(moment, b, _IN_LIST)) for b in in_order(fork))
    return (ListLine(NOT_NOW, _("Not now")), *lines)


def branch_story(moment: Moment, fork: Fork, event: str) -> tuple[str, ...]:
    """Return all that is known of one entry: what it says, of what, who wrote it when, who pinned
    it."""
    branch = next((branch for branch in fork.branches if branch.event == event), None)
    if branch is None:
        return (_("Nothing changes, and the question stays."),)
    tables = [t.id for t in moment.state.tables.values() if t.device == fork.node]
    writer = f"'{clip(moment.device_name(fork.node), _NAME)}'"
    if tables:
        words = _("{name} at {tables}")
        writer = words.format(name=writer, tables=moment.tables(tables))
    words = _("Written by {writer}, entry {number}, {time} by its own clock.")
    return (
        said(moment, branch),
        *([_("It counts now.")] if branch.counts else []),
        *islice(_pins(moment, fork, event), SHOWN),
        words.format(writer=writer, number=branch.number, time=moment.minute(branch.at)),
        _about(moment, branch.ent),
    )


def _pins(moment: Moment, fork: Fork, event: str) -> Iterator[str]:
    """Yield who had an entry when; each node once."""
    heard: set[str] = set()
    for noted in fork.noted:
        if noted.event == event and noted.node not in heard:
            heard.add(noted.node)
            name = clip(moment.device_name(noted.node), _NAME)
            yield _("'{name}' had it at {time}.").format(name=name, time=moment.minute(noted.at))
    if not heard:
        yield _("No hall or referee noted it before the other came.")


def settling(fork: Fork, event: str) -> Draft:
    """Return that an event counts, and what its author had written before it."""
    [number] = [branch.number for branch in fork.branches if branch.event == event]
    body = LogSettled(((fork.node, fork.inc, number, event),))
    return Draft(entities.settled(), body, REFEREE)


def said(moment: Moment, branch: Branch, width: int = _NAME) -> str:
    """Return what an entry says, in words; ``width`` are the columns of a name."""
    event = branch.said
    if event is None or event.body is None:
        return _("This version of the software cannot read it.")
    if isinstance(event.body, PlayerRegistered):
        words = _("{name} is registered in {division}")
        return words.format(name=clip(event.body.name, width), division=event.body.division)
    parsed = entities.parse(branch.ent)
    match = moment.match(parsed.match) if parsed is not None else None
    first, second = moment.names(match) if match is not None else (_("Side 1"), _("Side 2"))
    told = entry_words(event, (clip(first, width), clip(second, width)))
    if event.kind not in ENTRY_KINDS:
        return told
    texts = [text for text in msgspec.structs.astuple(event.body) if text and type(text) is str]
    return ", ".join((f"{told} ({about(moment.state, branch.ent)})", *texts))


def _short(moment: Moment, branch: Branch, width: int = _NAME) -> str:
    """Return one version in a line: when it was entered, and what it says."""
    text = _("{time}  {said} (counts now)") if branch.counts else "{time}  {said}"
    return text.format(time=moment.minute(branch.at), said=said(moment, branch, width))


def _about(moment: Moment, ent: str) -> str:
    parsed = entities.parse(ent)
    match = moment.match(parsed.match) if parsed is not None else None
    if match is None:
        return _("About: {ent}").format(ent=about(moment.state, ent))
    first, second = (clip(name, _NAME) for name in moment.names(match))
    return _("About: {ent}").format(
        ent=f"{moment.table(match.table)}, {moment.round(match)}, {first} – {second}"
    )
