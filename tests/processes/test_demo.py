"""The demo as a test: real processes, sockets and disks, and SIGKILL for each kind of process."""

import json
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from hall_server.play.conductor import CutShort
from hall_server.play.demo import Kill, play_headless
from hall_server.play.expectations import DemoReport, differences
from hall_server.play.plan import RULEBOOKS, Plan, from_crosstable, made_up
from hall_server.play.programs import HALL, KIOSK, REFEREE
from shared.core.rulebooks import RULEBOOKS as EVERY
from shared.core.standings.crosstable import parse_crosstable
from shared.data import read_text
from shared.program.installed import program
from tests.prove import PROVE

SERVER = program("hall-server")


def play(plan: Plan, folder: Path, *kills: Kill, moves: int = 2) -> DemoReport:
    """Return what came out of a demo without a screen."""
    robots = msgspec.structs.replace(plan.robots, moves=moves)
    return play_headless(plan._replace(robots=robots), folder, kills=kills)


@pytest.mark.processes
@pytest.mark.timeout(240)
def test_a_published_tournament_comes_out_as_published_although_processes_are_killed(tmp_path):
    run = subprocess.run(
        [SERVER, "demo", "--headless", "--keep", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 0, run.stdout + run.stderr
    assert "Lost: nothing." in run.stdout
    assert "All 10 totals are as published." in run.stdout
    assert run.stdout.count("SIGKILL") == 2
    snapshot = tmp_path / "snapshot.db"
    home = str(tmp_path / "hall")
    subprocess.run([SERVER, "snapshot", "--home", home, str(snapshot)], check=True)
    status = subprocess.run(
        [SERVER, "status", "--home", home, "--json"], capture_output=True, text=True, check=True
    )
    assert json.loads(status.stdout)["results"] == 35
    db = sqlite3.connect(snapshot)
    try:
        first = db.execute(
            "SELECT name, match_points FROM standings ORDER BY line LIMIT 1"
        ).fetchone()
        played = db.execute(
            "SELECT count(*) FROM results JOIN pairings USING (match) JOIN players ON player_a = id"
            " WHERE status = 'confirmed'"
        ).fetchone()
    finally:
        db.close()
    assert first == ("Ed King", 23)
    assert played == (35,)


@pytest.mark.processes
@pytest.mark.timeout(120)
@pytest.mark.clause("SE-1", "SE-2")
def test_a_single_elimination_of_five_is_played_to_its_end(tmp_path):
    """Three byes, best of three, until one is left."""
    plan = made_up(5, 9, seed=4, rules="contest")
    assert plan.referee.rounds == 3

    report = play(plan, tmp_path)

    assert report.good
    assert sorted((row.match_points for row in report.rows), reverse=True)[0] == 3
    assert report.rows[0].rank == 1
    assert [row.rank for row in report.rows].count(1) == 1


PAIRED = tuple(name for name in RULEBOOKS if EVERY[name].pairing_system != "open_play")


@pytest.mark.processes
@pytest.mark.timeout(120)
@pytest.mark.parametrize("rules", PAIRED if PROVE else ("standard", "usbgf-open"))
def test_a_made_up_field_plays_by_any_rulebook_that_pairs_it_in_rounds(tmp_path, rules):
    plan = made_up(4, 2, seed=4, rules=rules)

    report = play(plan, tmp_path)

    assert plan.referee.rounds == 2
    assert report.good
    assert report.accepted == 2 * (3 if plan.robots.drawless else 4)
    assert report.rows[0].rank == 1


@pytest.mark.processes
@pytest.mark.timeout(240)
@pytest.mark.clause("APCA-31")
def test_in_open_play_the_referee_calls_everybody_to_meet_everybody(tmp_path, capsys):
    """Five players at two tables; a table and the hall are killed on the way."""
    plan = made_up(5, 2, seed=4, rules="apca")

    report = play(plan, tmp_path, Kill(2), Kill(3, HALL, away_s=0.5))

    assert report.good
    assert len(report.killed) == 2
    assert report.accepted == 2 * 10
    assert "Round 5: 2 of 2 results" in capsys.readouterr().out
    referee = (tmp_path / f"{REFEREE}.out").read_text()
    assert "open play: 10 matches, all confirmed" in referee


def test_every_rulebook_has_its_demo():
    assert set(RULEBOOKS) == EVERY.keys()


@pytest.mark.processes
@pytest.mark.timeout(240)
def test_each_kind_of_process_may_be_killed_under_load(tmp_path):
    kills = [Kill(1), Kill(2, HALL, away_s=0.5), Kill(3, REFEREE), Kill(4, KIOSK)]

    report = play(made_up(8, 4, seed=3), tmp_path, *kills, moves=4)

    assert len(report.killed) == 4
    assert report.lost == []
    assert report.accepted == 2 * 4 * 4


@pytest.mark.processes
def test_a_demo_whose_hall_ends_is_cut_short_and_says_where_to_look(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("hall_server.play.programs.free_port_base", lambda: port)
        with pytest.raises(CutShort, match=r"^hall ended by itself; its words are in .*hall\.out$"):
            play(made_up(2, 1, seed=4), tmp_path)

    assert f"Port {port} is taken" in (tmp_path / "hall.out").read_text()


def test_a_wrong_total_is_a_difference_that_the_demo_names(tmp_path):
    plan = from_crosstable(parse_crosstable(read_text("crosstable_2012_texas_state_d8.tsv")), "T")

    found = differences(plan.published, ())

    assert len(found) == 10
    assert all("missing" in line for line in found)


def test_without_a_terminal_the_demo_asks_for_headless():
    run = subprocess.run(
        [sys.executable, "-c", "from hall_server.cli import main; main(['demo'])"],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )

    assert run.returncode == 2
    assert "--headless" in run.stderr
