"""A list of players from a file: chosen, looked at, columns mapped, and taken over after a yes."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from hall_server.files.players_csv import HEADINGS
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.parts.screens import BACK, ListScreen, Toned
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.people import list_import as words
from hall_server.referee.derived.people.list_import import Import
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said.player_words import who
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import bindings

TAKE = Action("pick", "enter", N_("Take over"), N_("Register everybody in the list, all or none"))
COLUMN = Action(
    "column",
    "vertical_line",
    N_("Column"),
    N_("Say which column of the file a field stands in"),
)
DIVISION = Action(
    "division",
    "percent_sign",
    N_("Division"),
    N_("For players whose line names no division"),
)
AGAIN = Action("again", "at", N_("Read again"), N_("Read the file again after it was mended"))


class ImportScreen(ListScreen):
    """What a file would change, and what is wrong with it; nothing is written before the yes."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (TAKE, COLUMN, DIVISION, AGAIN, BACK)
    BINDINGS = bindings((COLUMN, DIVISION, AGAIN))

    def __init__(self, path: Path, found: Import) -> None:
        super().__init__()
        self.path = path
        self.found = found

    def look(self) -> None:
        """Compare with the hall as it is now: another desk may have registered players."""
        desk = self.desk
        self.found = words.looked_at(desk.moment(), self.found, desk.private, desk.port.node_id)
        super().look()

    def headline(self) -> str:
        counted = words.counted(self.found)
        return _("Import {file}: {counted}").format(file=self.found.name, counted=counted)

    def lines(self, width: int) -> Sequence[ListLine]:
        return words.lines(self.found)

    def empty(self) -> str:
        return _("Everybody in this list is registered as it says.")

    def details(self) -> Sequence[Toned]:
        line = next((one for one in words.lines(self.found) if one.key == self.here), None)
        if line is None:
            return ()
        told: list[Toned] = [(line.tone, line.text.strip())]
        change = words.change_at(self.found, self.here)
        if change is not None:
            moment = self.desk.moment()
            told = [("accent", change.player.name), ("ink", who(moment, change.player)), *told]
            if change.before is not None:
                told.append(("ink-soft", _("Now: {who}").format(who=who(moment, change.before))))
        return told

    def notes(self) -> Sequence[str]:
        # What the file itself gave cause to say is in English, as the command line says it.
        said = list(self.found.notes)
        columns = ", ".join(f"{name} = {heading}" for name, heading in self.found.columns.items())
        if columns:
            said.append(_("Columns: {columns}.").format(columns=columns))
        chosen = self.desk.hall.divisions.get(self.found.division)
        if chosen is not None:
            said.append(_("Players without a division play {name}.").format(name=chosen.name))
        return (*said, *filter(None, (words.refusal(self.found),)))

    def actions(self) -> Sequence[Action]:
        if words.refusal(self.found):
            return (COLUMN, DIVISION, AGAIN, BACK)
        return (TAKE, BACK, COLUMN, DIVISION, AGAIN)

    def action_pick(self) -> None:
        if not words.refusal(self.found):
            _take_over(self.app, self)

    def action_column(self) -> None:
        if words.headings(self.found.data):
            _map_column(self.app, self)
        else:
            self.app.notify(_("The file has no line of headings."))

    def action_division(self) -> None:
        _choose_division(self.app, self)

    def action_again(self) -> None:
        data = read(self.path)
        if isinstance(data, str):
            self.app.notify(data)
            return
        self.found = replace(self.found, data=data)
        self.look()


def read(path: Path) -> bytes | str:
    """Return the bytes of a file, or why they cannot be had."""
    try:
        if path.stat().st_size > words.LARGEST:
            return _("{file} is larger than any list of players.").format(file=path)
        return path.read_bytes()
    except OSError as error:
        return _("{file} cannot be read ({error}).").format(file=path, error=error.strerror)


@dialogue
async def _take_over(ask: Ask, screen: ImportScreen) -> None:
    found = screen.found
    fact = words.sentence(ask.desk.moment(), found)
    await ask.yes(fact, yes=_("Take over"), no=_("Not yet"))
    ask.desk.note(
        Writing(_("{file} taken over").format(file=found.name), tuple(words.drafts(found)))
    )
    screen.dismiss(None)


@dialogue
async def _map_column(ask: Ask, screen: ImportScreen) -> None:
    fields = [ListLine(name, f" {name}") for name in HEADINGS]
    name = await ask.pick(_("Which field?"), fields)
    headings = [ListLine(heading, f" {heading}") for heading in words.headings(screen.found.data)]
    title = _("Which column is the {field}?").format(field=name)
    screen.found = words.mapped(screen.found, name, await ask.pick(title, headings))
    screen.look()


@dialogue
async def _choose_division(ask: Ask, screen: ImportScreen) -> None:
    lines = [ListLine(d.id, f" {d.name}") for d in ask.desk.hall.divisions.values()]
    division = await ask.pick(_("Which division, where a line names none?"), lines)
    screen.found = replace(screen.found, division=division)
    screen.look()


@dialogue
async def import_list(ask: Ask, division: str) -> None:
    """Ask for the file, and show what it would change."""

    def place(text: str) -> Path:
        return Path(text).expanduser()

    def objection(text: str) -> str:
        found = read(place(text)) if text else _("Type the file's name.")
        return found if isinstance(found, str) else ""

    hint = _("A CSV list, a workbook, a crosstable or a TRF report, such as ~/players.csv")
    file = place(await ask.text(_("Import which file?"), hint=hint, objection=objection))
    data = read(file)
    if isinstance(data, bytes):
        ask.app.push_screen(ImportScreen(file, Import(file.name, data, division)))
