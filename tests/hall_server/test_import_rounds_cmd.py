"""``hall-server import`` of rounds: shown, confirmed, written as the referee's rulings."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from hall_server.cli import main
from hall_server.setting_up import write_tournament_key
from shared.core.state import HallState
from shared.node.home import load
from shared.pairing import Systems
from shared.pairing.places import division_standings
from shared.store.replica import Replica
from tests.hall_server.round_files import trf_line
from tests.node.hall_kit import Hall, a_hall

ROUNDS = "\n".join(
    (
        "012 Club evening",
        trf_line(1, "Player 1", "2.0", "   2 w 1", "   3 b 1", rating="1999"),
        trf_line(2, "Player 2", "1.0", "   1 b 0", "   5 w 1", rating="1998"),
        trf_line(3, "Player 3", "1.0", "   4 w 1", "   1 w 0", rating="1997"),
        trf_line(4, "Player 4", "0.5", "   3 b 0", "   6 w =", rating="1996"),
        trf_line(5, "Player 5", "0.5", "   6 w =", "   2 b 0", rating="1995"),
        trf_line(6, "Player 6", "1.0", "   5 b =", "   4 b =", rating="1994"),
    )
)


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.chdir(tmp_path)
    Path("club.trf").write_text(ROUNDS)
    Path("pass").write_text("a long phrase\n")
    with a_hall(tmp_path) as made:
        write_tournament_key(tmp_path / "open.key", made.root_key, "a long phrase", "Open")
        yield made


def run(hall: Hall, *arguments: object, typed: str = "") -> Result:
    words = ["import", "club.trf", "--home", hall.home, *arguments]
    return CliRunner().invoke(main, [str(word) for word in words], input=typed or None)


KEY = ("--key-file", "open.key", "--passphrase-file", "pass")


def state(hall: Hall) -> HallState:
    membership, _ = load(hall.home)
    replica = Replica(hall.home / "hall.db", membership.root_key, new_store_id=secrets.token_hex(8))
    try:
        return replica.state
    finally:
        replica.close()


def test_rounds_are_shown_first_and_nothing_changes_until_confirmed(hall: Hall) -> None:
    shown = run(hall, *KEY, typed="n\n")
    assert shown.exit_code == 0, shown.output
    assert "+ round 1: 3 matches, 3 results\n+ round 2: 3 matches, 3 results\n" in shown.output
    assert "Take over 2 rounds with 6 results? [y/N]: n\nNothing was changed." in shown.output
    assert not state(hall).rounds


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize("running", [True, False])
def test_a_club_that_moves_over_after_two_rounds_draws_its_third(hall: Hall, running: bool) -> None:
    if running:
        hall.start_hall()
    done = run(hall, *KEY, "--yes")
    assert done.exit_code == 0, done.output
    assert done.output.endswith(
        "2 rounds with 6 results taken over. The standings have the points of the file.\n"
    )
    hall.stop(*list(hall.running))
    now = state(hall)
    assert not now.unforced
    assert [row.match_points for row in division_standings(now, "masters")] == [8, 4, 4, 4, 2, 2]
    assert {match.result.status for match in now.matches.values()} == {"ruled"}
    assert {v.seat for match in now.matches.values() for v in match.result.versions} == {None}
    assert len(Systems().pair(now, "masters", 3, "amber").pairs) == 3


def test_a_file_that_was_taken_over_brings_nothing_a_second_time(hall: Hall) -> None:
    assert run(hall, *KEY, "--yes").exit_code == 0
    again = run(hall, *KEY, "--yes")
    assert "Masters has 2 rounds of its own already." in again.output
    assert again.output.endswith("There is nothing to change.\n")


def test_importing_only_players_needs_no_key(hall: Hall) -> None:
    done = run(hall, "--players-only", "--yes")
    assert "0 new, 0 changed, 6 as they are." in done.output
    assert "There is nothing to change." in done.output


def test_results_without_the_tournament_key_are_refused_before_the_question(
    hall: Hall,
) -> None:
    refused = run(hall, "--yes")
    assert refused.exit_code == 1
    assert "+ round 2: 3 matches, 3 results" in refused.output
    assert "Add --key-file with the tournament key, or --players-only." in refused.output
    assert not state(hall).rounds


def test_the_key_of_another_tournament_is_refused(hall: Hall, tmp_path: Path) -> None:
    write_tournament_key(tmp_path / "open.key", SigningKey.generate(), "a long phrase", "Other")
    refused = run(hall, *KEY, "--yes")
    assert "open.key is the key of another tournament. Nothing was changed." in refused.output
    assert not state(hall).rounds


def test_a_file_that_contradicts_itself_changes_nothing(hall: Hall) -> None:
    Path("club.trf").write_text(ROUNDS.replace("   1 b 0", "   1 b 1"))
    refused = run(hall, *KEY, "--yes")
    assert refused.exit_code == 1
    assert "! line 2 and line 3, round 1: the results of Player 1 and Player 2" in refused.output
    assert "club.trf has 1 line to mend. Nothing was changed." in refused.output
    assert not state(hall).rounds
