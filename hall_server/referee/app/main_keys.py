"""What the keys do that mean the same on every screen; and the words of the queue's own keys."""

from typing import ClassVar, Protocol, runtime_checkable

from hall_server.referee.app.change_screen import ChangeScreen
from hall_server.referee.app.device_screens import DeviceScreen
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
from hall_server.referee.asked.desk_app import DeskApp, DeskScreen
from hall_server.referee.asked.keys import (
    DECIDING,
    DESKS,
    DESKS_TASK,
    EVERYWHERE,
    PEOPLE,
    TABLES,
)
from hall_server.referee.asked.lobby import announce, page_player, set_kiosks
from hall_server.referee.asked.main_talks import open_pairing
from hall_server.referee.asked.paper_talks import print_paper
from hall_server.referee.asked.rulings.clock_desk import order_clocks
from hall_server.referee.asked.rulings.noting import note_incident
from hall_server.referee.derived.questions.about_hall import START_IT_AGAIN
from hall_server.referee.derived.questions.question import Opens, Question
from shared.core.state import Match
from shared.core.text.language import N_, _
from shared.tui.action import Action

ACCEPT = Action(
    "accept", "a", N_("Accept"), N_("Accept the proposal of the question that is chosen"), DECIDING
)
OTHERWISE = Action(
    "decide", "o", N_("Otherwise"), N_("Decide otherwise: choose from a list in words"), DECIDING
)
UNDO = Action("undo", "u", N_("Undo"), N_("Undo what you decided last"), DECIDING)
NOTE = Action("note", "n", N_("Note"), N_("Note a reason that goes with what you accept"), DECIDING)
FLOOR = Action(
    "floor",
    "f",
    N_("Floor"),
    N_("Every table, those still playing, those not reported, those to look at"),
    TABLES,
)
SWITCH = Action(
    "switch", "tab", N_("Queue/floor"), N_("Move between the queue and the floor"), TABLES
)

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
    "more": N_("All, or few"),
}
"""The footer's word for accepting, by what it opens."""

_OF_THE_EVENT = (TABLES, PEOPLE, DESKS_TASK)
"""What nobody can do before the hall's data is here."""


@runtime_checkable
class AtHand(Protocol):
    """A screen on which one match is at hand."""

    def match_at_hand(self) -> Match | None:
        """Return the match, None where there is none."""


class DeskKeys(DeskApp):
    """What these keys do. The app mixes it in."""

    ACTIONS: ClassVar[tuple[Action, ...]] = EVERYWHERE
    DESKS: ClassVar[tuple[Action, ...]] = DESKS

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return False for these keys while a dialogue waits for the screen that is open, and for
        most of them before the hall's data is here."""
        if any(known.id == action for known in EVERYWHERE if self._shut(known)):
            return False
        return super().check_action(action, parameters)

    def actions_now(self) -> tuple[Action, ...]:
        """Return what can be done on the screen on top."""
        found = super().actions_now()
        return tuple(a for a in found if not (a in EVERYWHERE and self._shut(a)))

    def _shut(self, action: Action) -> bool:
        """Return whether one of these keys does nothing now."""
        return self._waits() or (self.desk.hall.tournament is None and action.task in _OF_THE_EVENT)

    def _waits(self) -> bool:
        return any(isinstance(s, DeskScreen) and s.WAITED_FOR for s in self.screen_stack)

    def _division(self) -> str:
        """Return the division that the screen on top or its question concerns, "" for the first."""
        question = getattr(self.screen, "chosen", None)
        if isinstance(question, Question):
            return question.about
        return str(getattr(self.screen, "about", ""))

    def _match(self) -> Match | None:
        front = self.screen
        return front.match_at_hand() if isinstance(front, AtHand) else None

    # -- to a table, a player, the hall -----------------------------------------------------------

    def action_go(self) -> None:
        talks.go_to_table(self)

    def action_clocks(self) -> None:
        order_clocks(self, self._match())

    def action_correct(self) -> None:
        talks.correct(self)

    def action_happened(self) -> None:
        note_incident(self, self._match())

    def action_player(self) -> None:
        find_player(self)

    def action_announce(self) -> None:
        announce(self)

    def action_page(self) -> None:
        page_player(self)

    def action_hall(self) -> None:
        if self.desk.laptop is None:
            self.notify(_(START_IT_AGAIN))
        else:
            talks.take_over(self, self.desk.laptop)

    def action_papers(self) -> None:
        print_paper(self, self._division())

    def action_language(self) -> None:
        self.next_language()

    # -- desks ------------------------------------------------------------------------------------

    def action_desk_before(self) -> None:
        self._turn(-1)

    def action_desk_after(self) -> None:
        self._turn(1)

    def _turn(self, steps: int) -> None:
        idents = [desk.id for desk in DESKS]
        place = idents.index(self.desk_here())
        getattr(self, f"action_{idents[(place + steps) % len(idents)]}")()

    def action_standings(self) -> None:
        self.open_desk(StandingsScreen(self._division()))

    def action_pair(self) -> None:
        if not self.desk.may_pair():
            return
        divisions = self.desk.hall.divisions
        asked = [q.division for q in self.desk.questions if q.opens == "pair"]
        question = getattr(self.screen, "chosen", None)
        waits = not isinstance(question, Question) or question.opens == "pair"
        if waits and (here := self._division()) in asked:
            asked = [here]
        if len(divisions) == 1 or len(asked) == 1:
            open_pairing(self, asked[0] if asked else next(iter(divisions)))
        elif divisions:
            talks.pair_which(self)

    def action_board(self) -> None:
        self.open_desk(BoardScreen())

    def action_register(self) -> None:
        self.open_desk(RegistrationScreen())

    def action_incidents(self) -> None:
        self.open_desk(IncidentScreen())

    def action_check_in(self) -> None:
        self.open_desk(CheckInScreen(self._division()))

    def action_slips(self) -> None:
        self.open_desk(SlipScreen())

    def action_sheets(self) -> None:
        self.open_desk(SheetScreen(self._division()))

    def action_titles(self) -> None:
        self.open_desk(TitleScreen(self._division()))

    def action_prizes(self) -> None:
        self.open_desk(PrizeScreen(self._division()))

    def action_changes(self) -> None:
        self.open_desk(ChangeScreen(self._division()))

    def action_devices(self) -> None:
        self.open_desk(DeviceScreen())

    def action_kiosks(self) -> None:
        set_kiosks(self)

    def action_rights(self) -> None:
        self.open_desk(RightScreen())
