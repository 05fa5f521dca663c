"""The way to the pairing of a division, where another place of the championship pairs it.

Owns that question alone: what is paired here opens at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.pairing.pair_screen import PairScreen
from hall_server.referee.questions.about_leads import may_take, taking, who_pairs

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
        app.ledger.refused(f"{who} pairs {division.name}. Its rounds come down from there.")
        app.look()
        return

    def take() -> None:
        draft = taking(app.hall, division, "taken over by the referee")
        app.write(f"{division.name} is paired here", draft)

    sentence = (
        f"{who} pairs {division.name}. Take it over only if they agree or cannot be reached:"
        " what they pair from now on, and this place has not seen, does not count."
    )
    app.confirm(sentence, take, yes="Take over")
