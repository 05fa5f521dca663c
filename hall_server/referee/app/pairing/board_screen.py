"""The board from which matches are called: open play, or the draw sheets."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.asked.pairing import calling
from hall_server.referee.asked.parts.screens import BACK, ListScreen, Toned
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.pairing import boards, sheet_calls
from hall_server.referee.said.player_words import results_told, who
from hall_server.referee.said.table_words import match_told
from shared.core.state import Division
from shared.core.text.language import N_, _, ngettext
from shared.pairing.knockout.call_board import SHEETS, call_board
from shared.tui.action import Action
from shared.tui.actions import bindings

CHOOSE = Action(
    "pick", "enter", N_("Choose"), N_("Call a match, or open the table of one that is played")
)
READ = Action(CHOOSE.id, CHOOSE.key, N_("Read"), CHOOSE.help)
REFUSES = Action(
    "refuses", "F", N_("Refuses"), N_("The player refuses a challenge; the card is withheld")
)
LEAVES = Action(
    "withdraw", "W", N_("Leaves"), N_("The player leaves: what the sheet says, then the withdrawal")
)
TIME = Action("time", "T", N_("Time"), N_("Post a time for one match"))
BEFORE = Action("before", "left", N_("Before"), N_("The board before this one"))
AFTER = Action("after", "right", N_("Next"), N_("The next board"))


class BoardScreen(ListScreen):
    """Who is free, who plays next, when and where."""

    DESK = "board"
    ACTIONS: ClassVar[tuple[Action, ...]] = (CHOOSE, TIME, REFUSES, LEAVES, BEFORE, AFTER, BACK)
    BINDINGS = bindings((TIME, REFUSES, LEAVES, BEFORE, AFTER))

    def __init__(self) -> None:
        super().__init__()
        self.division = ""

    @property
    def shown(self) -> Division | None:
        """The division whose board it is; None where none calls its matches."""
        found = boards.with_board(self.desk.hall)
        chosen = next((d for d in found if d.id == self.division), None)
        return chosen or next(iter(found), None)

    @property
    def about(self) -> str:
        """The division whose board it is."""
        return self.shown.id if self.shown is not None else ""

    @property
    def _is_sheet(self) -> bool:
        division = self.shown
        return division is not None and division.book.pairing_system in SHEETS

    def headline(self) -> str:
        division = self.shown
        if division is None:
            return _("No division calls its matches.")
        free = len(boards.free_tables(self.desk.moment(), division))
        told = ngettext(
            "{board}, {division}: {count} table free",
            "{board}, {division}: {count} tables free",
            free,
        )
        title = _("Call board") if self._is_sheet else _("Open play")
        return told.format(board=title, division=division.name, count=free)

    def heading(self, width: int) -> str:
        if self.shown is None:
            return ""
        return sheet_calls.call_heading(width) if self._is_sheet else boards.open_heading(width)

    def lines(self, width: int) -> Sequence[ListLine]:
        division, moment = self.shown, self.desk.moment()
        if division is None:
            return ()
        if self._is_sheet:
            return sheet_calls.call_lines(moment, call_board(moment.state), width)
        return boards.open_lines(moment, division, width)

    def details(self) -> Sequence[Toned]:
        division, desk = self.shown, self.desk
        moment = desk.moment()
        match = desk.hall.matches.get(self.here.removeprefix(boards.MATCH))
        if match is not None:
            return match_told(moment, match, desk.monotonic(), desk.copies)
        if self._is_sheet:
            return sheet_calls.call_told(moment, call_board(moment.state), self.here)
        player = desk.hall.players.get(self.here.removeprefix(boards.PLAYER))
        if player is None or division is None:
            return ()
        meets = [(one.tone, one.text.strip()) for one in
                 boards.opponents(moment, division, player.id)]  # fmt: skip
        told = (("accent", player.name), ("ink", who(moment, player)), ("ink-soft", ""))
        heading = ("accent", _("Still to meet"))
        return (*told, *((heading, *meets) if meets else ()), *results_told(moment, player))

    def empty(self) -> str:
        return _("Nobody is here to play.") if self.shown is not None else ""

    def actions(self) -> Sequence[Action]:
        read = self.here.startswith((sheet_calls.NOTE, sheet_calls.TOLD))
        found = [READ if read else CHOOSE] if self.here else []
        timed = (boards.MATCH, sheet_calls.CALL)
        found += [TIME] if self._is_sheet and self.here.startswith(timed) else []
        found += [REFUSES, LEAVES] if self.here.startswith(boards.PLAYER) else []
        several = len(boards.with_board(self.desk.hall)) > 1
        return (*found, BACK, *((AFTER, BEFORE) if several else ()))

    def action_pick(self) -> None:
        division, key = self.shown, self.here
        if division is None:
            return
        if key.startswith(boards.MATCH):
            calling.open_match(self.app, key.removeprefix(boards.MATCH))
        elif key.startswith(sheet_calls.CALL):
            calling.call_match(self.app, key)
        elif key.startswith(sheet_calls.NOTE):
            calling.mend(self.app, int(key.removeprefix(sheet_calls.NOTE)))
        elif key.startswith(sheet_calls.TOLD):
            calling.read_note(self.app, int(key.removeprefix(sheet_calls.TOLD)))
        elif key.startswith(boards.PLAYER):
            calling.challenge(self.app, division, key.removeprefix(boards.PLAYER))

    def action_time(self) -> None:
        key = self.here
        if key.startswith(boards.MATCH):
            calling.post_time(self.app, key.removeprefix(boards.MATCH))
        elif key.startswith(sheet_calls.CALL):
            calling.call_match(self.app, key, timed=True)

    def action_refuses(self) -> None:
        division, key = self.shown, self.here
        if division is not None and not self._is_sheet and key.startswith(boards.PLAYER):
            calling.refuse(self.app, division, key.removeprefix(boards.PLAYER))

    def action_withdraw(self) -> None:
        division, key = self.shown, self.here
        if division is not None and key.startswith(boards.PLAYER):
            calling.leave(self.app, division, key.removeprefix(boards.PLAYER))

    def action_before(self) -> None:
        self._turn(-1)

    def action_after(self) -> None:
        self._turn(1)

    def _turn(self, steps: int) -> None:
        found, shown = boards.with_board(self.desk.hall), self.shown
        if shown is not None:
            self.division = found[(found.index(shown) + steps) % len(found)].id
            self.look()
