"""A bare Debian machine in a folder, started with its own service manager and no network.

Needs root, debootstrap and systemd-nspawn; the bare system is fetched once and kept.
"""

import json
import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from tests.deploy.sticks import NEWER, ROOT, build_stick, newer_stick
from tests.programs import lacks

BASE = ROOT / "build" / "bare-host"
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,systemd-sysv,iproute2,procps"
UNIT = """\
[Unit]
Description=What this machine is started for
After=multi-user.target

[Service]
Type=oneshot
ExecStart=/bin/sh /tried/bare_host.sh
ExecStopPost=/bin/systemctl --no-block poweroff
"""
LONGEST_S = 900


def why_not() -> str:
    """Return why no bare machine can be started here, "" if one can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "a bare machine needs root"
    missing = lacks(["debootstrap", "systemd-nspawn"])
    return f"this machine lacks {missing}" if missing else ""


def base() -> Path:
    """Return the bare system: nothing of the hall's, and nothing that a stick could lean on but
    Python."""
    if not (BASE / "etc/debian_version").exists():
        part = BASE.with_name("bare-host.part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(exist_ok=True)
        command = [
            "debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm",
            str(part), MIRROR,
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        part.rename(BASE)
    return BASE


def start(folder: Path) -> Path:
    """Start a machine that tries ``bare_host.sh``; returns the folder of its results."""
    version = "3.11"
    stick = build_stick(folder / "stick", machine=platform.machine(), python=version)
    newer = newer_stick(stick, folder)
    root, results = folder / "machine", folder / "results"
    # Its device nodes are copied as what they are; reading them would not end.
    subprocess.run(["cp", "-a", base(), root], check=True)
    results.mkdir()
    (root / "etc/systemd/system/tried.service").write_text(UNIT)
    wants = root / "etc/systemd/system/multi-user.target.wants"
    wants.mkdir(exist_ok=True)
    (wants / "tried.service").symlink_to("/etc/systemd/system/tried.service")
    shared = {stick: "/stick", newer: "/newer", Path(__file__).parent: "/tried"}
    command = [
        "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "--private-network",
        "--console=read-only", f"--directory={root}", f"--bind={results}:/results",
        *(f"--bind-ro={place}:{inside}" for place, inside in shared.items()),
    ]  # fmt: skip
    with (folder / "console").open("w") as console:
        subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=console, check=False,
            timeout=LONGEST_S,
        )  # fmt: skip
    return results


def found(results: Path) -> dict[str, str]:
    """Return what the machine found, by name."""
    lines = (results / "found").read_text().splitlines()
    return dict(line.split("\t", 1) for line in lines)


def a_bare_machine_becomes_a_hall(folder: Path) -> dict[str, str]:
    """From the stick alone: hall, table and kiosk installed, killed, upgraded and rolled back."""
    if why_not():
        return {"not tried": why_not()}
    results = start(folder)
    seen = found(results)
    trouble = (results / "trouble").read_text()[-3000:]
    assert "end" in seen, f"{seen}\n{trouble}"
    status = json.loads((results / "status.json").read_text())
    wanted = {
        "a way out": "0",
        "without a tournament": "inactive",
        "folder": "hall-server 700",
        "after kill -9": "active",
        "after a hang": "active",
        "window after the console": "disabled",
        "the table starts with the machine": "enabled",
        "the PIN is not to be read": "scry",
        "screens after kill -9": "active active ",
        "half an upgrade": f"{seen['version']}, active active active ",
        "copies kept": "3",
        "after the upgrade": f"playing hall {NEWER}",
        "after the rollback": seen["version"],
        "uninstalled": "inactive",
        "data": "/var/lib/playing-hall-server/hall.db",
        "end": "0",
    }
    assert {name: seen[name] for name in wanted} == wanted, f"{seen}\n{trouble}"
    assert (status["tournament"], status["players"]) == ("Harbour Open", 21)
    assert json.loads((results / "again.json").read_text())["events"] >= status["events"]
    assert re.fullmatch(r"Cage version \S+, enabled", seen["window"]), seen["window"]
    journal = (results / "journal").read_text()
    assert journal.count("listens on ports") >= 5
    assert "Traceback" not in journal, journal[-3000:]
    return {"installed from the stick, with Python": seen["python"]} | {
        name: seen[name]
        for name in (
            "window",
            "after kill -9",
            "after a hang",
            "screens after kill -9",
            "half an upgrade",
            "after the upgrade",
            "after the rollback",
        )
    }
