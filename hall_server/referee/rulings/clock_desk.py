"""The dialogue that stops and starts clocks from the desk. Shows and routes; writes after a yes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.parts.read_screen import ReadScreen
from hall_server.referee.rulings import clock_orders as clocks
from shared.core.language import _
from shared.core.state import Match

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def order_clocks(app: RefereeDesk, match: Match | None) -> None:
    """Choose an order, say why, confirm; ``match`` is the one that is looked at."""
    found = {offer.key: offer for offer in clocks.offers(app.moment(), match)}
    if not found:
        app.push_screen(
            ReadScreen(_("Clocks"), (_("No match is open: there is no clock to stop."),))
        )
        return

    def picked(key: str | None) -> None:
        if key is not None:
            _ask_why(app, found[key])

    lines = [Line(key, f" {offer.words}") for key, offer in found.items()]
    app.push_screen(PickScreen(_("Clocks"), lines), picked)


def _ask_why(app: RefereeDesk, offer: clocks.Offer) -> None:
    def reasoned(why: str | None) -> None:
        if why is not None:
            _confirm(app, offer, why)

    hint = _("The players read it at the table.")
    app.push_screen(AskText(_("Why?"), hint=hint, value=offer.reason), reasoned)


def _confirm(app: RefereeDesk, offer: clocks.Offer, why: str) -> None:
    words = clocks.sentence(app.moment(), offer, why)

    def order() -> None:
        app.write(words, *clocks.drafts(offer, why, app.token))

    app.confirm(words, order, yes=_("Order it"))
