"""Some scenarios on real hosts with the tests; ``make field`` plays all and prints the times."""

from pathlib import Path

import pytest

from tests.field.lan import why_not
from tests.field.scenarios import (
    somebody_lies_about_the_hall,
    the_hall_has_another_address,
    the_hall_is_taken_over,
)

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


@pytest.mark.slow
def test_false_halls_that_are_announced_keep_no_table_from_the_true_one(tmp_path: Path) -> None:
    if why_not():
        pytest.skip(why_not())

    times = somebody_lies_about_the_hall(tmp_path)

    assert "a hall that moved, found among false ones" in times
