"""A published round begins later, in one act: whether it may, the dialogue, what is written.

Everybody keeps table and opponent, and lateness counts from the new hour.
"""

from collections.abc import Callable

import msgspec

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.pairing.draft_round import may_postpone, may_take_back
from hall_server.referee.derived.rounds import latest, matches_of
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said.pair_words import start_time
from shared.core.decisions.writing import REFEREE
from shared.core.events import ByHand, RoundPaired, entities
from shared.core.state import Round
from shared.core.text.language import N_, _, ngettext
from shared.pairing.log.lines import ChangedByHand, written
from shared.port import Draft
from shared.tui.actions import Action

POSTPONE = Action(
    "postpone", "l", N_("Postpone"), N_("Let the published round begin later, with a reason")
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
        starts_at = start_time(text, moment.hall_ms, moment.zone)
        if starts_at is None:
            return _("Type a time as 14:30, minutes from now as +20, or now.")
        return _("That hour has passed.") if starts_at < moment.hall_ms else ""

    hint = _("Now {time}. 14:30, +20 minutes, or now.").format(
        time=desk.moment().minute(paired.starts_at)
    )
    title = _("When does {round} begin?").format(round=which)
    hour = await ask.text(title, hint=hint, objection=objection)
    starts_at = start_time(hour, desk.moment().hall_ms, desk.moment().zone) or 0
    reason = await ask.text(_("Why?"), hint=_("It stays in the pairing log."))

    def changed() -> str:
        now = latest(desk.moment(), division)
        same = now is not None and now.event == paired.event
        other = _("Another pairing is published since.")
        return may_take_back(desk.moment(), division) if same else other

    said = _("{round} postponed: {reason}").format(round=which, reason=reason)
    fact = _fact(desk.moment(), paired, which, starts_at, reason)
    entry = Writing(said, (postponed(paired, starts_at, reason),))
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


def postponed(paired: Round, starts_at: int, reason: str) -> Draft:
    """Return that a published round begins at another hour (UTC ms), to be written."""
    matches = tuple(msgspec.structs.replace(match, starts_at=0) for match in paired.matches)
    body = RoundPaired(
        starts_at,
        paired.seed,
        matches,
        paired.byes,
        paired.witnesses,
        (*paired.trace, *written([ChangedByHand("postponed", reason)])),
        paired.algorithm,
        paired.field,
        by_hand=ByHand("postponed", reason, paired.event),
    )
    return Draft(entities.pairing(*paired.key), body, REFEREE)
