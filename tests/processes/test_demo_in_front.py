"""The demo on screens: its greeting, the three screens beside each other, the way out."""

from pathlib import Path

import pytest

from hall_server.play.in_front import ENDED, HIGH, WIDE
from shared.program.installed import program
from tests.processes.tmux import in_tmux

pytestmark = [pytest.mark.processes, pytest.mark.slow]


@pytest.mark.needs("tmux")
@pytest.mark.timeout(180)
def test_a_newcomer_is_greeted_calls_as_a_player_answers_as_a_referee_and_leaves(
    tmp_path: Path,
) -> None:
    command = (program("hall-server"), "demo", "--keep", str(tmp_path / "show"))
    with in_tmux(tmp_path, *command, size=(WIDE + 4, HIGH + 4)) as pane:
        pane.until("you are the referee")
        pane.until("Press any key to begin.")
        pane.press("Enter")
        pane.until("F12 or a click: the next screen")
        pane.until("Press to start")
        pane.press("F12")
        pane.press("0")
        pane.until("5 Call")
        pane.press("5")
        pane.until("The referee is called")
        # The call stands first. Where a slow machine has not heard all tables yet, that is asked
        # too, and the cursor stays where it was.
        pane.press("F12", "F12", "Home")
        pane.until("Say that you are coming")
        pane.press("a")
        pane.until("You are coming")
        pane.until("the referee is coming")
        pane.press("C-q")
        pane.until(ENDED)
        assert "[server exited]" not in pane.when(lambda screen: ENDED in screen)
