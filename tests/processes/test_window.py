"""A screen in its window, from window.sh to the page, on a display in memory."""

import os
import select
import struct
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shared.machine.clocks import monotonic_s
from shared.program.installed import program
from shared.tui.theme import PALETTES
from shared.tui.theme_names import DARK

pytestmark = pytest.mark.processes

SCREENS = Path(__file__).parents[2] / "deploy" / "systemd" / "screens"
SIZE = (1280, 720)
LETTERS = 500
"""So many points of the letters' colour are a sentence, and no cursor."""
_SHORTLY_S = 0.2
NOBODY = "127.0.0.1:1"
"""The device asks to be admitted. It must not ask at the hall of another test on this machine."""
PATIENCE = (5, 5, 5, 10, 10, 20, 20, 40)
"""So many seconds each window has to draw its page. On a display in memory cage may wait for a
frame that never comes, so the window is opened again. No machine of a hall has such a display."""


@contextmanager
def a_display(folder: Path) -> Iterator[str]:
    """A display whose picture is a file in ``folder``; its name."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-ac"]
    with subprocess.Popen(
        [*command, "-nolisten", "tcp", "-fbdir", str(folder)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


@contextmanager
def a_window(display: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A table's program, opened as its unit does but for the graphics card."""
    script, ini = folder / "window.sh", str(SCREENS / "foot.ini")
    text = (SCREENS / "window.sh").read_text(encoding="utf-8")
    assert "/etc/playing-hall/foot.ini" in text
    script.write_text(text.replace("/etc/playing-hall/foot.ini", ini), encoding="utf-8")
    said = {
        "XDG_RUNTIME_DIR": str(folder), "RUNTIME_DIRECTORY": str(folder), "HOME": str(folder),
        "DISPLAY": display, "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman",
        "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_XWAYLAND": "/bin/false", "LANG": "C.UTF-8",
    }  # fmt: skip
    pin = folder / "pin"
    pin.write_text("4711", encoding="utf-8")
    command = ["unshare", "--user", "sh", str(script), program("hall-terminal")]
    command += ["--service-pin-file", str(pin)]  # as the installer writes it
    command += ["--hall", NOBODY]
    with (
        (folder / "said").open("wb") as out,
        subprocess.Popen(
            [*command, "--home", str(folder / "device")],
            stdin=subprocess.DEVNULL, stdout=out, stderr=out, env={**os.environ, **said},
        ) as window,
    ):  # fmt: skip
        try:
            yield window
        finally:
            window.terminate()


def colours(picture: Path) -> Counter[tuple[int, int, int]]:
    """Return how often each colour stands on the display."""
    data = picture.read_bytes()
    header = struct.unpack(">25I", data[:100])
    start, line = header[0] + header[19] * 12, header[12]
    points = data[start : start + line * SIZE[1]]
    return Counter(zip(points[2::4], points[1::4], points[0::4], strict=True))


def letters_shown(folder: Path, patience_s: float) -> int:
    """Open a display and the window on it; return how many points of letters it shows at last."""
    folder.mkdir()
    ink = bytes.fromhex(PALETTES[DARK]["ink"].removeprefix("#"))
    with a_display(folder) as display, a_window(display, folder) as window:
        deadline, found = monotonic_s() + patience_s, 0
        while found < LETTERS and window.poll() is None and monotonic_s() < deadline:
            select.select([], [], [], _SHORTLY_S)
            found = colours(folder / "Xvfb_screen0")[ink[0], ink[1], ink[2]]
        return found


@pytest.mark.needs("Xvfb", "cage", "foot", "unshare")
@pytest.mark.timeout(2 * sum(PATIENCE))
def test_a_page_stands_in_the_window_that_the_stick_opens(tmp_path: Path) -> None:
    # cage opens no window for root.
    if subprocess.run(["unshare", "--user", "true"], check=False, capture_output=True).returncode:
        pytest.skip("this machine makes no user namespaces")
    for number, patience_s in enumerate(PATIENCE):
        folder = tmp_path / str(number)
        if letters_shown(folder, patience_s) >= LETTERS:
            return
    pytest.fail((folder / "said").read_text(encoding="utf-8")[-2_000:])
