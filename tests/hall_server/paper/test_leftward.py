"""Hebrew and Arabic names on paper: joined, and read from the right, among words of the left."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall_server.paper.catalogue import Order, document
from hall_server.paper.drawing import render
from hall_server.paper.drawing.leftward import drawn_order
from hall_server.paper.drawing.pen import prepared
from tests.hall_server.paper.fields import START, field
from tests.hall_server.paper.pdfs import pages


def drawn(words: str) -> str:
    """Return the letters from left to right, each as its plain letter."""
    return unicodedata.normalize("NFKC", drawn_order(prepared(words)))


@pytest.mark.parametrize(
    ("words", "from_the_left"),
    [
        ("דוד לוי", "יול דוד"),
        ("לוי, דוד", "דוד ,יול"),
        ("Ann דוד לוי Lee", "Ann יול דוד Lee"),
        ("Table 4   דוד, round 3", "Table 4   דוד, round 3"),
        ("דוד 12", "12 דוד"),
        ("محمد 12:30", "12:30 دمحم"),
        ("(דוד) חיפה", "הפיח (דוד)"),
        ("$5 דוד", "דוד $5"),
        ("Ann Lee (3)", "Ann Lee (3)"),
        ("שָׁם", "םׁ" + "ָש"),
    ],
)
def test_words_of_the_right_are_turned_round_and_numbers_are_not(
    words: str, from_the_left: str
) -> None:
    assert sorted(drawn(words)) == sorted(unicodedata.normalize("NFKC", words))
    assert unicodedata.normalize("NFC", drawn(words)) == unicodedata.normalize("NFC", from_the_left)


@pytest.mark.parametrize(
    ("words", "forms"),
    [
        ("بيت", "initial medial final"),
        ("دار", "isolated isolated isolated"),
        ("ب", "isolated"),
        ("لا", "isolated"),
        ("بلا", "initial final"),
        ("بـب", "initial - final"),
        ("بَب", "initial - final"),
    ],
)
def test_an_arabic_letter_has_the_form_that_its_neighbours_ask_for(words: str, forms: str) -> None:
    found = [unicodedata.decomposition(sign).split()[:1] for sign in prepared(words)]
    assert " ".join(form[0].strip("<>") if form else "-" for form in found) == forms


def test_a_letter_is_not_joined_over_a_mark_that_forbids_it() -> None:
    apart, together = prepared("ب\N{ZERO WIDTH NON-JOINER}ب"), prepared("بب")
    assert len(apart) == len(together) == 2
    assert apart != together
    assert prepared(apart) == apart


@given(st.text(st.sampled_from("ab ,-(1٢:$דלם" + "بيدلا" + "َ"), max_size=14))
def test_each_letter_is_drawn_once(words: str) -> None:
    told = prepared(words)
    count = {sign: told.count(sign) for sign in told if sign not in "()"}
    shown = drawn_order(told)
    assert {sign: shown.count(sign) for sign in shown if sign not in "()"} == count
    assert len(shown) == len(told)
    assert prepared(told) == told


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("name", ["محمد بن سلمان", "خالد الإسلام", "דוד לוי", "בן־גוריון"])
def test_a_reader_of_the_file_finds_the_name_as_it_is_written(name: str) -> None:
    state = field(2, names=(name, "Bo King"))
    [page] = pages(render(document("standings", Order(state, START)), "a4"))
    plain = unicodedata.normalize("NFKC", re.sub("[\u202a-\u202e]", "", page))
    assert name in plain
    assert "□" not in plain
