"""Every text of a value is judged, however many there are: a pairing of a large hall too."""

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from shared.core.events import PairedMatch, RoundPaired
from shared.core.text.fields import allowed, sound
from shared.wire.codec import pack, shortened


@given(st.lists(st.text(max_size=4), min_size=4, max_size=12))
@example(['"', "\\", "", "a"])
@example(["a", "b", "c", "\x7f"])
@example(["a", "b", "c\x1b", "d"])
@example(["é", "山", "\u202e", "d"])
@example(["a", "b", "\ud800", "d"])
def test_pairing_is_sound_if_every_text_of_it_may_travel(texts: list[str]) -> None:
    matches = tuple(
        PairedMatch(one, texts[n - 1], (texts[n - 2], texts[n - 3])) for n, one in enumerate(texts)
    )
    assert sound(RoundPaired(0, "seed", matches)) is allowed("".join(texts))


PLAIN = tuple(PairedMatch(f"{n:016x}", str(n), (f"p{n}", f"q{n}")) for n in range(80))
"""Enough matches that a pairing is judged by its bytes."""
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(TEXTS, TEXTS, st.integers(0, 9), st.integers(0, len(PLAIN)))
@example("\x05", "p", 0, 40)
@example("a\x7f", "p", 3, 0)
@example("\x85", "\xdc", 9, 80)
@example("plain", "ascii", 0, 40)
def test_long_pairing_is_judged_alike_by_its_bytes(
    table: str, player: str, length: int, place: int
) -> None:
    match = PairedMatch("uid", table, ("p", player), "", length)
    pairing = RoundPaired(0, "seed", (*PLAIN[:place], match, *PLAIN[place:]))
    for packed in (msgspec.msgpack.encode(pairing), pack(shortened(pairing))):
        assert len(packed) > 2_000
        assert sound(pairing, packed=packed) is allowed(table + player)
