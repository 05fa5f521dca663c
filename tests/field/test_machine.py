"""What can be known of a machine without starting one."""

import os
from pathlib import Path

import pytest

from tests.field import machine
from tests.field.machine import ARM, X86, Disk, command_line, kvm_runs, read_ppm

DISK = Disk(Path("disk"), Path("vmlinuz"), Path("initrd"))


def test_a_machine_has_no_way_out_and_leaves_its_disk_as_it_was() -> None:
    for kind in (X86, ARM):
        line = command_line(kind, Path("run"), DISK, kvm=False)
        assert line[line.index("-nic") + 1] == "none"
        assert "-netdev" not in line
        assert "snapshot=on" in line[line.index("-drive") + 1]
    assert "kvm" in command_line(X86, Path("run"), DISK, kvm=True)


def test_a_dark_screen_is_told_from_one_that_shows_something() -> None:
    dark = read_ppm(b"P6\n2 2\n255\n" + bytes(12))
    assert (dark.lit(), dark.colours()) == (0, 1)
    bright = read_ppm(b"P6\n2 2\n255\n" + bytes(6) + b"\1\2\3\n\n\n")
    assert (bright.lit(), bright.colours()) == (0.5, 3)


@pytest.mark.parametrize("data", [b"P5\n1 1\n255\n\0\0\0", b"P6\n2 2\n255\n\0\0\0"])
def test_half_a_picture_is_no_picture(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a picture"):
        read_ppm(data)


@pytest.mark.parametrize(
    ("says", "runs"), [("echo Linux version 6.1", True), ("exec sleep 9", False)]
)
def test_a_host_whose_guests_say_nothing_is_not_asked_for_speed(
    says: str, runs: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    qemu = tmp_path / X86.program
    qemu.write_text(f"#!/bin/sh\n{says}\n")
    qemu.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(machine, "PROBE_S", 0.5)
    assert kvm_runs(Path("vmlinuz"), kvm=tmp_path) is runs
    assert not kvm_runs(Path("vmlinuz"), kvm=tmp_path / "none")
