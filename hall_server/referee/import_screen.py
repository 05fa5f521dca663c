"""A list of players from a file: chosen, looked at, columns mapped, and taken over after a yes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from hall_server.files.players_csv import HEADINGS
from hall_server.referee import list_import as words
from hall_server.referee.list_import import Import
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.list_screen import BACK, ListScreen
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from shared.core.language import N_, _
from shared.tui.actions import Action, bindings
from shared.tui.confirm import Confirm

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

TAKE = Action("pick", "enter", N_("Take over"), N_("Register everybody in the list, all or none"))
COLUMN = Action("column", "c", N_("Column"), N_("Say which column of the file a field stands in"))
DIVISION = Action("division", "d", N_("Division"), N_("For players whose line names no division"))
AGAIN = Action("again", "r", N_("Read again"), N_("Read the file again after it was mended"))


class ImportScreen(ListScreen):
    """What a file would change, and what is wrong with it; nothing is written before the yes."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (TAKE, COLUMN, DIVISION, AGAIN, BACK)
    BINDINGS = bindings((COLUMN, DIVISION, AGAIN))

    def __init__(self, path: Path, found: Import) -> None:
        super().__init__()
        self.path = path
        self.found = found

    def look(self) -> None:
        """Compare with the hall as it is now: another desk may have registered somebody."""
        app = self.app
        self.found = words.looked_at(app.moment(), self.found, app.private, app.port.node_id)
        super().look()

    def headline(self) -> str:
        counted = words.counted(self.found)
        return _("Import {file}: {counted}").format(file=self.found.name, counted=counted)

    def lines(self, width: int) -> Sequence[Line]:
        return words.lines(self.found)

    def empty(self) -> str:
        return _("Everybody in this list is registered as it says.")

    def notes(self) -> Sequence[str]:
        # What the file itself gave cause to say is in English, as the command line says it.
        said = list(self.found.notes)
        columns = ", ".join(f"{name} = {heading}" for name, heading in self.found.columns.items())
        if columns:
            said.append(_("Columns: {columns}.").format(columns=columns))
        chosen = self.app.hall.divisions.get(self.found.division)
        if chosen is not None:
            said.append(_("Who names no division plays {name}.").format(name=chosen.name))
        return (*said, *filter(None, (words.refusal(self.found),)))

    def actions(self) -> Sequence[Action]:
        if words.refusal(self.found):
            return (COLUMN, DIVISION, AGAIN, BACK)
        return (TAKE, BACK, COLUMN, DIVISION, AGAIN)

    def action_pick(self) -> None:
        found = self.found
        if words.refusal(found):
            return

        def answered(yes: bool | None) -> None:
            if yes:
                said = _("{file} taken over").format(file=found.name)
                self.app.write(said, *words.drafts(found))
                self.dismiss(None)

        self.app.push_screen(
            Confirm(words.sentence(self.app.moment(), found), yes=_("Take over"), no=_("Not yet")),
            answered,
        )

    def action_column(self) -> None:
        here = words.headings(self.found.data)
        if not here:
            self.app.notify(_("The file has no line of headings."))
            return

        def named(name: str | None) -> None:
            if name is None:
                return

            def chosen(heading: str | None) -> None:
                if heading is not None:
                    self.found = words.mapped(self.found, name, heading)
                    self.look()

            lines = [Line(heading, f" {heading}") for heading in here]
            title = _("Which column is the {field}?").format(field=name)
            self.app.push_screen(PickScreen(title, lines), chosen)

        fields = [Line(name, f" {name}") for name in HEADINGS]
        self.app.push_screen(PickScreen(_("Which field?"), fields), named)

    def action_division(self) -> None:
        def chosen(division: str | None) -> None:
            if division is not None:
                self.found = replace(self.found, division=division)
                self.look()

        lines = [Line(d.id, f" {d.name}") for d in self.app.hall.divisions.values()]
        title = _("Which division, where a line names none?")
        self.app.push_screen(PickScreen(title, lines), chosen)

    def action_again(self) -> None:
        data = read(self.path)
        if isinstance(data, str):
            self.app.notify(data)
            return
        self.found = replace(self.found, data=data)
        self.look()


def read(path: Path) -> bytes | str:
    """The bytes of a file, or why they cannot be had."""
    try:
        if path.stat().st_size > words.LARGEST:
            return _("{file} is larger than any list of players.").format(file=path)
        return path.read_bytes()
    except OSError as error:
        return _("{file} cannot be read ({error}).").format(file=path, error=error.strerror)


def import_list(app: RefereeDesk, division: str) -> None:
    """Ask for the file, and show what it would change."""

    def place(text: str) -> Path:
        return Path(text).expanduser()

    def objection(text: str) -> str:
        found = read(place(text)) if text else _("Type the file's name.")
        return found if isinstance(found, str) else ""

    def named(text: str | None) -> None:
        data = read(place(text)) if text is not None else ""
        if text is not None and isinstance(data, bytes):
            app.push_screen(ImportScreen(place(text), Import(place(text).name, data, division)))

    hint = _("A CSV list, a crosstable or a TRF report, such as ~/players.csv")
    app.push_screen(AskText(_("Import which file?"), hint=hint, objection=objection), named)
