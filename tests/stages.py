"""Two stages: ``make test`` runs what proves most in five minutes, ``make test-slow`` the rest.

A test that is long by nature carries the marker ``slow``. Of the folders below, only what is named
here runs in the first stage.
"""

import os
from pathlib import PurePath

import pytest

FIRST_STAGE = {
    # One smoke of each kind of process.
    "tests/processes": {
        "test_a_match_is_played_by_numbers_through_standard_input",
        "test_a_kiosk_becomes_the_hall_once_the_chiefs_passphrase_is_typed_at_it",
        "test_a_single_elimination_of_five_is_played_to_its_end",
        "test_report_of_a_rehearsal_without_devices_names_the_ports",
        "test_without_a_terminal_the_demo_asks_for_headless",
    },
    # The quarter of the dashboard's cases that proves most: what is asked, proposed, ruled, paired.
    "tests/hall_server/referee": {
        "test_about_absence.py",
        "test_about_breaks.py",
        "test_about_incidents.py",
        "test_about_overtime.py",
        "test_about_reports.py",
        "test_about_requests.py",
        "test_about_results.py",
        "test_about_rounds.py",
        "test_about_time.py",
        "test_case_view.py",
        "test_confirming.py",
        "test_deciding.py",
        "test_draft_round.py",
        "test_floor.py",
        "test_games_screen.py",
        "test_main_screen.py",
        "test_pair_screen.py",
        "test_robot.py",
    },
}
"""Folder → the names of the files, or of the tests, that stay in the first stage."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many workers as cores; one more in the second stage, which waits for real processes."""
    given = getattr(os, "sched_getaffinity", None)
    cores = len(given(0)) if given else os.cpu_count() or 1
    return cores + (config.getoption("-m") == "slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what waits for the second stage."""
    for item in items:
        path = PurePath(item.path).relative_to(config.rootpath)
        kept = FIRST_STAGE.get(path.parent.as_posix())
        name = getattr(item, "originalname", item.name)
        if kept is not None and not kept & {path.name, name}:
            item.add_marker(pytest.mark.slow)
