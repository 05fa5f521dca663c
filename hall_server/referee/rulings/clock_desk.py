"""The dialogue that stops and starts clocks from the desk. Shows and routes; writes after a yes."""

from __future__ import annotations

from hall_server.referee.ask import Ask, Entry, dialogue
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.rulings import clock_orders as clocks
from shared.core.language import _
from shared.core.state import Match


@dialogue
async def order_clocks(ask: Ask, match: Match | None) -> None:
    """Choose an order, say why, confirm; ``match`` is the one that is looked at."""
    app = ask.app
    found = {offer.key: offer for offer in clocks.offers(app.moment(), match)}
    if not found:
        await ask.read(_("Clocks"), (_("No match is open: there is no clock to stop."),))
        return
    lines = [Line(key, f" {offer.words}") for key, offer in found.items()]
    offer = found[await ask.pick(_("Clocks"), lines)]
    hint = _("The players read it at the table.")
    why = await ask.text(_("Why?"), hint=hint, value=offer.reason)
    said = clocks.sentence(app.moment(), offer, why)
    entry = Entry(said, clocks.drafts(offer, why, app.token))
    app.rule(await ask.confirm(said, entry, yes=_("Order it")))
