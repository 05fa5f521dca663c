"""What an event sets otherwise than the sheet: checked again, and never out of sight."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.rulebooks import (
    RULEBOOKS,
    BadOverride,
    UnknownRulebook,
    apply_overrides,
    fields_of,
    overrides_json,
    rulebook,
    rulebook_for,
)
from shared.core.rulebooks.fields import paths

MASTERS = rulebook("acf-masters")
MAJORS = rulebook("acf-majors")
STANDARD = rulebook("standard")


def refused(book: str, overrides: dict[str, object]) -> tuple[str, str]:
    with pytest.raises(BadOverride) as caught:
        apply_overrides(rulebook(book), overrides)
    return caught.value.path, str(caught.value)


def test_an_override_changes_its_field_and_no_other() -> None:
    book = apply_overrides(MAJORS, {"rounds": 6})
    changed = {
        field.path
        for field, sheet in zip(fields_of(book), fields_of(MAJORS), strict=True)
        if field.value != sheet.value
    }
    assert (book.rounds, changed, book.overridden) == (6, {"rounds"}, ("rounds",))
    assert [field.path for field in fields_of(book) if field.overridden] == ["rounds"]
    assert book.clauses["rounds"] == "ACF-1.V.C"


def test_override_equal_to_the_sheet_is_no_override() -> None:
    assert apply_overrides(MAJORS, {"rounds": 10, "lateness.first_forfeit_ms": "30:00"}) == MAJORS


def test_a_field_of_a_group_may_stand_dotted_or_in_its_table() -> None:
    dotted = apply_overrides(MAJORS, {"lateness.grace_ms": "10:00"})
    assert apply_overrides(MAJORS, {"lateness": {"grace_ms": 600_000}}) == dotted
    assert dotted.lateness is not None
    assert dotted.lateness.grace_ms == 600_000


def test_overrides_add_up_and_stay_visible() -> None:
    first = apply_overrides(MAJORS, {"max_byes": 2})
    both = apply_overrides(first, {"bye_points": [3, 2]})
    assert both.overridden == ("bye_points", "max_byes")
    assert both == apply_overrides(MAJORS, {"bye_points": [3, 2], "max_byes": 2})


def test_a_field_may_be_set_to_none_and_a_group_taken_out() -> None:
    book = apply_overrides(
        MAJORS, {"opt_out_points": "none", "opt_out_late_points": "none", "lowder": "none"}
    )
    assert book.opt_out_points is None
    assert book.lowder is None
    assert book.overridden == ("opt_out_points", "opt_out_late_points", "lowder")
    assert book.clauses["lowder"] == "ACF-1.X.B.c"
    assert "lowder.move_ms" not in book.clauses


def test_a_group_that_the_sheet_does_not_have_may_be_brought_whole() -> None:
    turn = apply_overrides(STANDARD, {"turn.turn_ms": "0:30"})
    assert turn.turn is not None
    assert turn.turn.turn_ms == 30_000
    assert turn.clauses["turn.turn_ms"] == "DARK-time"
    path, sentence = refused("acf-masters", {"lowder.move_ms": "1:00"})
    assert path == "lowder.move_ms"
    assert "give all of it; notice_before_end_ms is missing" in sentence


@pytest.mark.clause("DARK-50")
def test_the_counts_are_those_of_the_wcdf_or_pasks_as_a_field_says() -> None:
    def numbers(book: str, **overrides: object) -> tuple[int | None, ...]:
        counts = apply_overrides(rulebook(book), overrides).counts
        assert counts is not None
        return counts.quiet_moves, counts.repetitions, counts.advantage_moves

    assert numbers("standard") == (50, 4, 40)
    assert numbers("standard", count_profile="wcdf") == (40, 3, 40)
    assert numbers("acf-majors", count_profile="pask") == (50, 4, None)
    book = apply_overrides(STANDARD, {"count_profile": "wcdf"})
    assert STANDARD.clauses["counts.quiet_moves"] == "DARK-50"
    assert book.clauses["counts.quiet_moves"] == "ACF-3.I"
    assert "count_profile" in book.overridden
    mixed = apply_overrides(STANDARD, {"counts.repetitions": 5, "count_profile": "wcdf"}).counts
    assert mixed is not None
    assert (mixed.quiet_moves, mixed.repetitions) == (40, 5)


@pytest.mark.clause("ACF-1.I")
def test_an_event_may_play_another_style_than_the_three_move_ballot() -> None:
    assert MASTERS.opening_mode == "three_move"
    for mode in ("go_as_you_please", "two_move", "eleven_man"):
        assert apply_overrides(MASTERS, {"opening_mode": mode}).opening_mode == mode
    _, sentence = refused("acf-masters", {"opening_mode": "blindfold"})
    assert "one of go_as_you_please, two_move, three_move, eleven_man" in sentence


@pytest.mark.parametrize(
    ("overrides", "path", "words"),
    [
        ({"round": 9}, "round", "no field 'round'. Allowed here: rounds."),
        ({"lateness": {"grace": 1}}, "lateness.grace", "lateness.grace_min_ms"),
        ({"name": "mine"}, "name", "no field 'name'"),
        ({"overridden": []}, "overridden", "no field"),
        ({"rounds": 0}, "rounds", "a whole number from 1 on"),
        ({"rounds": "many"}, "rounds", "a whole number from 1 on"),
        ({"rounds": "none"}, "rounds", "a whole number from 1 on"),
        ({"low_time_ms": "soon"}, "low_time_ms", 'a time as "30:00"'),
        ({"sides": ["Red"]}, "sides", "a list of 2"),
        ({"swiss.first_round": "seeded"}, "swiss.first_round", "draw, top_half_bottom_half"),
        ({"draw_points": 2}, "draw_points", "two draws share 8, not 4"),
        ({"lateness.first_forfeit_ms": "60:00"}, "lateness.first_forfeit_ms", "contradict"),
        ({"schedule.round_length_ms": 0}, "schedule.round_length_ms", "from 1 on"),
        ({"entry.fee_cents": 500}, "entry.fee_cents", "life_discount_cents is more"),
        ({"entry.rating_min": 2000}, "entry.rating_min", "rating_min is above rating_max"),
        ({"leaving.keep_share": [6, 5]}, "leaving.keep_share", "leaving"),
        ({"rounds": 1000}, "rounds", "too large, 999 is the most"),
        ({"games_per_match": 501}, "games_per_match", "too large, 500 is the most"),
        ({"bye_points": [3, 2**60]}, "bye_points", "too large, 1000000 is the most"),
        ({"schedule.round_length_ms": 2**60}, "schedule.round_length_ms", "too large, 600000000"),
        ({"device_rule": "none\x1b[2J"}, "device_rule", "one that cannot be seen"),
        ({"device_rule": "x" * 501}, "device_rule", "longer than 500 characters"),
        ({"sides": ["Red\u202e", "White"]}, "sides", "one that cannot be seen"),
        ({"honor": {"bye_honor": {"more": 1}}}, "honor.bye_honor", "fields of its own"),
    ],
)
def test_impossible_override_names_its_field_and_the_allowed_values(
    overrides: dict[str, object], path: str, words: str
) -> None:
    blamed, sentence = refused("acf-majors", overrides)
    assert blamed == path
    assert words in sentence


def test_a_share_of_more_than_all_opponents_is_refused() -> None:
    assert "at most the whole" in refused("apca", {"leaving.keep_share": [6, 5]})[1]


def test_overrides_travel_as_text_and_come_back_the_same() -> None:
    overrides = {"rounds": 6, "lateness": {"grace_ms": "10:00"}}
    text = overrides_json(overrides)
    assert text == '{"lateness.grace_ms":"10:00","rounds":6}'
    assert rulebook_for("acf-majors", text) == apply_overrides(MAJORS, overrides)
    assert overrides_json({}) == ""
    assert rulebook_for("acf-majors") is MAJORS
    assert rulebook_for("usbgf", '{"max_byes":2}').name == "usbgf-open"


DEEP = '{"a":' * 9_000 + "1" + "}" * 9_000


@pytest.mark.parametrize("text", ["{", "[1]", '{"rounds":}', "\ud800"])
def test_text_that_holds_no_overrides_is_refused(text: str) -> None:
    with pytest.raises(BadOverride, match="cannot be read"):
        rulebook_for("acf-majors", text)


def test_overrides_that_go_deep_are_refused_however_deep_this_python_reads() -> None:
    with pytest.raises(BadOverride, match=r"cannot be read|has no field"):
        rulebook_for("acf-majors", DEEP)


def test_overrides_of_an_unknown_rulebook_are_refused_by_its_name() -> None:
    with pytest.raises(UnknownRulebook):
        rulebook_for("chess", '{"rounds":6}')


JUNK = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=5) | st.lists(st.integers())
)


@given(
    st.sampled_from(list(RULEBOOKS)),
    st.dictionaries(st.sampled_from(paths()) | st.text(max_size=8), JUNK, max_size=4),
)
def test_whatever_stands_in_an_event_file_is_taken_or_refused_in_words(
    name: str, overrides: dict[str, object]
) -> None:
    refused: BadOverride | None = None
    book = rulebook(name)
    try:
        book = apply_overrides(book, overrides)
    except BadOverride as error:
        refused = error
    if refused is None:
        assert set(book.overridden) <= set(overrides)
        assert rulebook_for(name, overrides_json(overrides)) == book
    else:
        assert str(refused)
        assert refused.path in overrides or not refused.path
