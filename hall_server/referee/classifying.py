"""The dialogues that put players into divisions: one player, or all of a small division.

Nothing is written without who approved it and why (ACF-1.IV.B). Shows and routes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hall_server.referee import registration as reg
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.parts.read_screen import ReadScreen
from shared.core.state import Player
from shared.tui.confirm import Confirm

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def classify(app: RefereeDesk, player: Player) -> None:
    """Approve the division that a player named, or put him into another."""
    if reg.paired_in(app.hall, player.id, player.division):
        words = (
            f"{player.name} has been paired in this division and stays in it.",
            "To play in another one he withdraws here and is registered there anew.",
        )
        app.push_screen(ReadScreen(player.name, words))
        return

    def picked(division: str | None) -> None:
        if division is None:
            return
        name = app.hall.divisions[division].name

        def write(by: str, why: str) -> None:
            app.write(f"{player.name} plays {name}", reg.classified(player, division, by, why))

        _approved(app, f"{player.name} plays {name}", write)

    title = f"Which division? {player.name} ({player.rating or 'unrated'})"
    app.push_screen(PickScreen(title, reg.division_lines(app.hall, player)), picked)


def merge(app: RefereeDesk, division: str) -> None:
    """ACF-1.IV.C: a division of too few is merged upwards; the sheet leaves the number open."""
    own = app.hall.divisions[division]
    above = reg.higher(app.hall, division)
    trouble = ""
    if any(ident == division for ident, _ in app.hall.rounds):
        trouble = f"{own.name} has been paired: it cannot be merged any more."
    elif not above:
        trouble = f"No division here has higher rating bounds than {own.name}."
    elif not reg.merge(app.hall, division, above[0].id, "", ""):
        trouble = f"{own.name} has no players."
    if trouble:
        app.push_screen(ReadScreen(f"Merge {own.name}", (trouble, "Nothing was changed.")))
        return

    def picked(into: str | None) -> None:
        if into is None:
            return
        name = app.hall.divisions[into].name
        count = len(reg.merge(app.hall, division, into, "", ""))
        who = "1 player" if count == 1 else f"all {count} players"

        def write(by: str, why: str) -> None:
            drafts = reg.merge(app.hall, division, into, by, why)
            app.write(f"{own.name} merged into {name}", *drafts)

        _approved(app, f"{who[0].upper()}{who[1:]} of {own.name} play {name}", write)

    lines = [Line(d.id, f" {d.name}") for d in above]
    app.push_screen(PickScreen(f"Merge {own.name} into which division?", lines), picked)


def _approved(app: RefereeDesk, fact: str, write: Callable[[str, str], None]) -> None:
    """Ask who approved it and why, and repeat the fact before it is written."""

    def named(by: str | None) -> None:
        if by is None:
            return

        def reasoned(why: str | None) -> None:
            if why is None:
                return

            def answered(yes: bool | None) -> None:
                if yes:
                    write(by, why)

            sentence = f"{fact}, approved by {by}: {why}?"
            app.push_screen(Confirm(sentence, yes="Approve", no="Leave it"), answered)

        app.push_screen(AskText("Why?"), reasoned)

    hint = "The names of the seeding committee, or your own."
    app.push_screen(AskText("Who approves it?", hint=hint), named)
