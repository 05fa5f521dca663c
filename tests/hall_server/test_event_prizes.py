"""Prizes in an event file: to the cent, and refused with their line."""

import pytest

from hall_server.eventfile import (
    parse_event_file,
    write_event_file,
)
from shared.core.events import PrizesPosted
from tests.hall_server.event_texts import GOOD, complaint

PRIZES = '\n[[prize]]\ndivision = "masters"\nplaces = [450, "300.50"]\ndues = 25\n'


@pytest.mark.clause("ACF-1.XIII.A", "ACF-1.III.B")
def test_prizes_are_read_to_the_cent_and_written_back() -> None:
    event = parse_event_file(GOOD + PRIZES, "event.toml")
    assert [prize.posted() for prize in event.prize] == [PrizesPosted((45000, 30050), 2500)]
    assert parse_event_file(write_event_file(event), "again.toml") == event


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"300.50"', '"a lot"', "'a lot' is no amount"),
        ('"300.50"', "300.5", "places: write a whole number or text in quotes, not a number"),
        ("dues = 25", "dues = -5", "-5 is no amount"),
        ("dues = 25", "consolation = [50]", "'masters' draws no consolation"),
        ('division = "masters"\nplaces', 'division = "veterans"\nplaces', "no division 'veterans'"),
    ],
)
def test_prizes_that_cannot_be_paid_are_told_with_their_line(
    old: str, new: str, words: str
) -> None:
    said = complaint(GOOD + PRIZES.replace(old, new))
    assert words in said
    assert "line" in said


def test_the_prizes_of_a_division_stand_once() -> None:
    assert "stand twice" in complaint(GOOD + PRIZES + PRIZES)
