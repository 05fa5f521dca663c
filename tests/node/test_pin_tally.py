"""Wrong tries at PINs outlive the process, and a broken file stops no program."""

import os
from pathlib import Path

import pytest

from shared.machine.pins import SALT_BYTES, TRIES, WAIT_MS, PinGuard, hashed
from shared.node.pin_tally import FILE, KeptTally

STORED = hashed("4711", b"s" * SALT_BYTES)


def guard(home: Path) -> PinGuard:
    """Return the guard of a process that has just started."""
    return PinGuard(STORED, lambda: 5, KeptTally(home))


def test_restart_keeps_the_count_of_wrong_tries(tmp_path: Path) -> None:
    for left in range(TRIES - 1, 0, -1):
        started = guard(tmp_path)
        assert not started.attempt("0000")
        assert started.tries_left == left
    guard(tmp_path).attempt("0000")

    assert guard(tmp_path).wait_ms == WAIT_MS
    assert not guard(tmp_path).attempt("4711")


def test_right_pin_clears_the_count_of_wrong_tries(tmp_path: Path) -> None:
    guard(tmp_path).attempt("0000")
    assert guard(tmp_path).attempt("4711")
    assert guard(tmp_path).tries_left == TRIES


def test_the_file_is_for_its_owner_and_holds_no_pin_and_no_hash(tmp_path: Path) -> None:
    guard(tmp_path).attempt("0000")
    path = tmp_path / FILE
    assert path.stat().st_mode & 0o777 == 0o600
    assert not [part for part in STORED.split(":")[4:] if part in path.read_text()]


@pytest.mark.parametrize("text", ["", "no json", "[1]", '{"a": -3}', '{"a": "b"}'])
def test_damaged_tally_file_is_begun_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert guard(tmp_path).attempt("4711")


def test_a_folder_that_cannot_be_written_counts_in_memory(tmp_path: Path) -> None:
    (tmp_path / f".{FILE}.{os.getpid()}.new").mkdir()
    started = guard(tmp_path)
    for _ in range(TRIES):
        started.attempt("0000")
    assert started.wait_ms == WAIT_MS
