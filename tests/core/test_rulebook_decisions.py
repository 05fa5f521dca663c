"""The rulebooks hold what the sheets say: ``rule_sheets.txt`` is read and compared with them.

Each sentence there is read off a sheet by hand: where it differs from the rulebook, one is wrong.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.rulebooks.fields import value_at

SHEETS = Path(__file__).with_name("rule_sheets.txt")
NUMBERS = {
    **{"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "twelve": 12},
    **{"first": 1, "second": 2, "third": 3, "thirteen": 13},
}
UNITS_MS = {"minute": 60_000, "minutes": 60_000}


class Claim(NamedTuple):
    """What a sentence says of one field of one rulebook."""

    clause: str
    book: Rulebook
    path: str
    words: str
    applies: bool

    def __str__(self) -> str:
        return f"{self.book.name}-{self.path}"


def claims() -> Iterator[Claim]:
    text = re.sub(r"\n +", " ", SHEETS.read_text())
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        clause, books, sentence = (part.strip() for part in line.split("|"))
        marked = re.findall(r"\{([^=}]+)=(!?)([a-z_.]+)\}", sentence)
        assert marked, line
        assert len(marked) == sentence.count("{"), line
        for book in meant(books):
            for words, denied, path in marked:
                yield Claim(clause, book, path, words, not denied)


def meant(names: str) -> list[Rulebook]:
    """Return the rulebooks named, or those whose names begin so."""
    wanted = tuple(names.split())
    books = [b for name, b in RULEBOOKS.items() if names == "every" or name.startswith(wanted)]
    assert books, names
    return books


def says(words: str, value: object) -> bool:
    """Return whether ``words`` of a sheet name the value that a rulebook holds."""
    match value:
        case bool():
            return value
        case int():
            return number(words) == value
        case (int(), int()):
            return number(words.removesuffix(" %")) * value[1] == value[0] * 100
        case (int(),):
            return number(words) == value[0]
        case tuple():
            return tuple(words.split(", ")) == value
        case _:
            return words.lower().replace(" ", "_") in (value, str(value).replace("-", "_"))


def number(words: str) -> int:
    """ "5 minutes" is 300,000 ms, "two" is 2."""
    count, _, unit = words.lower().partition(" ")
    return (NUMBERS[count] if count in NUMBERS else int(count)) * UNITS_MS.get(unit, 1)


@pytest.mark.parametrize("claim", list(claims()), ids=str)
def test_a_rulebook_holds_what_the_sheet_says_with_its_clause(claim: Claim) -> None:
    value = value_at(claim.book, claim.path)
    if claim.applies:
        assert says(claim.words, value), f"{claim.words!r} is {value!r} in the rulebook"
    else:
        assert not value
    assert claim.book.clauses[claim.path] == claim.clause


def test_a_sentence_that_says_otherwise_is_noticed() -> None:
    masters = RULEBOOKS["acf-masters"]
    assert says("15 minutes", value_at(masters, "lateness.grace_ms"))
    assert not says("5 minutes", value_at(masters, "lateness.grace_ms"))
    assert not says("two", value_at(masters, "max_byes"))
    assert not says("White, Red", value_at(masters, "sides"))
    assert not says("winner chooses", value_at(masters, "colour_choice"))
    assert not says("50 %", value_at(RULEBOOKS["apca"], "leaving.keep_share"))
