"""What a replica loads of other people's programs."""

import subprocess
import sys

import pytest


@pytest.mark.processes
def test_dates_that_no_replica_reads_are_loaded_when_they_are_read() -> None:
    program = (
        "import sys, shared.store.replica\n"
        "print('dateutil.parser._parser' in sys.modules)\n"
        "from sqlite_utils import recipes\n"
        "print(recipes.parsedate('3 May 2020'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode().split() == ["False", "2020-05-03"]
