"""A day under each rulebook: one referee at the real dashboard, robots at the tables.

From registration to the standings, the prizes, the title and the archive. One table is played by
hand, as far as its own node: there a phone rings, and players come too late.
"""

import json
from pathlib import Path

import pytest

from shared.core.rulebooks import RULEBOOKS
from tests.processes.course import CHANGING, DAYS, Course
from tests.processes.tournament_day import a_day, asked, assert_kept
from tests.prove import PROVE

pytestmark = pytest.mark.processes

EVERY_DAY = ("acf-majors", "usbgf-open")
"""One with every limit of lateness, one with an appeal; the others in ``make prove``."""


def test_every_rulebook_has_its_day() -> None:
    assert DAYS.keys() == RULEBOOKS.keys()
    assert all(course.event.rulebook == name for name, course in DAYS.items())


@pytest.mark.needs("tmux")
@pytest.mark.timeout(900)
@pytest.mark.clause("ACF-1.VI.A", "ACF-1.VII", "ACF-3.II.J", "ACF-3.VIII", "USBGF-5")
@pytest.mark.parametrize("rulebook", DAYS if PROVE else EVERY_DAY)
def test_one_referee_runs_the_day(tmp_path: Path, rulebook: str) -> None:
    _runs(tmp_path, DAYS[rulebook])


@pytest.mark.needs("tmux")
@pytest.mark.timeout(900)
@pytest.mark.clause("HALL-late-entry", "ACF-2.IV.D")
def test_one_referee_runs_a_day_in_which_everything_changes(tmp_path: Path) -> None:
    _runs(tmp_path, CHANGING)


def _runs(tmp_path: Path, course: Course) -> None:
    with a_day(tmp_path, course.event) as day:
        for step in course.steps:
            step(day)
        day.referee.ends(*course.prizes)

    status = json.loads(asked(tmp_path, "status", "--json"))
    assert (status["results"], status["open_questions"]) == (course.results, 0)
    told = asked(tmp_path, "audit", "--table", course.event.by_hand, "--round", "1")
    assert "DECIDED by" in told
    assert_kept(tmp_path)
