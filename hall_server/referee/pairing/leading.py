"""The way to the pairing of a division, where another place of the championship pairs it.

Owns that question alone: what is paired here opens at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.pairing.pair_screen import PairScreen
from hall_server.referee.questions.about_leads import may_take, taking, who_pairs
from shared.core.language import _

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def open_pairing(app: RefereeDesk, ident: str) -> None:
    """Open the pairing of a division, offer to take it over, or say who has it."""
    division = app.hall.divisions[ident]
    if app.hall.pairs(ident):
        app.push_screen(PairScreen(ident))
        return
    who = who_pairs(division)
    if not may_take(app.hall, division):
        told = _("{who} pairs {division}. Its rounds come down from there.")
        app.ledger.refused(told.format(who=who, division=division.name))
        app.look()
        return

    def take() -> None:
        # English, as every event is.
        draft = taking(app.hall, division, "taken over by the referee")
        app.write(_("{division} is paired here").format(division=division.name), draft)

    sentence = _(
        "{who} pairs {division}. Take it over only if they agree or cannot be reached:"
        " what they pair from now on, and this place has not seen, does not count."
    ).format(who=who, division=division.name)
    app.confirm(sentence, take, yes=_("Take over"))
