"""The logs: one JSON object a line, each change once, nothing on a screen when the disk is full."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from shared.core.state import EMPTY, Alarm
from shared.machine.logs import LOG_FILE, JsonLines, log_to, occurrences
from shared.port import HallChanged, Link, LinkChanged, NotSaved, Stopped
from tests.store.store_kit import fill, small_disk


@pytest.fixture(autouse=True)
def root_logging_is_put_back() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers, root.level = handlers, level


def lines(home: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (home / LOG_FILE).read_text("utf-8").splitlines()]


def test_a_line_is_one_json_object_with_its_facts(tmp_path: Path) -> None:
    log_to(tmp_path, "kiosk")
    logging.getLogger("hall").warning(
        "no room: %s", "Łódź", extra={"facts": {"free": 3, "level": "forged"}}
    )
    (line,) = lines(tmp_path)
    assert line.pop("at")
    assert line == {
        "level": "warning", "program": "kiosk", "part": "hall", "text": "no room: Łódź", "free": 3,
    }  # fmt: skip


def test_an_exception_stays_on_its_line(tmp_path: Path) -> None:
    log_to(tmp_path, "terminal")
    try:
        raise RuntimeError("two\nlines")
    except RuntimeError:
        logging.getLogger("hall").exception("a commit failed")
    (line,) = lines(tmp_path)
    assert "RuntimeError: two\nlines" in str(line["trace"])


def test_each_change_is_logged_once(tmp_path: Path) -> None:
    log_to(tmp_path, "terminal")
    tell = occurrences(logging.getLogger("hall"))
    alarmed = replace(EMPTY, alarms=(Alarm("conflict", "match/m-1", "Two results stand."),))
    for told in (
        LinkChanged(Link("starting", 0)),
        LinkChanged(Link("live", 1)),
        LinkChanged(Link("live", 1, behind=2)),
        HallChanged(EMPTY, frozenset()),
        HallChanged(alarmed, frozenset()),
        HallChanged(alarmed, frozenset({"e"})),
        HallChanged(EMPTY, frozenset()),
        LinkChanged(Link("offline", 2)),
        NotSaved(1, "The disk is full."),
        Stopped("The engine stopped."),
    ):
        tell(told)
    assert [(line["level"], line["text"]) for line in lines(tmp_path)] == [
        ("info", "link starting"),
        ("info", "link live"),
        ("info", "the hall stands"),
        ("warning", "alarm: Two results stand."),
        ("info", "over: Two results stand."),
        ("warning", "link offline"),
        ("error", "not saved"),
        ("error", "stopped"),
    ]


def test_log_that_cannot_be_written_does_not_disturb_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log_to(tmp_path, "terminal")
    (tmp_path / LOG_FILE).mkdir()
    logging.getLogger("hall").error("lost")
    assert capsys.readouterr() == ("", "")


def test_a_program_without_a_screen_says_warnings_aloud(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    log_to(tmp_path, "hall", aloud=True)
    logging.getLogger("hall").info("quiet")
    logging.getLogger("hall").error("two\nlines")
    assert capsys.readouterr().err == "<3>two lines\n"
    monkeypatch.delenv("JOURNAL_STREAM")
    log_to(tmp_path, "hall", aloud=True)
    logging.getLogger("hall").warning("no backup")
    assert capsys.readouterr().err == "! no backup\n"


def test_full_logs_are_rotated_and_the_oldest_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shared.machine.logs.LARGEST", 400)
    log_to(tmp_path, "hall")
    for number in range(60):
        logging.getLogger("hall").info("line %d", number)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["hall.log", "hall.log.1", "hall.log.2", "hall.log.3"]
    assert lines(tmp_path)[-1]["text"] == "line 59"


@pytest.mark.processes
@pytest.mark.needs("mount")
def test_a_log_on_a_full_disk_is_silent_and_goes_on_when_there_is_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with small_disk(tmp_path / "disk") as disk:
        log_to(disk, "terminal")
        log = logging.getLogger("hall")
        log.info("before")
        filler = fill(disk)
        for number in range(200):
            log.info("lost %d %s", number, "x" * 200)
        filler.unlink()
        log.info("after")
        for handler in logging.getLogger().handlers:
            handler.close()
        texts = [str(line["text"]) for line in lines(disk)]
    assert (texts[0], texts[-1]) == ("before", "after")
    assert len(texts) < 202
    assert capsys.readouterr() == ("", "")


def test_values_that_json_does_not_know_are_written_as_text() -> None:
    record = logging.makeLogRecord({"msg": "x", "facts": {"where": Path("a")}})
    assert json.loads(JsonLines("hall").format(record))["where"] == "a"
