"""Ids and names that look like words change nothing in what is said of a pairing."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from shared.core.rulebooks.groups import LivesRule
from shared.core.text.sentence import Sentence
from shared.machine.languages import LANGUAGES
from shared.pairing import Drawn, Entrant, Float, PairingImpossible, check_round
from shared.pairing.by_hand.draft import HandPair, HandRound
from shared.pairing.by_hand.warnings import Situation, warnings
from shared.pairing.checking.explain import explain_round
from shared.pairing.draw_sheet.build import Placing, single_elimination
from shared.pairing.draw_sheet.sheet import Lengths, SheetEntry, bracket
from shared.pairing.knockout.lives import LifeMatch, LifeRound, lives_after
from shared.pairing.seating import seat
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.types import SwissRound
from tests.words.spoken import said_in

PLAIN = ("p1", "p2", "p3", "p4", "p5")
WORDS = ("and", "bye", "no", "player", "round")
"""In the same order as the plain ids, for lists are sorted by id."""
NAMES = ("Ann Lee", "{player}", "Round 3", "No Bye", "and")


def field(ids: tuple[str, ...]) -> list[Entrant]:
    a, b, c, d, e = ids
    met = {a: {b, c, d, e}, b: {a}, c: {a}, d: {a}, e: {a}}
    points = {a: 8, b: 8, c: 6, d: 6, e: 4}
    return [
        Entrant(player, points[player], None, player == d, frozenset(met[player])) for player in ids
    ]


def sentences(ids: tuple[str, ...]) -> Iterator[Sentence]:
    """Yield something of every part that speaks of players."""
    a, b, c, d, e = ids
    entered = field(ids)
    bad = Drawn(((a, b), (c, e)), d, (Float(a, b, 8, 6, 1),), ())
    for drawn in (bad, Drawn(((a, b), (a, c)), e, (), ())):
        yield from (finding.sentence for finding in check_round(entered, drawn, SwissRound(2)))
        yield from explain_round(entered, drawn)
    yield from (
        warned.sentence
        for warned in warnings(
            HandRound((HandPair((a, b)), HandPair((c, e), "1")), (d,)),
            Situation(
                3, {entrant.player: entrant for entrant in entered}, withdrawn=(c,), fixed={e: "2"}
            ),
        )
    )
    yield refused(lambda: pair_round(entered[:4], SwissRound(3), seed="amber"))
    yield refused(lambda: bracket([a, a, b], seed="amber", seeded=[c]))
    yield refused(
        lambda: single_elimination(
            "Cup",
            [SheetEntry(a, (a, b, c)), SheetEntry(b, (b,))],
            Placing("amber"),
            Lengths((1,)),
        )
    )
    rule = LivesRule(half_lives=1, loss_costs=1, tie_costs=1)
    tied = [LifeRound((LifeMatch((a, b), None),))]
    yield refused(lambda: lives_after((a, b), tied, rule))
    yield refused(lambda: seat([(a, b)], tables=["1", "2"], fixed={a: "1", b: "2"}, taken={}))


def refused(attempt: Callable[[], object]) -> Sentence:
    with pytest.raises(PairingImpossible) as found:
        attempt()
    return found.value.sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_ids_and_names_like_words_are_said_as_any_other(language: str) -> None:
    plain = dict(zip(PLAIN, NAMES, strict=True))
    words = dict(zip(WORDS, NAMES, strict=True))
    with said_in(language):
        told = [sentence.said(plain.__getitem__) for sentence in sentences(PLAIN)]
        again = [sentence.said(words.__getitem__) for sentence in sentences(WORDS)]
    assert again == told
    assert len(told) > 20
    assert {name for name in NAMES if any(name in line for line in told)} == set(NAMES)
    assert not [line for line in told if re.search(r"\bp\d\b", line)]


def test_every_language_says_it_in_its_own_words() -> None:
    told = {}
    for language in LANGUAGES:
        with said_in(language):
            told[language] = [sentence.said(lambda _: "×") for sentence in sentences(PLAIN)]
    for one, other in combinations(told.values(), 2):
        assert not [line for line in set(one) & set(other) if re.search(r"[a-z]{4}", line)]
