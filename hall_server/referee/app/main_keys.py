"""The main screen's keys, with their words, and what those do that open a desk beside the queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.app.change_screen import ChangeScreen
from hall_server.referee.app.device_screens import DeviceScreen
from hall_server.referee.app.floor.match_screens import STORY, StoryScreen
from hall_server.referee.app.incident_screen import IncidentScreen
from hall_server.referee.app.pairing.board_screen import BoardScreen
from hall_server.referee.app.people.check_in_screen import CheckInScreen
from hall_server.referee.app.people.player_screen import find_player
from hall_server.referee.app.people.prize_screen import PrizeScreen
from hall_server.referee.app.people.registration_screen import RegistrationScreen
from hall_server.referee.app.people.sheet_screen import SheetScreen
from hall_server.referee.app.people.standings_screen import StandingsScreen
from hall_server.referee.app.people.title_screen import TitleScreen
from hall_server.referee.app.right_screen import RightScreen
from hall_server.referee.app.slip_screen import SlipScreen
from hall_server.referee.asked import main_talks as talks
from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.lobby import announce, page_player, set_kiosks
from hall_server.referee.asked.main_talks import open_pairing
from hall_server.referee.asked.rulings.clock_desk import order_clocks
from hall_server.referee.asked.rulings.noting import HAPPENED, note_incident
from hall_server.referee.derived.questions.question import Opens
from shared.core.text.language import N_, _
from shared.tui.actions import Action

if TYPE_CHECKING:
    from hall_server.referee.derived.questions.question import Question

ACCEPT = Action(
    "accept", "a", N_("Accept"), N_("Accept the proposal of the question that is chosen")
)
OTHERWISE = Action(
    "otherwise", "o", N_("Otherwise"), N_("Decide otherwise: choose from a list in words")
)
UNDO = Action("undo", "u", N_("Undo"), N_("Undo what you decided last"))
NOTE = Action("note", "n", N_("Note"), N_("Note a reason that goes with what you accept"))
GO = Action("go", "g", N_("Table"), N_("Go to a table by its number"))
STANDINGS = Action("standings", "s", N_("Standings"), N_("Show the standings; withdraw a player"))
PAIR = Action(
    "pair", "p", N_("Pair"), N_("Pair the next round: preview, check, witnesses, publish")
)
CORRECT = Action("correct", "c", N_("Correct"), N_("Correct any earlier result"))
FLOOR = Action(
    "floor", "f", N_("Floor"), N_("Every table, those still playing, those not reported")
)
HALL = Action("hall", "h", N_("Hall"), N_("Who is the hall; make this laptop the hall"))
DEVICES = Action(
    "devices", "d", N_("Devices"), N_("Admit a device by digits; withdraw a device's key")
)
ANNOUNCE = Action(
    "announce", "m", N_("Announce …"), N_("Tell the lobby, the tables or a division something")
)
BOARD = Action(
    "board", "b", N_("Board"), N_("Open play and draw sheets: who is free, who plays next, where")
)
REGISTER = Action(
    "register", "r", N_("Players"), N_("Registration: enter, edit, classify, withdraw, merge")
)
CHECK_IN = Action(
    "check_in", "w", N_("Check-in"), N_("Who is here: accept all that waits, close check-in")
)
KIOSKS = Action("kiosks", "v", N_("Kiosks"), N_("What each kiosk in the lobby shows"))
PAGE = Action(
    "page", "y", N_("Call"), N_("Call a player to the desk, in the lobby and at the tables")
)
SWITCH = Action("switch", "tab", N_("Queue/floor"), N_("Move between the queue and the floor"))

ACCEPTING: dict[Opens, str] = {
    "write": N_("Accept"),
    "decide": N_("Decide"),
    "pair": N_("Pair"),
    "look": N_("Show them"),
    "note": N_("Noted"),
    "hall": N_("Take over"),
    "enrol": N_("Admit"),
    "fork": N_("Choose"),
    "classify": N_("Approve"),
    "changes": N_("Choose"),
    "call": N_("Call"),
    "slips": N_("Results"),
    "check_in": N_("Accept all"),
}
"""The footer's word for accepting, by what it opens."""


CLOCKS = Action(
    "clocks", "x", N_("Clocks"), N_("Pause one table or all, let them go on, run absent time")
)
SLIPS = Action("slips", "f2", N_("Results"), N_("Enter the results of paper slips, one line each"))
SHEETS = Action(
    "sheets", "k", N_("Sheets"), N_("Score-sheet desk: tick copies, see what is missing")
)
PRIZES = Action(
    "prizes", "z", N_("Prizes"), N_("Prize desk: post prizes, dues off, pay, print receipts")
)
INCIDENTS = Action(
    "incidents", "i", N_("Incidents"), N_("Every incident of the event, with filters")
)
PLAYER = Action(
    "player", "l", N_("Player"), N_("A player's page: results, incidents, cautions, prize")
)
TITLES = Action(
    "titles", "t", N_("Title"), N_("Champion, playoff, co-champions: declare or take back")
)
RIGHTS = Action("rights", "j", N_("Rights"), N_("What each assistant may do; the chief sets it"))
CHANGES = Action(
    "changes", "q", N_("Change"), N_("Change the event: rounds, system, times, rules, side events")
)
LANGUAGE = Action("language", "f3", N_("Language"), N_("The next language; this laptop keeps it"))
DESK_ACTIONS: tuple[Action, ...] = (
    CHECK_IN, SLIPS, CLOCKS, STORY, HAPPENED, SHEETS, PRIZES, TITLES, INCIDENTS, PLAYER, CHANGES,
    RIGHTS, LANGUAGE,
)  # fmt: skip


class DeskKeys(DeskScreen[None]):
    """What these keys do. A screen mixes it in."""

    @property
    def chosen(self) -> Question | None:
        """The question under the cursor."""
        raise NotImplementedError

    def _division(self) -> str:
        """Return the division of the question under the cursor, "" for the first."""
        question = self.chosen
        if question is None:
            return ""
        return question.match.division if question.match else question.division

    def action_undo(self) -> None:
        """Undo what this desk decided last, all that was written together."""
        talks.undo_last(self.app)

    def action_note(self) -> None:
        if self.chosen is not None:
            talks.note(self.app, self.chosen)

    def action_go(self) -> None:
        talks.go_to_table(self.app)

    def action_standings(self) -> None:
        self.app.push_screen(StandingsScreen())

    def action_pair(self) -> None:
        if not self.desk.may_pair():
            return
        divisions = self.desk.hall.divisions
        asked = [q.division for q in self.desk.questions if q.opens == "pair"]
        if self.chosen is not None and self.chosen.opens == "pair":
            asked = [self.chosen.division]
        if len(divisions) == 1 or len(asked) == 1:
            open_pairing(self.app, asked[0] if asked else next(iter(divisions)))
        elif divisions:
            talks.pair_which(self.app)

    def action_correct(self) -> None:
        talks.correct(self.app)

    def action_hall(self) -> None:
        if self.desk.laptop is None:
            self.notify(_("The hall runs on this machine: hall-server run starts it again."))
        else:
            talks.take_over(self.app, self.desk.laptop)

    def action_devices(self) -> None:
        self.app.push_screen(DeviceScreen())

    def action_announce(self) -> None:
        announce(self.app)

    def action_kiosks(self) -> None:
        set_kiosks(self.app)

    def action_page(self) -> None:
        page_player(self.app)

    def action_register(self) -> None:
        self.app.push_screen(RegistrationScreen())

    def action_board(self) -> None:
        self.app.push_screen(BoardScreen())

    def action_clocks(self) -> None:
        match = self.desk.moment().match(self.chosen.match) if self.chosen is not None else None
        order_clocks(self.app, match)

    def action_story(self) -> None:
        if self.chosen is not None and self.chosen.match is not None:
            self.app.push_screen(StoryScreen(self.chosen.match))

    def action_happened(self) -> None:
        match = self.desk.moment().match(self.chosen.match) if self.chosen is not None else None
        note_incident(self.app, match)

    def action_check_in(self) -> None:
        self.app.push_screen(CheckInScreen(self._division()))

    def action_slips(self) -> None:
        self.app.push_screen(SlipScreen())

    def action_sheets(self) -> None:
        self.app.push_screen(SheetScreen(self._division()))

    def action_titles(self) -> None:
        self.app.push_screen(TitleScreen(self._division()))

    def action_rights(self) -> None:
        self.app.push_screen(RightScreen())

    def action_changes(self) -> None:
        self.app.push_screen(ChangeScreen(self._division()))

    def action_incidents(self) -> None:
        self.app.push_screen(IncidentScreen())

    def action_player(self) -> None:
        find_player(self.app)

    def action_prizes(self) -> None:
        self.app.push_screen(PrizeScreen(self._division()))

    def action_language(self) -> None:
        self.app.next_language()
