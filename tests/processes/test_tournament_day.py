"""A day of the ACF's Majors, run by one referee at the real dashboard, with robots at the tables.

Table 3 is played by hand, as far as its own node: there a phone rings, and players come too late.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shared.core.words import Code
from tests.processes.tmux import needs_tmux
from tests.processes.tournament_day import Event, a_day, ago, asked, assert_kept

pytestmark = pytest.mark.processes

MAJORS = Event(
    "acf-majors", players=6, tables=3, by_hand="3", quarrels=True,
    more='rounds = 3\ncontrol = "unclocked"',
)  # fmt: skip


@pytest.mark.timeout(240)
@needs_tmux
@pytest.mark.clause("ACF-1.VI.A", "ACF-1.VII", "ACF-3.II.J", "ACF-3.VIII")
def test_one_referee_runs_a_day_of_the_acf(tmp_path: Path) -> None:
    with a_day(tmp_path, MAJORS) as day:
        referee, table = day.referee, day.table

        # Round 1: the robots at table 1 sign two scores; at table 3 a phone rings.
        referee.pair(1, start="now", seed="4 1 6 2 5")
        key, (_, second) = table.match(1)
        table.sits(key, 0, 1)
        table.reports(key, "phone", about=1)
        referee.accept(f"A phone rang: {second}", f"Game 1 is forfeited by {second}")
        table.answered(key, "phone")
        table.signs(key, Code.WIN_BY_FORFEIT, Code.DRAW)
        day.settle_the_dispute()
        day.done(3)

        # Round 2 was called out half an hour ago, and one player is still not there.
        referee.pair(2, start=ago(31), seed="3 3 1 6 2")
        key, (_, second) = table.match(2)
        table.sits(key, 0)
        table.reports(key, "late", about=1)
        referee.says("Late 3")
        referee.accept("Late 3", f"Game 1 is forfeited by {second}")
        table.answered(key, "late")
        table.sits(key, 1)
        table.signs(key, Code.WIN_BY_FORFEIT, Code.LOSS)
        day.done(6)

        # Round 3: an hour after the start nobody has come for one side: the match is forfeited.
        referee.pair(3, start=ago(61), seed="6 2 2 5 1")
        key, _ = table.match(3)
        table.sits(key, 0)
        table.reports(key, "late", about=1)
        referee.accept("Late 1:0", "Every game is forfeited")
        day.done(9)

        # A result of two rounds ago is corrected; what changes with it is shown first.
        referee.correct("R1 T3")
        referee.says("Correct a result")
        referee.pane.press("Down", "Enter")
        referee.says("What else changes:", "was paired since")
        referee.types("The sheets of both say so.")
        referee.confirm("Change a result that counts", no="Leave it")
        first, _ = table.match(1)
        day.until(lambda: day.result(first).status == "ruled" and day.result(first).counts)
        referee.ends(300, 200, 100)

    status = json.loads(asked(tmp_path, "status", "--json"))
    assert (status["results"], status["open_questions"]) == (9, 0)
    told = asked(tmp_path, "audit", "--table", "3", "--round", "1")
    assert "RULED by" in told
    assert "Game 1 is forfeited by" in told
    assert "RULED by ACF-1.VI.A" in asked(tmp_path, "audit", "--table", "3", "--round", "3")
    assert_kept(tmp_path)
