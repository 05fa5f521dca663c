"""What is done with a round that is published: started, postponed, or taken back.

Lateness is counted from a start that is given after the scheduled hour, else from the hour.
"""

from collections.abc import Callable

import msgspec

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.desk_app import DeskApp
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.draft_round import Start, may_postpone, may_take_back
from hall_server.referee.derived.questions.about_starts import started, to_start, to_take_back
from hall_server.referee.derived.rounds import latest, matches_of
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said.pair_words import start_time
from shared.core.decisions.writing import REFEREE
from shared.core.events import ByHand, RoundPaired, RoundStarted, entities
from shared.core.state import Division, Round
from shared.core.text.language import N_, _, ngettext
from shared.pairing.log.lines import ChangedByHand, written
from shared.port import Draft
from shared.tui.action import Action

START = Action(
    "start",
    "S",
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
            _("{round} started").format(round=which), (started(paired, ask.desk.hall_ms),)
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


POSTPONE = Action(
    "postpone", "L", N_("Postpone"), N_("Let the published round begin later, with a reason")
)


@dialogue
async def postpone(ask: Ask, division: str, then: Callable[[], object]) -> None:
    """Ask the hour and why, repeat what follows, write; ``then`` comes after it."""
    desk = ask.desk
    paired = latest(desk.moment(), division)
    if paired is None or not may_postpone(desk.moment(), division):
        return
    which = _("round {number} of {division}").format(
        number=paired.number, division=desk.hall.divisions[division].name
    )

    def objection(text: str) -> str:
        moment = desk.moment()
        found = start_time(text, moment.hall_ms, moment.zone)
        if found is None:
            return _("Type a time as 14:30, minutes from now as +20, or now.")
        return _("That hour has passed.") if found.at < moment.hall_ms else ""

    hint = _("Now {time}. 14:30, +20 for in 20 minutes, or now.").format(
        time=desk.moment().minute(paired.starts_at)
    )
    title = _("When does {round} begin?").format(round=which)
    hour = await ask.text(title, hint=hint, objection=objection)
    start = start_time(hour, desk.hall_ms, desk.moment().zone)
    assert start is not None, hour
    reason = await ask.text(_("Why?"), hint=_("It stays in the pairing log."))

    def changed() -> str:
        now = latest(desk.moment(), division)
        same = now is not None and now.event == paired.event
        other = _("Another pairing is published since.")
        return may_take_back(desk.moment(), division) if same else other

    said = _("{round} postponed: {reason}").format(round=which, reason=reason)
    fact = _fact(desk.moment(), paired, which, start.at, reason)
    entry = Writing(said, (postponed(paired, start, reason),))
    desk.rule(await ask.confirm(fact, entry, yes=_("Postpone"), changed=changed))
    then()


def _fact(moment: Moment, paired: Round, which: str, starts_at: int, reason: str) -> str:
    """Return what follows from it, before the yes."""
    fact = _(
        "Let {round} begin {time} and not {before}: {reason}? Lateness counts from {time} for"
        " everybody. Tables and opponents stay."
    ).format(
        round=which,
        time=moment.minute(starts_at),
        before=moment.minute(paired.starts_at),
        reason=reason,
    )
    ruled = sum(bool(match.taken) for match in matches_of(moment, paired))
    if not ruled:
        return fact
    stays = ngettext(
        "! In {count} match of it something is ruled: that stays until you undo it.",
        "! In {count} matches of it something is ruled: that stays until you undo it.",
        ruled,
    )
    return f"{fact} {stays.format(count=ruled)}"


def postponed(paired: Round, start: Start, reason: str) -> Draft:
    """Return that a published round begins at another hour, to be written."""
    matches = tuple(msgspec.structs.replace(match, starts_at=0) for match in paired.matches)
    body = RoundPaired(
        start.at,
        paired.seed,
        matches,
        paired.byes,
        paired.witnesses,
        (*paired.trace, *written([ChangedByHand("postponed", reason)])),
        paired.algorithm,
        paired.field,
        by_hand=ByHand("postponed", reason, paired.event),
        begun=start.now,
    )
    return Draft(entities.pairing(*paired.key), body, REFEREE)


@dialogue
async def take_back(ask: Ask, division: str, then: Callable[[], object]) -> None:
    """Ask why, repeat the fact, write; ``then`` comes after it."""
    desk = ask.desk
    last = latest(desk.moment(), division)
    if last is None or may_take_back(desk.moment(), division):
        return
    which = _("round {number} of {division}").format(
        number=last.number, division=desk.hall.divisions[division].name
    )
    count = len(last.matches)
    matches = ngettext("{count} match", "{count} matches", count).format(count=count)
    title = _("Why is {round} taken back?").format(round=which)
    reason = await ask.text(title, hint=_("It stays in the log; lobby shows it."))

    def changed() -> str:
        now = latest(desk.moment(), division)
        same = now is not None and now.event == last.event
        other = _("Another pairing is published since.")
        return may_take_back(desk.moment(), division) if same else other

    said = _("{round} taken back: {reason}").format(round=which, reason=reason)
    fact = _("Take back {round}, {matches}: {reason}?").format(
        round=which, matches=matches, reason=reason
    )
    entry = Writing(said, (taken_back(last, reason),))
    confirmed = await ask.confirm(fact, entry, yes=_("Take back"), changed=changed)
    desk.drawings.pop(last.key, None)
    desk.rule(confirmed)
    then()


def taken_back(last: Round, reason: str) -> Draft:
    """Return that a published round is taken back, to be written."""
    body = RoundPaired(last.starts_at, last.seed, (), off=reason)
    return Draft(entities.pairing(*last.key), body, REFEREE)
