"""The fullest pairing against every pairing of small fields, and a field beyond all patience."""

import pytest
from hypothesis import given, settings

from shared.pairing import Entrant, check_round
from shared.pairing.log.words import sentences
from shared.pairing.swiss.blocks import pair_blocks
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.swiss.field import Field, field_of
from shared.pairing.swiss.fullest import fullest
from shared.pairing.swiss.stretch import Patience
from shared.pairing.types import SwissRound
from tests.pairing.kit import ORDINARY
from tests.pairing.test_blocks import fields


def most_pairs(field: Field, left: frozenset[int]) -> int:
    """Return the most pairs that can be made among ``left``, by trying."""
    if not left:
        return 0
    first, rest = min(left), left - {min(left)}
    made = [1 + most_pairs(field, rest - {b}) for b in rest if field.legal(first, b)]
    return max(made, default=0) if len(made) == len(rest) else max([most_pairs(field, rest), *made])


@settings(max_examples=300, deadline=None)
@given(fields(most=9))
def test_no_other_pairing_has_more_pairs(field: Field) -> None:
    mates = fullest(field)
    pairs = [(a, b) for a, b in enumerate(mates) if b is not None and a < b]
    assert all(mates[b] == a and field.legal(a, b) for a, b in pairs)
    assert len(pairs) == most_pairs(field, frozenset(range(len(field.group_of))))
    nobody = len(field.players)
    if field.odd and any(field.legal(a, nobody) for a in range(nobody)):
        assert mates[nobody] is not None


def lonely(count: int) -> list[Entrant]:
    """Return a field in which two have met everybody but one and the same; points are spread."""
    friend = f"p{count // 2:04}"
    names = [f"p{n:04}" for n in range(count)]
    met = {name: frozenset(names) - {name, friend} for name in names[:2]}
    return [
        Entrant(
            name,
            n % 24,
            None,
            False,
            met.get(name, frozenset() if name == friend else frozenset(names[:2])),
        )
        for n, name in enumerate(names)
    ]


@pytest.mark.clause("ACF-2.V.D")
def test_a_ruling_repeats_as_few_pairings_as_need_be_in_a_large_field() -> None:
    field = lonely(160)
    drawn = pair_round(field, SwissRound(3, relaxed=["re_pairing"]), seed="s")
    assert len(drawn.repeats) == 1
    findings = check_round(field, drawn, SwissRound(3, relaxed=["re_pairing"]))
    assert [f for f in findings if f.verdict == "fails"] == []
    assert any("not proved" in line for line in sentences(drawn.trace))


def test_a_field_beyond_all_patience_is_paired_without_a_proof_and_the_check_names_a_better_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    field = [e for e in lonely(60) if e.player != "p0001"][:-1]
    monkeypatch.setattr(Patience, "spend", lambda self, work: False)
    drawn = pair_round(field, SwissRound(3), seed="s")
    assert (
        sentences(drawn.trace)[-1]
        == "Legal, but fewest and smallest floats not proved: all groups."
    )
    [fault] = [f for f in check_round(field, drawn, SwissRound(3)) if f.verdict == "fails"]
    assert "from the top, with " in fault.sentence


def test_a_large_field_that_cannot_be_paired_is_known_at_once() -> None:
    field = field_of(lonely(400), seed="s", round_no=3, legality=ORDINARY)
    assert pair_blocks(field) is None
