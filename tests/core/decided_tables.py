"""A real table in a hall whose referee decides: keys in, events through the fold, readings out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from board_terminal.driving.driver import Driver
from board_terminal.hall.live import live_table
from hall_server.referee.derived.moment import read
from shared.core.clock import flag_due
from shared.core.day import Phase, Session
from shared.core.fold import fold
from shared.core.match.outcome import SEATS, Seat
from shared.port import Draft, LiveSeen, Saved
from tests.board_terminal.table_kit import DECK, Dice, Kit
from tests.board_terminal.table_port import Mailbox, TablePort
from tests.core.decided_halls import Deciding
from tests.core.events_kit import MATCH, ONE, ROOT, History


class NoSuchGame(Exception):
    """The match was over before that game."""


@dataclass
class FoldedPort(TablePort):
    """The table's node: what it writes goes into the history of the hall."""

    past: History = field(default_factory=History)

    def append(self, *drafts: Draft) -> int:
        ticket = self._ticket()
        made = [self.past.write(ONE, d.ent, d.body, actor=d.actor) for d in drafts]
        self.drafts.extend(drafts)
        self.tell(Saved(ticket, tuple(event.id for event in made)))
        self.tell_state()
        return ticket

    def tell_state(self) -> None:
        self.state = fold(ROOT, self.past.events)
        super().tell_state()


class DecidedTable(Kit):
    """Table 1 of a hall, played by keys; its clock is what the dashboard sees once it ``tells``."""

    def __init__(self, hall: Deciding, port: FoldedPort | None = None, at: int = 1_000) -> None:
        self.hall = hall
        self.at = at
        self.dice = Dice()
        self.port = self.folded = port or FoldedPort(node_id=ONE, past=hall.past)
        self.mail = Mailbox()
        self.port.start(self.mail)
        self.slept = 0
        self.driver = Driver(
            self.port, table="t1", deck=DECK, chance=self.dice, asleep=lambda: self.slept
        )
        self.hears()

    def restart(self, *, at: int = 50) -> DecidedTable:
        return DecidedTable(self.hall, self.folded, at)

    def hears(self) -> None:
        """What was decided reaches the table, which carries it out."""
        self.port.tell_state()
        self.deliver()
        self.tick(0)

    def tells(self) -> None:
        """The dashboard sees what the table's clock reads."""
        live = live_table(self.driver.desk, self.at)
        if live is not None:
            before = self.hall.live.get(MATCH.uid)
            seen = LiveSeen(live, self.at)
            self.hall.live[MATCH.uid] = read(before, seen, self.hall.now_ms)

    def plays(self, codes: Sequence[str] = ()) -> DecidedTable:
        """Seat both players, end games with ``codes`` and start the next one."""
        for _ in range(40):
            if self.phase is not Phase.PLAYING:
                self.keys()
            elif self.session.game > len(codes):
                return self
            else:
                self.do("over", f"code:{codes[self.session.game - 1]}", after=500)
        raise NoSuchGame

    @property
    def session(self) -> Session:
        """The match as the table has it."""
        assert self.driver.desk.session is not None
        return self.driver.desk.session

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        return self.session.phase

    def keys(self) -> None:
        """Press what the table waits for."""
        offers = [command for command, _key in self.model.offers]
        wanted = [each for each in offers if each in ("first:0", "next", "go_on")]
        asked = [f"side:{seat}" for seat in SEATS if self.model.asks[seat]]
        for command in (wanted or asked or offers)[:1]:
            self.do(command, after=500)

    def presses(self) -> None:
        """The side that is to move ends its move."""
        assert self.session.clock is not None
        seat = 0 if self.session.clock.runs[0] else 1
        self.do(f"side:{seat}", after=500)

    def flag_falls(self, seat: Seat) -> DecidedTable:
        """Let the time of a side run out while it is to move."""
        assert self.session.clock is not None
        if not self.session.clock.runs[seat]:
            self.presses()
        due = flag_due(self.session.clock)
        assert due is not None
        self.hall.now_ms += due - self.at
        return self.tick(due - self.at + 1)  # type: ignore[return-value]
