"""The projected tables: the same events give the same rows, whatever way they came."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core.events import (
    DecisionMade,
    DeviceAssigned,
    DeviceRevoked,
    Draft,
    PlayerRegistered,
    PlayerWithdrawn,
    RefereeComing,
    TableSet,
    entities,
)
from shared.core.events.measures import Caution, MatchDecided, Warned, taken
from shared.net.keys import DeviceKeys
from shared.store.errors import CannotSave
from shared.store.projection import PROJECTED
from shared.store.replica import Replica
from shared.store.snapshot import standings, take_snapshot
from shared.wire.envelope import BadEvent, Signed
from tests.store.store_kit import (
    HALL,
    MATCH,
    OTHER_MATCH,
    REFEREE,
    TABLES,
    by,
    enrolment,
    games,
    open_replica,
    pairing,
    report,
    result,
    rows,
    set_up,
    write,
)

ONE, TWO = TABLES["1"], TABLES["2"]


def troubled_tournament(folder: Path) -> list[Signed]:
    """Return the events of a round in which everything happened: two islands, then one log
    again."""
    here, there = open_replica(folder / "here.db", "a"), open_replica(folder / "there.db", "b")
    set_up(here)
    exchange(here, there)
    spare = DeviceKeys.from_seed(bytes([50]) * 32)
    write(here, by(ONE), result(0, "W", "D"), result(1, "W", "D"), report("phone"))
    write(there, by(TWO), result(0, "L", "L", match=OTHER_MATCH))
    write(there, by(REFEREE), Draft(
        entities.match_decision(OTHER_MATCH),
        DecisionMade(
            taken("m-2", MatchDecided.by(games("W*", "W*")), Caution(1)),
            "ACF-1.II",
            "The player never came",
            there.fold.heads(entities.result(OTHER_MATCH)),
        ),
    ))  # fmt: skip
    write(here, by(HALL, 2), pairing("again", "-again"))
    write(there, by(HALL, 3), pairing("third", "-third"))
    write(here, by(HALL, 2), enrolment(spare, "terminal", "Spare"))
    write(here, by(HALL, 2), Draft(
        entities.table_device("2"), DeviceAssigned(spare.node, ((f"{1:016x}", 1, ""),))
    ))  # fmt: skip
    write(there, by(TWO), result(1, "W", "L", match=OTHER_MATCH), report("n", table="2"))
    exchange(here, there)
    write(there, by(HALL, 3), pairing("settled"))
    filed = here.fold.heads(entities.table_report("1", "phone"))
    write(here, by(REFEREE, 2), Draft(entities.table_report("1", "phone"), RefereeComing()))
    answer = DecisionMade(taken("r", Warned(0)), "ACF-3.IV", "loud", filed)
    write(here, by(REFEREE, 2), Draft(entities.table_decision("1"), answer))
    write(here, by(REFEREE, 2), Draft(entities.withdrawal("p3"), PlayerWithdrawn(1, "ill")))
    write(here, by(REFEREE, 2), Draft(entities.device(TWO.node), DeviceRevoked((), "lost")))
    write(there, by(HALL, 3), Draft(
        entities.player("p1"), PlayerRegistered("Player One", "masters", 2300, "Köln")
    ))  # fmt: skip
    write(there, by(HALL, 3), Draft(entities.table("1"), TableSet("Stage")))
    exchange(here, there)
    write(here, by(ONE), result(1, "L", "L"))
    events = [stored.signed for stored in here.after(0, 10_000)]
    here.close()
    there.close()
    return events


def exchange(here: Replica, there: Replica) -> None:
    for giver, taker in ((here, there), (there, here)):
        with taker.batch() as batch:
            for stored in giver.missing(dict(taker.vector), 10_000):
                batch.ingest(stored.signed)


def take_in(replica: Replica, events: list[Signed], pieces: int) -> None:
    """Take events in as they come, a piece at a time; what came too early comes again."""
    waiting = list(events)
    while waiting:
        piece, waiting = waiting[:pieces], waiting[pieces:]
        with replica.batch() as batch:
            for event in piece:
                try:
                    batch.ingest(event)
                except BadEvent:
                    waiting.append(event)


def projected(replica: Replica) -> dict[str, list[tuple[object, ...]]]:
    tables = {table: rows(replica, table) for table in PROJECTED}
    return tables | {"standings": standings(replica.state)}


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Signed]:
    return troubled_tournament(tmp_path_factory.mktemp("troubled"))


@pytest.fixture(scope="module")
def straight(
    tmp_path_factory: pytest.TempPathFactory, events: list[Signed]
) -> Iterator[tuple[Replica, dict[str, list[tuple[object, ...]]]]]:
    """The events in the order in which they were written."""
    replica = open_replica(tmp_path_factory.mktemp("straight") / "hall.db")
    take_in(replica, events, 1_000)
    yield replica, projected(replica)
    replica.close()


def test_a_troubled_round_stands_in_the_tables(tmp_path: Path, events: list[Signed]) -> None:
    replica = open_replica(tmp_path / "hall.db")
    take_in(replica, events, 1_000)
    tables = projected(replica)
    assert all(tables[table] for table in PROJECTED), tables
    assert {(row[0], row[6]) for row in tables["pairings"]} == {
        ("m-1", "in_force"), ("m-2", "in_force"), ("m-1-again", "withdrawn"),
        ("m-2-again", "withdrawn"), ("m-1-third", "withdrawn"), ("m-2-third", "withdrawn"),
    }  # fmt: skip
    assert [(row[0], row[1]) for row in tables["results"]] == [
        ("m-1", "disputed"),
        ("m-2", "ruled"),
    ]
    assert tables["games"] == [
        ("m-2", 1, "p3", "p4", "W*", "L*"),
        ("m-2", 2, "p3", "p4", "W*", "L*"),
    ]
    assert [row[1:6] for row in tables["rulings"]] == [
        ("m-2", "in_force", "match_decided W* W*; caution 1", "ACF-1.II", "The player never came")
    ]
    assert [row[10:] for row in tables["incidents"]] == [
        ("in_force", "warned 0", "ACF-3.IV", "loud")
    ]
    assert ("p1", "Player One", "masters", 2300, "Köln", None) in tables["players"]
    assert ("1", "Stage", ONE.node) in tables["tables"]
    assert {row[5] for row in tables["players"]} == {None, 1}
    assert {row[4] for row in tables["devices"]} == {0, 1}
    replica.close()


@settings(max_examples=25, deadline=None)
@given(order=st.randoms(use_true_random=False), pieces=st.sampled_from([5, 17, 1_000]))
def test_the_order_of_arrival_does_not_show(
    tmp_path_factory: pytest.TempPathFactory,
    events: list[Signed],
    straight: tuple[Replica, dict[str, list[tuple[object, ...]]]],
    order: random.Random,
    pieces: int,
) -> None:
    mixed = open_replica(tmp_path_factory.mktemp("order") / "hall.db", "other")
    shuffled = list(events)
    order.shuffle(shuffled)
    take_in(mixed, shuffled, pieces)
    replica, tables = straight
    assert mixed.state == replica.state
    assert projected(mixed) == tables
    mixed.close()


def test_a_snapshot_is_read_by_plain_sqlite(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    write(replica, by(ONE), result(0, "W", "D"), result(1, "W", "D"))
    take_snapshot(replica, tmp_path / "copy.db")
    write(replica, by(ONE), report("later"))
    plain = sqlite3.connect(tmp_path / "copy.db")
    table = plain.execute(
        "SELECT place, name, match_points, honor_points FROM standings WHERE place IS NOT NULL"
        " ORDER BY line"
    ).fetchall()
    assert [row[:3] for row in table] == [
        (1, "Player 1", 4), (2, "Player 2", 0), (2, "Player 3", 0), (2, "Player 4", 0),
    ]  # fmt: skip
    assert plain.execute("SELECT name, result_a, result_b FROM games JOIN players"
                         " ON players.id = games.player_a ORDER BY game").fetchall() == [
        ("Player 1", "W", "L"), ("Player 1", "D", "D"),
    ]  # fmt: skip
    assert plain.execute("SELECT count(*) FROM incidents").fetchone() == (0,)
    assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    plain.close()
    copy = open_replica(tmp_path / "copy.db")
    assert copy.end == replica.end - 1
    copy.close()
    replica.close()


def test_snapshot_overwrites_nothing(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    target = tmp_path / "copy.db"
    target.write_text("a letter")
    with pytest.raises(CannotSave, match=r"exists already\. Nothing was written"):
        take_snapshot(replica, target)
    assert target.read_text() == "a letter"
    replica.close()


def test_a_snapshot_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    replica = open_replica(tmp_path / "hall.db")
    set_up(replica)
    safe = r"was not written .*Nothing in the hall changed\. Make room or name another place"
    with pytest.raises(CannotSave, match=safe):
        take_snapshot(replica, tmp_path / "no such folder" / "copy.db")
    assert not (tmp_path / "no such folder").exists()
    write(replica, by(ONE), result(0, "W", "D"))
    assert replica.state.matches[MATCH.uid].result.status == "entered"
    replica.close()
