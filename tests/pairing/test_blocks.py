"""Pairing block by block floats exactly as few and as little as matching the whole field."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core.rulebooks import rulebook
from shared.pairing import Entrant, PairingImpossible, check_round
from shared.pairing.log.words import sentences
from shared.pairing.public_draw import draw_order
from shared.pairing.swiss import blocks
from shared.pairing.swiss import drawing as swiss
from shared.pairing.swiss.blocks import Block, pair_blocks, pair_whole
from shared.pairing.swiss.drawing import pair_round
from shared.pairing.swiss.field import Field, field_of
from shared.pairing.swiss.legality import attempts
from shared.pairing.types import Legality, SwissRound
from tests.pairing.kit import ORDINARY, entrants

LAST_ROUND = next(attempts([], SwissRound(9, 9, rulebook=rulebook("acf-majors")))).legalities[0]


@st.composite
def fields(draw: st.DrawFn, legality: Legality = ORDINARY, most: int = 20) -> Field:
    count = draw(st.integers(1, most))
    scores = draw(st.lists(st.integers(0, 9), min_size=count, max_size=count))
    byes = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    # Density by a threshold: a plain flag each would hardly ever tangle a field.
    share = draw(st.integers(0, 9))
    roll = draw(st.randoms(use_true_random=False))
    met: list[set[str]] = [set() for _ in range(count)]
    for a in range(count):
        for b in range(a):
            if roll.randrange(10) < share:
                met[a].add(str(b))
                met[b].add(str(a))
    field = [Entrant(str(i), scores[i], None, byes[i], frozenset(met[i])) for i in range(count)]
    return field_of(field, seed="s", round_no=2, legality=legality)


def cost(field: Field, done: list[Block]) -> list[list[int]]:
    totals = [[0, 0, 0] for _ in field.groups]
    pairs = [pair for block in done for pair in block.pairs]
    assert sorted(n for pair in pairs for n in pair) == list(range(len(field.group_of)))
    for a, b in pairs:
        assert field.legal(a, b)
        steps = field.group_of[b] - field.group_of[a]
        totals[field.group_of[a]][0] += steps > 0
        totals[field.group_of[a]][1] += steps
        totals[field.group_of[b]][2] += field.costly(a, b)
    return totals


@pytest.mark.slow
@pytest.mark.clause("ACF-2.V.C")
@settings(max_examples=800, deadline=None)
@given(fields())
def test_blocks_float_as_few_and_as_little_as_the_whole(field: Field) -> None:
    whole, stepwise = pair_whole(field), pair_blocks(field)
    if whole is None or stepwise is None:
        assert whole is stepwise
        return
    assert cost(field, stepwise) == cost(field, whole)
    assert all(block.proved for block in stepwise)


@pytest.mark.slow
@pytest.mark.clause("ACF-2.V.E")
@settings(max_examples=800, deadline=None)
@given(fields(LAST_ROUND))
def test_in_the_last_round_blocks_are_as_good_as_the_whole(field: Field) -> None:
    whole, stepwise = pair_whole(field), pair_blocks(field)
    if whole is None or stepwise is None:
        assert whole is stepwise
        return
    assert cost(field, stepwise) == cost(field, whole)
    assert all(block.proved for block in stepwise)


def lettered(points: dict[str, int], met: list[str], seed: str = "s") -> Field:
    return field_of(entrants(points, met=met), seed=seed, round_no=2, legality=ORDINARY)


@pytest.mark.clause("ACF-2.V.C")
@pytest.mark.parametrize("seed", list("abcdef"))
def test_a_long_drop_is_proved_against_the_groups_above_it(seed: str) -> None:
    # A can drop to D or E; that F then needs B or C is the smaller evil.
    points = {"A": 5, "B": 4, "C": 4, "D": 2, "E": 2, "F": 0}
    field = lettered(points, ["AB", "AC", "DF", "EF"], seed)
    stepwise = pair_blocks(field)
    assert stepwise is not None
    assert cost(field, stepwise) == [[1, 2, 0], [2, 3, 0], [0, 0, 0], [0, 0, 0]]


def test_nothing_is_built_on_a_block_that_might_drop_another_number() -> None:
    # A and B drop three groups in all: by 1 and 2, or by 0 and 3, as far as their sum tells.
    points = {"A": 8, "B": 8, "C": 6, "D": 6, "E": 4, "F": 4, "G": 2, "H": 2}
    met = ["AB", "AC", "AD", "BC", "BD", "AE", "AF"]
    easy = pair_blocks(lettered(points, met))
    assert easy is not None
    assert [(block.first, block.last, block.by_count) for block in easy] == [
        (0, 2, False),
        (3, 3, True),
    ]
    met += ["EH", "FH"]
    orders = {seed: draw_order("GH", seed=seed, round_no=2, purpose="pair") for seed in "abcdefgh"}
    seed = next(seed for seed, order in orders.items() if order == ["G", "H"])
    tangled = pair_blocks(lettered(points, met, seed))
    assert tangled is not None
    assert [(block.first, block.last) for block in tangled] == [(0, 3)]


@pytest.mark.clause("ACF-2.V.C")
@pytest.mark.parametrize("seed", list("abcdefgh"))
def test_a_tangled_group_drops_the_same_late_name_either_way(seed: str) -> None:
    # Of A, B, C and D, who have all met, one has to drop.
    points = {**dict.fromkeys("ABCDEFG", 8), **dict.fromkeys("HIJ", 6)}
    field = lettered(points, ["AB", "AC", "AD", "BC", "BD", "CD"], seed)
    whole, stepwise = pair_whole(field), pair_blocks(field)
    assert whole is not None
    assert stepwise is not None
    assert set(stepwise[0].pairs) == {pair for pair in whole[0].pairs if pair[1] < 7}


def tail_field(spread: int, share: int) -> Field:
    """Return a large group over a bottom of four who have all met, and met some of the group."""
    big, bottom = 40 + spread, 4
    met: list[set[str]] = [set() for _ in range(big + bottom)]
    for low in range(big, big + bottom):
        others = [n for n in range(big + bottom) if n >= big or (n + low) % 7 < share]
        for other in others:
            if other != low and (other >= big or len(met[other]) < 4):
                met[low].add(str(other))
                met[other].add(str(low))
    points = [9] * big + [2] * bottom
    field = [
        Entrant(str(i), points[i], None, False, frozenset(met[i])) for i in range(big + bottom)
    ]
    return field_of(field, seed="s", round_no=2, legality=ORDINARY)


@pytest.mark.parametrize("spread", [18, 19, 26])
@pytest.mark.parametrize("share", [0, 1, 2])
def test_a_large_group_is_matched_by_its_last_names_out_only(spread: int, share: int) -> None:
    field = tail_field(spread, share)
    whole, stepwise = pair_whole(field), pair_blocks(field)
    assert whole is not None
    assert stepwise is not None
    assert cost(field, stepwise) == cost(field, whole)
    assert not all(block.by_count for block in stepwise)


def test_a_search_that_is_cut_short_says_that_nothing_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Only C can meet D. Dropping the last name out is best only where that name is C.
    met = ["AD", "BD"]
    field = entrants({"A": 8, "B": 8, "C": 8, "D": 6, "E": 4, "F": 4}, met=met)
    orders = {seed: draw_order("ABC", seed=seed, round_no=2, purpose="pair") for seed in "abcdefgh"}
    seed = next(seed for seed, order in orders.items() if order[-1] != "C")
    monkeypatch.setattr(swiss, "WHOLE_UP_TO", 0)
    proved = pair_round(field, SwissRound(2), seed=seed)
    assert ("C", "D") in proved.player_pairs
    assert sentences(proved.trace[-2:]) == (
        "Fewest and smallest floats proved by exact matching: 8 to 6 points.",
        "Fewest and smallest floats proved by counting: all other groups.",
    )
    monkeypatch.setattr(blocks, "PROOF_UP_TO", 0)
    short = pair_round(field, SwissRound(2), seed=seed)
    *_, last = log = sentences(short.trace)
    assert last.startswith("Legal, but fewest and smallest floats not proved: ")
    assert not any("by counting" in line for line in log)
    faults = [
        finding.sentence
        for finding in check_round(field, short, SwissRound(2))
        if finding.verdict == "fails"
    ]
    assert faults == [
        "Another legal round floats fewer players, or less far, from the top, with A–B, C–D, E–F."
    ]


def test_a_large_field_without_a_round_is_known_as_such() -> None:
    # Two leaders and two of the bottom have met everybody but one and the same player.
    names = [f"p{n:02}" for n in range(44)]
    lonely = set(names[:2] + names[-2:])
    friend = names[20]
    field = [
        Entrant(
            name,
            40 - n,
            None,
            False,
            frozenset(names) - {name, friend} if name in lonely else frozenset(lonely - {name}),
        )
        if name != friend
        else Entrant(name, 40 - n, None, False, frozenset())
        for n, name in enumerate(names)
    ]
    with pytest.raises(PairingImpossible, match="never all at once: at best"):
        pair_round(field, SwissRound(2), seed="s")
