"""The command that checks the pairing of a round that a file holds."""

import json
from pathlib import Path

import pytest

from shared.data import read_text
from tests.hall_server.round_files import TABLE, Commands, crosstable, event, trf_line

TEXAS = read_text("crosstable_2012_texas_state_d8.tsv")


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(tmp_path)


def faults(commands: Commands, text: str, *options: str) -> list[str]:
    """Return what does not hold, as clause and sentence; the exit code says the same."""
    result = commands.check(text, *options, "--json")
    report = json.loads(result.stdout)
    found = [
        f"{f['clause']} {f['sentence']}" for f in report["findings"] if f["verdict"] == "fails"
    ]
    assert report["holds"] == (not found)
    assert result.exit_code == (1 if found else 0)
    return found


def with_round_3(*cells: str) -> str:
    """Return the four players with a third round; the third cell of each."""
    rows = ("1 Ann 2T4 3T8", "2 Bob 1T0 4T4", "3 Cy 4T4 1T4", "4 Dee 3T0 2T0")
    points = [cell.rpartition("T")[2] if "T" in cell else "0" for cell in cells]
    return crosstable(
        *(f"{row} {cell} {total}" for row, cell, total in zip(rows, cells, points, strict=True))
    )


@pytest.mark.clause("ACF-2.V.B", "ACF-2.V.C", "ACF-2.V.D", "ACF-3.VIII")
def test_a_good_round_holds_clause_by_clause(commands: Commands) -> None:
    result = commands.check(TEXAS, "--round", "3", "--rulebook", "acf-majors")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "ACF Majors, round 3 of 7",
        "",
        "holds      ACF-2.V.C  Each of 10 players stands in the round once.",
        "holds      ACF-2.V.B  The field is even and nobody has a bye.",
        "holds      ACF-2.V.D  No pairing repeats an earlier one.",
        "holds      ACF-2.V.C  The tables run from the most match points down.",
        "holds      ACF-2.V.C  Players floated: 3, by 3 score groups in all.",
        "holds      ACF-2.V.C  Of all legal rounds, none floats fewer players or less far, from "
        "the top.",
        "",
        "Everything that was tried holds.",
    ]


def test_explain_says_why_for_each_pairing(commands: Commands) -> None:
    shown = commands.check(TEXAS, "--round", "3", "--explain").stdout
    assert "Table 1: 1 Ed King – 5 Hugh Hawkins: 1 Ed King is dropped from 8 points" in shown
    report = json.loads(commands.check(TEXAS, "--round", "3", "--explain", "--json").stdout)
    assert [line.partition(":")[0] for line in report["explain"]] == [
        f"Table {number}" for number in range(1, 6)
    ]


def test_whatever_the_command_pairs_holds(commands: Commands) -> None:
    for seed in "abcdef":
        result = commands.run("pair", TABLE, "--round", "3", "--seed", seed, "--json")
        pairs = [[p["no"] for p in pair["players"]] for pair in json.loads(result.stdout)["pairs"]]
        against = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        before = {1: 8, 2: 4, 3: 4, 4: 0}
        cells = [f"{against[no]}T{before[no] + 2}" for no in sorted(against)]
        assert faults(commands, with_round_3(*cells), "--round", "3", "--seed", seed) == []


@pytest.mark.clause("ACF-3.VIII")
def test_another_seed_than_the_one_that_was_drawn_is_found(commands: Commands) -> None:
    [fault] = faults(commands, TEXAS, "--round", "1", "--seed", "no such")
    assert fault.startswith("ACF-3.VIII The seed no such draws another round; ")


@pytest.mark.clause("ACF-2.V.D")
def test_pairing_repeated_from_an_earlier_round_is_found(commands: Commands) -> None:
    text = with_round_3("2T12", "1T4", "4T6", "3T2")
    assert faults(commands, text, "--round", "3", "--rounds", "9")[:2] == [
        "ACF-2.V.D 1 Ann and 2 Bob have met before.",
        "ACF-2.V.D 3 Cy and 4 Dee have met before.",
    ]


@pytest.mark.clause("ACF-2.V.C")
def test_needless_floats_are_found(commands: Commands) -> None:
    text = crosstable(
        "1 Ann 2T4 3T8 8", "2 Bob 1T0 4T4 4", "3 Cy 4T4 1T4 4", "4 Dee 3T0 2T0 0", rounds=2
    )
    assert faults(commands, text, "--round", "2", "--rounds", "9") == []
    crossed = text.replace("3T8", "4T8").replace("4T4\t4", "3T4\t4").replace("1T4\t4", "2T4\t4")
    crossed = crossed.replace("2T0\t0", "1T0\t0")
    assert faults(commands, crossed, "--round", "2", "--rounds", "9") == [
        "ACF-2.V.C Another legal round floats fewer players, or less far, from the top, with"
        " 1 Ann–3 Cy, 2 Bob–4 Dee."
    ]


@pytest.mark.clause("ACF-2.V.B")
def test_a_second_bye_and_a_bye_too_many_are_found(commands: Commands) -> None:
    text = crosstable("1 Ann 2T4 2T8 8", "2 Bob 1T0 1T0 0", "3 Cy BT3 BT6 6", rounds=2)
    assert faults(commands, text, "--round", "2", "--rounds", "3")[0] == (
        "ACF-2.V.B 3 Cy has the bye, but already had one."
    )
    more = crosstable("1 Ann BT3 3", "2 Bob BT3 3", "3 Cy BT3 3", rounds=1)
    assert faults(commands, more, "--round", "1")[:2] == [
        "ACF-2.V.B 2 Bob has a bye as well: a round has one at most.",
        "ACF-2.V.B 3 Cy has a bye as well: a round has one at most.",
    ]


@pytest.mark.clause("ACF-2.IV.D")
def test_a_player_who_does_not_play_but_is_paired_is_found(commands: Commands) -> None:
    text = with_round_3("4T10", "3T6", "2T6", "1T2")
    assert faults(commands, text, "--round", "3", "--rounds", "9") == []
    assert faults(commands, text, "--round", "3", "--rounds", "9", "--without", "4") == [
        "ACF-2.V.C 4 Dee is paired, but is not in the field."
    ]


def test_a_pair_that_only_one_of_two_names_is_found(commands: Commands) -> None:
    text = with_round_3("4T10", "3T6", "2T6", "-")
    assert faults(commands, text, "--round", "3") == [
        "ACF-2.V.C 1 Ann is neither paired nor has the bye."
    ]
    assert commands.check(text, "--round", "3", "--rounds", "9").stderr == (
        "Note: 1 Ann (line 2) names opponent 4 in round 3, who does not name 1.\n"
    )


@pytest.mark.clause("ACF-2.V.D")
def test_a_relaxation_that_the_referee_ruled_is_no_fault(commands: Commands) -> None:
    text = with_round_3("2T12", "1T4", "4T6", "3T2")
    options = ("--round", "3", "--rounds", "9", "--relax", "re-pairing")
    assert "ACF-2.V.D" not in " ".join(faults(commands, text, *options))


def test_a_round_of_a_report_is_checked_as_well(commands: Commands) -> None:
    text = "\n".join(
        (
            trf_line(1, "Ann", "1.0", "   2 w 1", "   2 w 1"),
            trf_line(2, "Bob", "0.0", "   1 b 0", "   1 b 0"),
        )
    )
    assert faults(commands, text, "--round", "1") == []
    assert faults(commands, text, "--round", "2", "--rounds", "9") == [
        "ACF-2.V.D 1 Ann and 2 Bob have met before."
    ]


def test_a_large_round_of_another_program_is_proved_or_a_better_one_is_named(
    commands: Commands,
) -> None:
    won = [f"{n} P{n} {n + 1}T2 2" if n % 2 else f"{n} P{n} {n - 1}T0 0" for n in range(1, 101)]

    def second(n: int, opponent: int) -> str:
        points = 2 if n % 2 else 0
        return f"{won[n - 1][:-2]} {opponent}T1 {points + 1}"

    groups = {n: (n + 1) % 4 // 2 for n in range(1, 101)}
    fine = [second(n, n + 2 if groups[n] else n - 2) for n in range(1, 101)]
    shown = commands.check(crosstable(*fine, rounds=2), "--round", "2", "--rounds", "9")
    assert shown.exit_code == 0, shown.output
    assert "ACF-2.V.C  Of all legal rounds, none floats fewer" in shown.stdout
    floated = {1: 4, 4: 1, 2: 3, 3: 2}
    worse = [second(n, floated.get(n, n + 2 if groups[n] else n - 2)) for n in range(1, 101)]
    shown = commands.check(crosstable(*worse, rounds=2), "--round", "2", "--rounds", "9")
    assert shown.exit_code == 1
    assert "floats fewer players, or less far, from the top, with " in shown.stdout


def test_a_round_that_is_not_paired_is_refused(commands: Commands) -> None:
    assert commands.refused(commands.check(TABLE, "--round", "3")) == (
        "field.tsv: the file holds no pairing of round 3. Name a round that is paired, or pair it "
        "with pair."
    )
    file = event('id = "a"\nrulebook = "acf-majors"', players=(("Ann", "a", 0), ("Bob", "a", 0)))
    refused = commands.refused(commands.check(file, "--round", "1", file="open.toml"))
    assert refused.startswith("open.toml: the file holds no pairing of round 1.")


@pytest.mark.parametrize(
    ("book", "system"),
    [("apca", "open play"), ("contest", "knockout"), ("usbgf-open", "draw sheet")],
)
def test_a_rulebook_of_another_system_is_refused(
    commands: Commands, book: str, system: str
) -> None:
    refused = commands.refused(commands.check(TABLE, "--round", "2", "--rulebook", book))
    assert "this command checks the Swiss system" in refused
    assert f"pairs by {system}. Name the rulebook of the round with --rulebook." in refused
