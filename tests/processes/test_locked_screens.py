"""A locked screen of the public: switching it off and on gives no more tries at its PIN."""

import sys
from pathlib import Path

import pytest

from shared.machine.pins import TRIES
from tests.node.hall_kit import a_hall
from tests.processes.tmux import in_tmux

ASKED = "This screen is locked"

pytestmark = pytest.mark.processes


@pytest.mark.needs("tmux")
@pytest.mark.parametrize(
    ("program", "invite", "idle"),
    [("hall-kiosk", "kiosk-1", "no hall yet"), ("hall-terminal", "table-1", "OFFLINE")],
)
def test_a_restart_gives_no_new_tries_at_the_service_pin(
    tmp_path: Path, program: str, invite: str, idle: str
) -> None:
    pin = tmp_path / "pin"
    pin.write_text("471147")
    with a_hall(tmp_path) as hall:
        command = [
            str(Path(sys.executable).with_name(program)), "--home", str(tmp_path / "device"),
            "--invite", str(hall.invites[invite]), "--service-pin-file", str(pin),
        ]  # fmt: skip
        with in_tmux(tmp_path, *command) as pane:
            pane.until(idle)
            pane.press("C-q")
            pane.until(ASKED)
            for left in range(TRIES - 1, -1, -1):
                pane.press("0", "0", "0", "0", "Enter")
                if left:
                    pane.until(f"Wrong PIN; {left} more")
            pane.when(lambda screen: ASKED not in screen)

            pane.kill()
            pane.start_again()

            pane.until(idle)
            pane.press("C-q")
            pane.until("Too many wrong PINs: wait")
