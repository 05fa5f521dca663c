"""Halls in which a referee decides, through the real fold: events in, questions out."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hall_server.referee.asked.rulings.deciding import Whole, drafts
from hall_server.referee.derived.moment import Moment, TableReading
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core import events as ev
from shared.core.decisions.options import Option
from shared.core.decisions.writing import pages
from shared.core.events import entities
from shared.core.fold import fold
from shared.core.match.outcome import SEATS, Outcome, ReportType, Seat
from shared.core.state import HallState, Match
from shared.port import Link
from tests.core.events_kit import (
    HALL,
    MATCH,
    ONE,
    REFEREE,
    ROOT,
    START,
    History,
    enrolled,
    key_of,
)

MINUTE = 60_000
LINK = Link("live", START)
LENGTH = 7
PLAYERS = ("ann", "ben")


def opened(book: str, seated: Iterable[Seat] = SEATS, control: str = "") -> History:
    """Return a hall with one match under a rulebook, at whose table ``seated`` sit."""
    past = History()
    past.write(ROOT, entities.tournament(), ev.TournamentOpened("Open", "UTC", key_of(ROOT)))
    past.write(ROOT, entities.device(HALL), enrolled(HALL, "hall", "hall", "pair", "term", "admit"))
    scopes: tuple[ev.Scope, ...] = ("hall", "pair", "rule", "term", "admit")
    past.write(ROOT, entities.device(REFEREE), enrolled(REFEREE, "referee", *scopes))
    past.write(HALL, entities.device(ONE), enrolled(ONE))
    past.write(HALL, entities.table("t1"), ev.TableSet("Table 1"))
    past.write(HALL, entities.table_device("t1"), ev.DeviceAssigned(ONE))
    past.write(HALL, entities.division("men"), ev.DivisionOpened("Men", book, 4, control))
    for player in PLAYERS:
        past.write(HALL, entities.player(player), ev.PlayerRegistered(player.title(), "men"))
    paired = ev.PairedMatch(MATCH.uid, "t1", *PLAYERS, length=LENGTH)
    past.write(HALL, entities.pairing("men", 1), ev.RoundPaired(START, "s", (paired,)))
    for seat in seated:
        past.write(ONE, entities.presence(MATCH, seat), ev.PlayerSeated())
    return past


@dataclass
class Deciding:
    """A hall whose referee decides at ``now_ms`` (UTC ms)."""

    past: History
    now_ms: int = START + MINUTE
    filed: list[str] = field(default_factory=list)
    live: dict[str, TableReading] = field(default_factory=dict)
    """What tables last told of their clocks, by match uid."""

    @property
    def state(self) -> HallState:
        """What the events come to; each of them is in force."""
        found = fold(ROOT, self.past.events)
        assert found.unforced == ()
        return found

    @property
    def match(self) -> Match:
        return self.state.matches[MATCH.uid]

    def report(
        self, kind: ReportType, which: str = "", about: Seat | None = None, seat: Seat = 0
    ) -> str:
        """File a report, and return its entity."""
        ent = entities.match_report(MATCH, f"r{len(self.filed)}")
        body = ev.ReportFiled(kind, seat, about, which=which, game=1)
        self.past.write(ONE, ent, body)
        self.filed.append(ent)
        return ent

    def asked(self) -> tuple[Question, ...]:
        return questions(Moment(self.state, LINK, self.now_ms, self.live))

    def about(self, report: str) -> Question | None:
        """Return the question that a report raises; None for nothing."""
        found = [question for question in self.asked() if report in question.reports]
        assert len(found) <= 1
        return found[0] if found else None

    def decide(self, question: Question, option: Option) -> None:
        """Decide as the dashboard does."""
        assert question.case is not None
        moment = Moment(self.state, LINK, self.now_ms, self.live)
        at = START + len(self.past.events)
        for draft in drafts(moment, question.case, Whole(option)):
            for page in pages(draft):
                self.past.write(REFEREE, page.ent, page.body, actor=page.actor, at=at)

    def sign(self, outcome: Outcome) -> None:
        """Both players sign."""
        for seat in SEATS:
            self.past.write(ONE, entities.result(MATCH), ev.ResultSigned(seat, outcome))
