"""The start of a round at the screen: its key, and the dialogues that give it or take it back.

Lateness is counted from it where it is given after the scheduled hour; without it, from the hour.
"""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.desk_app import DeskApp
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.about_starts import started, to_start, to_take_back
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE
from shared.core.events import RoundStarted, entities
from shared.core.state import Division
from shared.core.text.language import N_, _
from shared.port import Draft
from shared.tui.actions import Action

START = Action(
    "start",
    "s",
    N_("Start"),
    N_("Give the start of the published round now, or take it back while no game has begun"),
)
UNSTART = Action(START.id, START.key, N_("Undo start"), START.help)


def start_keys(moment: Moment, division: Division) -> tuple[Action, ...]:
    """Return the key of the start, by what can be done about it now; none where play has begun."""
    if to_start(moment, division) is not None:
        return (START,)
    return (UNSTART,) if to_take_back(moment, division) is not None else ()


def turn_start(app: DeskApp, division: Division) -> None:
    """Give the start, or take back the one that was given: what that key does."""
    if to_start(app.desk.moment(), division) is not None:
        give_start(app, division)
    else:
        take_start_back(app, division)


@dialogue
async def give_start(ask: Ask, division: Division) -> None:
    """Repeat the fact and write it, earlier or later than the hour as the referee pleases."""
    moment = ask.desk.moment()
    paired = to_start(moment, division)
    if paired is None:
        return
    which = _("round {number} of {division}").format(number=paired.number, division=division.name)

    def entry() -> Writing:
        return Writing(
            _("{round} started").format(round=which), (started(paired, ask.desk.moment().hall_ms),)
        )

    def changed() -> str:
        now = to_start(ask.desk.moment(), division)
        same = now is not None and now.event == paired.event
        return "" if same else _("It has begun, or was paired anew, since.")

    hour = moment.minute(paired.starts_at)
    fact = (
        _("Start {round} now, before its hour? Lateness is counted from {hour}.")
        if moment.hall_ms < paired.starts_at
        else _("Start {round} now? Lateness is counted from now and not from {hour}.")
    ).format(round=which, hour=hour)
    ask.desk.rule(await ask.confirm(fact, entry, yes=_("Start"), changed=changed))


@dialogue
async def take_start_back(ask: Ask, division: Division) -> None:
    """Ask why, repeat the fact, write: a start that was given by mistake."""
    paired = to_take_back(ask.desk.moment(), division)
    if paired is None:
        return
    which = _("round {number} of {division}").format(number=paired.number, division=division.name)
    title = _("Why is the start of {round} taken back?").format(round=which)
    reason = await ask.text(title, hint=_("It stays in the log."))

    def changed() -> str:
        now = to_take_back(ask.desk.moment(), division)
        same = now is not None and (now.event, now.begun_at) == (paired.event, paired.begun_at)
        return "" if same else _("A table has begun, or the start has changed, since.")

    body = RoundStarted(paired.begun_at, paired.event, reason)
    entry = Writing(
        _("start of {round} taken back: {reason}").format(round=which, reason=reason),
        (Draft(entities.start(*paired.key), body, REFEREE),),
    )
    fact = _(
        "Take the start of {round} back: {reason}? It was given {time}; lateness is counted"
        " from the round's own hour again."
    ).format(round=which, reason=reason, time=ask.desk.moment().minute(paired.begun_at))
    ask.desk.rule(await ask.confirm(fact, entry, yes=_("Take back"), changed=changed))
