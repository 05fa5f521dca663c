"""A rehearsal on real processes: the hall, two tables and a kiosk; what it leaves behind."""

import json
import re
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hall_server.play.next_round import opened
from hall_server.play.programs import Program
from shared.core.events import Event
from shared.port import LiveSeen
from shared.program.installed import program
from tests.node.hall_kit import PATIENCE_S, Hall, Running, a_hall, pairing
from tests.node.hall_process import HallProcess

pytestmark = pytest.mark.processes

DEVICES = {"table-1": "hall-terminal", "table-2": "hall-terminal", "kiosk-1": "hall-kiosk"}
OPENED, ENDED = "a.rehearsal.opened", "a.rehearsal.ended"


@dataclass
class Venue:
    """A hall on the air and devices that a test switches on; all are switched off at the end."""

    hall: Hall
    process: HallProcess
    before: set[str]
    """What was in the hall's log before it was on the air."""
    devices: list[Program] = field(default_factory=list)

    def switch_on(self, *names: str) -> None:
        for name in names:
            place = ("--home", str(self.home(name)), "--invite", str(self.hall.invites[name]))
            command = [program(DEVICES[name]), "--headless", *place]
            self.devices.append(Program(name, command, self.hall.folder / f"{name}.out"))
            self.devices[-1].start()

    def home(self, name: str) -> Path:
        return self.hall.home if name == "hall" else self.hall.folder / name

    def switch_off(self) -> None:
        assert {device.stop() for device in self.devices} == {0}

    @contextmanager
    def rehearsal(self, *options: str) -> Iterator[HallProcess]:
        with HallProcess(self.hall, *options, wait=False, command="rehearse") as process:
            yield process

    def watch(self) -> Running:
        """Return the referee's node: it sees the real log, and may pair."""
        referee = self.hall.start("referee-1", role="referee", hears_clocks=True)
        referee.ears.until_link("live")
        return referee


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    with a_hall(tmp_path, tables=2) as hall:
        before = {event.id for event in log_of(hall.home)}
        with HallProcess(hall) as process:
            venue = Venue(hall, process, before)
            try:
                yield venue
            finally:
                for device in venue.devices:
                    device.kill()


def log_of(home: Path) -> list[Event]:
    """Return all events in a folder whose program has ended."""
    with closing(opened(home)) as replica:
        return [stored.event for stored in replica.after(0, 10_000)]


def pair(referee: Running) -> None:
    """A real round, at a start that is over."""
    event = referee.file(pairing(2))
    referee.ears.until(lambda: event not in referee.ears.unsent)


def until_served(referee: Running, *tables: str) -> None:
    """Wait until the tables tell the real hall what they do: they have seen its round."""
    for table in tables:
        referee.ears.first(LiveSeen, lambda told, table=table: told.live.table == table)


def test_one_round_on_the_real_devices_leaves_two_events_behind(venue: Venue) -> None:
    venue.switch_on(*DEVICES)
    with venue.rehearsal("--json") as rehearsal:
        said = rehearsal.process.communicate(timeout=60)[0]
    assert rehearsal.code == 0, said
    assert "3 of 3 devices reached" in said
    assert "Every device was reached" in said
    found = json.loads(said[said.index("\n{") :])
    tables = {device["label"]: device for device in found["devices"]}
    for label in ("Table 1", "Table 2"):
        assert tables[label]["reached"]
        assert (tables[label]["matches"], tables[label]["unfinished"]) == (1, 0)
        assert tables[label]["results"] == 2
        assert tables[label]["to_hall_p95_ms"] <= tables[label]["to_hall_slowest_ms"]
    assert tables["Kiosk 1"]["screen"] == "80x24"

    # Back at their tables, the devices are served by the real hall as before.
    referee = venue.watch()
    pair(referee)
    until_served(referee, "1", "2")
    venue.switch_off()
    venue.hall.stop(referee)
    venue.process.end(signal.SIGTERM)
    new = [event for event in log_of(venue.hall.home) if event.id not in venue.before]
    written = [event.kind for event in new if event.kind != "a.logs.pinned"]
    assert written == [OPENED, ENDED, "a.round.paired"]
    known = {event.id for event in log_of(venue.hall.home)}
    for name in DEVICES:
        assert {event.id for event in log_of(venue.home(name))} <= known
        assert not list(venue.home(name).glob("rehearsal-*"))


def test_a_real_round_ends_the_rehearsal_and_the_tables_show_it(venue: Venue) -> None:
    venue.switch_on("table-1", "table-2")
    referee = venue.watch()
    with venue.rehearsal("--gather", "600") as rehearsal:
        for _ in range(2):
            rehearsal.wait_for(" is here, after")
        pair(referee)
        said = rehearsal.process.communicate(timeout=PATIENCE_S)[0]
    assert rehearsal.code == 1
    assert "The rehearsal ended early: a real round was paired." in said
    until_served(referee, "1", "2")
    assert referee.ears.state.rehearsal is None


def test_a_late_device_is_welcome_and_one_that_never_comes_is_named(venue: Venue) -> None:
    venue.switch_on("table-1")
    with venue.rehearsal("--gather", "30") as rehearsal:
        rehearsal.wait_for("Table 1 is here")
        venue.switch_on("table-2")
        rehearsal.wait_for("Table 2 is here")
        said = rehearsal.process.communicate(timeout=PATIENCE_S)[0]
    assert rehearsal.code == 1
    assert "Round 1: 2 of 2 results" in said
    assert "2 of 3 devices reached" in said
    assert "Kiosk 1 was never heard." in said


def test_nobody_waits_for_a_device_that_is_left_out(venue: Venue) -> None:
    venue.switch_on("table-1", "kiosk-1")
    with venue.rehearsal("--without", "table 9") as rehearsal:
        said = rehearsal.process.communicate(timeout=PATIENCE_S)[0]
    assert rehearsal.code == 2
    assert "No device is called 'table 9'. There are Table 1, Table 2, Kiosk 1." in said
    with venue.rehearsal("--without", "table 2") as rehearsal:
        said = rehearsal.process.communicate(timeout=PATIENCE_S)[0]
    assert rehearsal.code == 0, said
    assert "2 of 2 devices reached" in said
    assert "Every device was reached" in said


def test_ctrl_c_ends_the_rehearsal_everywhere_and_no_other_opens_meanwhile(venue: Venue) -> None:
    venue.switch_on("table-1", "kiosk-1")
    referee = venue.watch()
    with venue.rehearsal("--gather", "600") as rehearsal:
        rehearsal.wait_for("Table 1 is here")
        with venue.rehearsal() as second:
            refused = second.process.communicate(timeout=PATIENCE_S)[0]
        assert second.code == 1
        assert "A rehearsal is on already" in refused
        assert referee.ears.state.rehearsal is not None
        said = rehearsal.end(signal.SIGINT)
    assert rehearsal.code == 1
    assert "it was stopped by hand" in said
    assert "Traceback" not in said + refused
    pair(referee)
    assert referee.ears.state.rehearsal is None
    until_served(referee, "1")


def test_a_rehearsal_whose_command_was_killed_can_be_ended(venue: Venue) -> None:
    referee = venue.watch()
    with venue.rehearsal("--gather", "600") as rehearsal:
        referee.ears.until(lambda: referee.ears.state.rehearsal is not None)
        rehearsal.process.kill()
    with venue.rehearsal("--end") as end:
        said = end.process.communicate(timeout=PATIENCE_S)[0]
    assert end.code == 0
    assert "The rehearsal is ended" in said
    referee.ears.until(lambda: referee.ears.state.rehearsal is None)


def test_report_of_a_rehearsal_without_devices_names_the_ports(venue: Venue) -> None:
    with venue.rehearsal("--gather", "1", "--patience", "1") as rehearsal:
        said = " ".join(rehearsal.process.communicate(timeout=PATIENCE_S)[0].split())
    assert rehearsal.code == 1
    assert "0 of 3 devices reached" in said
    assert all(f"{label} was never heard." in said for label in ("Table 1", "Table 2", "Kiosk 1"))
    assert re.search(r"open TCP ports \d+ and \d+ in it", said)


def test_ports_that_are_taken_are_refused_where_they_were_asked_for(venue: Venue) -> None:
    with venue.rehearsal("--port-base", str(venue.hall.ports[0])) as rehearsal:
        said = rehearsal.process.communicate(timeout=PATIENCE_S)[0]
    assert rehearsal.code == 1
    assert f"Port {venue.hall.ports[0]} is taken" in said
    assert "Nothing was changed." in said
    assert "Traceback" not in said
