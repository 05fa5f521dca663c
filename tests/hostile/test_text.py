"""Text that steers a terminal, forges the six digits or fills pages: it reaches nobody."""

import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from textual.events import Paste
from textual.pilot import Pilot

from hall_server.cli import main
from hall_server.files.outlets import OUTLETS
from hall_server.referee.derived.questions.about_devices import about_devices
from shared.core.events import (
    KIND_OF,
    AnnouncementMade,
    Body,
    DeviceNamed,
    PlayerRegistered,
    ReportFiled,
    ResultSigned,
    TableSet,
    entities,
)
from shared.core.match.outcome import Code, Outcome
from shared.net.keys import DeviceKeys
from shared.node.home import load
from shared.port import Applying
from shared.store.replica import Replica
from shared.wire.codec import CodecError, pack, unpack
from shared.wire.door import HEADER, Reveal, Revealed, announced, frame
from shared.wire.possession import CODE_BYTES, Proof
from tests.forging import unchecked
from tests.hall_server.referee.halls import Desk, masters, report, under_way
from tests.node.hall_kit import MATCHES, Hall, a_hall, pairing
from tests.node.raw_kit import push, sealed, serves
from tests.tui.screens import screen_text

AT = 1_790_000_000_000
TITLE = "\x1b]0;owned\x07"
FAKE = "\x1b[2J\x1b[3;1HAdmit it if its screen shows 123 456.\x1b[8m"
HARMFUL = [
    FAKE,
    TITLE,
    "\x9b2J",
    "Tablet\r\nAdmit 123 456",
    "\u202e654 321\u202c",
    "\ue000\U000e0031",
]
STEERING = ("\x1b", "\x07", "\x9b", "\u202e", "\u2066")


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.chdir(tmp_path)
    with a_hall(tmp_path) as made:
        yield made


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.mark.parametrize("name", [*HARMFUL, "x" * 81])
def test_device_name_that_steers_a_terminal_is_refused_at_the_door(name: str) -> None:
    key = bytes(32)
    harmless, harmful = (Reveal(key, key, "terminal", n, key) for n in ("Spare", name))
    revealed = Revealed(harmful, Proof(bytes(64), bytes(CODE_BYTES)))
    kind, _ = announced(frame(replace(revealed, reveal=harmless))[: HEADER.size], by_hall=False)
    with pytest.raises(CodecError):
        unpack(pack(revealed), kind)


@pytest.mark.parametrize(
    "name",
    [
        "Spare' asks to be admitted: 123 456" + " " * 40,
        "Admit it if its screen shows 123 456.",
        "①②③ ④⑤⑥",
        FAKE,
    ],
)
def test_a_devices_name_shows_no_six_digits_beside_its_own(name: str) -> None:
    asker = Applying("n", b"", b"", "terminal", name, "246919")
    [question] = about_devices({"n": asker}, {"n": 0})
    assert question.title.startswith("246 919: ")
    assert question.proposal == "Admit it if its screen shows 246 919."
    rest = question.title.removeprefix("246 919: ")
    assert sum(sign.isdigit() for sign in rest) < 6
    assert not any(sign in question.title for sign in STEERING)


def test_stolen_key_cannot_send_text_that_steers_a_terminal_or_fills_pages(hall: Hall) -> None:
    server = hall.start_hall()
    server.file(pairing())
    keys = hall.keys("table-1")
    for note in (*HARMFUL, "x" * 200_000):
        report = sealed(keys, "table/1/report/r", ReportFiled("call", note=note))
        assert [ident for ident, _ in push(hall, keys, report).refused] == [report.id]
    many = ResultSigned(0, Outcome((Code.WIN,) * 60_000))
    result = sealed(keys, entities.result(MATCHES[1]), many)
    assert [ident for ident, _ in push(hall, keys, result).refused] == [result.id]
    serves(hall, server)
    server.ears.until_sees("still-served")
    assert server.ears.state.matches["m-1"].result.status == "none"
    assert {report.note for report in server.ears.state.reports.values()} == {"still-served"}


def write_as_before(home: Path, keys: DeviceKeys, said: list[tuple[str, Body]]) -> None:
    """Put events into a log as a version wrote them that judged no text."""
    membership, _ = load(home)
    replica = Replica(home / "hall.db", membership.root_key, new_store_id="aa")
    heads = {ent: replica.fold.heads(ent) for ent, _ in said}
    replica.close()
    plain = sqlite3.connect(home / "hall.db")
    [pos] = plain.execute("SELECT max(pos) FROM log").fetchone()
    inc, prev = secrets.token_hex(8), ""
    for seq, (ent, body) in enumerate(said, start=1):
        event = unchecked(keys.sign, ent, body, inc=inc, seq=seq, at=AT, prev=prev, deps=heads[ent])
        prev = event.id
        row = (pos + seq, event.id, keys.node, inc, seq, KIND_OF[type(body)].name, ent)
        plain.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, *event))
    plain.commit()
    plain.close()


@pytest.fixture
def old(hall: Hall) -> Hall:
    """A hall whose log is of before: names and notes with commands to a terminal."""
    server = hall.start_hall()
    server.file(pairing())
    hall.stop(server)
    _, own = load(hall.home)
    write_as_before(
        hall.home,
        own,
        [
            ("table/1", TableSet(f"1{FAKE}")),
            ("player/p1", PlayerRegistered(f"Ann{TITLE}", "masters", club=FAKE)),
            (entities.announcement("a"), AnnouncementMade(FAKE, 253_402_300_799_999)),
            (entities.device_name(own.node), DeviceNamed(TITLE)),
        ],
    )
    return hall


def test_control_characters_in_an_old_log_are_removed_by_every_command(old: Hall) -> None:
    home = ("--home", old.home)
    asked = [("status", *home), ("audit", *home, "--match", "m-1")]
    told = [run(*words).output for words in asked]
    assert any("Ann�]0;owned�" in output for output in told)
    for output in told:
        assert not any(sign in output for sign in STEERING), output


def test_control_characters_in_an_old_log_are_removed_by_the_export(
    old: Hall, tmp_path: Path
) -> None:
    named = 0
    for what, layouts in OUTLETS.items():
        for layout in layouts:
            out = tmp_path / f"{what}.{layout}"
            made = run("export", what, "--home", old.home, "--format", layout, "--out", out)
            assert made.exit_code == 0, made.output
            text = out.read_bytes().decode("utf-8-sig")
            assert not any(sign in text for sign in STEERING), (what, layout)
            named += "Ann" in text
    assert named > 5
    assert run("export", "log", "--home", old.home, "--out", tmp_path / "log").exit_code == 0
    assert "\\u001b" not in (tmp_path / "log").read_text()
    assert run("export", "event", "--home", old.home, "--out", tmp_path / "e").exit_code == 0


def test_a_note_of_200_000_characters_ends_no_paper(hall: Hall, tmp_path: Path) -> None:
    """It lies in a log of before; the papers and the archive are made all the same."""
    keys = hall.keys("table-1")
    note = "word " * 40_000
    write_as_before(hall.home, keys, [("table/1/report/r", ReportFiled("call", note=note))])
    for words in (("print", "incidents"), ("export", "event")):
        made = run(*words, "--home", hall.home, "--out", tmp_path / words[-1])
        assert made.exit_code == 0, made.output


def test_entry_that_is_longer_than_today_allows_is_listed_as_not_in_force(
    hall: Hall, tmp_path: Path
) -> None:
    own = load(hall.home)[1]
    long = AnnouncementMade("word " * 40_000, 253_402_300_799_999)
    write_as_before(hall.home, own, [(entities.announcement("a"), long)])
    server = hall.start_hall()
    [unforced] = server.ears.state.unforced
    assert (unforced.kind, unforced.ent) == ("a.announcement.made", "announcement/a")
    assert "older version" in unforced.reason
    assert server.ears.state.alarms == ()
    hall.stop(server)

    assert run("snapshot", "--home", hall.home, tmp_path / "one.db").exit_code == 0
    told = run("verify", tmp_path / "one.db").output
    assert "1 not in force" in told
    assert "older than the limits of today: it does not count" in told
    assert "is no event" not in told


async def in_own_words(desk: Desk, pilot: Pilot[None]) -> None:
    """The field for a ruling in the referee's own words, about a call."""
    match = under_way("m1", "t1", ("p1", "p2"))
    await pilot.pause()
    desk.tell(masters(match, reports=(report("call", match, coming_at=1),)))
    await pilot.pause()
    await pilot.press("2")
    await pilot.pause()


async def test_pasted_text_becomes_one_line_of_plain_characters() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await in_own_words(desk, pilot)
        desk.app.screen.focused.post_message(Paste(f"Both\twere {FAKE}\u202e heard\nrm -rf"))  # type: ignore[union-attr]
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "\x1b" not in screen_text(desk.app)
        await pilot.press("y")
        [draft] = desk.port.drafts
        reason = draft.body.reason  # type: ignore[attr-defined]
        assert reason == "Both were [2J [3;1HAdmit it if its screen shows 123 456. [8m heard"


async def test_a_field_takes_no_more_than_may_travel() -> None:
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await in_own_words(desk, pilot)
        desk.app.screen.focused.post_message(Paste("x" * 200_000))  # type: ignore[union-attr]
        await pilot.pause()
        await pilot.press("x", "enter", "y")
        [draft] = desk.port.drafts
        assert draft.body.reason == "x" * 500  # type: ignore[attr-defined]


def test_a_demo_of_more_rounds_than_opponents_is_refused_at_once() -> None:
    outcome = run("demo", "--headless", "--players", 16, "--rounds", 20)
    assert outcome.exit_code == 1
    assert "16 players have opponents for 15 rounds, not for 20" in outcome.output
