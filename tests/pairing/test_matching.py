"""The matching against every possible matching of small graphs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.pairing.matching import max_weight_matching

Graph = tuple[int, dict[tuple[int, int], int]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(0, 9))
    weight = st.one_of(st.integers(0, 3), st.integers(0, 10**40))
    chosen = {(a, b): draw(weight) for a in range(size) for b in range(a + 1, size)}
    return size, {edge: w for edge, w in chosen.items() if w}


def heaviest(vertices: frozenset[int], weights: dict[tuple[int, int], int]) -> int:
    if not vertices:
        return 0
    first = min(vertices)
    rest = vertices - {first}
    best = heaviest(rest, weights)
    for other in rest:
        if (first, other) in weights:
            best = max(best, weights[first, other] + heaviest(rest - {other}, weights))
    return best


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_no_other_matching_is_heavier(graph: Graph) -> None:
    size, weights = graph
    mates = max_weight_matching(size, weights)
    chosen = [(a, b) for a, b in enumerate(mates) if b is not None and a < b]
    assert all(mates[b] == a for a, b in chosen)
    assert sum(weights[pair] for pair in chosen) == heaviest(frozenset(range(size)), weights)


def test_nested_odd_rings_are_opened_again() -> None:
    ring = [(0, 1, 9), (0, 2, 9), (1, 2, 10), (1, 3, 8), (2, 4, 8), (3, 4, 10), (4, 5, 6)]
    assert max_weight_matching(6, {(a, b): w for a, b, w in ring}) == [2, 3, 0, 1, 5, 4]


def test_a_light_edge_is_left_out_for_a_heavy_one() -> None:
    assert max_weight_matching(4, {(0, 1): 2, (1, 2): 5, (2, 3): 2}) == [None, 2, 1, None]


def test_a_graph_without_edges_leaves_everybody_alone() -> None:
    assert max_weight_matching(3, {}) == [None, None, None]


def test_weight_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        max_weight_matching(2, {(0, 1): 0})
