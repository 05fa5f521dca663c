"""The hall's commands: set up, look, invite, snapshot; with the hall stopped and running."""

import errno
import json
import os
import shlex
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import ANY

import pytest
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from hall_server.cli import SECTIONS, main
from hall_server.setting_up import read_tournament_key, write_tournament_key
from shared.core.events import TournamentOpened
from shared.net.invite import read_invite
from shared.node.home import load
from shared.program.installed import program
from shared.program.running import own_version
from shared.store.replica import Replica
from tests.hall_server.terminal import in_a_terminal
from tests.node.hall_kit import LOOPBACK, Hall, a_hall, pairing, result

EVENT = """\
schema = 1
[event]
name = "Open"
tables = 2
[[division]]
id = "masters"
rulebook = "acf-masters"
[[player]]
name = "Ann"
division = "masters"
"""


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments], input=typed or None)


def refused(*arguments: object) -> str:
    """Return what a command says that fails for a reason a person can mend: no traceback."""
    outcome = run(*arguments)
    assert outcome.exit_code in (1, 2), outcome.output
    assert "Traceback" not in outcome.output
    assert outcome.output.strip()
    return " ".join(outcome.output.split())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "event.toml").write_text(EVENT)
    (tmp_path / "pass").write_text("a long phrase\n")
    return tmp_path


def new(folder: Path, *more: object) -> list[object]:
    return [
        "new", folder / "event.toml", "--home", folder / "hall", "--key-file", folder / "open.key",
        "--passphrase-file", folder / "pass", "--address", LOOPBACK, *more,
    ]  # fmt: skip


def test_new_command_creates_a_tournament_with_keys_and_invites(folder: Path) -> None:
    outcome = run(*new(folder, "--referees", 2, "--kiosks", 3, "--port-base", 6000))
    assert outcome.exit_code == 0, outcome.output
    assert "Open: 1 player, 2 tables." in outcome.output
    assert f"Next: hall-server run --home {folder / 'hall'}" in outcome.output
    assert len(list((folder / "hall" / "invites").iterdir())) == 7
    membership, _ = load(folder / "hall")
    assert (membership.halls[0].host, membership.halls[0].sync_port) == (LOOPBACK, 6000)
    key = read_tournament_key(folder / "open.key", "a long phrase")
    assert bytes(key.verify_key) == membership.root_key


def test_the_next_command_is_told_as_it_is_typed(folder: Path) -> None:
    arguments = new(folder)
    arguments[3] = folder / "Зал один"
    home = shlex.quote(str(folder / "Зал один"))
    assert f"Next: hall-server run --home {home}\n" in run(*arguments).output


def test_new_passphrase_is_asked_for_twice(folder: Path) -> None:
    arguments = [a for a in new(folder) if a not in ("--passphrase-file", folder / "pass")]
    assert run(*arguments, typed="one long phrase\nother long phrase\n").exit_code == 1
    assert not (folder / "hall").exists()
    assert run(*arguments, typed="eight of them\neight of them\n").exit_code == 0
    assert read_tournament_key(folder / "open.key", "eight of them")


def test_empty_passphrase_is_refused(folder: Path) -> None:
    (folder / "pass").write_text("\n")
    assert "The passphrase is empty" in refused(*new(folder))
    assert not (folder / "hall").exists()


def test_a_passphrase_of_a_few_letters_is_refused_for_a_new_key(folder: Path) -> None:
    for short in ("x", "1234567"):
        (folder / "pass").write_text(f"{short}\n")
        assert "The passphrase has fewer than 8 characters" in refused(*new(folder))
        assert not (folder / "hall").exists()
        assert not (folder / "open.key").exists()


def test_a_rating_that_no_node_could_read_is_refused_with_its_line(folder: Path) -> None:
    (folder / "event.toml").write_text(f"{EVENT}rating = 1152921504606846976\n")
    said = refused(*new(folder))
    assert f"{folder / 'event.toml'}, line {EVENT.count(chr(10)) + 1}: Nothing was saved" in said
    assert "the number in 'rating' is too large, 100000 is the most" in said
    assert not (folder / "hall").exists()
    assert not (folder / "open.key").exists()


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("hall-server pri", "plain,print\n"), ("hall-server print --paper l", "plain,letter\n")],
)
def test_tab_completes_a_command_and_what_an_option_takes(typed: str, completed: str) -> None:
    asked = {"_HALL_SERVER_COMPLETE": "bash_complete", "COMP_WORDS": typed}
    asked["COMP_CWORD"] = str(len(typed.split()) - 1)
    done = subprocess.run(
        [program("hall-server")],
        env={**os.environ, **asked}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == completed


def test_what_is_doubtful_in_an_event_file_is_said_and_not_refused(folder: Path) -> None:
    names = ("Ann ", "Bea", "Cy", "Di", "Ed")
    lines = (f'[[player]]\nname = "{name}"\ndivision = "masters"\n' for name in names)
    (folder / "event.toml").write_text(EVENT + "".join(lines))
    outcome = run(*new(folder))
    assert outcome.exit_code == 0, outcome.output
    assert "! Ann stands 2 times on the list of ACF Masters." in outcome.output
    words = "! 6 players in ACF Masters play at 3 tables at once, and there are 2. Put up more"
    assert words in outcome.output


def test_a_player_whose_name_is_blank_is_refused_with_the_line(folder: Path) -> None:
    (folder / "event.toml").write_text(EVENT + '[[player]]\nname = "  "\ndivision = "masters"\n')
    said = refused(*new(folder))
    assert f"line {EVENT.count(chr(10)) + 2}: a player has no name; write one." in said
    assert not (folder / "hall").exists()


def test_a_port_that_another_program_has_is_named(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen(1)
        port = other.getsockname()[1]
        outcome = run(*new(folder, "--port-base", str(min(port, 65_533)), "--address", "127.0.0.1"))
    assert outcome.exit_code == 0, outcome.output
    assert f"! Port {port} is in use on this machine" in outcome.output


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("print pairings --home h --round pw1", "'--round': 'pw1' is no whole number (1 or more)."),
        ("new --home h --kiosks 1000", "'--kiosks': '1000' is no whole number (0 to 999)."),
        ("publish --home h --every soon web", "'--every': 'soon' is no number (0.05 or more)."),
    ],
)
def test_what_is_no_number_or_none_of_these_is_refused_in_words(command: str, says: str) -> None:
    outcome = run(*command.split())
    assert outcome.exit_code == 2
    assert f"Invalid value for {says}" in outcome.output


@pytest.mark.parametrize(
    ("option", "given"),
    [
        ("--port-base", "99999999"),
        ("--port-base", "65534"),
        ("--port-base", "-1"),
        ("--referees", "100000"),
        ("--kiosks", "-5"),
        ("--address", "h" * 254),
        ("--address", "hall\x1b[2J"),
        ("--address", "two words"),
    ],
)
def test_an_option_that_no_node_could_use_is_refused(folder: Path, option: str, given: str) -> None:
    outcome = run(*new(folder, option, given))
    assert outcome.exit_code == 2
    assert f"Invalid value for '{option}'" in outcome.output
    assert not (folder / "hall").exists()


def test_clock_before_1970_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hall_server.setting_up.wall_ms", lambda: -1)
    assert "the clock of this machine stands before the year 1970" in refused(*new(folder))
    assert not (folder / "hall").exists()
    assert not (folder / "open.key").exists()


@pytest.mark.parametrize("taken", ["hall/hall.db", "hall/node.json", "open.key"])
def test_existing_folder_is_not_overwritten(folder: Path, taken: str) -> None:
    (folder / "hall").mkdir()
    (folder / taken).write_text("precious")
    assert "exists already: nothing was changed" in refused(*new(folder))
    assert (folder / taken).read_text() == "precious"


@pytest.mark.parametrize(
    ("old", "wrong", "words"),
    [
        ("tables = 2", "tabels = 2", "line 4: event: there is no field tabels"),
        ("acf-masters", "chess", "line 7: there is no rulebook 'chess'; choose one of"),
        ("tables = 2", 'tables = 2\nzone = "Mars"', "line 5: 'Mars' is no time zone"),
        ("schema = 1", "schema = ", "not readable as TOML"),
    ],
)
def test_a_bad_event_file_sets_nothing_up(folder: Path, old: str, wrong: str, words: str) -> None:
    (folder / "event.toml").write_text(EVENT.replace(old, wrong))
    assert words in refused(*new(folder))
    assert not (folder / "hall").exists()
    assert not (folder / "open.key").exists()


def test_an_event_file_that_is_not_there(folder: Path) -> None:
    (folder / "event.toml").unlink()
    assert "cannot be read" in refused(*new(folder))


def test_a_key_that_cannot_be_written_sets_nothing_up(folder: Path) -> None:
    """Without its key a tournament cannot be governed: it must not come into being."""
    (folder / "stick").write_text("a file where the stick should be")
    arguments = [folder / "stick" / "open.key" if a == folder / "open.key" else a
                 for a in new(folder)]  # fmt: skip
    assert "cannot be written" in refused(*arguments)
    assert not (folder / "hall").exists()
    assert run(*new(folder)).exit_code == 0


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with a_hall(tmp_path) as hall:
        yield hall


def with_a_round(hall: Hall) -> None:
    """Round 1 with one confirmed result and one disputed."""
    server, one, two = hall.start_hall(), hall.start("table-1"), hall.start("table-2")
    server.file(pairing())
    for table, node in ((1, one), (2, two)):
        node.ears.until(lambda node=node: bool(node.ears.state.matches))  # type: ignore[misc]
        node.file(result(table, 0, "W", "W"))
        node.file(result(table, 1, "W", "W") if table == 1 else result(table, 1, "L", "L"))
    server.ears.until(
        lambda: (
            [m.result.status for m in server.ears.state.matches.values()]
            == ["confirmed", "disputed", "none"]
        )
    )
    hall.stop(one, two)


@pytest.mark.parametrize("running", [True, False])
def test_status_command_describes_the_hall(hall: Hall, running: bool) -> None:
    with_a_round(hall)
    if not running:
        hall.stop(*list(hall.running))
    outcome = run("status", "--home", hall.home, "--json")
    assert outcome.exit_code == 0, outcome.output
    said = json.loads(outcome.output)
    wanted = {
        "tournament": "Open", "players": 6, "rounds": 1, "matches": 3, "results": 1,
        "open_questions": 1, "not_in_force": 0, "alarms": [],
    }  # fmt: skip
    assert {key: said[key] for key in wanted} == wanted
    (division,) = said["divisions"].values()
    assert division == {
        "players": 6,
        "round": {"number": 1, "starts_at": ANY, "matches": 3, "results": 1},
    }
    assert said["free_bytes"] > 0
    if not running:
        plain = run("status", "--home", hall.home).output
        assert plain.startswith("Open · 6 players · masters round 1: 1 of 3 results")


@pytest.mark.parametrize("running", [True, False])
def test_snapshot_command_copies_the_hall(hall: Hall, running: bool, tmp_path: Path) -> None:
    with_a_round(hall)
    if not running:
        hall.stop(*list(hall.running))
    target = tmp_path / "copy.db"
    assert run("snapshot", "--home", hall.home, target).exit_code == 0
    plain = sqlite3.connect(target)
    statuses = plain.execute("SELECT status FROM results ORDER BY match").fetchall()
    plain.close()
    assert statuses == [("confirmed",), ("disputed",)]
    if not running:
        assert "exists already" in refused("snapshot", "--home", hall.home, target)


@pytest.mark.parametrize("running", [True, False])
def test_one_more_device_is_invited(hall: Hall, running: bool, tmp_path: Path) -> None:
    if running:
        hall.start_hall()
    out = tmp_path / "spare.invite"
    outcome = run("invite", "--home", hall.home, "--kiosk", "--label", "By the door", "--out", out)
    assert outcome.exit_code == 0, outcome.output
    assert out.stat().st_mode & 0o777 == 0o600
    invite = read_invite(out.read_text(), root_key=bytes(hall.root_key.verify_key))
    assert (invite.role, invite.label) == ("kiosk", "By the door")
    if not running:
        hall.start_hall()
    node = hall.start("spare", keys=invite.keys, role="kiosk")
    node.ears.until(lambda: len(node.ears.state.players) == 6)
    assert node.ears.state.devices[invite.keys.node].label == "By the door"


@pytest.mark.parametrize("running", [True, False])
def test_a_held_table_is_given_to_a_new_device_only_with_replace(
    hall: Hall, running: bool, tmp_path: Path
) -> None:
    if running:
        hall.start_hall()
    out = tmp_path / "spare.invite"
    asked = ["invite", "--home", hall.home, "--table", "2", "--out", out]
    if not running:
        assert "is held by the device 'Table 2'" in refused(*asked)
        assert "--replace" in refused(*asked)
        assert not out.exists()
    outcome = run(*asked, "--replace")
    assert outcome.exit_code == 0, outcome.output
    keys = read_invite(out.read_text()).keys
    if not running:
        hall.start_hall()
    spare = hall.start("spare", keys=keys)
    spare.ears.until(
        lambda: bool(spare.ears.state.tables) and spare.ears.state.tables["2"].device == keys.node
    )


def test_an_invite_without_room_on_its_stick_admits_no_device(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = json.loads(run("status", "--home", hall.home, "--json").output)["devices"]
    monkeypatch.setattr("hall_server.commands.invite.os.fsync", full)
    out = tmp_path / "spare.invite"
    said = refused("invite", "--home", hall.home, "--kiosk", "--out", out)
    assert "spare.invite cannot be written (No space left on device). Nothing was changed." in said
    assert not out.exists()
    monkeypatch.undo()
    assert json.loads(run("status", "--home", hall.home, "--json").output)["devices"] == before


def test_an_invite_takes_no_key_of_another_tournament(hall: Hall, tmp_path: Path) -> None:
    key, said, out = tmp_path / "other.key", tmp_path / "said", tmp_path / "laptop.invite"
    write_tournament_key(key, SigningKey.generate(), "a long phrase", "Other")
    said.write_text("a long phrase")
    asked = ("--referee", "--key-file", key, "--passphrase-file", said, "--out", out)
    before = json.loads(run("status", "--home", hall.home, "--json").output)["devices"]
    words = refused("invite", "--home", hall.home, *asked)
    assert "other.key is the key of another tournament. Nothing was changed." in words
    assert not out.exists()
    assert json.loads(run("status", "--home", hall.home, "--json").output)["devices"] == before


def test_an_invite_that_cannot_be_made_changes_nothing(hall: Hall, tmp_path: Path) -> None:
    out = tmp_path / "x.invite"
    before = (hall.home / "hall.db").read_bytes()
    assert "There is no table '9'" in refused(
        "invite", "--home", hall.home, "--table", "9", "--out", out
    )
    assert not out.exists()
    assert "one of --table ID, --kiosk, --referee and --standby" in refused(
        "invite", "--home", hall.home, "--out", out
    )
    assert "need --key-file" in refused("invite", "--home", hall.home, "--referee", "--out", out)
    taken = hall.invites["table-1"]
    held = taken.read_text()
    assert "exists already" in refused("invite", "--home", hall.home, "--kiosk", "--out", taken)
    assert taken.read_text() == held
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused(
        "invite", "--home", hall.home, "--kiosk", "--out", tmp_path / "file" / "x.invite"
    )
    assert (hall.home / "hall.db").read_bytes() == before


@pytest.mark.parametrize(
    "command", [["status"], ["snapshot", "x.db"], ["invite", "--kiosk", "--out", "x"], ["run"]]
)
def test_folder_without_a_hall_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(*command, "--home", tmp_path)
    assert "is not set up for a tournament. Check the name of the folder." in said
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_hall_is_told_in_a_sentence(hall: Hall) -> None:
    (hall.home / "hall.db").write_bytes(b"not a database" * 1_000)
    assert "is damaged" in refused("status", "--home", hall.home)


def named_chief(folder: Path) -> None:
    event = folder / "event.toml"
    event.write_text(event.read_text().replace("[event]\n", "[event]\nchief = true\n"))


def test_the_first_laptop_is_the_chiefs_where_the_event_says_so(folder: Path) -> None:
    named_chief(folder)
    outcome = run(*new(folder, "--referees", 2))
    assert outcome.exit_code == 0, outcome.output
    assert "referee-1 is for the chief referee" in outcome.output
    laptop = read_invite((folder / "hall" / "invites" / "referee-1.invite").read_text())
    replica = Replica(folder / "hall" / "hall.db", laptop.root_key, new_store_id="x")
    try:
        opened = next(
            stored.event.body
            for stored in replica.after(0, 100)
            if isinstance(stored.event.body, TournamentOpened)
        )
    finally:
        replica.close()
    assert opened.chief == laptop.keys.node


def test_a_chief_without_a_laptop_is_refused_before_anything_is_written(folder: Path) -> None:
    named_chief(folder)
    outcome = run(*new(folder, "--referees", 0))
    assert outcome.exit_code == 1
    assert "--referees 0 gives them no laptop" in outcome.output
    assert not (folder / "hall").exists()


def test_help_lists_every_command_whole_under_what_it_is_for() -> None:
    said = run("-h").output
    for title, section in SECTIONS.items():
        told = said.partition(f"{title}:\n")[2].partition("\n\n")[0].splitlines()
        assert [line.split() for line in told] == [[n, *t.split()] for n, (_, t) in section.items()]
    assert "..." not in run("rulebook", "-h").output.partition("\n")[2]


@pytest.mark.parametrize(
    "module",
    [
        "hall_server.cli",
        "board_terminal.cli",
        "hall_server.referee.cli",
        "hall_server.one_laptop.cli",
        "kiosk.cli",
    ],
)
def test_a_program_says_its_version_before_it_loads_network_store_or_screen(module: str) -> None:
    lines = f"""
import sys
from {module} import main
try:
    main(["--version"])
finally:
    print(*({{"zmq", "nacl", "sqlite_utils", "textual", "zeroconf"}} & {{*sys.modules}}))
"""
    said = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == [f"playing hall {own_version()}", ""]


@pytest.mark.parametrize("wide", [60, 80, 100])
def test_a_table_gives_way_where_the_terminal_is_narrow(wide: int) -> None:
    words = ("rulebook", "show", "acf-majors")
    said = in_a_terminal(words, wide)
    assert max(map(len, said.splitlines())) <= wide
    assert sorted(said.split()) == sorted(run(*words).output.split())


def test_output_that_is_read_in_part_ends_in_silence() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    words = [program("hall-server"), "docs", "runbook"]
    done = subprocess.run(words, stdout=writes, stderr=subprocess.PIPE, check=False)
    os.close(writes)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no /dev/full")
@pytest.mark.parametrize("words", [("-h",), ("kinds",), ("--version",)])
def test_output_on_a_full_disk_ends_with_a_sentence(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [program("hall-server"), *words], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode().startswith(
        "Error: The output could not be written (No space left on device)."
    )
    assert b"Traceback" not in done.stderr


def test_hall_home_names_the_folder_where_no_option_does(hall: Hall) -> None:
    with_option = run("status", "--home", hall.home).output
    named = CliRunner().invoke(main, ["status"], env={"HALL_HOME": str(hall.home)})
    assert named.output == with_option != ""
