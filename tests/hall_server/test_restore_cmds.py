"""Verify, audit, restore and replace-hall: what a snapshot proves, and what it can become."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from hall_server.setting_up import write_tournament_key
from shared.core.decisions.writing import Ground, decide_match
from shared.core.events import Draft, RoundPaired, TableSet, entities
from shared.core.match.outcome import Code, Outcome
from shared.net.address import HallAddress
from shared.node.home import load
from shared.pairing.log import lines as draw_log
from tests.hall_server.test_commands import refused, run
from tests.node.hall_kit import (
    LOOPBACK,
    Hall,
    Running,
    a_hall,
    pairing,
    player,
    report,
    result,
)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path, tables=2) as hall:
        yield hall


@pytest.fixture
def played(hall: Hall) -> Hall:
    """A match signed by both sides and ruled on; the hall is stopped again."""
    server, referee = hall.start_hall(), hall.start("referee-1", role="referee")
    table = hall.start("table-1")
    server.file(pairing(2))
    table.ears.until(lambda: "m-1" in table.ears.state.matches)
    for seat, games in ((0, "W W"), (1, "W L")):
        table.file(result(1, seat, *games.split()))  # type: ignore[arg-type]
    referee.ears.until(
        lambda: (
            referee.ears.state.matches["m-1"].result.status == "disputed"
            if "m-1" in referee.ears.state.matches
            else False
        )
    )
    match = referee.ears.state.matches["m-1"]
    outcome = Outcome((Code("W"), Code("L")))
    ruled = referee.file(
        decide_match(match, outcome, Ground("ACF-1.VII", "both score sheets say so"))
    )
    server.ears.until(lambda: server.ears.state.matches["m-1"].result.counts)
    assert ruled
    hall.stop(table, referee, server)
    return hall


def key_file(hall: Hall) -> list[object]:
    path, passphrase = hall.folder / "open.key", hall.folder / "pass"
    if not path.exists():
        write_tournament_key(path, hall.root_key, "a long phrase", "Open")
        passphrase.write_text("a long phrase")
    return ["--key-file", path, "--passphrase-file", passphrase]


def snapshot(hall: Hall, name: str = "one.db") -> Path:
    target = hall.folder / name
    assert run("snapshot", "--home", hall.home, target).exit_code == 0
    return target


def test_a_sound_snapshot_is_said_to_be_sound(played: Hall) -> None:
    outcome = run("verify", snapshot(played))

    assert outcome.exit_code == 0, outcome.output
    assert "Every signature, chain and number is sound." in outcome.output


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ("UPDATE log SET sig = zeroblob(64) WHERE pos = 3", "does not bear the signature"),
        ("UPDATE log SET data = zeroblob(9) WHERE pos = 3", "entry 3 is no event"),
        ("DELETE FROM log WHERE ent = 'player/p2'", "is missing"),
        ("UPDATE log SET id = '00' WHERE pos = 3", "not the event whose id"),
        ("UPDATE vector SET seq = seq + 1", "the table vector does not hold"),
        ("DELETE FROM log WHERE kind = 'a.tournament.opened'", "tournament key's own event"),
    ],
)
def test_changed_snapshot_is_detected(played: Hall, spoil: str, said: str) -> None:
    copy = snapshot(played)
    with sqlite3.connect(copy) as db:
        db.execute(spoil)
    db.close()

    assert said in refused("verify", copy)


def test_two_snapshots_of_the_same_events_are_the_same(played: Hall) -> None:
    server, kiosk = played.start_hall(), played.start("kiosk-1", role="kiosk")
    kiosk.ears.until(lambda: "m-1" in kiosk.ears.state.matches and kiosk.ears.link.state == "live")
    server.file(player("late"))
    kiosk.ears.until_sees("late")
    played.stop(server)
    kiosk.ears.until_link("offline")
    played.stop(kiosk)
    one = snapshot(played)
    other = played.folder / "kiosk.db"
    kiosk_home = played.folder / "kiosk-1"
    (played.folder / "kiosk-1" / "hall.db").rename(other)
    assert kiosk_home.is_dir()

    outcome = run("verify", one, other)

    assert outcome.exit_code == 0, outcome.output
    assert "Both hold the same events and say the same." in outcome.output


def test_events_of_only_one_snapshot_are_counted_and_a_changed_row_is_named(played: Hall) -> None:
    before = snapshot(played)
    server = played.start_hall()
    server.file(player("late"))
    played.stop(server)
    after = snapshot(played, "two.db")
    assert "events are in two.db only" in refused("verify", before, after)

    changed = snapshot(played, "three.db")
    with sqlite3.connect(changed) as db:
        db.execute("UPDATE results SET status = 'confirmed'")
    db.close()
    assert "the table results differs" in refused("verify", after, changed)


def test_another_file_than_a_snapshot_is_refused(hall: Hall) -> None:
    strange = hall.folder / "x.db"
    strange.write_bytes(b"nothing " * 200)
    assert "is no copy of a tournament" in refused("verify", strange)
    assert "does not exist" in refused("verify", hall.folder / "y.db")


@pytest.mark.parametrize("live", [False, True])
def test_story_of_a_match_names_statements_and_ruling_with_their_authors(
    played: Hall, live: bool
) -> None:
    if live:
        played.start_hall()
    outcome = run("audit", "--home", played.home, "--table", "1", "--round", "1")

    assert outcome.exit_code == 0, outcome.output
    lines = outcome.output.splitlines()
    assert lines[0].startswith("Player 1 – Player 2, ACF Masters round 1, Table 1")
    assert "the pairing was published" in lines[1]
    assert "Table 1 (" in lines[2]
    assert "Player 1 signed: Player 1 wins 2–0" in lines[2]
    assert "Player 2 signed" in lines[3]
    assert "Referee 1 (" in lines[4]
    assert "DECIDED by ACF-1.VII" in lines[4]
    assert "both score sheets say so" in lines[4]
    assert lines[5].startswith("It counts, ruled")
    by_uid = run("audit", "--home", played.home, "--match", "m-1")
    assert by_uid.output == outcome.output


def test_a_match_that_is_not_there_is_named(hall: Hall) -> None:
    assert "There is no match 'm-9'" in refused("audit", "--home", hall.home, "--match", "m-9")
    assert "Say --match UID" in refused("audit", "--home", hall.home)


@pytest.mark.clause("ACF-3.VIII")
def test_how_a_round_was_paired_is_told_with_names(hall: Hall) -> None:
    server, draft = hall.start_hall(), pairing(1)
    assert isinstance(draft.body, RoundPaired)
    log = draw_log.written([draw_log.MeetAgain("p1", "p2"), draw_log.Moved("p1", "p2", "1")])
    body = structs.replace(draft.body, trace=log, witnesses=("Al", "Bo"))
    server.file(Draft(draft.ent, body))
    server.ears.until(lambda: "m-1" in server.ears.state.matches)
    hall.stop(server)

    outcome = run("audit", "--home", hall.home, "--round", "1")

    assert outcome.output.splitlines() == [
        "ACF Masters, round 1, seed seed",
        "Witnessed by Al and Bo.",
        "Player 1 and Player 2 meet again.",
        "Player 1 – Player 2: now table 1.",
    ]
    assert "No round 7 is published" in refused("audit", "--home", hall.home, "--round", "7")


def start_restored(hall: Hall, home: Path) -> Running:
    """Return the hall from another folder, on the ports of the first."""
    hall.folder, before = home.parent, hall.folder
    try:
        return hall.start_hall(home)
    finally:
        hall.folder = before


def test_an_old_snapshot_restored_takes_back_what_came_after_it(played: Hall) -> None:
    old = snapshot(played)
    server, table = played.start_hall(), played.start("table-1")
    late = server.file(player("after the snapshot".replace(" ", "-")))
    table.ears.until_sees("after-the-snapshot")
    held = table.file(report("held-by-the-table"))
    table.ears.until(lambda: held not in table.ears.unsent)
    played.stop(server)
    home = played.folder / "restored"

    outcome = run("restore", old, "--home", home, "--keys-from", played.home)

    assert outcome.exit_code == 0, outcome.output
    restored = start_restored(played, home)
    restored.ears.until_sees("after-the-snapshot", "held-by-the-table")
    assert late not in {unforced.event for unforced in restored.ears.state.unforced}
    again = restored.file(player("after-the-restore"))
    table.ears.until_sees("after-the-restore")
    assert again
    assert restored.ears.state.alarms == ()


def test_a_stolen_hall_is_revoked_and_a_new_one_certified_in_one_step(played: Hall) -> None:
    copy = snapshot(played)
    table = played.start("table-1")
    thief_keys = load(played.home)[1]
    home = played.folder / "new"

    outcome = run(
        "replace-hall", copy, "--home", home, "--address", LOOPBACK,
        "--port-base", played.ports[0], *key_file(played),
    )  # fmt: skip

    assert outcome.exit_code == 0, outcome.output
    membership, keys = load(home)
    assert membership.halls == (HallAddress(LOOPBACK, *played.ports, keys.curve_public),)
    thief = played.start_hall()
    stolen = thief.file(Draft(entities.table("1"), TableSet("Mine")))
    table.ears.until(lambda: table.ears.state.tables["1"].label == "Mine")
    played.stop(thief)
    assert (home / "device.key").stat().st_mode & 0o777 == 0o600
    replaced = run("status", "--home", home)
    assert replaced.exit_code == 0, replaced.output
    from tests.hall_server.restored import serving

    with serving(home, played.ports) as new:
        played.stop(table)
        again = played.start(
            "table-1", address=HallAddress(LOOPBACK, *played.ports, keys.curve_public)
        )
        again.ears.until(lambda: again.ears.state.devices[thief_keys.node].revoked)
        again.ears.until(lambda: again.ears.state.tables["1"].label == "1")
        assert stolen in {unforced.event for unforced in again.ears.state.unforced}
        assert new.node_id == keys.node


def test_restoring_needs_the_keys_or_the_tournament_key(played: Hall) -> None:
    copy, home = snapshot(played), played.folder / "restored"

    assert "--keys-from FOLDER" in refused("restore", copy, "--home", home)
    outcome = run("restore", copy, "--home", home, *key_file(played), "--address", LOOPBACK)
    assert outcome.exit_code == 0, outcome.output
    assert load(home)[1].node != load(played.home)[1].node
    assert "exists already" in refused("restore", copy, "--home", home, *key_file(played))


def test_a_snapshot_that_was_changed_becomes_no_hall(played: Hall) -> None:
    copy, home = snapshot(played), played.folder / "restored"
    with sqlite3.connect(copy) as db:
        db.execute("UPDATE log SET sig = zeroblob(64) WHERE pos = 3")
    db.close()

    assert "is not sound" in refused("restore", copy, "--home", home, "--keys-from", played.home)
    assert not home.exists()


@pytest.mark.parametrize("part", [0.01, 0.3, 0.6, 0.95])
def test_a_snapshot_that_was_cut_short_is_found_out_and_becomes_no_hall(
    played: Hall, part: float
) -> None:
    """As by a stick that was pulled too early: at least one page of it is missing."""
    copy, home = snapshot(played), played.folder / "restored"
    whole = copy.read_bytes()
    copy.write_bytes(whole[: int(len(whole) * part)])

    for command in (("verify", copy), ("restore", copy, "--home", home, *own_keys(played))):
        said = refused(*command)
        assert str(copy) in said
        assert "Traceback" not in said
    assert not home.exists()


def own_keys(hall: Hall) -> list[object]:
    return ["--keys-from", hall.home]


def test_a_disk_that_fills_up_leaves_nothing_of_a_restored_hall(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    copy, new = snapshot(hall), tmp_path / "new"
    held = copy.read_bytes()
    monkeypatch.setattr("shared.node.home.write_secret", full)
    said = refused("restore", copy, "--home", new, "--keys-from", hall.home)
    assert "was not written (No space left on device)" in said
    assert (
        f"{copy} is as it was. Make room or name another place, and give the command again." in said
    )
    assert not new.exists()
    assert copy.read_bytes() == held
