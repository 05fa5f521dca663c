"""Two scenarios on real hosts in every run; ``make field`` plays all and prints the times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.field.lan import why_not
from tests.field.scenarios import the_hall_has_another_address, the_hall_is_taken_over

pytestmark = [pytest.mark.processes, pytest.mark.needs("ip", "nft")]


def test_a_hall_on_another_host_takes_over_and_the_old_one_follows(tmp_path: Path) -> None:
    if why_not():
        pytest.skip(why_not())

    times = the_hall_is_taken_over(tmp_path)

    assert "promotion to all acknowledged" in times


def test_a_hall_that_has_moved_is_found_by_its_announcement_alone(tmp_path: Path) -> None:
    if why_not():
        pytest.skip(why_not())

    times = the_hall_has_another_address(tmp_path)

    assert "found by its announcement after" in times
