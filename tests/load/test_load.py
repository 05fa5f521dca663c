"""A small hall at work: every result of every round is told at every node that listens."""

import re

import pytest

from tests.load.__main__ import main

pytestmark = [pytest.mark.slow, pytest.mark.processes]


FELT = {"line": ("standby", 1_000), "disk": ("hall", 100)}
"""Where a hardship is felt in the first round, and by how many ms at least."""


def played(said: str) -> None:
    """Every result of both rounds is everywhere, no link was lost, nothing was sent twice."""
    assert sorted(re.findall(r"a result at the (\w+).* n=(\d+)", said)) == sorted(
        2 * [(place, "12") for place in ("hall", "referee", "kiosk", "standby")]
    )
    assert said.count("links lost so far 0, batches sent again so far 0") == 2


def test_each_result_of_two_rounds_is_at_hall_referee_kiosk_and_standby(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--smoke"])
    said = capsys.readouterr().out
    played(said)
    assert "killed and started again: 12 tables are linked" in said


@pytest.mark.parametrize("hardship", ["line", "disk", "core"])
def test_nobody_falls_offline_with_a_slow_line_a_slow_disk_or_half_a_core(
    hardship: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--smoke", "--hardship", hardship])
    said = capsys.readouterr().out
    played(said)
    slow, least = FELT.get(hardship, ("hall", 0))
    felt = re.findall(rf"a result at the {slow}.* p99\s+([\d.]+) ms", said)
    assert float(felt[0]) >= least
