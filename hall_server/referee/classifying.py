"""The dialogues that put players into divisions: one player, those asked about, a small division.

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
from shared.core.language import _, ngettext
from shared.core.state import Player
from shared.tui.confirm import Confirm

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def classify(app: RefereeDesk, player: Player) -> None:
    """Approve the division that a player named, or put him into another."""
    if reg.paired_in(app.hall, player.id, player.division):
        words = (
            _("{name} has been paired in this division and stays in it.").format(name=player.name),
            _("To play in another one he withdraws here and is registered there anew."),
        )
        app.push_screen(ReadScreen(player.name, words))
        return

    def picked(division: str | None) -> None:
        if division is None:
            return
        name = app.hall.divisions[division].name
        clause = reg.classing_clause(app.hall.divisions[division])
        said = _("{name} plays {division}").format(name=player.name, division=name)
        said += f" ({clause})" if clause else ""

        def write(by: str, why: str) -> None:
            app.write(said, reg.classified(player, division, by, why))

        _approved(app, said, write)

    title = _("Which division? {name} ({rating})").format(
        name=player.name, rating=player.rating or _("unrated")
    )
    app.push_screen(PickScreen(title, reg.division_lines(app.hall, player)), picked)


def approve_all(app: RefereeDesk, division: str, *, as_named: bool = False) -> None:
    """Approve where everybody asked about in a division plays, with one who and why."""
    own = app.hall.divisions[division]
    count = len(reg.unapproved(app.hall, division))
    fact = ngettext(
        "{count} player of {division} plays where title or rating belongs",
        "All {count} asked about of {division} play where title or rating belongs",
        count,
    )
    if as_named:
        fact = ngettext(
            "{count} player plays {division}, as named",
            "All {count} asked about play {division}, as named",
            count,
        )
    said = fact.format(count=count, division=own.name)

    def write(by: str, why: str) -> None:
        drafts = reg.approved(app.hall, division, by, why, as_named=as_named)
        app.write(said, *drafts, question=f"classify:{division}")

    _approved(app, f"{said} ({reg.classing_clause(own)})", write)


def approve_some(app: RefereeDesk, division: str) -> None:
    """Approve as named, by rating, or one player after the other."""

    def picked(key: str | None) -> None:
        if key in ("named", "belongs"):
            approve_all(app, division, as_named=key == "named")
        elif key is not None and key in app.hall.players:
            classify(app, app.hall.players[key])

    asked = reg.unapproved(app.hall, division)
    lines = [
        Line("named", " " + _("All play where they named it")),
        Line("belongs", " " + _("All play where title or rating belongs")),
        *(Line(player.id, f" {reg.asked_words(app.hall, player)}") for player in asked),
    ]
    title = _("Where do they play? {division}").format(division=app.hall.divisions[division].name)
    app.push_screen(PickScreen(title, lines), picked)


def merge(app: RefereeDesk, division: str) -> None:
    """ACF-1.IV.C: a division of too few is merged upwards; the sheet leaves the number open."""
    own = app.hall.divisions[division]
    above = reg.higher(app.hall, division)
    trouble = ""
    if any(ident == division for ident, _ in app.hall.rounds):
        trouble = _("{division} has been paired: it cannot be merged any more.").format(
            division=own.name
        )
    elif not above:
        trouble = _("No division here has higher rating bounds than {division}.").format(
            division=own.name
        )
    elif not reg.merge(app.hall, division, above[0].id, "", ""):
        trouble = _("{division} has no players.").format(division=own.name)
    if trouble:
        title = _("Merge {division}").format(division=own.name)
        app.push_screen(ReadScreen(title, (trouble, _("Nothing was changed."))))
        return

    def picked(into: str | None) -> None:
        if into is None:
            return
        name = app.hall.divisions[into].name
        count = len(reg.merge(app.hall, division, into, "", ""))
        fact = ngettext(
            "{count} player of {division} plays {into}",
            "All {count} players of {division} play {into}",
            count,
        ).format(count=count, division=own.name, into=name)

        def write(by: str, why: str) -> None:
            drafts = reg.merge(app.hall, division, into, by, why)
            said = _("{division} merged into {into}").format(division=own.name, into=name)
            app.write(said, *drafts)

        _approved(app, fact, write)

    lines = [Line(d.id, f" {d.name}") for d in above]
    title = _("Merge {division} into which division?").format(division=own.name)
    app.push_screen(PickScreen(title, lines), picked)


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

            sentence = _("{fact}, approved by {by}: {why}?").format(fact=fact, by=by, why=why)
            app.push_screen(Confirm(sentence, yes=_("Approve"), no=_("Leave it")), answered)

        app.push_screen(AskText(_("Why?")), reasoned)

    hint = _("The names of the seeding committee, or your own.")
    app.push_screen(AskText(_("Who approves it?"), hint=hint), named)
