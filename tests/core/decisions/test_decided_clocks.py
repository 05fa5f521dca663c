"""What follows from a decision about a flag or a restart, with a real table whose clock is seen.

The table plays by keys; what it writes and what is decided go through the fold. The dashboard sees
readings that may be older than what the table has said, and asks at every moment.
"""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hall_server.referee.derived.questions.question import Question
from shared.core.day import Phase
from shared.core.decisions.options import Option
from shared.core.events.measures import ClockSet
from shared.core.match.outcome import SEATS, ReportType, Seat
from shared.core.rulebooks import RULEBOOKS
from tests.core.decided_halls import MINUTE, Deciding, opened
from tests.core.decided_tables import DecidedTable, NoSuchGame
from tests.core.decisions.test_decided_results import AFTER_A_RESULT, EVERYTHING
from tests.core.events_kit import MATCH
from tests.prove import times

CONTROLS = [(name, "10:00") for name in RULEBOOKS] + [("usbgf-doubles", "")]
"""Clocks that stop when a flag falls, and one whose flag has to be noticed."""
SINGLE = ("apca", "standard", "contest")
"""Where a flag costs its game alone, and the next one waits for the referee (HALL-apca-flag)."""
TIMES = ClockSet(20 * MINUTE, 20 * MINUTE)
STEPS = st.lists(st.sampled_from(["hears", "tells", "keys"]), max_size=8)


def whole(option: Option) -> Option:
    """Return an option with what is asked for it, as far as this can be given without a
    dialogue."""
    if option.asks == "times":
        return replace(option, measures=(TIMES,), asks="")
    return replace(option, asks="") if option.asks == "words" else option


def choose(question: Question, data: st.DataObject) -> Option:
    found = [whole(each) for each in question.options if not each.coming]
    return data.draw(st.sampled_from([each for each in found if not each.asks]))


def flagged(name: str, control: str, codes: str, seat: Seat) -> tuple[Deciding, DecidedTable]:
    """Return a hall whose table has a flag down, after games that ended with ``codes``.

    In a match of points the flag was noticed, and one player does not agree (USBGF-4.3).
    """
    hall = Deciding(opened(name, (), control))
    table = DecidedTable(hall).plays(codes)
    table.tells()
    table.flag_falls(seat)
    if RULEBOOKS[name].scoring == "points":
        table.do("claim_flag", "side:0", "disagree")
    table.tells()
    return hall, table


def kinds(hall: Deciding) -> set[str]:
    return {question.kind for question in hall.asked()}


def step(table: DecidedTable, what: str) -> None:
    """Something goes on: it need not be what the referee looks at next."""
    if what == "hears":
        table.hears()
    elif what == "tells":
        table.tells()
    elif what == "keys" and table.phase not in (Phase.PLAYING, Phase.SCORING):
        table.keys()


def asked(hall: Deciding, kind: str) -> Question:
    [question] = [each for each in hall.asked() if each.kind == kind]
    return question


@settings(max_examples=times(60, 5_000))
@given(st.sampled_from(CONTROLS), st.sampled_from(SEATS), STEPS, STEPS, st.data())
def test_flag_is_asked_about_until_it_is_decided_and_never_after(
    what: tuple[str, str], seat: Seat, first: list[str], then: list[str], data: st.DataObject
) -> None:
    name, control = what
    book = RULEBOOKS[name]
    most = 0 if book.scoring == "points" else book.games_per_match - 1
    codes = data.draw(st.text("WDL", max_size=most))
    try:
        hall, table = flagged(name, control, codes, seat)
    except NoSuchGame:
        assume(False)  # The match was settled before that game.
    if table.phase in (Phase.BETWEEN, Phase.READY):
        for each in first:
            step(table, each)
            asked(hall, "flag")
    question = asked(hall, "flag")
    game = table.session.game - (table.phase is Phase.READY)
    assert book.scoring == "points" or f"game {game} on time" in question.proposal
    before = kinds(hall) - {"flag"}
    hall.decide(question, choose(question, data))
    for each in ("", *then, "hears", "tells"):
        step(table, each)
        assert kinds(hall) <= before | AFTER_A_RESULT, each
    assert (hall.match.result.status == "ruled") != bool(TIMES in taken(hall))


def taken(hall: Deciding) -> list[object]:
    return [one.measure for one in hall.match.taken]


@pytest.mark.clause("HALL-apca-flag")
@pytest.mark.parametrize("name", SINGLE)
def test_next_game_is_played_with_the_times_that_were_set_and_its_flag_is_a_case_of_its_own(
    name: str,
) -> None:
    hall, table = flagged(name, "10:00", "", 0)
    table.keys()
    table.tells()
    assert table.phase is Phase.READY
    question = asked(hall, "flag")
    assert "Rule on game 2" in question.proposal
    hall.decide(question, next(whole(o) for o in question.options if o.asks == "times"))
    table.hears()
    table.tells()
    assert hall.live[MATCH.uid].live.remaining_ms == (20 * MINUTE, 20 * MINUTE)
    table.keys()
    assert table.phase is Phase.PLAYING
    table.flag_falls(1)
    table.tells()
    assert "loses game 2 on time" in asked(hall, "flag").proposal


@pytest.mark.clause("HALL-apca-flag")
@pytest.mark.parametrize(("codes", "seat"), [("W", 1), ("L", 0)])
@pytest.mark.parametrize("name", SINGLE)
def test_where_no_game_is_left_no_times_are_offered_and_only_results_that_can_be(
    name: str, codes: str, seat: Seat
) -> None:
    hall, table = flagged(name, "10:00", codes, seat)
    assert table.phase is Phase.SCORING
    question = asked(hall, "flag")
    assert "loses game 2 on time" in question.proposal
    assert not [each for each in question.options if each.asks == "times"]
    assert question.options[0].outcome is not None


@pytest.mark.clause("HALL-power-cut")
@settings(max_examples=times(60, 5_000))
@given(
    st.sampled_from(CONTROLS),
    st.integers(0, 2),
    st.sampled_from(["none", "old", "new"]),
    STEPS,
    st.data(),
)
def test_restart_is_closed_by_every_option_whatever_is_seen_of_the_clock(
    what: tuple[str, str], presses: int, seen: str, then: list[str], data: st.DataObject
) -> None:
    hall = Deciding(opened(what[0], (), what[1]))
    table = DecidedTable(hall).plays()
    for _ in range(presses):
        table.presses()
    table.tick(5_000)
    table.tells()
    if seen == "none":
        hall.live.clear()
    table = table.restart()
    before, old = kinds(hall), dict(hall.live)
    table.tells()
    before = (before | kinds(hall)) - {"restart"}
    if seen != "new":
        hall.live = old
    question = asked(hall, "restart")
    hall.decide(question, choose(question, data))
    for each in ("", *then, "hears", "tells"):
        step(table, each)
        assert kinds(hall) <= before | AFTER_A_RESULT, each
    assert table.phase is not Phase.RECOVERING


@pytest.mark.clause("HALL-power-cut")
def test_round_has_begun_where_a_table_restarted_before_its_first_press() -> None:
    hall = Deciding(opened("acf-masters", (), "10:00"))
    table = DecidedTable(hall).plays().restart()
    table.tells()
    assert kinds(hall) == {"restart"}


@settings(max_examples=times(60, 5_000))
@given(
    st.sampled_from([one for one in EVERYTHING if one[1] != "restart"]),
    st.sampled_from(["10:00", "unclocked"]),
    st.sampled_from([None, *SEATS]),
    STEPS,
    st.data(),
)
def test_report_is_closed_by_every_option_and_its_table_can_carry_that_out(
    what: tuple[str, ReportType, str],
    control: str,
    about: Seat | None,
    then: list[str],
    data: st.DataObject,
) -> None:
    name, kind, which = what
    hall = Deciding(opened(name, (), control))
    table = DecidedTable(hall).plays()
    table.presses()
    table.tells()
    before = kinds(hall)
    ent = hall.report(kind, which, about)
    table.hears()
    question = hall.about(ent)
    if question is None:
        return
    hall.decide(question, choose(question, data))
    for each in ("", *then, "hears", "tells"):
        step(table, each)
        assert hall.about(ent) is None, each
        assert kinds(hall) <= before | AFTER_A_RESULT, each
