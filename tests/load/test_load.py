"""A small hall at work: every result of every round is told at every node that listens."""

import re

import pytest

from tests.load.__main__ import main


@pytest.mark.slow
@pytest.mark.processes
def test_each_result_of_two_rounds_is_at_hall_referee_kiosk_and_standby(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--smoke"])
    said = capsys.readouterr().out
    assert re.findall(r"a result at the (\w+).* n=(\d+)", said) == 2 * [
        (place, "4") for place in ("hall", "referee", "kiosk", "standby")
    ]
    assert said.count("links lost so far 0, batches sent again so far 0") == 2
