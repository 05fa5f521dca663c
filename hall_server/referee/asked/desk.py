"""The referee's desk: the hall as it is now, the open questions, and what was written here.

Dialogues and screens read it and write through it. It knows no screen: ``changed`` tells
the app that shows it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from hall_server.paper.sheet import PaperName
from hall_server.referee.asked.devices import Devices
from hall_server.referee.derived.floor import TableCell, cells
from hall_server.referee.derived.ledger import Ledger
from hall_server.referee.derived.moment import Moment, TableReading, read
from hall_server.referee.derived.pairing.draft_round import NOTICE_MS
from hall_server.referee.derived.pairing.drawing import Drawing, preview
from hall_server.referee.derived.questions.about_championship import (
    Heard,
    about_leads,
    about_venues,
    venue_lines,
)
from hall_server.referee.derived.questions.about_hall import (
    CanTakeOver,
    about_old_terms,
    about_silent_tables,
    about_the_hall,
)
from hall_server.referee.derived.questions.question import Question, rules
from hall_server.referee.derived.questions.questions import questions
from hall_server.referee.derived.work import Work
from hall_server.referee.derived.writing import Confirmed, Writing
from hall_server.referee.said.device_words import not_allowed
from shared.core.decisions.writing import pages
from shared.core.events import RoundPreviewed
from shared.core.state import EMPTY, HallState
from shared.core.state.office import Known
from shared.core.text.language import _
from shared.machine.clocks import Clock
from shared.pairing import PairingSource, Proposal, Systems
from shared.port import (
    DevicesSeen,
    Draft,
    Enrolling,
    HallChanged,
    Link,
    LinkChanged,
    LiveSeen,
    NodePort,
    NotSaved,
    PrivateChanged,
    Saved,
    Stopped,
    Told,
    TooMuch,
    TwoDevices,
    UnderWay,
    VenuesStand,
)

Look = Literal["", "floor", "soon", "now"]
"""What has to be looked at again after some news: nothing, the floor soon, all soon, all now."""


class Clocks(NamedTuple):
    """``wall`` gives UTC ms, ``monotonic`` ms of a clock that never goes back."""

    wall: Clock
    monotonic: Clock


class RefereeDesk:
    """The referee's desk. ``token`` gives fresh random hex for match uids and seeds; ``source`` is
    where pairings come from, the divisions' own systems unless another is given; ``notice_ms`` is
    what the players have between publication and start, unless the referee says otherwise."""

    def __init__(
        self,
        port: NodePort,
        clocks: Clocks,
        *,
        token: Callable[[], str],
        source: PairingSource | None = None,
        notice_ms: int = NOTICE_MS,
    ) -> None:
        self.port = port
        self.wall, self.monotonic = clocks
        self.token = token
        self.notice_ms = notice_ms
        self.source: PairingSource = source or Systems()
        self.changed: Callable[[], None] = lambda: None
        """Called where something was written or taken off the list here."""
        self.hall: HallState = EMPTY
        self.link = Link("starting", since=self.wall())
        self.unsent: frozenset[str] = frozenset()
        self.copies: Callable[[str], int | None] = lambda event: None
        self.readings: dict[str, TableReading] = {}
        self.devices = Devices()
        self.ledger = Ledger()
        self.questions: tuple[Question, ...] = ()
        self.seen: frozenset[str] = frozenset()
        """The questions that were open when the queue was last in front."""
        self.off_the_list: set[str] = set()
        self.own_notes: dict[str, str] = {}
        self.drawings: dict[tuple[str, int], Drawing] = {}
        self.laptop: CanTakeOver | None = None
        self.work: Work | None = None
        """What goes on here and takes seconds; ``work_forms`` says it."""
        self.papers: Path | None = None
        self.paper: PaperName = "a4"
        self.show: Callable[[Path], bool] = lambda file: False
        """Opens a file in a window; returns whether it could."""
        self.private: dict[str, Known] | None = None
        self.private_said = ""
        self._venues: dict[str, Heard] = {}
        self._accepted: dict[str, int] = {}
        self._saved: set[int] = set()

    # -- what is read -----------------------------------------------------------------------------

    def moment(self) -> Moment:
        """Return the hall as it is now."""
        mono = self.monotonic()
        venues = venue_lines(self._venues, mono)
        seen = self.devices.seen
        return Moment(self.hall, self.link, self.wall(), self.readings, venues, seen, mono)

    @property
    def hall_ms(self) -> int:
        """UTC ms now, as the hall counts it."""
        return self.wall() - self.link.offset_ms

    def floor(self, *, sides: bool = True) -> tuple[TableCell, ...]:
        """Return every table as it is now, with both players or without."""
        return cells(self.moment(), self.monotonic(), sides=sides)

    def look(self) -> None:
        """Derive the open questions again."""
        moment = self.moment()
        found = [*questions(moment)]
        found += about_the_hall(moment, self.laptop)
        found += about_old_terms(moment)
        found += about_silent_tables(moment, moment.mono_ms)
        found += self.devices.questions(moment)
        found += about_leads(moment)
        found += about_venues(moment.venues)
        found.sort(key=lambda question: question.order)
        self.questions = tuple(question for question in found if not self.done(question))

    def see(self) -> None:
        """Note that the referee has the open questions in front of them."""
        self.seen = frozenset(question.key for question in self.questions)

    @property
    def new(self) -> int:
        """How many questions came since the queue was last in front."""
        return sum(question.key not in self.seen for question in self.questions)

    def work_forms(self) -> tuple[str, ...]:
        """Return the work that goes on at this desk in words, the longest form first; () for
        none."""
        work = self._going_on()
        return () if work is None else work.forms(self.monotonic())

    def _going_on(self) -> Work | None:
        over = self.work is None or self.work.is_over(self.monotonic())
        return None if over else self.work

    def drawing(self, key: tuple[str, int]) -> Drawing:
        """Return the drawing of a round (division id, round number): leaving it changes nothing."""
        if key not in self.drawings:
            off = self.hall.taken_back.get(key, "")
            self.drawings[key] = Drawing.of(self.hall.previews.get(key, ()), off)
        return self.drawings[key]

    def answered_since(self, question: Question) -> str:
        """Return that a question is not open any more, in a sentence; "" while it is.

        Another referee may have answered it, or its ground has gone.
        """
        if any(known.key == question.key for known in self.questions):
            return ""
        return _("That was answered or has changed meanwhile.")

    def done(self, question: Question) -> bool:
        """Return whether this desk has answered a question or taken it off the list."""
        return question.key in self._accepted or question.key in self.off_the_list

    # -- what is written --------------------------------------------------------------------------

    def rule(self, confirmed: Confirmed) -> None:
        """Hand to the node what was confirmed; the only way for what rules or publishes."""
        self._write(confirmed.entry)

    def note(self, entry: Writing) -> None:
        """Hand to the node what neither rules nor publishes."""
        assert not any(rules(draft.body) for draft in entry.drafts), entry.said
        self._write(entry)

    def _write(self, entry: Writing) -> None:
        """Write what this laptop has a right to write; else tell the referee."""
        if not self._allowed(entry.drafts):
            return
        ticket = self.port.append(*(page for draft in entry.drafts for page in pages(draft)))
        self.ledger.seen()
        self.ledger.wrote(ticket, entry.said)
        if entry.question:
            self._accepted[entry.question] = ticket
        self.changed()

    @property
    def is_the_hall(self) -> bool:
        """Return whether this laptop took over, and the tables are served from here."""
        return self.laptop is not None and self.hall.hall == self.port.node_id

    def may_pair(self) -> bool:
        """Return whether this laptop may pair; says so where it may not."""
        return self._allowed((Draft("", RoundPreviewed("", "", (), ())),))

    def _allowed(self, drafts: tuple[Draft, ...]) -> bool:
        refused = not_allowed(self.moment(), self.port.node_id, drafts)
        if refused:
            self.ledger.refused(refused)
            self.changed()
        return not refused

    def log_preview(self, key: tuple[str, int], proposal: Proposal) -> None:
        """Put on record that a round was looked at, before it is shown (ACF-3.VIII)."""
        drawing = self.drawing(key)
        drawing.shown = (proposal.pairs, proposal.byes)
        self.port.append(preview(key, proposal, drawing, token=self.token()))

    def take_off(self, question: str) -> None:
        """Take a question that the referee has read off the list for this run; write nothing."""
        self.off_the_list.add(question)
        self.changed()

    # -- what the node tells ----------------------------------------------------------------------

    def hear(self, told: Told) -> Look:
        """Take in what the node tells; return what has to be looked at again."""
        match told:
            case HallChanged():
                self.hall, self.unsent, self.copies = told.state, told.unsent, told.copies
                self.ledger.told(told.unsent)
                self._accepted = {k: t for k, t in self._accepted.items() if t not in self._saved}
                return "soon"
            case LinkChanged():
                self.link = told.link
                if told.link.state == "live":
                    self.work = None
                else:
                    self.devices.lose()
                return "now"
            case UnderWay():
                before = self._going_on()
                since = self.monotonic() if before is None else before.since
                self.work = Work(told.doing, since, told.step, told.steps)
                return "now"
            case Stopped():
                self.work = None
                return "now"
            case LiveSeen():
                return self._hear_table(told)
            case VenuesStand():
                now, at = self.monotonic(), self.wall()
                self._venues |= {line.venue: Heard(line, now, at) for line in told.lines}
                return "soon"
            case PrivateChanged():
                self.private, self.private_said = told.players, told.said
                return "soon"
            case Enrolling() | TwoDevices() | TooMuch() | DevicesSeen():
                self.devices.hear(told, self.hall_ms)
                return "" if isinstance(told, DevicesSeen) else "soon"
            case Saved():
                self._saved.add(told.ticket)
                self.ledger.saved(told.ticket, told.events)
                return "now"
            case NotSaved():
                self._accepted = {k: t for k, t in self._accepted.items() if t != told.ticket}
                self.ledger.not_saved(told.ticket, told.sentence)
                return "now"
            case _:
                return ""

    def _hear_table(self, told: LiveSeen) -> Look:
        self.devices.hear_battery(told.live, self.hall_ms)
        before = self.readings.get(told.live.uid)
        after = read(before, told, self.wall())
        self.readings[told.live.uid] = after
        same_flag = (before.live.flag if before else None) == after.live.flag
        return "floor" if same_flag else "soon"
