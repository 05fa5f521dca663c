"""The dialogues of a playoff: calling its match to a table, opening it, taking the call back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.desks import playoff
from hall_server.referee.floor.table_screen import TableScreen
from hall_server.referee.pairing import boards
from hall_server.referee.pairing.ask_table import ask_table
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from shared.core.language import _

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk


def call(app: RefereeDesk, division_id: str, pair: playoff.Pair) -> None:
    """Ask for the table, repeat the fact, write the call (ACF-1.XIII.B)."""
    division = app.hall.divisions[division_id]
    names = " – ".join(app.moment().name(player) for player in pair)

    def seated(table: str) -> None:
        def summon() -> None:
            moment = app.moment()
            draft = playoff.called(moment, division, pair, table, app.token())
            where = moment.table(table)
            said = _("playoff {names} called to {table}").format(names=names, table=where)
            app.write(said, draft)

        def changed() -> str:
            if table not in boards.free_tables(app.moment(), division):
                where = app.moment().table(table).capitalize()
                return _("{table} has been taken since.").format(table=where)
            known = app.hall.desks.titles.get(division_id)
            players = known.players if known is not None and known.title == "playoff" else ()
            still = pair in playoff.to_call(app.hall, division_id, players) if players else False
            return "" if still else _("The playoff has been called or has changed since.")

        fact = _(
            "Playoff {names} at {table}, now? It decides the title of {division} and counts for"
            " nothing else (ACF-1.XIII.B)."
        ).format(names=names, table=app.moment().table(table), division=division.name)
        app.confirm(fact, summon, yes=_("Call"), changed=changed)

    ask_table(app, division, names, seated)


def open_match(app: RefereeDesk, uid: str) -> None:
    """Open the table of a playoff, or take its call back while nobody has sat down."""
    match = app.hall.matches.get(uid)
    if match is None:
        return
    names = " – ".join(app.moment().names(match))
    if not playoff.may_take_back(match):
        app.push_screen(TableScreen(match.table))
        return

    def picked(key: str | None) -> None:
        if key == "table":
            app.push_screen(TableScreen(match.table))
        elif key == "back":
            app.push_screen(AskText(_("Why is the call taken back?")), reasoned)

    def reasoned(reason: str | None) -> None:
        if reason is not None:
            said = _("call of {names} taken back").format(names=names)
            app.write(said, boards.taken_back(match, reason))

    look, undo = _("Open the table"), _("Take the call back")
    choices = (Line("table", f" {look}"), Line("back", f" {undo}"))
    app.push_screen(PickScreen(names, choices), picked)
