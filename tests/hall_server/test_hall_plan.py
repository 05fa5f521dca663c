"""The map of an event file: drawn as text or placed by x and y, and what is wrong with one."""

import pytest

from hall_server.eventfile import BadEventFile, parse_event_file, write_event_file
from hall_server.eventfile.hall_plan import spots
from shared.core.events import Spot

HEAD = """\
schema = 1
[event]
name = "Open"
tables = 3
"""
DIVISION = """
[[division]]
id = "masters"
rulebook = "acf-masters"
"""


def drawn(plan: str) -> tuple[Spot, ...]:
    return spots(parse_event_file(f"{HEAD}map = '''\n{plan}'''\n{DIVISION}", "open.toml"))


def test_a_drawn_map_has_the_tables_where_they_stand_and_words_to_find_them_by() -> None:
    assert drawn("  1    2   Referee's desk\n\n  3        Door\n") == (
        Spot(2, 0, "1"),
        Spot(7, 0, "2"),
        Spot(11, 0, "", "Referee's desk"),
        Spot(2, 2, "3"),
        Spot(11, 2, "", "Door"),
    )


def test_tables_are_placed_by_x_and_y_too() -> None:
    text = HEAD.replace("tables = 3", "") + DIVISION
    text += (
        '[[table]]\nid = "1"\nx = 0\ny = 0\n[[table]]\nid = "b"\nlabel = "Board 2"\nx = 2\ny = 1\n'
    )
    event = parse_event_file(text, "open.toml")
    assert spots(event) == (Spot(0, 0, "1"), Spot(20, 1, "b"))
    assert parse_event_file(write_event_file(event), "again.toml") == event


def test_without_a_place_there_is_no_map() -> None:
    assert spots(parse_event_file(HEAD + DIVISION, "open.toml")) == ()


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("1 2\n", "the map has no table 3"),
        ("1 2 3 2\n", "table 2 stands twice"),
        ("1 2 3" + " " * 300 + "Door\n", "larger than 200"),
    ],
)
def test_a_map_that_leads_astray_is_refused_with_its_line(plan: str, words: str) -> None:
    with pytest.raises(BadEventFile, match=rf"open.toml, line \d+: .*{words}"):
        drawn(plan)


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ("x = 1", "table 1 has no place"),
        ("x = 1\ny = -1", "count from 0"),
        ("x = 0\ny = 0\n[[table]]\nid = '2'\nx = 0\ny = 0", "two tables stand in one place"),
    ],
)
def test_a_place_that_cannot_be_is_refused(places: str, words: str) -> None:
    text = HEAD.replace("tables = 3", "") + DIVISION + f"[[table]]\nid = '1'\n{places}\n"
    with pytest.raises(BadEventFile, match=words):
        parse_event_file(text, "open.toml")
