"""What needs the referee now: the queue, one case in full, the floor. Shows, and routes keys."""

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.events import Resize
from textual.widgets import Static

from hall_server.referee.app.decide_screen import NUMBER, NUMBER_KEYS, DecideScreen
from hall_server.referee.app.device_screens import admit
from hall_server.referee.app.device_screens import settle as settle_fork
from hall_server.referee.app.floor.case_view import CaseView
from hall_server.referee.app.floor.floor_view import CELL, FORMS, ROOMY, FloorView
from hall_server.referee.app.floor.match_screens import STORY, StoryScreen
from hall_server.referee.app.floor.table_screen import TableScreen
from hall_server.referee.app.main_keys import (  # fmt: skip
    ACCEPT,
    ACCEPTING,
    FLOOR,
    NOTE,
    OTHERWISE,
    SWITCH,
    UNDO,
)
from hall_server.referee.app.people.check_in_screen import CheckInScreen
from hall_server.referee.app.slip_screen import SlipScreen
from hall_server.referee.asked import keys
from hall_server.referee.asked import main_talks as talks
from hall_server.referee.asked.changes.change_talks import settle as settle_changes
from hall_server.referee.asked.check_in import accept_all
from hall_server.referee.asked.classifying import approve_all, approve_some
from hall_server.referee.asked.desk_app import DeskScreen, is_tablet
from hall_server.referee.asked.main_talks import open_pairing
from hall_server.referee.asked.pairing.calling import from_queue
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.asked.parts.screens import fitting
from hall_server.referee.asked.rulings.deciding import settle
from hall_server.referee.derived.floor import FILTERS, NONE_LEFT, Filter, shown
from hall_server.referee.derived.progress import progress
from hall_server.referee.derived.questions.folded import folded
from hall_server.referee.derived.questions.question import Question, following
from hall_server.referee.said import main_words as words
from shared.core.state import Match
from shared.core.text.language import _, of_official
from shared.tui.action import Action
from shared.tui.actions import ActionBar, bindings
from shared.tui.names import fit, fit_row

_SMALL, _WIDE = (70, 20), (120, 34)
"""Below the one only the queue or the floor is shown; from the other on, cards and progress."""
_STRIP = 3
"""Rows of the queue in which each question has one row."""
_AROUND = 5
"""Rows of the wide screen beside case and floor."""
_FILTERS: tuple[Filter, ...] = tuple(FILTERS)


class MainScreen(DeskScreen[None]):
    """The one screen that a round is run from."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        ACCEPT, NUMBER, OTHERWISE, UNDO, NOTE, STORY, FLOOR, SWITCH,
    )  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(ACTIONS[:1] + ACTIONS[2:]), *NUMBER_KEYS]

    def __init__(self) -> None:
        super().__init__()
        self.filter: Filter = "all"
        self._said: dict[str, str] = {}
        self._told: words.ProgressLines = ()
        self._heading = ""
        self._asked: tuple[Question, ...] = ()
        """The questions that are shown, one that is gone among them while the cursor is on it."""
        self._gone: Question | None = None
        self._unfolded: frozenset[str] = frozenset()
        """The kinds of question of which all are shown, however many there are."""

    def body(self) -> ComposeResult:
        yield Static("", id="headline", classes="headline", markup=False)
        with Container(id="body"):
            with Vertical(id="queue-pane"):
                yield Static(_("NEEDS YOU"), id="queue-title", classes="heading", markup=False)
                yield PickList(id="queue")
                yield Static("", id="progress", markup=False)
            yield CaseView(id="case")
            with Vertical(id="lower"):
                yield Static("FLOOR", id="floor-title", classes="heading", markup=False)
                yield FloorView(id="floor")
        yield Static("", id="notice", classes="notice", markup=False)
        yield ActionBar()

    def on_mount(self) -> None:
        self.query_one("#queue", PickList).focus()

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        small = width < _SMALL[0] or height < _SMALL[1]
        self.set_class(small, "small")
        self.set_class(width >= _WIDE[0] and height >= _WIDE[1], "wide")
        for part in ("#queue", "#case"):
            self.query_one(part).set_class(is_tablet(event.size), "roomy")
        if not small:
            self.remove_class("on-floor")
        self._give_room()
        self.call_after_refresh(self.look)

    def _give_room(self) -> None:
        """Give the floor its rows; on a wide screen all of them while nothing is open."""
        height, wide = self.size.height, self.has_class("wide")
        calm = wide and not self._asked
        self.set_class(calm, "calm")
        forms, room = FORMS if height >= _WIDE[1] else (CELL,), height * 45 // 100
        if wide:
            room = height - _AROUND - (0 if calm else height // 3)
        if self.has_class("small"):
            forms, room = ((ROOMY,) if is_tablet(self.size) else (CELL,)), height
        self.query_one("#floor", FloorView).give(forms, room)
        self.query_one("#lower").styles.max_height = room + 1

    def on_screen_resume(self) -> None:
        self.look()

    # -- showing ----------------------------------------------------------------------------------

    def look(self) -> None:
        """Show the questions, the case, the floor and the notice as they are now."""
        if self.app.screen is self:
            self.desk.see()
        moment, found = self.desk.moment(), self.desk.questions
        at = self.query_one("#queue", PickList).here or ""
        here = self._stay(folded(moment, found, self._unfolded, at))
        heading = _("NEEDS YOU")
        left, right = words.headline(moment)
        width = max(10, self.size.width - 2)
        if self.has_class("small") and found:
            left = f"{heading} {len(found)} · {left}"
        self._say("#headline", fit(left, width - 6) + fit(right, 6, "right"))
        queue = self.query_one("#queue", PickList)
        room = queue.outer_size
        below = room.width - 2 if room.height > _STRIP else 0
        rows = max(2, room.height // max(1, len(self._asked))) if self.has_class("wide") else 2
        lines = words.queue_lines(moment, self._asked, self._gone, below=below, rows=rows - 1)
        queue.show(lines, words.nothing_open(moment), here)
        self._say("#queue-title", f"{heading}  {len(found) or ''}".rstrip())
        self._give_room()
        self._look_at_case()
        self._look_at_progress()
        self.look_at_floor()
        notice = self.query_one("#notice", Static)
        entry = self.desk.ledger.last()
        notice.set_class(entry is not None and entry.place in ("lost", "refused"), "lost")
        self._say("#notice", self.desk.ledger.notice())
        self._show_actions()
        self.app.show_status()

    def on_pick_list_resized(self) -> None:
        # The lines of the queue are made for its size.
        self.look()

    def _stay(self, found: tuple[Question, ...]) -> str | None:
        """Keep the cursor on its case; return the key that the case has now, None for the same.

        A case that goes by itself stays in sight until the cursor leaves it, so that a key that was
        meant for it does not act on the next one.
        """
        before, place = self.chosen, self.query_one("#queue", PickList).cursor
        was_gone = before is not None and before is self._gone
        self._asked, self._gone = found, None
        if before is None:
            return None
        now = following(before, found)
        if now is not None:
            return now.key
        went = before.case is not None and self.is_current and not self.desk.done(before)
        if found and (went or was_gone):
            self._gone = before if was_gone else words.gone(before)
            self._asked = (*found[:place], self._gone, *found[place:])
        return None

    def look_at_floor(self) -> None:
        """Show the floor as it is now."""
        view = self.query_one("#floor", FloorView)
        sides = view.draws_sides
        floor = self.desk.floor(sides=sides)
        left = shown(floor, self.filter)
        empty = NONE_LEFT[self.filter if floor else "all"]
        view.show(left, _(empty))
        if view.draws_sides and not sides:
            view.show(shown(self.desk.floor(), self.filter), _(empty))
        self._heading = words.floor_title(self.desk.moment(), self.filter, floor, len(left))
        self._say_heading()

    def _say_heading(self) -> None:
        """Say above the floor what it shows, and the table under the cursor drawn as a sign."""
        view = self.query_one("#floor", FloorView)
        said = words.sign_words(self.desk.moment(), view.sign) + self._heading
        self._say("#floor-title", fit_row(said, max(10, (view.size.width or self.size.width) - 2)))

    def _say(self, place: str, text: str) -> None:
        """Only what changed is laid out again."""
        if self._said.get(place) != text:
            self._said[place] = text
            self.query_one(place, Static).update(text)

    def _look_at_case(self) -> None:
        question = self.chosen
        shows = None
        if question is not None:
            note = self.desk.own_notes.get(question.key, "")
            with of_official(self.desk.hall.official(question.about)):
                shows = words.case(self.desk.moment(), question, note)
        self.query_one("#case", CaseView).show(shows)

    def _look_at_progress(self) -> None:
        place = self.query_one("#progress", Static)
        if self.has_class("wide"):
            moment, colours = self.desk.moment(), self.app.theme_variables
            width = max(10, self.query_one("#queue").size.width - 2)
            told = words.progress_lines(progress(moment), moment.hall_ms, width)
            if told != self._told:
                grew, self._told = len(told) != len(self._told), told
                lines = (Text.assemble(*((text, colours[t]) for t, text in row)) for row in told)
                place.display = bool(told)
                place.update(Text("\n").join(lines), layout=grew)

    def _show_actions(self) -> None:
        self.query_one(ActionBar).show(fitting(self._actions(), self.app.size.width))

    def _actions(self) -> tuple[Action, ...]:
        question = self.chosen
        if self.query_one("#floor", FloorView).has_focus:
            return (SWITCH, FLOOR, keys.GO, keys.STANDINGS, keys.PAIR)
        if self.desk.hall.tournament is None:
            return (keys.LANGUAGE, keys.HALL)
        if question is None:
            return (keys.GO, FLOOR, keys.STANDINGS, keys.PAIR, keys.CORRECT)
        first = replace(ACCEPT, label=ACCEPTING[question.opens])
        if question.opens == "classify":
            return (first, OTHERWISE, keys.REGISTER, keys.GO, FLOOR)
        if question.match is None and not question.reports:
            return (first, keys.GO, FLOOR, keys.STANDINGS, keys.CORRECT)
        return (first, OTHERWISE, FLOOR, NOTE, keys.GO)

    def match_at_hand(self) -> Match | None:
        """Return the match of the question under the cursor."""
        return self.desk.moment().match(self.chosen.match) if self.chosen is not None else None

    @property
    def chosen(self) -> Question | None:
        """The question under the cursor."""
        here = self.query_one("#queue", PickList).here
        return next((q for q in self._asked if q.key == here), None)

    def on_pick_list_moved(self) -> None:
        if self._gone is not None and self.chosen is not self._gone:
            self.look()
        self._look_at_case()
        self._show_actions()

    def on_pick_list_picked(self) -> None:
        self.action_decide()

    def on_case_view_ruled(self, event: CaseView.Ruled) -> None:
        if event.number:
            self.action_number(event.number)
        else:
            self.action_decide()

    def on_floor_view_moved(self) -> None:
        self._say_heading()

    def on_floor_view_opened(self, event: FloorView.Opened) -> None:
        self.app.push_screen(TableScreen(event.table))

    def _shown(self) -> Question | None:
        """Return the question that a key acts on; where the floor hides it, it is shown first."""
        if self.has_class("on-floor"):
            self._show_queue()
            return None
        return self.chosen

    # -- keys -------------------------------------------------------------------------------------

    def action_accept(self) -> None:
        question = self._shown()
        if question is None:
            return
        match question.opens:
            case "write" if question.case is not None:
                settle(self.app, question.case, question.options[0], question.key)
            case "write":
                talks.accept(self.app, question)
            case "decide":
                self.action_decide()
            case "pair" if self.desk.may_pair():
                open_pairing(self.app, question.division)
            case "look":
                self._show_floor("playing" if question.kind == "overtime" else "unreported")
            case "hall" if self.desk.laptop is not None:
                talks.take_over(self.app, self.desk.laptop)
            case "enrol":
                admit(self.app, question)
            case "fork":
                settle_fork(self.app, question)
            case "classify":
                approve_all(self.app, question.division)
            case "changes":
                settle_changes(self.app, question.division)
            case "call":
                from_queue(self.app, question.key)
            case "slips":
                self.app.open_desk(SlipScreen())
            case "check_in":
                accept_all(self.app, question.division)
            case "more":
                self._unfolded ^= {question.key}
                self.look()
            case "note" if question is self._gone:
                self._asked = self.desk.questions
                self.look()
            case "note":
                self.desk.take_off(question.key)

    def action_decide(self) -> None:
        question = self._shown()
        if question is None:
            return
        match = self.desk.moment().match(question.match)
        if match is None and question.case is None:
            if question.opens in ("pair", "look", "call", "slips", "more"):
                self.action_accept()
            elif question.kind == "round_contested" and self.desk.may_pair():
                open_pairing(self.app, question.division)
            elif question.opens == "check_in":
                self.app.open_desk(CheckInScreen(question.division))
            elif question.opens == "classify":
                approve_some(self.app, question.division)
            return
        self.app.push_screen(DecideScreen(question, match))

    def action_number(self, number: int) -> None:
        """Rule on the case that is shown by the number of a ruling beside it.

        A number for which there is no room opens the list of all rulings at its line.
        """
        question = self._shown()
        if question is None or question.case is None or number > len(question.options):
            return
        if number > self.query_one("#case", CaseView).numbers:
            match = self.desk.moment().match(question.match)
            self.app.push_screen(DecideScreen(question, match, at=number))
            return
        settle(self.app, question.case, question.options[number - 1], question.key)

    def action_undo(self) -> None:
        """Undo what this desk decided last, all that was written together."""
        talks.undo_last(self.app)

    def action_note(self) -> None:
        if self.chosen is not None:
            talks.note(self.app, self.chosen)

    def action_story(self) -> None:
        if self.chosen is not None and self.chosen.match is not None:
            self.app.push_screen(StoryScreen(self.chosen.match))

    def action_floor(self) -> None:
        place = _FILTERS.index(self.filter)
        if self.has_class("small"):
            if not self.has_class("on-floor"):
                self._show_floor("all")
            elif place + 1 < len(_FILTERS):
                self._show_floor(_FILTERS[place + 1])
            else:
                self._show_queue()
            return
        self.filter = _FILTERS[(place + 1) % len(_FILTERS)]
        self.look_at_floor()

    def action_switch(self) -> None:
        if self.query_one("#floor", FloorView).has_focus:
            self._show_queue()
        else:
            self._show_floor(self.filter)

    def _show_floor(self, chosen: Filter) -> None:
        self.filter = chosen
        self.set_class(self.has_class("small"), "on-floor")
        self.look_at_floor()
        self.query_one("#floor", FloorView).focus()
        self.call_after_refresh(self._show_actions)

    def _show_queue(self) -> None:
        self.remove_class("on-floor")
        self.query_one("#queue", PickList).focus()
        self.call_after_refresh(self._show_actions)
