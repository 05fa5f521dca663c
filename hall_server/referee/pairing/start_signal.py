"""The start of a round: whether it is to be given or taken back, what is written, the dialogues.

Lateness is counted from it where it is given after the scheduled hour; without it, from the hour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hall_server.referee.moment import Moment
from hall_server.referee.pairing import pair_keys as keys
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.questions.about_rounds import latest, matches_of
from hall_server.referee.questions.question import REFEREE, Question, Urgency
from shared.core import entities
from shared.core.events import RoundStarted
from shared.core.incidents import lateness_clause
from shared.core.language import _
from shared.core.state import Division, Match, Round
from shared.port import Draft
from shared.tui.actions import Action
from shared.tui.times import age

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def to_start(moment: Moment, division: Division) -> Round | None:
    """The division's newest round, if its start was not given and no table plays by itself yet."""
    last = latest(moment, division.id)
    if last is None or last.begun_at or last.contested or not last.event:
        return None
    return last if _waits(moment, last) else None


def to_take_back(moment: Moment, division: Division) -> Round | None:
    """The division's newest round, if its start was given and no table plays by itself yet."""
    last = latest(moment, division.id)
    given = last is not None and bool(last.begun_at) and not last.contested
    return last if last is not None and given and _waits(moment, last) else None


def about_starts(moment: Moment) -> Iterator[Question]:
    """That the hour of a round has come and its start was not given."""
    for division in moment.state.divisions.values():
        paired = to_start(moment, division)
        if (
            paired is None
            or moment.hall_ms < paired.starts_at
            or not moment.state.pairs(division.id)
        ):
            continue
        number, waits = paired.number, moment.hall_ms - paired.starts_at
        yield Question(
            key=f"start:{division.id}:{number}:{paired.event}",
            kind="start",
            urgency=Urgency.SOON,
            since=paired.starts_at,
            title=_("Start round {number}, {division}").format(
                number=number, division=division.name
            ),
            clause=lateness_clause(division.book),
            evidence=(
                _("Scheduled {time}, {waits} ago; no table has begun.").format(
                    time=moment.minute(paired.starts_at), waits=age(waits)
                ),
            ),
            proposal=_(
                "Start round {number} of {division}: tables and lobby show it, and lateness is"
                " counted from now."
            ).format(number=number, division=division.name),
            drafts=(started(paired, moment.hall_ms),),
            division=division.id,
        )


def started(paired: Round, at: int) -> Draft:
    """That the start of a round is given at ``at`` (UTC ms), to be written."""
    return Draft(entities.start(*paired.key), RoundStarted(at, paired.event), REFEREE)


def start_keys(moment: Moment, division: Division) -> tuple[Action, ...]:
    """The key of the start, by what can be done about it now; none where play has begun."""
    if to_start(moment, division) is not None:
        return (keys.START,)
    return (keys.UNSTART,) if to_take_back(moment, division) is not None else ()


def turn_start(app: RefereeDesk, division: Division) -> None:
    """Give the start, or take back the one that was given: what that key does."""
    if to_start(app.moment(), division) is not None:
        give_start(app, division)
    else:
        take_start_back(app, division)


def give_start(app: RefereeDesk, division: Division) -> None:
    """Repeat the fact and write it, earlier or later than the hour as the referee pleases."""
    moment = app.moment()
    paired = to_start(moment, division)
    if paired is None:
        return
    which = _("round {number} of {division}").format(number=paired.number, division=division.name)

    def write() -> None:
        said = _("{round} started").format(round=which)
        app.write(said, started(paired, app.moment().hall_ms))

    def changed() -> str:
        now = to_start(app.moment(), division)
        same = now is not None and now.event == paired.event
        return "" if same else _("It has begun, or was paired anew, since.")

    hour = moment.minute(paired.starts_at)
    fact = (
        _("Start {round} now, before its hour? Lateness is counted from {hour}.")
        if moment.hall_ms < paired.starts_at
        else _("Start {round} now? Lateness is counted from now and not from {hour}.")
    )
    app.confirm(fact.format(round=which, hour=hour), write, yes=_("Start"), changed=changed)


def take_start_back(app: RefereeDesk, division: Division) -> None:
    """Ask why, repeat the fact, write: a start that was given by mistake."""
    paired = to_take_back(app.moment(), division)
    if paired is None:
        return
    which = _("round {number} of {division}").format(number=paired.number, division=division.name)

    def reasoned(reason: str | None) -> None:
        if reason is None:
            return

        def write() -> None:
            said = _("start of {round} taken back: {reason}").format(round=which, reason=reason)
            body = RoundStarted(paired.begun_at, paired.event, reason)
            app.write(said, Draft(entities.start(*paired.key), body, REFEREE))

        def changed() -> str:
            now = to_take_back(app.moment(), division)
            same = now is not None and (now.event, now.begun_at) == (paired.event, paired.begun_at)
            return "" if same else _("A table has begun, or the start has changed, since.")

        fact = _(
            "Take the start of {round} back: {reason}? It was given {time}; lateness is counted"
            " from the round's own hour again."
        ).format(round=which, reason=reason, time=app.moment().minute(paired.begun_at))
        app.confirm(fact, write, yes=_("Take back"), changed=changed)

    title = _("Why is the start of {round} taken back?").format(round=which)
    app.push_screen(AskText(title, hint=_("It stays in the log.")), reasoned)


def _waits(moment: Moment, paired: Round) -> bool:
    matches = matches_of(moment, paired)
    return bool(matches) and not any(_plays(moment, match) for match in matches)


def _plays(moment: Moment, match: Match) -> bool:
    seen = moment.live.get(match.uid)
    running = seen is not None and (bool(seen.live.running) or any(seen.live.moves))
    return running or bool(match.presses or match.clock is not None or match.result.versions)
