"""Taking a published round back while no game of it has begun: whether it may be, and the dialogue.

Shows and routes; writes after a yes. Its reason stays in the pairing log.
"""

from collections.abc import Callable

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.derived.pairing.draft_round import may_take_back
from hall_server.referee.derived.rounds import latest
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.writing import REFEREE
from shared.core.events import RoundPaired, entities
from shared.core.state import Round
from shared.core.text.language import _, ngettext
from shared.port import Draft


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
