"""The public draw."""

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.pairing.public_draw import draw_order


@pytest.mark.clause("ACF-3.VIII")
def test_a_witness_can_draw_the_order_again_with_the_hash_alone() -> None:
    def framed(part: str) -> bytes:
        return len(part.encode()).to_bytes(4, "big") + part.encode()

    def ticket(name: str) -> str:
        parts = ("amber 17", "3", "pair", name)
        return blake2b(b"".join(map(framed, parts)), digest_size=32).hexdigest()

    names = ["Ann", "Bob", "Čapek", "王"]
    drawn = draw_order(names, seed="amber 17", round_no=3, purpose="pair")
    assert drawn == sorted(names, key=ticket)


def test_the_order_of_a_published_seed_never_changes() -> None:
    drawn = draw_order("ABCDEFGH", seed="amber", round_no=3, purpose="pair")
    assert "".join(drawn) == "HFCBDEAG"


@given(st.permutations(list("ABCDEFG")))
def test_the_order_in_which_names_are_given_does_not_matter(names: list[str]) -> None:
    drawn = draw_order(names, seed="s", round_no=1, purpose="pair")
    assert drawn == draw_order("ABCDEFG", seed="s", round_no=1, purpose="pair")


def test_seed_round_and_purpose_each_make_another_draw() -> None:
    names = [str(number) for number in range(30)]
    drawn = {
        tuple(draw_order(names, seed=seed, round_no=round_no, purpose=purpose))
        for seed in ("a", "b")
        for round_no in (1, 2)
        for purpose in ("pair", "bye")
    }
    assert len(drawn) == 8


def test_parts_cannot_run_into_each_other() -> None:
    names = [str(number) for number in range(30)]
    first = draw_order(names, seed="a1", round_no=2, purpose="pair")
    second = draw_order(names, seed="a", round_no=12, purpose="pair")
    assert first != second


def test_every_order_comes_out_about_equally_often() -> None:
    orders = Counter(
        "".join(draw_order("ABC", seed=str(seed), round_no=1, purpose="pair"))
        for seed in range(6000)
    )
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_name_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        draw_order(["A", "A"], seed="s", round_no=1, purpose="pair")
