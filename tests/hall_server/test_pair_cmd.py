"""The command that pairs a round from a file."""

from pathlib import Path

import pytest

from shared.data import read_text
from shared.pairing import Entrant
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.hall_server.round_files import TABLE, Commands, crosstable, event, names, trf_line

TEXAS = read_text("crosstable_2012_texas_state_d8.tsv")
FOUR = (("Ann", "open", 1900), ("Bob", "open", 1800), ("Cy", "open", 1700), ("Dee", "open", 1600))
MAJORS = 'id = "open"\nrulebook = "acf-majors"'


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    return Commands(tmp_path)


def test_json_has_pairs_with_tables_and_players_the_bye_the_floats_and_the_seed(
    commands: Commands,
) -> None:
    paired = commands.paired(TABLE, "--round", "3", "--rounds", "9")
    assert paired["pairs"] == [
        {"table": 1, "players": [{"no": 1, "name": "Ann"}, {"no": 4, "name": "Dee"}]},
        {"table": 2, "players": [{"no": 3, "name": "Cy"}, {"no": 2, "name": "Bob"}]},
    ]
    assert paired["bye"] is None
    assert paired["floats"] == [
        {
            "player": {"no": 1, "name": "Ann"},
            "opponent": {"no": 4, "name": "Dee"},
            "from_points": 8,
            "to_points": 0,
            "groups": 2,
        }
    ]
    assert paired["seed"] == "amber"
    assert "explain" not in paired


@pytest.mark.clause("ACF-2.V.C", "ACF-3.VIII")
def test_the_command_pairs_as_the_engine_does(commands: Commands) -> None:
    paired = commands.paired(TEXAS, "--round", "2", "--again", "--rulebook", "acf-majors")
    met = {1: 6, 2: 10, 3: 5, 4: 9, 5: 3, 6: 1, 7: 8, 8: 7, 9: 4, 10: 2}
    points = {1: 4, 2: 4, 3: 2, 4: 3, 5: 2, 6: 0, 7: 3, 8: 1, 9: 1, 10: 0}
    field = [Entrant(str(no), points[no], None, False, frozenset({str(met[no])})) for no in points]
    drawn = pair_round(field, SwissRound(2, 7), seed="amber")
    numbers = [tuple(str(p["no"]) for p in pair["players"]) for pair in paired["pairs"]]
    assert tuple(numbers) == drawn.player_pairs


def test_explain_tells_the_draw_and_the_reason_of_each_table(commands: Commands) -> None:
    paired = commands.paired(TABLE, "--round", "3", "--rounds", "9", "--explain")
    assert paired["trace"][0].startswith("Round 3, seed amber: 4 players in 3 score groups")
    assert paired["explain"] == [
        "Table 1: 1 Ann – 4 Dee: 1 Ann is dropped from 8 points to 0 points, because nobody else "
        "has as many, and everybody with 4 points is an earlier opponent; their first meeting.",
        "Table 2: 3 Cy – 2 Bob: both have 4 points; their first meeting.",
    ]
    shown = commands.pair(TABLE, "--round", "3", "--rounds", "9", "--explain").stdout
    assert all(line in shown for line in (*paired["trace"], *paired["explain"]))


def test_the_table_is_in_columns(commands: Commands) -> None:
    lines = commands.pair(TABLE, "--round", "3", "--rounds", "9").stdout.splitlines()
    assert lines == [
        "ACF Majors, round 3, seed amber: 2 tables",
        "",
        "Table  No  Name   Points  No  Name  Points",
        "    1   1  Ann ↓       8   4  Dee        0",
        "    2   3  Cy          4   2  Bob        4",
    ]


def test_halves_stand_as_people_write_them(commands: Commands) -> None:
    ann, bob = trf_line(1, "Ann", "0.5", "   2 w ="), trf_line(2, "Bob", "0.5", "   1 b =")
    text = "\n".join((ann, bob, trf_line(3, "Cy", "1.0", "0000 - U")))
    paired = commands.pair(text, "--round", "2", "--rounds", "9")
    assert [line.split()[-1] for line in paired.stdout.splitlines()[3:]] == ["½", "½"]
    floats = commands.paired(text, "--round", "2", "--rounds", "9")["floats"]
    assert [(f["from_points"], f["to_points"]) for f in floats] == [(1, 0.5)]


@pytest.mark.clause("ACF-2.V.A")
def test_the_first_round_is_paired_by_halves_on_demand(commands: Commands) -> None:
    file = event(MAJORS, players=FOUR)
    paired = commands.paired(file, "--round", "1", "--first-round", "top-half", file="open.toml")
    assert names(paired) == {frozenset({"Ann", "Cy"}), frozenset({"Bob", "Dee"})}


@pytest.mark.clause("ACF-2.V.A")
def test_an_override_of_the_event_is_used_and_noted(commands: Commands) -> None:
    halves = MAJORS + '\n[division.override]\n"swiss.first_round" = "top_half_bottom_half"'
    file = event(halves, players=FOUR)
    for named in ((), ("--rulebook", "acf-majors")):
        result = commands.pair(file, "--round", "1", *named, file="open.toml")
        assert result.stderr == "Note: Set by the event: swiss.first_round.\n"
        assert "Cy" in result.stdout.splitlines()[3]
    other = commands.pair(file, "--round", "1", "--rulebook", "acf-masters", file="open.toml")
    assert other.stderr == (
        "Note: By ACF Masters, as asked; the event's ACF Majors and its overrides are left aside.\n"
    )


def test_a_file_of_several_divisions_needs_to_be_told_which(commands: Commands) -> None:
    file = event(MAJORS, 'id = "b"\nrulebook = "acf-minors"', players=(*FOUR, ("Eve", "b", 0)))
    result = commands.pair(file, "--round", "1", file="open.toml")
    assert commands.refused(result) == (
        "open.toml: there are the divisions open, b; say which one with --division."
    )
    result = commands.pair(file, "--round", "1", "--division", "c", file="open.toml")
    assert "there is no division 'c'; there are open, b." in commands.refused(result)
    paired = commands.paired(file, "--round", "1", "--division", "b", file="open.toml")
    assert (paired["rulebook"], paired["bye"]) == ("acf-minors", {"no": 1, "name": "Eve"})


@pytest.mark.clause("ACF-2.V.F", "ACF-2.IV.D")
def test_only_those_who_play_are_paired(commands: Commands) -> None:
    text = crosstable(
        "1 Ann 2T4 4T8 _ 8",
        "2 Bob 1T0 W W 0",
        "3 Cy 5T4 -T4 - 4".replace("-T4", "-"),
        "4 Dee 6T4 1T4 OT6 6",
        "5 Eve 3T0 6T4 _ 4",
        "6 Flo 4T0 5T0 _ 0",
    )
    paired = commands.paired(text, "--round", "3", "--again")
    assert names(paired) == {frozenset({"Ann", "Eve"})}
    assert paired["bye"] == {"no": 6, "name": "Flo"}
    paired = commands.paired(text, "--round", "3", "--again", "--without", "6")
    assert names(paired) == {frozenset({"Ann", "Eve"})}
    assert paired["bye"] is None


def test_player_who_missed_the_round_before_is_taken_to_play_and_named(commands: Commands) -> None:
    text = crosstable(
        "1 Ann 2T4 3T8 8", "2 Bob 1T0 - 0", "3 Cy 4T4 1T4 4", "4 Dee 3T0 BT3 3", rounds=2
    )
    result = commands.pair(text, "--round", "3")
    assert result.stderr == (
        "Note: 2 Bob (line 3) missed the round before and is taken to play; if not, say "
        "--without 2.\n"
    )


@pytest.mark.clause("ACF-2.V.D")
def test_a_forfeited_pairing_counts_as_met(commands: Commands) -> None:
    text = crosstable("1 Ann 2FT4 _ 4", "2 Bob 1FT0 _ 0", "3 Cy 4T2 _ 2", "4 Dee 3T2 _ 2", rounds=2)
    paired = commands.paired(text, "--round", "2", "--rounds", "9")
    assert frozenset({"Ann", "Bob"}) not in names(paired)


@pytest.mark.clause("ACF-2.V.E")
def test_the_number_of_rounds_decides_what_may_repeat(commands: Commands) -> None:
    text = crosstable("1 Ann 2T4 _ 4", "2 Bob 1T0 _ 0", rounds=2)
    assert names(commands.paired(text, "--round", "2")) == {frozenset({"Ann", "Bob"})}
    refused = commands.refused(commands.pair(text, "--round", "2", "--rounds", "9"))
    assert refused == (
        "field.tsv: Round 2 cannot be paired without a re-pairing (ACF-2.V.D) or a second bye "
        "(ACF-2.V.B). 1 Ann has no legal opponent left. 2 Bob has no legal opponent left. "
        "Nothing was published. The referee may rule on a re-pairing, and pair again. Or end the "
        "division before round 2 of 9."
    )
    ruled = commands.paired(text, "--round", "2", "--rounds", "9", "--relax", "re-pairing")
    assert names(ruled) == {frozenset({"Ann", "Bob"})}


@pytest.mark.clause("ACF-2.V.D")
def test_the_lowest_repeat_rather_than_that_the_top_group_is_broken_unless_ruled_otherwise(
    commands: Commands,
) -> None:
    text = crosstable(
        *("1 Ann 3T0 6T4 5T8 _ _ 8", "2 Bob 6T0 4T4 3T8 _ _ 8", "3 Cy 1T4 5T8 2T8 _ _ 8"),
        *("4 Dee 5T0 2T0 6T0 _ _ 0", "5 Eve 4T4 3T4 1T4 _ _ 4", "6 Flo 2T4 1T4 4T8 _ _ 8"),
        rounds=5,
    )
    asked = ("--round", "4", "--rounds", "5", "--rulebook", "acf-masters")
    kept = names(commands.paired(text, *asked))
    assert frozenset({"Dee", "Eve"}) in kept
    fresh = names(commands.paired(text, *asked, "--relax", "fresh-only"))
    assert frozenset({"Dee", "Eve"}) not in fresh


def test_a_table_that_looks_complete_is_noted_where_the_last_rounds_differ(
    commands: Commands,
) -> None:
    text = crosstable("1 Ann 2T4 _ _ _ 4", "2 Bob 1T0 _ _ _ 0", rounds=4)
    assert commands.pair(text, "--round", "2", "--relax", "re-pairing").stderr == (
        "Note: The table has 4 rounds, so round 2 is taken as 2 before the last; if it is not, say "
        "--rounds.\n"
    )
    assert commands.pair(text, "--round", "1", "--again").stderr == ""


@pytest.mark.clause("ACF-2.VI.A")
def test_a_round_robin_gives_any_round_of_its_berger_table(commands: Commands) -> None:
    robin = MAJORS + '\n[division.override]\npairing_system = "round_robin"'
    file = event(robin, players=FOUR)
    rounds = [
        commands.paired(file, "--round", round_no, "--rounds", "6", file="open.toml")
        for round_no in "123456"
    ]
    assert {paired["system"] for paired in rounds} == {"round_robin"}
    met = [names(paired) for paired in rounds]
    assert len(set().union(*met)) == 6
    assert met[3:] == met[:3]
    sides = [[p["players"] for p in paired["pairs"]] for paired in rounds]
    assert sides[3] == [[b, a] for a, b in sides[0]]
    refused = commands.refused(
        commands.pair(file, "--round", "4", "--rounds", "3", file="open.toml")
    )
    assert refused == "open.toml: round 4 comes after the last, which is 3."


@pytest.mark.clause("ACF-2.VI.A")
def test_a_round_robin_of_too_many_is_refused_with_what_to_do(commands: Commands) -> None:
    robin = MAJORS + '\n[division.override]\npairing_system = "round_robin"'
    file = event(robin, players=tuple((f"P{n}", "open", 0) for n in range(13)))
    refused = commands.refused(commands.pair(file, "--round", "1", file="open.toml"))
    assert refused.startswith("open.toml: A round robin is for 12 players or fewer;")


@pytest.mark.clause("SE-1")
@pytest.mark.parametrize("book", ["contest", "usbgf-open"])
def test_a_bracket_gives_its_sheet_and_its_byes(commands: Commands, book: str) -> None:
    text = crosstable(*(f"{n} {c} _ 0" for n, c in enumerate("ABCDE", start=1)), rounds=1)
    paired = commands.paired(text, "--round", "1", "--rulebook", book)
    assert (len(paired["pairs"]), len(paired["byes"]), len(paired["sheet"])) == (1, 3, 4)
    shown = commands.pair(text, "--round", "1", "--rulebook", book).stdout
    assert shown.count(" – bye") == 3
    assert "only round 1 is drawn" in commands.refused(
        commands.pair(TABLE, "--round", "3", "--rulebook", book)
    )


@pytest.mark.clause("DARK-KO")
def test_a_knockout_by_lives_is_drawn_with_one_bye_at_most(commands: Commands) -> None:
    lives = 'id = "open"\nrulebook = "standard"\n[division.override]\n'
    file = event(
        lives + 'pairing_system = "double_knockout"',
        players=tuple((c, "open", 0) for c in "ABCDE"),
    )
    paired = commands.paired(file, "--round", "1", file="open.toml")
    assert (len(paired["pairs"]), len(paired["byes"])) == (2, 1)


@pytest.mark.clause("APCA-31")
def test_open_play_is_not_paired_and_the_command_says_what_to_do(commands: Commands) -> None:
    refused = commands.refused(commands.pair(TABLE, "--round", "3", "--rulebook", "apca"))
    assert refused == (
        "field.tsv: APCA Pool Checkers is open play: there are no rounds to draw, players meet as "
        "they come free (APCA-31). For a drawn event override pairing_system, for example with "
        "round_robin. Nothing was paired."
    )


def test_each_command_that_reads_a_field_reads_standard_input_as_well(commands: Commands) -> None:
    club = event(MAJORS, players=FOUR)
    asked = {
        "standings": (TEXAS,),
        "check-pairings": (TEXAS, "--round", "2"),
        "pair": (club, "--round", "1", "--seed", "amber", "--division", "open"),
    }
    for command, (text, *options) in asked.items():
        piped = commands.piped(command, text, *options)
        file = "club.toml" if text is club else "field.tsv"
        assert piped.output == commands.run(command, text, *options, file=file).output
        assert piped.stdout, piped.stderr
    refused = commands.piped("standings", "")
    assert refused.stderr.startswith("Error: -")
