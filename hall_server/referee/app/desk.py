"""What all screens of the dashboard look at together: the moment, the questions, what was written.

Owns no screen and draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal, Protocol, runtime_checkable

from hall_server.paper.sheet import PaperName
from hall_server.referee.app.hall.device_desk import DeviceDesk
from hall_server.referee.asked.ask import Confirmed, Writing
from hall_server.referee.derived.floor.floor import TableCell, cells
from hall_server.referee.derived.ledger import Ledger
from hall_server.referee.derived.moment import Moment, TableReading, read
from hall_server.referee.derived.pairing.draft_round import NOTICE_MS
from hall_server.referee.derived.pairing.drawing import Drawing, preview
from hall_server.referee.derived.questions.about_hall import (
    CanTakeOver,
    about_old_terms,
    about_the_hall,
)
from hall_server.referee.derived.questions.about_leads import about_leads
from hall_server.referee.derived.questions.about_silence import about_silent_tables
from hall_server.referee.derived.questions.about_venues import Heard, about_venues, venue_lines
from hall_server.referee.derived.questions.question import Question, rules
from hall_server.referee.derived.questions.questions import questions
from hall_server.referee.said.right_words import not_allowed
from shared.core.decisions.writing import pages
from shared.core.events import RoundPreviewed
from shared.core.state.private import Known
from shared.core.text.language import _
from shared.core.text.official import Official
from shared.machine.clocks import Clock
from shared.machine.languages import after
from shared.pairing import PairingSource, Proposal, Systems
from shared.port import (
    Draft,
    HallChanged,
    LinkChanged,
    LiveSeen,
    NodePort,
    NotSaved,
    PrivateChanged,
    Saved,
    StoryTold,
    VenuesStand,
)
from shared.tui.times import clock_time

LOOK_MS = 100
"""Screens look at what changed in the hall no more often than this."""
FLOOR_MS = 200
"""And at what the tables' clocks read no more often than this."""


@runtime_checkable
class Looking(Protocol):
    """A screen that shows the hall as it is now."""

    def look(self) -> None:
        """Look again: the state, the link or the time changed."""

    def look_at_floor(self) -> None:
        """Look again at what the tables' clocks read."""


@runtime_checkable
class HearsStories(Protocol):
    """A screen that has asked for the story of a match."""

    def hear_story(self, told: StoryTold) -> None:
        """What is known of a match."""


@runtime_checkable
class OfDivision(Protocol):
    """A screen that concerns one division."""

    @property
    def about(self) -> str:
        """The division's id, "" while it concerns all of them."""


class RefereeDesk(DeviceDesk):
    """The referee's desk. ``token`` gives fresh random hex for match uids and seeds; ``source``
    is where pairings come from, the divisions' own systems unless another is given; ``notice_ms``
    is what the players have between publication and start, unless the referee says otherwise."""

    TICK_S: ClassVar[float | None] = 1.0

    def __init__(
        self,
        port: NodePort,
        *,
        wall: Clock,
        monotonic: Clock,
        token: Callable[[], str],
        zone: str = "UTC",
        source: PairingSource | None = None,
        notice_ms: int = NOTICE_MS,
    ) -> None:
        super().__init__(port, wall=wall, monotonic=monotonic, zone=zone)
        self.token = token
        self.notice_ms = notice_ms
        self.keep_language: Callable[[str], None] = lambda language: None
        self.rings = False
        self._rung: frozenset[str] = frozenset()
        self.source: PairingSource = source or Systems()
        self.readings: dict[str, TableReading] = {}
        self.ledger = Ledger()
        self.questions: tuple[Question, ...] = ()
        self.off_the_list: set[str] = set()
        self.own_notes: dict[str, str] = {}
        self.drawings: dict[tuple[str, int], Drawing] = {}
        self.laptop: CanTakeOver | None = None
        self.papers: Path | None = None
        self.paper: PaperName = "a4"
        self.private: dict[str, Known] | None = None
        self.private_said = ""
        self._venues: dict[str, Heard] = {}
        self._accepted: dict[str, int] = {}
        self._saved: set[int] = set()
        self._looked_at = -LOOK_MS
        self._due: Literal["", "floor", "all"] = ""

    # -- what the screens look at -----------------------------------------------------------------

    def moment(self) -> Moment:
        """The hall as it is now."""
        venues = venue_lines(self._venues, self.monotonic())
        at, mono = self.wall(), self.monotonic()
        return Moment(self.hall, self.link, at, self.readings, venues, self.seen, mono)

    @property
    def official(self) -> Official:
        """What the official of the division is called that the screen in front concerns; the
        event's where it concerns no single one."""
        front = reversed(self.screen_stack)
        about = (screen.about for screen in front if isinstance(screen, OfDivision))
        return self.hall.official(next(about, ""))

    def floor(self) -> tuple[TableCell, ...]:
        """Every table as it is now."""
        return cells(self.moment(), self.monotonic())

    def drawing(self, key: tuple[str, int]) -> Drawing:
        """The drawing of a round (division id, round number): leaving it changes nothing."""
        if key not in self.drawings:
            off = self.hall.taken_back.get(key, "")
            self.drawings[key] = Drawing.of(self.hall.previews.get(key, ()), off)
        return self.drawings[key]

    def may_pair(self) -> bool:
        """Whether this laptop may pair; says so where it may not."""
        body = RoundPreviewed("", "", (), ())
        refused = not_allowed(self.moment(), self.port.node_id, (Draft("", body),))
        if refused:
            self.ledger.refused(refused)
            self.look()
        return not refused

    def log_preview(self, key: tuple[str, int], proposal: Proposal) -> None:
        """Put on record that a round was looked at, before it is shown (ACF-3.VIII)."""
        drawing = self.drawing(key)
        drawing.shown = (proposal.pairs, proposal.byes)
        self.port.append(preview(key, proposal, drawing, token=self.token()))

    def look(self) -> None:
        """Derive the open questions again and let every screen look."""
        moment = self.moment()
        known = self.hall, self.link, moment.now_ms, self.readings, moment.mono_ms, self.seen
        found = [*questions(*known)]
        if self.laptop is not None:
            found += about_the_hall(moment, self.laptop)
        found += about_old_terms(moment)
        found += about_silent_tables(moment, moment.mono_ms)
        found += self.device_questions(moment)
        found += about_leads(moment)
        found += about_venues(moment.venues)
        found.sort(key=lambda question: question.order)
        self.questions = tuple(
            question
            for question in found
            if question.key not in self.off_the_list and question.key not in self._accepted
        )
        self._ring()
        self._looked_at = self.monotonic()
        self._due = ""
        for screen in self._looking():
            screen.look()

    def _ring(self) -> None:
        """The terminal's bell, once for each question that came up since the last look."""
        open_now = frozenset(question.key for question in self.questions)
        if self.rings and not open_now <= self._rung:
            self.bell()
        self._rung = open_now

    def _look_soon(self, floor_only: bool = False) -> None:
        """Look at once, or when the last look is LOOK_MS old: many changes, one look."""
        before = self._due
        if not (floor_only and before):
            self._due = "floor" if floor_only else "all"
        rest = FLOOR_MS if self._due == "floor" else LOOK_MS
        wait = self._looked_at + rest - self.monotonic()
        if wait <= 0:
            self._look_when_due()
        elif before != self._due:
            # A look at the floor that is due later does not make the hall's news wait.
            self.set_timer(wait / 1000, self._look_when_due)

    def _look_when_due(self) -> None:
        if self._due == "all":
            self.look()
        elif self._due == "floor":
            self._look_at_floor()

    def _look_at_floor(self) -> None:
        self._looked_at = self.monotonic()
        self._due = ""
        for screen in self._looking():
            screen.look_at_floor()

    def _looking(self) -> list[Looking]:
        """The screens that look; one that was only just opened has nothing to show it on yet."""
        return [s for s in self.screen_stack if s.is_mounted and isinstance(s, Looking)]

    def next_language(self) -> None:
        """Say everything in the next language from now on, after a restart too."""
        self.speak(after(self.language))
        try:
            self.keep_language(self.language)
        except OSError as error:
            self.notify(
                _(
                    "The language could not be kept for the next start ({error})."
                    " Everything else is safe."
                ).format(error=error.strerror)
            )
        self.look()

    # -- what the screens write -------------------------------------------------------------------

    def rule(self, confirmed: Confirmed) -> None:
        """Hand to the node what was confirmed; the only way for what rules or publishes."""
        self._write(confirmed.entry)

    def note(self, entry: Writing) -> None:
        """Hand to the node what neither rules nor publishes."""
        assert not any(rules(draft.body) for draft in entry.drafts), entry.said
        self._write(entry)

    def _write(self, entry: Writing) -> None:
        """What this laptop has no right to write is not written, and the referee is told."""
        refused = not_allowed(self.moment(), self.port.node_id, entry.drafts)
        if refused:
            self.ledger.refused(refused)
            self.look()
            return
        ticket = self.port.append(*(page for draft in entry.drafts for page in pages(draft)))
        self.ledger.seen()
        self.ledger.wrote(ticket, entry.said)
        if entry.question:
            self._accepted[entry.question] = ticket
        self.look()

    def answered_since(self, question: Question) -> str:
        """That a question is not open any more, in a sentence; "" while it is.

        Another referee may have answered it, or its ground has gone.
        """
        if any(known.key == question.key for known in self.questions):
            return ""
        return _("That was answered or has changed meanwhile.")

    def done(self, question: Question) -> bool:
        """Whether this desk has answered a question or taken it off the list."""
        return question.key in self._accepted or question.key in self.off_the_list

    def take_off(self, question: str) -> None:
        """The referee has read it, and nothing is written: off the list for this run."""
        self.off_the_list.add(question)
        self.look()

    # -- what the node tells ----------------------------------------------------------------------

    def rehearsal_words(self) -> str:
        """That the devices are away, and until when at the latest."""
        now = self.wall() - self.link.offset_ms
        rehearsal = self.hall.rehearsal
        if rehearsal is None or not rehearsal.is_on(now):
            return super().rehearsal_words()
        until = clock_time(rehearsal.until, self.zone, now)
        return _("REHEARSAL until {time} at the latest").format(time=until)

    def told_hall(self, told: HallChanged) -> None:
        super().told_hall(told)
        self.ledger.told(told.unsent)
        self._accepted = {k: t for k, t in self._accepted.items() if t not in self._saved}
        self._look_soon()

    def told_venues(self, told: VenuesStand) -> None:
        now, at = self.monotonic(), self.wall()
        self._venues |= {line.venue: Heard(line, now, at) for line in told.lines}
        self._look_soon()

    def told_private(self, told: PrivateChanged) -> None:
        self.private, self.private_said = told.players, told.said
        self._look_soon()

    def told_link(self, told: LinkChanged) -> None:
        super().told_link(told)
        self.look()

    def told_live(self, told: LiveSeen) -> None:
        super().told_live(told)
        before = self.readings.get(told.live.uid)
        after = read(before, told, self.wall())
        self.readings[told.live.uid] = after
        flags = (before.live.flag, before.flag) if before else (None, None)
        self._look_soon(floor_only=flags == (after.live.flag, after.flag))

    def told_story(self, told: StoryTold) -> None:
        for screen in self.screen_stack:
            if screen.is_mounted and isinstance(screen, HearsStories):
                screen.hear_story(told)

    def told_saved(self, told: Saved) -> None:
        self._saved.add(told.ticket)
        self.ledger.saved(told.ticket, told.events)
        self.look()

    def told_not_saved(self, told: NotSaved) -> None:
        self._accepted = {k: t for k, t in self._accepted.items() if t != told.ticket}
        self.ledger.not_saved(told.ticket, told.sentence)
        self.look()

    def tick(self) -> None:
        super().tick()
        self.look()
