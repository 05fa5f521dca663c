"""An installation without the championship's library."""

import subprocess
import sys


def test_the_server_starts_without_the_library_of_the_championship() -> None:
    program = "import hall_server.cli, sys; print('nats' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "False", run.stderr
