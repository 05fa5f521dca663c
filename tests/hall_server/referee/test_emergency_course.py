"""A drawn round robin of pool checkers, as its example file sets it up, played over an emergency.

The dashboard writes into a real log; the tables sign with their own keys.
"""

import secrets
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from hall_server.eventfile import parse_event_file
from hall_server.play.next_round import next_round
from hall_server.play.next_round import opened as log_of
from hall_server.referee.derived.moment import Moment
from hall_server.referee.said.main_words import headline
from hall_server.setting_up import Site, create_tournament
from shared.core.events import Actor, ResultSigned, entities
from shared.core.match.outcome import SEATS, Code, Outcome
from shared.core.state import HallState, Match
from shared.node.home import join_by_file, load
from shared.pairing.places import division_standings
from shared.port import Draft, Saved
from shared.store.batch import Author
from shared.store.replica import Replica
from tests.hall_server.referee.halls import LIVE, START, Desk, keys, shown
from tests.tui.fake_port import FakePort

EXAMPLE = Path(__file__).parents[3] / "deploy" / "examples" / "apca-round-robin.toml"
HOUR = 3_600_000


class LogPort(FakePort):
    """A port that writes what the dashboard asks into a log, with the referee's key."""

    replica: Replica
    author: Author
    at: int = START

    def append(self, *drafts: Draft) -> int:
        ticket = self._ticket()
        self.at += 1_000
        with self.replica.batch() as batch:
            events = [batch.append(self.author, draft, at=self.at) for draft in drafts]
        self.tell(Saved(ticket, tuple(event.id for event in events)))
        self.tell_hall(self.replica.state)
        return ticket


class Course:
    """The hall's log, and everybody who writes into it."""

    def __init__(self, folder: Path) -> None:
        event = parse_event_file(EXAMPLE.read_text(), EXAMPLE.name)
        made = create_tournament(event, folder / "hall", Site("127.0.0.1", 5_700))
        self.replica = log_of(folder / "hall")
        self.hall = Author(load(folder / "hall")[1].sign, secrets.token_hex(8))
        self.authors: dict[str, Author] = {}
        for name, invite in made.invites.items():
            if name.startswith(("table", "referee")):
                join_by_file(folder / name, invite)
                key = load(folder / name)[1].sign
                self.authors[name] = Author(key, secrets.token_hex(8))
        self.desk = Desk()
        port = LogPort()
        port.replica, port.author = self.replica, self.authors["referee-1"]
        port.node_id = port.author.node
        self.desk.port = self.desk.app.port = self.desk.app.desk.port = port
        self.port = port

    @property
    def state(self) -> HallState:
        return self.replica.state

    def matches(self, number: int) -> list[Match]:
        return [m for m in self.state.matches.values() if m.key.round_no == number]

    def publish(self, number: int) -> None:
        """The hall draws and publishes a round."""
        division = self.state.divisions["silver"]
        moment, token = Moment(self.state, LIVE, self.port.at), partial(secrets.token_hex, 8)
        drafts = next_round(moment, division, number, "4 1 6 2 5", token)
        with self.replica.batch() as batch:
            for draft in drafts:
                batch.append(self.hall, draft, at=self.port.at)

    def play(self, number: int) -> None:
        """Both sides of each match sign it: who is earlier in the file wins both games."""
        for match in self.matches(number):
            author = self.authors[f"table-{match.table}"]
            code = Code.WIN if match.players[0] < match.players[1] else Code.LOSS
            with self.replica.batch() as batch:
                for seat in SEATS:
                    body = ResultSigned(seat, Outcome((code, code)))
                    actor = Actor(str(seat), "unverified press")
                    draft = Draft(entities.result(match.key), body, actor)
                    batch.append(author, draft, at=self.port.at)

    def points(self) -> dict[str, int]:
        return {row.name: row.match_points for row in division_standings(self.state, "silver")}

    async def told(self, pilot: Pilot[None]) -> None:
        self.desk.later(1_000)
        self.port.at = max(self.port.at, self.desk.now)
        self.port.tell_hall(self.state)
        await pilot.pause()
        self.desk.app.look()
        await pilot.pause()


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Course]:
    course = Course(tmp_path)
    yield course
    course.replica.close()


@pytest.mark.clause("APCA-30")
async def test_round_robin_goes_on_in_its_own_rounds_after_an_emergency_and_names_its_winner(
    course: Course,
) -> None:
    desk = course.desk
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.port.tell_link(LIVE)
        for number in range(1, 6):
            course.publish(number)
            course.play(number)
            await course.told(pilot)
        before = course.points()
        await keys(pilot, "s", *["down"] * 2, "W", "down", "enter", *"Ill", "enter")
        assert "Ada Brightwater leaves after round 5" in shown(desk)
        assert "at least 3 of 5: results stand, the others are awarded draws" in shown(desk)
        await keys(pilot, "y", "escape")
        granted = {"Lucía Ferrán": 4, "Owen Tarrant": 4}
        assert course.points() == {name: had + granted.get(name, 0) for name, had in before.items()}
        for number in (6, 7):
            assert f"Pair round {number} of 7" in shown(desk)
            course.publish(number)
            course.play(number)
            await course.told(pilot)
            assert headline(desk.app.desk.moment())[0].endswith(f"round {number}/7: 3 of 3 done")
        assert [question.kind for question in desk.app.desk.questions] == ["closing"]
        await keys(pilot, "t", "enter", "y")
        title = course.state.awards.titles["silver"]
        names = [course.state.players[ident].name for ident in title.players]
        assert (title.title, names) == ("champion", ["Ngozi Harlan"])


@pytest.mark.clause("APCA-30")
async def test_points_of_an_emergency_are_taken_back_by_keys_like_everything_else(
    course: Course,
) -> None:
    desk = course.desk
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.port.tell_link(LIVE)
        for number in range(1, 6):
            course.publish(number)
            course.play(number)
        await course.told(pilot)
        before = course.points()
        await keys(pilot, "s", *["down"] * 2, "W", "down", "enter", *"Ill", "enter", "y", "escape")
        assert course.points() != before
        await keys(pilot, "i", "u", "y", "down", "u", "y")
        assert course.points() == before


@pytest.mark.clause("HALL-apca-ties")
async def test_pool_players_with_the_same_points_share_their_places(course: Course) -> None:
    desk = course.desk
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        desk.port.tell_link(LIVE)
        course.publish(1)
        course.play(1)
        await course.told(pilot)
        await keys(pilot, "s")
        lines = shown(desk)
        assert [lines.count(f" {place}. ") for place in range(1, 9)] == [4, 0, 0, 0, 4, 0, 0, 0]
