"""What is wrong with a field is told in one sentence with file and line; nothing is half paired."""

import json
from pathlib import Path

import pytest

from tests.hall_server.round_files import TABLE, Commands, crosstable, event, trf_line

MAJORS = 'id = "open"\nrulebook = "acf-majors"'


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(tmp_path)


def test_a_round_already_paired_is_paired_afresh_on_demand_only(commands: Commands) -> None:
    refused = commands.refused(commands.pair(TABLE, "--round", "2"))
    assert refused == (
        "field.tsv: the file already holds the pairing of round 2. Check it with "
        "check-pairings, or add --again to pair it again."
    )
    assert len(commands.paired(TABLE, "--round", "2", "--again")["pairs"]) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            crosstable("1 Ann 2T4 4", "1 Bob 1T0 0", rounds=1),
            "field.tsv, line 3: give this player another number, 1 is taken.",
        ),
        (
            crosstable("1 Ann 2T4 4", "2 ANN 1T0 0", rounds=1),
            "field.tsv, line 3: ANN is in the field twice, as 1 (line 2) and 2; take one out, "
            "or give them different names.",
        ),
        (
            "\n".join((trf_line(1, "Ann", "0"), trf_line(1, "Bob", "0"))),
            "field.tsv, line 2: starting rank 1 is in line 1 already; give each player their own.",
        ),
        (
            "012 Open\n" + "\n".join((trf_line(1, "Ann", "0"), trf_line(2, "Ann", "0"))),
            "field.tsv, line 3: Ann is in the field twice, as 1 (line 2) and 2; take one out, "
            "or give them different names.",
        ),
    ],
)
def test_a_player_who_is_twice_in_a_file_is_named(
    commands: Commands, text: str, sentence: str
) -> None:
    assert commands.refused(commands.pair(text, "--round", "1")) == sentence


def test_a_player_who_is_twice_in_an_event_file_is_named(commands: Commands) -> None:
    file = event(MAJORS, players=(("Ann", "open", 0), ("Bob", "open", 0), ("ann", "open", 0)))
    refused = commands.refused(commands.pair(file, "--round", "1", file="open.toml"))
    assert refused.startswith("open.toml, line 16: ann is in the field twice, as 1 (line 8)")


def test_a_name_that_a_terminal_takes_for_a_command_is_refused(commands: Commands) -> None:
    file = event(MAJORS, players=(("Ann", "open", 0), ("\\u001b[2J", "open", 0)))
    refused = commands.refused(commands.pair(file, "--round", "1", file="open.toml"))
    assert refused == (
        "open.toml, line 12: Nothing was saved: a text holds a control character or another one"
        " that cannot be seen. Type it again by hand."
    )


def test_a_withdrawn_player_has_to_stay_withdrawn(commands: Commands) -> None:
    text = crosstable("1 Ann 2T4 W 2T8 8", "2 Bob 1T0 BT3 1T3 3")
    assert commands.refused(commands.pair(text, "--round", "3")) == (
        "field.tsv, line 2, r3: write W in each round after the withdrawal."
    )


def test_missing_results_are_named_with_their_rounds(commands: Commands) -> None:
    text = crosstable("1 Ann 2T4 _ _ 4", "2 Bob 1T0 _ _ 0", "3 Cy 4T4 BT7 _ 7", "4 Dee 3T0 - _ 0")
    assert commands.refused(commands.pair(text, "--round", "3")) == (
        "field.tsv, line 2: round 3 cannot be paired while results are missing: 1 Ann (round 2), "
        "2 Bob (round 2). Enter them first."
    )
    report = "\n".join((trf_line(1, "Ann", "0", "   2 w _"), trf_line(2, "Bob", "0", "   1 b _")))
    refused = commands.refused(commands.pair(report.replace("_", " "), "--round", "2"))
    assert "results are missing: 1 Ann (round 1), 2 Bob (round 1)" in refused


@pytest.mark.clause("ACF-2.V.B")
def test_more_byes_than_players_is_told_with_what_the_referee_may_rule(
    commands: Commands,
) -> None:
    text = crosstable("1 Ann BT3 _ 3", "2 Bob BT3 _ 3", "3 Cy BT3 _ 3", rounds=2)
    assert commands.refused(commands.pair(text, "--round", "2", "--rounds", "3")) == (
        "field.tsv: Round 2 cannot be paired without a re-pairing (ACF-2.V.D) or a second bye "
        "(ACF-2.V.B), not even if the 2 lowest pairings repeat. The field is odd and nobody may "
        "have the bye any more. Nothing was published. The referee may rule on a second bye (a "
        "re-pairing alone would not help), and pair again. Or end the division before round 2 of 3."
    )
    ruled = commands.paired(text, "--round", "2", "--rounds", "3", "--relax", "second-bye")
    assert ruled["bye"] is not None


def test_field_without_players_is_refused(commands: Commands) -> None:
    text = crosstable("1 Ann 2T4 W 4", "2 Bob 1T0 W 0", rounds=2)
    assert commands.refused(commands.pair(text, "--round", "2")) == (
        "field.tsv: Round 2 has no players. Admit players, then pair again."
    )


def test_an_override_that_contradicts_itself_is_refused_with_its_line(commands: Commands) -> None:
    file = event(MAJORS + "\n[division.override]\nwin_points = 3", players=(("A", "open", 0),))
    refused = commands.refused(commands.pair(file, "--round", "1", file="open.toml"))
    assert refused.startswith("open.toml, line 9: ")
    assert "match_stake" in refused
    file = event(
        MAJORS + '\n[division.override]\nround_robin = "none"\npairing_system = "round_robin"',
        players=(("A", "open", 0),),
    )
    refused = commands.refused(commands.pair(file, "--round", "1", file="open.toml"))
    assert "round_robin needs its fields" in refused


def test_an_opponent_who_is_not_in_the_file_is_refused_with_the_line(commands: Commands) -> None:
    text = crosstable("1 Ann 7T4 4", "2 Bob BT3 3", rounds=1)
    assert commands.refused(commands.pair(text, "--round", "2")) == (
        "field.tsv, line 2, round 1: 1 Ann names opponent 7, who is no other player of the file;"
        " mend it."
    )


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (
            ("1 Ann 2T4 4", "2 Bob 3T0 0", "3 Cy 2T4 4", "4 Dee 3T0 0"),
            "line 2, round 1: 1 Ann names opponent 2 Bob, who names 3 (line 3): one of the two is"
            " wrong. They are taken to have met.",
        ),
        (
            ("1 Ann 2T4 4", "2 Bob BT3 3", "3 Cy 4T4 4", "4 Dee 3T0 0"),
            "line 2, round 1: 1 Ann names opponent 2 Bob, who names nobody (line 3): one of the"
            " two is wrong. They are taken to have met.",
        ),
    ],
)
def test_a_published_table_with_a_wrong_cell_is_paired_with_a_note(
    commands: Commands, rows: tuple[str, ...], sentence: str
) -> None:
    table = crosstable(*rows, rounds=1)
    result = commands.pair(table, "--round", "2", "--rounds", "9", "--json")
    assert result.exit_code == 0
    assert f"Note: {sentence}\n" in result.stderr
    paired = [{p["no"] for p in pair["players"]} for pair in json.loads(result.stdout)["pairs"]]
    assert {1, 2} not in paired


def test_points_that_no_rule_gives_are_noted_and_taken_as_they_are(commands: Commands) -> None:
    text = crosstable("1 Ann 2T9 9", "2 Bob 1T0 0", "3 Cy BT3 3", rounds=1)
    result = commands.pair(text, "--round", "2", "--rounds", "9")
    assert result.exit_code == 0
    assert result.stderr == (
        "Note: 1 Ann, round 1: a match under ACF Majors does not bring 9 points.\n"
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ("--round", "9"),
            "field.tsv: the crosstable has 3 rounds, so round 4 is the next; add "
            "the columns of the rounds between.",
        ),
        (("--round", "3", "--rounds", "2"), "field.tsv: round 3 comes after the last, which is 2."),
        (
            ("--round", "3", "--without", "8"),
            "field.tsv: no player has the number 8; leave out players of the file.",
        ),
        (
            ("--round", "3", "--division", "a"),
            "field.tsv: no event file, so it has no divisions; leave out --division.",
        ),
        (
            ("--round", "3", "--first-round", "draw"),
            "--first-round is for round 1, not for round 3. Leave one of them out.",
        ),
        (
            ("--round", "3", "--rulebook", "contest", "--relax", "second-bye"),
            "--relax is for the Swiss system; Single Elimination Contest pairs by knockout.",
        ),
        (("--round", "3", "--seed", " "), "--seed is empty. Write what the witnesses have drawn."),
    ],
)
def test_options_that_do_not_fit_are_refused(
    commands: Commands, options: tuple[str, ...], sentence: str
) -> None:
    assert commands.refused(commands.pair(TABLE, *options)) == sentence


def test_an_unknown_rulebook_is_refused_with_those_there_are(commands: Commands) -> None:
    result = commands.pair(TABLE, "--round", "3", "--rulebook", "acf")
    assert result.exit_code == 2
    assert "no rulebook is called 'acf'; there are acf-masters, acf-majors" in result.stderr


def test_a_later_round_of_an_event_file_is_refused(commands: Commands) -> None:
    file = event(MAJORS, players=(("Ann", "open", 0), ("Bob", "open", 0)))
    refused = commands.refused(commands.pair(file, "--round", "2", file="open.toml"))
    assert refused == (
        "open.toml: an event file knows no results, so it gives round 1 and not round 2; name a "
        "crosstable or a tournament report."
    )


def test_a_file_of_no_known_kind_says_which_there_are(commands: Commands) -> None:
    refused = commands.refused(commands.pair("Dear all,\n", "--round", "1"))
    assert refused.startswith("field.tsv: of no kind that is known here. FILE is one of three")
    (commands.folder / "bytes.tsv").write_bytes(b"no\tn\xff\n")
    assert commands.refused(commands.look("pair", "bytes.tsv")) == (
        "bytes.tsv: not text in UTF-8. Save it as UTF-8."
    )
    assert commands.refused(commands.look("pair", "away.tsv")) == (
        "away.tsv: cannot be read: No such file or directory. Name a file that is there."
    )
