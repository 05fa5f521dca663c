"""A standby: a node that can become the hall once the hall is gone."""

from pathlib import Path

from shared.node.home import load
from tests.node.hall_kit import Hall, Running, free_ports
from tests.node.hall_process import HallProcess
from tests.processes import unit


class Standby(HallProcess):
    """``hall-server standby`` on a referee's laptop."""

    def __init__(self, hall: Hall) -> None:
        self.home = hall.folder / "standby"
        self.ports = free_ports()
        invite = str(hall.invites["referee-1"])
        super().__init__(
            hall, "--invite", invite, "--port-base", str(self.ports[0]),
            command="standby", home=self.home, wait=False,
        )  # fmt: skip
        self.wait_for("Standing by")
        self.node = load(self.home)[1].node


def promote(home: Path) -> str:
    """Make a standby the hall; return what the command said."""
    run = unit.promote(home)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def is_at_the_hall(table: Running, event: str) -> None:
    """Wait until a table is live and the hall has its event."""
    table.ears.until(lambda: table.ears.link.state == "live" and event not in table.ears.unsent)
