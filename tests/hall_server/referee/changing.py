"""A hall whose dashboard writes into a real log: what its keys write is folded and told back."""

import itertools
from typing import Any

from textual.pilot import Pilot

from hall_server.play.next_round import next_round
from hall_server.referee.derived.moment import Moment
from shared.core import events as ev
from shared.core.decisions.writing import Ground, decide_match, pages
from shared.core.events import entities
from shared.core.fold import fold
from shared.core.state import Division, HallState
from shared.port import Draft
from tests.core.events_kit import HALL, LAPTOP, REFEREE, ROOT, History, enrolled, games, key_of
from tests.hall_server.referee.halls import LIVE, START, Desk, keys, opened, shown

NAMES = ("Ann Lee", "Bo King", "Cy Ortega", "Dee Park", "Eve Moreau", "Flo Reed", "Gus Long", "Hal")


class Changing:
    """A dashboard of REFEREE; LAPTOP is another referee's."""

    def __init__(
        self, book: str = "acf-majors", rounds: int = 4, players: int = 4, **more: Any
    ) -> None:
        past = self.past = History()
        past.write(ROOT, entities.tournament(), ev.TournamentOpened("Open", "UTC", key_of(ROOT)))
        body = enrolled(HALL, "hall", "hall", "pair", "term", "admit")
        past.write(ROOT, entities.device(HALL), body)
        for node, label in ((REFEREE, "Referee 1"), (LAPTOP, "Referee 2")):
            rights: tuple[ev.Scope, ...] = ("hall", "pair", "rule", "term", "admit")
            past.write(ROOT, entities.device(node), enrolled(node, "referee", *rights, label=label))
        for number in range(1, 1 + max(1, players // 2)):
            past.write(HALL, entities.table(f"t{number}"), ev.TableSet(str(number)))
        opened = ev.DivisionOpened("Men", book, rounds, **more)
        past.write(HALL, entities.division("men"), opened)
        for number in range(players):
            registered = ev.PlayerRegistered(NAMES[number], "men", 1900 - number)
            past.write(HALL, entities.player(f"p{number + 1}"), registered)
        self.desk = Desk()
        self.desk.port.node_id = REFEREE
        self._taken = 0
        self._tokens = (f"u{number}" for number in itertools.count(1))

    @property
    def state(self) -> HallState:
        """The hall as its log has it."""
        return fold(ROOT, self.past.events)

    @property
    def men(self) -> Division:
        return self.state.divisions["men"]

    @property
    def moment(self) -> Moment:
        return Moment(self.state, LIVE, self.desk.now)

    def write(
        self, *drafts: Draft, node: str = REFEREE, seen: list[ev.Event] | None = None
    ) -> None:
        """Write drafts together, as a node does."""
        at = START + len(self.past.events)
        for draft in drafts:
            for page in pages(draft):
                event = self.past.write(
                    node, page.ent, page.body, at=at, seen=seen, actor=page.actor
                )
                seen = None if seen is None else [event]

    def pair(self, number: int, division: str = "men") -> tuple[tuple[str, str], ...]:
        """Publish a round as the hall's systems draw it; return its pairs."""
        state = self.state
        drafts = next_round(
            self.moment, state.divisions[division], number, f"seed {number}",
            lambda: next(self._tokens),
        )  # fmt: skip
        self.write(*drafts)
        paired = self.state.rounds[division, number]
        return tuple(match.players for match in paired.matches)

    def play(self, number: int, result: str = "W W", division: str = "men") -> None:
        """Give every match of a round the same result."""
        state = self.state
        for paired in state.rounds[division, number].matches:
            match = state.matches[paired.uid]
            self.write(decide_match(match, games(result), Ground("ACF-1.VII", "On paper.")))

    def controls(self, number: int) -> set[str]:
        """Return the time controls by which the matches of a round are played."""
        state = self.state
        matches = (m for m in state.matches.values() if m.key.round_no == number)
        return {division.control for match in matches if (division := state.played_by(match))}

    def taken(self) -> tuple[Draft, ...]:
        """Return what the dashboard has written since this was asked, taken into the log."""
        new = tuple(self.desk.port.drafts[self._taken :])
        self._taken = len(self.desk.port.drafts)
        self.write(*new)
        return new

    async def begin(self, pilot: Pilot[None], *pressed: str) -> None:
        await opened(self.desk, pilot, self.state, *pressed)

    async def go_on(self, pilot: Pilot[None], *pressed: str) -> None:
        """Take in what was written, tell it, and press more keys."""
        self.taken()
        self.desk.tell(self.state)
        await pilot.pause()
        await keys(pilot, *pressed)

    async def type(self, pilot: Pilot[None], text: str) -> None:
        """Type an answer in the place of the one proposed, and take it."""
        await keys(pilot, "ctrl+u", *("space" if sign == " " else sign for sign in text), "enter")

    @property
    def shown(self) -> str:
        return shown(self.desk)
