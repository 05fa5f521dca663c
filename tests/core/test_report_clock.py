"""Whose clock runs while the referee is called."""

from __future__ import annotations

import pytest

from shared.core.report_clock import EFFECTS, clock_effect


@pytest.mark.clause("HALL-report-clock", "ACF-1.X.A.f")
def test_a_dispute_stops_both_clocks_by_the_clause_of_the_game() -> None:
    for kind in ("dispute", "illegal_move", "touched_piece"):
        assert clock_effect(kind).words == "Both clocks stop."
        assert clock_effect(kind).clause == "ACF-1.X.A.f"
        assert clock_effect(kind, "backgammon").clause == "USBGF-5"


@pytest.mark.clause("HALL-report-clock", "ACF-1.IX")
def test_whoever_is_away_thinks_on_his_own_clock() -> None:
    effect = clock_effect("away")
    assert (effect.clocks, effect.clause) == ("run", "ACF-1.IX")
    assert effect.words == "The clock runs on."


@pytest.mark.clause("ACF-1.X.A.e")
def test_a_defect_of_the_clock_stops_it() -> None:
    assert clock_effect("clock_defect").clocks == "pause"


@pytest.mark.clause("HALL-report-clock")
def test_a_report_that_the_table_does_not_know_stops_no_clock() -> None:
    assert "weather" not in EFFECTS
    assert clock_effect("weather").clocks == "run"
