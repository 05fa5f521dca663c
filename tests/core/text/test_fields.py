"""Every text of a value is judged, however many there are: a pairing of a large hall too."""

from hypothesis import example, given
from hypothesis import strategies as st

from shared.core.events import MovesLogged, PairedMatch, ReportFiled, RoundPaired
from shared.core.text.fields import allowed, sound


@given(st.lists(st.text(max_size=4), min_size=4, max_size=12))
@example(['"', "\\", "", "a"])
@example(["a", "b", "c", "\x7f"])
@example(["a", "b", "c\x1b", "d"])
@example(["é", "山", "\u202e", "d"])
@example(["a", "b", "\ud800", "d"])
def test_pairing_is_sound_if_every_text_of_it_may_travel(texts: list[str]) -> None:
    matches = tuple(
        PairedMatch(one, texts[n - 1], texts[n - 2], texts[n - 3]) for n, one in enumerate(texts)
    )
    assert sound(RoundPaired(0, "seed", matches)) is allowed("".join(texts))


@given(st.text(max_size=12))
@example('1. 11-15\n22-17 {a "good" one}\n')
@example("1. 11-15\n22-17 {Zürich}")
@example("1. 11-15\n\x1b[2J")
@example("1. 11-15\t22-17")
def test_games_of_a_match_may_have_lines_and_a_note_may_not(text: str) -> None:
    assert sound(MovesLogged(1, text)) is allowed(text.replace("\n", " "))
    assert sound(ReportFiled("call", note=text)) is allowed(text)
