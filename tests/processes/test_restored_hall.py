"""A hall that was restored: it serves after a later hall that burnt, and follows one that lives."""

import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from hall_server.serving.claim import OPENS_TERM, RESTORED, may_gather
from hall_server.serving.serve import (
    ANOTHER_ANSWERS,
    LOOKS_FIRST,
    NOBODY_ANSWERS,
    ListensAt,
    Service,
)
from shared.net.address import HallAddress
from shared.node.home import join_by_file, load
from tests.hall_server.test_commands import run
from tests.hall_server.test_restore_cmds import key_file, snapshot
from tests.node.hall_kit import (
    LOOPBACK,
    PATIENCE_S,
    Hall,
    Running,
    a_hall,
    free_ports,
    player,
    report,
)
from tests.node.hall_process import HallProcess
from tests.processes.unit import Unit, promote, until

pytestmark = pytest.mark.processes


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path, tables=1) as hall:
        yield hall


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there to be heard: a restored hall need not look for long."""
    monkeypatch.setattr("hall_server.serving.claim.LISTEN_S", 2.0)
    monkeypatch.setattr("hall_server.serving.claim.GATHER_S", 2.0)


@contextmanager
def later_hall(hall: Hall) -> Iterator[tuple[Unit, Path, Path]]:
    """A standby that took over after a snapshot; yields it, its folder, and the snapshot."""
    home, port = hall.folder / "standby", str(free_ports()[0])
    join_by_file(home, hall.invites["referee-1"])
    words = ("standby", "--home", str(home), "--port-base", port, "--host", LOOPBACK)
    with HallProcess(hall) as old, Unit("standby", hall.folder / "s", *words) as unit:
        table = hall.start("table-1")
        node = load(home)[1].node
        table.ears.until(lambda: node in table.ears.state.places)
        old.end(signal.SIGTERM)
        copy = snapshot(hall)
        assert promote(home).returncode == 0
        at(table, node, "under-the-later-hall")
        hall.stop(table)
        yield unit, home, copy


def at(table: Running, node: str, note: str) -> None:
    event = table.file(report(note))
    table.ears.until(
        lambda: (
            table.ears.link.state == "live"
            and event not in table.ears.unsent
            and table.ears.state.hall == node
        )
    )


def restored(hall: Hall, copy: Path, port: int) -> Path:
    home = hall.folder / "restored"
    outcome = run(
        "restore", copy, "--home", home, *key_file(hall), "--address", LOOPBACK,
        "--port-base", port,
    )  # fmt: skip
    assert outcome.exit_code == 0, outcome.output
    assert "It first looks for a hall that came after the snapshot." in outcome.output
    return home


@contextmanager
def service(home: Path) -> Iterator[list[str]]:
    """``hall-server run`` in this process; yields what it says."""
    said: list[str] = []
    ending = threading.Event()
    serving = Service(home, ListensAt(LOOPBACK), quit_event=ending, say=said.append)
    thread = threading.Thread(target=lambda: serving.run(first="hall"))
    thread.start()
    try:
        yield said
    finally:
        ending.set()
        thread.join(PATIENCE_S)


def test_a_restored_hall_opens_a_term_after_a_later_hall_that_burnt(
    hall: Hall, short: None
) -> None:
    with later_hall(hall) as (unit, home, copy):
        unit.end(signal.SIGKILL)
        shutil.rmtree(home)
    port = free_ports()[0]
    new = restored(hall, copy, port)
    keys = load(new)[1]

    with service(new) as said:
        until(lambda: any("listens on ports" in line for line in said), "it does not serve")
        assert said[0] == LOOKS_FIRST
        assert NOBODY_ANSWERS in said
        table = hall.start(
            "table-1", address=HallAddress(LOOPBACK, port, port + 1, keys.curve_public)
        )
        at(table, keys.node, "after-the-fire")

        assert table.ears.state.term == 2
        notes = {each.note for each in table.ears.state.reports.values()}
        assert notes == {"under-the-later-hall", "after-the-fire"}
        assert not table.ears.state.unforced
        until(lambda: not (new / RESTORED).exists(), "it goes on claiming")
        hall.stop(table)


def test_a_hall_that_was_replaced_follows_the_restored_one_when_it_comes_back(
    hall: Hall, short: None
) -> None:
    with HallProcess(hall):
        copy = snapshot(hall)
        table, referee = hall.start("table-1"), hall.start("referee-1", role="referee")
        at(table, "", "after-the-snapshot")
        hall.stop(table)
    referee.file(player("held-by-the-laptop"))
    hall.stop(referee)
    port = free_ports()[0]
    new = restored(hall, copy, port)
    keys = load(new)[1]
    found = HallAddress(LOOPBACK, port, port + 1, keys.curve_public)

    with service(new) as said:
        until(lambda: any("listens on ports" in line for line in said), "it does not serve")
        table = hall.start("table-1", address=found)
        at(table, "", "no-laptop-yet")
        referee = hall.start("referee-1", role="referee", address=found)
        at(table, keys.node, "in-a-term-of-its-own")
        assert OPENS_TERM in said
        assert "held-by-the-laptop" in {each.name for each in table.ears.state.players.values()}
        assert not table.ears.state.unforced
        until(lambda: not (new / RESTORED).exists(), "it goes on claiming")
        hall.stop(table, referee)

    with HallProcess(hall) as back:
        table = hall.start("table-1")
        back.wait_for("has stepped back")
        with service(new):
            at(table, keys.node, "the-restored-one-goes-on")
            assert table.ears.state.term == 1
        hall.stop(table)


def test_a_restored_hall_opens_a_term_only_where_another_machine_may_come_back(hall: Hall) -> None:
    state = hall.start_hall().ears.state
    own, new = hall.keys("hall").node, hall.keys("table-1").node

    assert may_gather(state, new, found=True)
    assert not may_gather(state, new, found=False)
    assert not may_gather(state, own, found=True)
    later = replace(state, hall=own)
    assert may_gather(later, new, found=False)
    assert not may_gather(later, own, found=True)


def test_a_restored_hall_says_that_a_later_one_lives_and_follows_it(hall: Hall) -> None:
    with later_hall(hall) as (_, home, copy):
        new = restored(hall, copy, free_ports()[0])
        with service(new) as said:
            until(lambda: ANOTHER_ANSWERS in said, "it does not follow")
            until(lambda: "Link to the hall: live." in said, "it does not come in")
            assert not any("listens on ports" in line for line in said)
            assert not (new / RESTORED).exists()
            table = hall.start("table-1")
            at(table, load(home)[1].node, "the-later-hall-goes-on")
            assert table.ears.state.term == 1
            hall.stop(table)
