"""The dialogue that undoes what was decided about an incident. Shows and routes."""

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.rulings.undoing import undoing
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.rulings.incidents import Incident, names_of
from shared.core.decisions.words import in_full
from shared.core.state import Decision
from shared.core.text.language import _


@dialogue
async def undo_decision(ask: Ask, incident: Incident) -> None:
    """Undo what was decided about an incident; of several decisions the one that is chosen."""
    await undoing(ask, (await _which(ask, incident),))


async def _which(ask: Ask, incident: Incident) -> Decision:
    if len(incident.standing) == 1:
        return incident.standing[0]
    names = names_of(ask.desk.moment(), incident)
    lines = [ListLine(str(n), f" {in_full(one, names)}") for n, one in enumerate(incident.standing)]
    return incident.standing[int(await ask.pick(_("Undo which decision?"), lines))]
