"""Nodes of a hall over real sockets: late, away, cut off, started again. Nothing gets lost."""

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.port import (
    HallChanged,
    JournalLoaded,
    LiveSeen,
    LiveTable,
    NotSaved,
    Saved,
    StoryTold,
    Told,
)
from tests.node.hall_kit import MATCHES, Hall, Running, a_hall, pairing, player, report, result


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def at_hall(node: Running, *events: str) -> None:
    """Wait until the hall has acknowledged these events of a node."""
    node.ears.until(
        lambda: node.ears.link.state == "live" and not set(events) & set(node.ears.unsent)
    )


def test_late_node_gets_every_event(hall: Hall) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    server.file(pairing())
    table.ears.until(lambda: "m-1" in table.ears.state.matches)
    table.file(result(1, 0, "W", "D"))
    table.file(result(1, 1, "W", "D"))
    late = hall.start("kiosk-1", role="kiosk")
    late.ears.until(lambda: late.ears.link.state == "live")
    late.ears.until(
        lambda: (
            late.ears.state.matches["m-1"].result.status == "confirmed"
            if late.ears.state.matches
            else False
        )
    )
    server.ears.until(lambda: server.ears.state == late.ears.state)
    assert len(late.ears.state.players) == 6


def test_a_result_goes_from_the_table_to_all_others(hall: Hall) -> None:
    server, table = hall.start_hall(), hall.start("table-2")
    kiosk, referee = hall.start("kiosk-1", role="kiosk"), hall.start("referee-1", role="referee")
    server.file(pairing())
    everyone = (server, table, kiosk, referee)
    for node in everyone:
        node.ears.until(lambda node=node: len(node.ears.state.matches) == 3)  # type: ignore[misc]
    mine = [table.file(result(2, 0, "L", "D")), table.file(result(2, 1, "L", "D"))]
    for node in everyone:
        node.ears.until(
            lambda node=node: node.ears.state.matches["m-2"].result.status == "confirmed"  # type: ignore[misc]
        )
    at_hall(table, *mine)
    assert len({repr(node.ears.state) for node in everyone}) == 1


def test_a_node_tells_the_story_of_a_match_from_its_own_file(hall: Hall) -> None:
    server, referee = hall.start_hall(), hall.start("referee-1", role="referee")
    server.file(pairing())
    referee.ears.until(lambda: "m-1" in referee.ears.state.matches)
    key = referee.ears.state.matches["m-1"].key
    hall.stop(server)
    referee.node.ask_story(key)
    told = referee.ears.first(StoryTold)
    assert told.match == key
    assert [event.kind for event in told.events] == ["a.round.paired"]


def copies(node: Running, event: str) -> int | None:
    """Return what a node's screens were last told of a result."""
    last = [told for told in node.ears.told if isinstance(told, HallChanged)][-1]
    return last.copies(event)


def test_every_node_is_told_how_many_lasting_disks_hold_a_result(hall: Hall) -> None:
    """The hall, the referee and the kiosk count; the other table does not."""
    server, table, other = hall.start_hall(), hall.start("table-1"), hall.start("table-2")
    server.file(pairing())
    table.ears.until(lambda: "m-1" in table.ears.state.matches)
    mine = table.file(result(1, 0, "W", "D"))
    for node in (table, other, server):
        node.ears.until(lambda node=node: copies(node, mine) == 1)  # type: ignore[misc]
    referee = hall.start("referee-1", role="referee")
    for node in (table, other, server, referee):
        node.ears.until(lambda node=node: copies(node, mine) == 2)  # type: ignore[misc]
    kiosk = hall.start("kiosk-1", role="kiosk")
    for node in (table, other, server, referee, kiosk):
        node.ears.until(lambda node=node: copies(node, mine) == 3)  # type: ignore[misc]


def test_a_node_that_was_away_catches_up(hall: Hall) -> None:
    server, table = hall.start_hall(), hall.start("table-1")
    table.ears.until_link("live")
    hall.stop(table)
    for n in range(20):
        server.file(player(f"while-away-{n}"))
    back = hall.start("table-1")
    back.ears.until_sees("while-away-0", "while-away-19")
    back.ears.until_link("live")


def test_a_long_log_is_fetched_in_pieces(hall: Hall) -> None:
    server = hall.start_hall()
    tickets = [server.node.append(*(player(f"r{n}-{m}") for m in range(100))) for n in range(7)]
    assert isinstance(server.ears.answer(tickets[-1]), Saved)
    late = hall.start("table-1")
    late.ears.until(lambda: len(late.ears.state.players) == 706)
    late.ears.until_link("live")
    behind = [told.link.behind for told in late.ears.told if hasattr(told, "link")]
    assert max(behind) > 600


def test_a_table_plays_on_without_a_hall_and_hands_in_later(hall: Hall) -> None:
    table = hall.start("table-1")
    held = [table.file(report(f"alone-{n}")) for n in range(5)]
    table.ears.until(lambda: set(held) <= table.ears.unsent)
    assert table.ears.link.state == "offline"
    server = hall.start_hall()
    server.ears.until_sees("alone-0", "alone-4")
    at_hall(table, *held)


def test_restarted_hall_gets_the_events_that_it_missed(hall: Hall) -> None:
    server = hall.start_hall()
    tables = [hall.start(f"table-{n}") for n in (1, 2, 3)]
    for n, table in enumerate(tables, start=1):
        at_hall(table, table.file(report(f"before-{n}", n)))
    hall.stop(server)
    for table in tables:
        table.ears.until_link("offline")
    held = [table.file(report(f"meanwhile-{n}", n)) for n, table in enumerate(tables, start=1)]
    for table, event in zip(tables, held, strict=True):
        table.ears.until(lambda table=table, event=event: event in table.ears.unsent)  # type: ignore[misc]
    again = hall.start_hall()
    again.ears.until_sees(*(f"{when}-{n}" for when in ("before", "meanwhile") for n in (1, 2, 3)))
    for table, event in zip(tables, held, strict=True):
        at_hall(table, event)
        table.ears.until_sees("meanwhile-1", "meanwhile-2", "meanwhile-3")


def test_restarted_node_still_sends_its_events(hall: Hall) -> None:
    table = hall.start("table-1")
    held = [table.file(report(f"held-{n}")) for n in range(3)]
    hall.stop(table)
    again = hall.start("table-1")
    assert set(held) == again.ears.first(HallChanged).unsent
    server = hall.start_hall()
    at_hall(again, *held)
    server.ears.until_sees("held-0", "held-1", "held-2")
    hall.stop(again)
    third = hall.start("table-1")
    assert third.ears.first(HallChanged).unsent == frozenset()


def test_hall_that_lost_its_disk_gets_its_log_back_from_its_nodes(hall: Hall) -> None:
    backup = hall.folder / "backup"
    shutil.copytree(hall.home, backup)
    server, table = hall.start_hall(), hall.start("table-1")
    event = table.file(report("precious"))
    at_hall(table, event)
    hall.stop(server)
    table.ears.until_link("offline")
    restored = hall.start_hall(backup)
    restored.ears.until_sees("precious")
    at_hall(table, event)


def test_saved_is_told_only_once_the_disk_has_it(hall: Hall) -> None:
    table = hall.start("table-1")
    found: dict[str, int] = {}

    def look(told: Told) -> None:
        if isinstance(told, Saved) and told.events:
            copy = hall.folder / f"copy-{told.ticket}"
            copy.mkdir()
            for name in ("hall.db", "hall.db-wal"):
                shutil.copy(hall.folder / "table-1" / name, copy / name)
            plain = sqlite3.connect(copy / "hall.db")
            for event in told.events:
                [row] = plain.execute("SELECT count(*) FROM log WHERE id = ?", [event])
                found[event] = row[0]
            plain.close()

    table.ears.on_told = look
    held = [table.file(report(f"r{n}")) for n in range(10)]
    assert found == dict.fromkeys(held, 1)


def test_events_that_belong_together_are_written_together_or_not_at_all(hall: Hall) -> None:
    table = hall.start("table-1")
    bad = table.node.append(report("first"), report("x" * 501))
    good = table.node.append(report("second"), report("third"))
    refused = table.ears.answer(bad)
    assert isinstance(refused, NotSaved)
    assert "'note' is too long, 500 is the most" in refused.sentence
    saved = table.ears.answer(good)
    assert isinstance(saved, Saved)
    assert len(saved.events) == 2
    table.ears.until(lambda: table.ears.unsent == frozenset(saved.events))


def test_the_journal_of_a_match_comes_back_in_order(hall: Hall) -> None:
    table = hall.start("table-1")
    for n in range(5):
        reading = b"reading %d" % n
        table.node.journal("m-1", b"press %d" % n, b"release %d" % n, reading=reading)
    table.node.journal("m-1")
    table.node.load_journal("m-1")
    loaded = table.ears.first(JournalLoaded)
    assert loaded.entries[:3] == (b"press 0", b"release 0", b"press 1")
    assert len(loaded.entries) == 10
    assert loaded.reading == b"reading 4"
    hall.stop(table)
    again = hall.start("table-1")
    again.node.load_journal("m-1")
    assert again.ears.first(JournalLoaded) == loaded


def test_request_before_the_node_is_open_is_not_forgotten(hall: Hall) -> None:
    early = hall.prepare("table-1")
    tickets = [early.node.append(report(f"early-{n}")) for n in range(20)]
    early.node.start(early.ears.hear)
    assert all(isinstance(early.ears.answer(ticket), Saved) for ticket in tickets)


def test_request_before_the_stop_is_written(hall: Hall) -> None:
    table = hall.start("table-1")
    tickets = [table.node.append(report(f"r{n}")) for n in range(50)]
    hall.stop(table)
    assert all(isinstance(table.ears.answer(ticket), Saved) for ticket in tickets)
    again = hall.start("table-1")
    assert len(again.ears.first(HallChanged).unsent) == 50


def live(table: str, moves: int) -> LiveTable:
    return LiveTable(table, MATCHES[1].uid, "game 1", 1, (90_000, 80_000), (0,), (moves, moves))


def test_running_clock_is_told_to_the_referee_only(hall: Hall) -> None:
    hall.start_hall()
    table, kiosk = hall.start("table-1"), hall.start("kiosk-1", role="kiosk")
    referee = hall.start("referee-1", role="referee", hears_clocks=True)
    for node in (table, kiosk, referee):
        node.ears.until_link("live")
    # A subscription arrives some time after the link is live; the newest reading counts.
    heard = threading.Event()

    def look(told: Told) -> None:
        if isinstance(told, LiveSeen):
            heard.set()

    referee.ears.on_told = look
    for moves in range(200):
        table.node.live(live("1", moves))
        if heard.wait(0.1):
            break
    seen = referee.ears.first(LiveSeen).live
    assert (seen.table, seen.remaining_ms, seen.running) == ("1", (90_000, 80_000), (0,))
    table.file(report("after"))
    kiosk.ears.until_sees("after")
    assert not [told for told in kiosk.ears.told if isinstance(told, LiveSeen)]


def test_a_node_that_stops_leaves_no_thread_and_no_socket(hall: Hall) -> None:
    sockets, threads = open_sockets(), set(threading.enumerate())
    server, table = hall.start_hall(), hall.start("table-1")
    table.ears.until_link("live")
    assert open_sockets() > sockets
    hall.stop(table, server)
    assert set(threading.enumerate()) == threads
    assert open_sockets() == sockets
    again = hall.start_hall()
    assert again.node.failure == ""


def open_sockets() -> int:
    here = Path("/proc/self/fd")
    if not here.exists():
        pytest.skip("this system does not list its open files")
    count = 0
    for entry in here.iterdir():
        try:
            count += str(entry.readlink()).startswith(("socket:", "anon_inode:"))
        except OSError:
            continue
    return count


def test_stopping_twice_does_no_harm(hall: Hall) -> None:
    table = hall.start("table-1")
    table.node.stop()
    table.node.stop()
    assert table.node.append(report("too-late")) > 0
