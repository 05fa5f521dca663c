"""Lists of players: read by what their headings mean, with the errors of each line."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall_server.files.cells import UnreadableTable
from hall_server.files.intake import one_line, plan
from hall_server.files.outlets import export
from hall_server.files.players_csv import PlayerLine, read_players, shortened, write_players
from hall_server.files.sources import read_source
from shared.core.state import Division, HallState, Player
from tests.hall_server.files.test_cells import TEXT
from tests.hall_server.paper.fields import field
from tests.tui.fake_port import hall

IDS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,9}", fullmatch=True)
PLAYERS = st.lists(
    st.builds(
        Player,
        IDS,
        TEXT.filter(lambda name: bool(name.strip())),
        st.sampled_from(["masters", "majors"]),
        st.integers(0, 99_999),
        TEXT,
    ),
    unique_by=lambda player: player.id,
    max_size=6,
)


@given(PLAYERS)
def test_players_that_were_written_are_read_back(players: list[Player]) -> None:
    found = read_players(write_players(players).encode("utf-8-sig"))
    assert found.problems == ()
    read = [(p.id, p.name, p.division, p.rating, p.club) for p in found.players]
    assert read == [(p.id, p.name, p.division, p.rating, p.club) for p in players]


def two_divisions(*players: Player) -> HallState:
    return hall(
        players=players,
        divisions=(
            Division("masters", "Masters", "acf-masters", 12, ""),
            Division("majors", "Majors", "acf-majors", 10, ""),
        ),
    )


@given(PLAYERS)
def test_a_list_that_is_imported_into_an_empty_hall_is_the_list(players: list[Player]) -> None:
    found = read_players(write_players(players).encode())
    made = plan(two_divisions(), found)
    assert made.problems == ()
    assert [change.player for change in made.changes] == [
        msgspec.structs.replace(player, name=one_line(player.name), club=one_line(player.club))
        for player in players
    ]
    again = plan(two_divisions(*(change.player for change in made.changes)), found)
    assert (again.changes, again.unchanged) == ((), len(players))


def test_headings_of_other_programs_are_understood() -> None:
    heading = b"Last Name;First Name;Elo;Team;Section;Shoe\n"
    found = read_players(heading + b"Lee;Ann;1900;Harbour;Majors;x@y\n")
    assert found.players == (PlayerLine(2, "Ann Lee", "", "Majors", 1900, "Harbour"),)
    assert found.notes[-1] == "Not read: the columns Shoe."


def test_a_column_can_be_named() -> None:
    found = read_players(b"Spieler,Zahl\nAnn,7\n", {"name": "Spieler", "rating": "zahl"})
    assert found.players == (PlayerLine(2, "Ann", rating=7),)


def test_a_column_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnreadableTable, match="called as asked for name; there are: a, b"):
        read_players(b"a,b\n1,2\n", {"name": "Spieler"})


def test_without_a_column_of_names_the_remedy_is_told() -> None:
    with pytest.raises(UnreadableTable, match="--column name=Heading"):
        read_players(b"a,b\n1,2\n")


def test_each_bad_line_is_named_with_its_remedy() -> None:
    found = read_players(
        b"id,name,rating\n1,Ann,1900\n1,Bo,1800\n3,,1\n4,Cy,high\n5,Dee\nno way,Eve,1\n"
    )
    assert [problem.split(";")[0] for problem in found.problems] == [
        "line 3: the id 1 is in line 2 already",
        "line 4: write the player's name",
        "line 5: write a whole number as rating, or nothing, where 'high' stands",
        "line 6: 2 cells where the heading has 3",
        "line 7: 'no way' cannot be an id: use 1 to 64 letters, digits, dots, dashes, underscores",
    ]


def test_a_long_list_of_problems_is_shortened() -> None:
    assert shortened(["x"] * 25)[-1] == "and 5 more lines"
    assert shortened(["x"] * 3) == ("x",) * 3


def lines(*players: tuple[str, str, str]) -> bytes:
    return "\n".join(["name,division,rating", *map(",".join, players)]).encode()


def test_a_known_name_is_the_known_player() -> None:
    state = two_divisions(Player("p7", "José Núñez", "masters", 1900, ""))
    made = plan(state, read_players(lines(("Jose Nunez", "Masters", "1950"), ("Bo", "majors", ""))))
    assert [change.words for change in made.changes] == [
        "~ José Núñez: name José Núñez → Jose Nunez; rating 1900 → 1950",
        "+ Bo (majors)",
    ]
    assert made.changes[0].player.id == "p7"


def test_a_new_player_never_takes_the_id_of_another() -> None:
    state = two_divisions(Player("p2", "Ann", "masters", 0, ""))
    found = read_players(b"id,name,division\n,Bo,masters\np3,Cy,masters\n,Dee,masters\n")
    made = plan(state, found)
    idents = [change.player.id for change in made.changes]
    assert len(set(idents) | {"p2"}) == 4


def test_a_division_is_named_by_id_or_name_or_for_all() -> None:
    state = two_divisions()
    found = read_players(lines(("A", "MAJORS", ""), ("B", "", ""), ("C", "elders", "")))
    made = plan(state, found, "masters")
    assert [change.player.division for change in made.changes] == ["majors", "masters"]
    assert made.problems == ("line 4: there is no division 'elders'; there are masters, majors",)
    assert "name the division" in plan(state, found).problems[0]


def test_the_same_player_twice_in_a_file_is_a_problem() -> None:
    found = read_players(lines(("Ann", "masters", ""), ("ANN", "masters", "")))
    assert plan(two_divisions(), found).problems == ("line 3: ANN is in line 2 already",)


def test_a_withdrawn_player_stays_withdrawn() -> None:
    left = Player("p1", "Ann", "masters", 1, "", 3)
    made = plan(two_divisions(left), read_players(b"id,name,division,rating\np1,Ann,masters,2\n"))
    assert made.changes[0].player.withdrawn_after == 3


def test_a_crosstable_gives_its_players() -> None:
    data = b"no\tname\tr1\tpoints\n1\tAnn\t2T4\t4\n2\tBo\t1T0\t0\n"
    found = read_source(data)
    assert [player.name for player in found.players] == ["Ann", "Bo"]
    assert "The rounds stay in the file" in found.notes[0]


def test_a_broken_crosstable_is_refused_with_its_line() -> None:
    with pytest.raises(UnreadableTable, match="line 2"):
        read_source(b"no\tname\tr1\tpoints\n1\tAnn\tx\t4\n")


def test_a_damaged_workbook_is_refused() -> None:
    with pytest.raises(UnreadableTable, match="The workbook is damaged"):
        read_source(b"PK\x03\x04...")


def test_the_players_of_a_tournament_report_are_taken_with_their_ratings() -> None:
    state = field(5, 2, names=("Ann Lee", "Bo", "Cy", "Dee", "Eve"))
    for version in ("trf16", "trf26"):
        found = read_source(export(state, "trf", version, None).data)
        assert [(p.name, p.rating) for p in found.players] == [
            (p.name, p.rating) for p in state.players.values()
        ]
        assert "The rounds stay in the file" in found.notes[0]


def test_a_report_whose_counts_are_wrong_says_so() -> None:
    whole = export(field(6, 2), "trf", "trf26", None).data
    assert len(read_source(whole).notes) == 1
    lines = whole.splitlines()
    cut = b"\n".join(line for line in lines if not line.startswith(b"001    6"))
    [doubt, _] = read_source(cut).notes
    assert doubt.endswith("counts 6 players, and 5 stand in the file: it may be cut off.")
    short = whole.replace(b"142 12", b"142 1")
    [doubt, _] = read_source(short).notes
    assert doubt == "Of rounds the file counts 1 and tells of 2."


def test_a_broken_tournament_report_is_refused_with_its_line() -> None:
    data = export(field(2, 1), "trf", "trf16", None).data.replace(b"2200", b"high")
    with pytest.raises(UnreadableTable, match="columns 49–52: write the rating"):
        read_source(data)


def test_an_exported_division_is_unchanged_when_it_comes_back() -> None:
    state = field(9)
    made = plan(state, read_players(write_players(state.players.values()).encode()))
    assert (made.changes, made.unchanged, made.problems) == ((), 9, ())


def test_value_missing_from_the_file_stays_as_it_was() -> None:
    state = two_divisions(Player("p7", "Ann Lee", "majors", 1900, "Harbour", 2))
    assert plan(state, read_players(b"name,division\nAnn Lee,majors\n")).unchanged == 1
    renamed = plan(state, read_players(b"id,name\np7,Ann King\n"))
    assert [change.words for change in renamed.changes] == ["~ Ann Lee: name Ann Lee → Ann King"]
    cleared = plan(state, read_players(b"id,name,rating,club\np7,Ann Lee,,\n"))
    assert [change.words for change in cleared.changes] == [
        "~ Ann Lee: rating 1900 → –; club Harbour → –"
    ]


def test_a_running_number_is_no_id() -> None:
    state = two_divisions(Player("1", "Ann", "masters", 0, ""))
    [change] = plan(state, read_players(b"No,Name\n1,Bo\n"), "majors").changes
    assert change.player.id != "1"


def test_a_file_of_empty_cells_is_refused() -> None:
    with pytest.raises(UnreadableTable, match="The file has no rows"):
        read_players(b'""\n')
