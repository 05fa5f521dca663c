"""Decks that an event file names: loaded, and refused with their line."""

from pathlib import Path

import pytest

from hall_server.eventfile import (
    BadEventFile,
    load_decks,
    load_event_file,
    parse_event_file,
)
from tests.hall_server.event_texts import FRIENDS, GOOD, complaint

DECK = """deck_no\tacf_174_no\tmoves\tfen_after
1\t1\t9-13 21-17 5-9\tW:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,13
"""


def with_deck(folder: Path, text: str, mode: str = "three_move") -> Path:
    (folder / "tough.tsv").write_text(text)
    rules = f'deck = "tough.tsv"\n[division.override]\nopening_mode = "{mode}"\n'
    path = folder / "event.toml"
    path.write_text(GOOD.replace(FRIENDS, rules), encoding="utf-8")
    return path


@pytest.mark.clause("ACF-1.III.D", "ACF-1.I")
def test_a_director_loads_another_deck(tmp_path: Path) -> None:
    path = with_deck(tmp_path, DECK)
    event = load_event_file(path)
    [opening] = load_decks(event, path)["tough"]
    assert opening.moves == ("9-13", "21-17", "5-9")
    assert event.divisions()[1].deck_name == "tough"
    assert load_decks(parse_event_file(GOOD, "x"), path) == {}


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [
        ("rubbish", "three_move", "tough.tsv, line 1: begin with the header"),
        (DECK, "two_move", "tough.tsv, line 2: write two moves"),
    ],
)
def test_a_deck_that_cannot_be_read_is_told_with_its_line(
    tmp_path: Path, text: str, mode: str, words: str
) -> None:
    path = with_deck(tmp_path, text, mode)
    with pytest.raises(BadEventFile, match=words):
        load_decks(load_event_file(path), path)


def test_a_deck_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = with_deck(tmp_path, DECK)
    (tmp_path / "tough.tsv").unlink()
    with pytest.raises(BadEventFile, match="the deck cannot be read"):
        load_decks(load_event_file(path), path)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ('deck = "a b.tsv"\n', "cannot be an id"),
        ('deck = "t.tsv"\noverride.opening_mode = "go_as_you_please"\n', "draws from no deck"),
    ],
)
def test_a_deck_that_makes_no_sense_is_refused(more: str, words: str) -> None:
    assert words in complaint(GOOD.replace(FRIENDS, more))


def test_two_decks_of_one_name_are_refused() -> None:
    text = GOOD.replace(
        'rulebook = "acf-masters"\n', 'rulebook = "acf-masters"\ndeck = "a/t.tsv"\n', 1
    )
    assert "two decks are called 't'" in complaint(text.replace(FRIENDS, 'deck = "b/t.tsv"\n'))
