"""The systemd units: systemd finds nothing wrong, and each program is shut in well enough."""

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

import board_terminal.cli
import hall_server.referee.cli
import kiosk.cli
from hall_server.cli import main as server

UNITS = Path(__file__).parents[2] / "deploy" / "systemd"
SYSTEM = Path("/usr/lib/systemd/system")
LOCAL = Path("etc/systemd/system")
CHAMPIONSHIP = UNITS.parent / "championship"
FILES = sorted([*UNITS.glob("*.service"), *CHAMPIONSHIP.glob("*.service")])
NAMES = [file.name.replace("@.", "@tty1.") for file in FILES]
MOST_EXPOSED = 20
"""Tenths of systemd's own scale to 10; a service without any of this has about 96."""

PROGRAMS: dict[str, click.Command] = {
    "hall-server": server,
    "hall-terminal": board_terminal.cli.main,
    "hall-kiosk": kiosk.cli.main,
    "hall-referee": hall_server.referee.cli.main,
}


def started(file: Path) -> list[str]:
    """Return the words that a unit starts one of our programs with."""
    [line] = re.findall(r"^ExecStart=(.*)$", file.read_text(), re.MULTILINE)
    words = line.split()
    at = next(n for n, word in enumerate(words) if word.startswith("/opt/playing-hall/current/bin"))
    return words[at:]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A machine's root folder with our units, systemd's, and what they start."""
    if not SYSTEM.is_dir():
        pytest.skip(f"systemd's own units are not in {SYSTEM} on this machine")
    root = tmp_path_factory.mktemp("root")
    shutil.copytree(SYSTEM, root / "usr/lib/systemd/system", symlinks=True)
    shutil.copytree(UNITS, root / LOCAL, dirs_exist_ok=True)
    for file in CHAMPIONSHIP.glob("*.service"):
        shutil.copy(file, root / LOCAL)
    wanted = [started(file)[0] for file in FILES] + ["/usr/bin/cage", "/usr/bin/foot", "/bin/sh"]
    for program in wanted:
        there = root / program.lstrip("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        there.touch(mode=0o755)
    return root


def analyzed(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *words, f"--root={root}"],
        capture_output=True, text=True, check=False, cwd=root / LOCAL,
    )  # fmt: skip


@pytest.mark.processes
@pytest.mark.parametrize("unit", NAMES)
@pytest.mark.needs("systemd-analyze")
def test_systemd_finds_nothing_wrong_with_a_unit(root: Path, unit: str) -> None:
    said = analyzed(root, "verify", unit)
    assert (said.returncode, [x for x in said.stderr.splitlines() if "playing-hall" in x]) == (
        0,
        [],
    )


@pytest.mark.processes
@pytest.mark.needs("systemd-analyze")
def test_systemd_would_find_what_is_wrong(root: Path) -> None:
    broken = root / LOCAL / "playing-hall-broken.service"
    broken.write_text("[Service]\nExecStart=/opt/playing-hall/no-such-program\nTyp=notify\n")
    try:
        said = analyzed(root, "verify", broken.name)
    finally:
        broken.unlink()
    assert said.returncode != 0
    assert "no-such-program" in said.stderr


@pytest.mark.processes
@pytest.mark.parametrize("unit", NAMES)
@pytest.mark.needs("systemd-analyze")
def test_a_program_is_shut_in(root: Path, unit: str) -> None:
    said = analyzed(root, "security", "--offline=true", f"--threshold={MOST_EXPOSED}", unit)
    assert said.returncode == 0, said.stdout[-3000:]


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_a_unit_starts_a_program_with_options_that_it_has_and_as_a_user_that_is_made(
    file: Path,
) -> None:
    program, *words = started(file)
    command = PROGRAMS[Path(program).name]
    while isinstance(command, click.Group):
        command = command.commands[words.pop(0)]
    options = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options
    text = file.read_text()
    [user] = re.findall(r"^User=(.*)$", text, re.MULTILINE)
    [state] = re.findall(r"^StateDirectory=(.*)$", text, re.MULTILINE)
    made = (UNITS / "playing-hall.sysusers").read_text()
    assert re.search(rf'^u {user}\s+- "[^"]+"\s+/var/lib/{state}$', made, re.MULTILINE)
    assert words[words.index("--home") + 1] == f"/var/lib/{state}"


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_a_unit_has_room_for_many_callers_and_an_end_of_its_memory(file: Path) -> None:
    limits = dict(re.findall(r"^(LimitNOFILE|MemoryMax)=(\S+)$", file.read_text(), re.MULTILINE))
    assert int(limits["LimitNOFILE"]) >= 4_096
    assert re.fullmatch(r"[0-9]+[MG]", limits["MemoryMax"])


@pytest.mark.parametrize("role", ["server", "standby", "referee@"])
def test_the_paper_kit_is_kept_without_being_asked_for(role: str) -> None:
    words = started(UNITS / f"playing-hall-{role}.service")
    home = words[words.index("--home") + 1]
    assert words[words.index("--paper-kit") + 1] == f"{home}/paper-kit.pdf"


def test_a_screen_on_a_bare_console_is_drawn_there_and_the_rest_goes_to_the_journal() -> None:
    """A screen is drawn on standard error; a drop-in would outrank what its unit says of it."""
    for file in FILES:
        ways = {"tty"} if "@" in file.name else {"journal"}
        text = file.read_text()
        assert set(re.findall(r"^Standard(?:Output|Error)=(\w+)$", text, re.MULTILINE)) == ways
        assert len(re.findall(r"^Standard(?:Output|Error)=", text, re.MULTILINE)) == 2, file.name
    for dropped in UNITS.glob("*.d/*.conf"):
        assert "Standard" not in dropped.read_text()
