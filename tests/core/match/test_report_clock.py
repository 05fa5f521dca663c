"""Whose clock runs while the referee is called."""

from typing import get_args

import pytest

from shared.core.events.reported import STOPS_CLOCKS, clock_words
from shared.core.match.outcome import ReportType


@pytest.mark.clause("HALL-report-clock", "ACF-1.X.A.f", "ACF-1.X.A.e", "ACF-3.IV", "USBGF-5")
@pytest.mark.parametrize("kind", get_args(ReportType))
def test_disputes_defects_and_draw_rulings_alone_stop_the_clocks(kind: ReportType) -> None:
    disputed = ("illegal_move", "touched_piece", "disturbance")
    stops = kind in (*disputed, "clock_defect", "draw_ruling")
    assert (kind in STOPS_CLOCKS) == stops
    assert clock_words(kind) == ("Both clocks stop." if stops else "The clock runs on.")


@pytest.mark.clause("HALL-report-clock", "ACF-1.IX")
def test_player_who_is_away_thinks_on_their_own_clock() -> None:
    assert clock_words("away") == "The clock runs on."
