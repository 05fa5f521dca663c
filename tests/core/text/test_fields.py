"""Every text of a value is judged, however many there are: a pairing of a large hall too."""

from hypothesis import example, given
from hypothesis import strategies as st

from shared.core.events import PairedMatch, RoundPaired
from shared.core.text.fields import allowed, sound


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
