"""The round's time in the lobby, from the schedule and the rulebook."""

import pytest

from kiosk.freshness import age_words, freshness_words
from shared.core.state import HallState
from shared.port import Link, LinkState
from shared.public.countdown import Countdown, countdown, countdown_pages
from shared.public.page import RoundTime
from tests.kiosk.lobby_states import MAJORS, MASTERS, matches, people
from tests.tui.fake_port import START, hall, match

HOUR, MINUTE = 3_600_000, 60_000
TIME = RoundTime("Masters · Round 3", START, START + 3 * HOUR)


@pytest.mark.clause("ACF-1.V.C")
def test_the_scheduled_end_is_the_rulebooks_round_length_after_the_start() -> None:
    state = hall(players=people(), matches=matches(1), divisions=(MASTERS,))
    time = countdown_pages(state, state.divisions.values())[0].round_time
    assert time == RoundTime("Masters · Round 3", START, START + 3 * HOUR)


@pytest.mark.parametrize(
    ("now", "above", "digits", "below"),
    [
        (START - 12 * MINUTE, "starts in", "12:00", "at 22:13"),
        (START - 1, "starts in", "0:01", "at 22:13"),
        (START, "time left in the round", "3:00:00", "started 22:13 · scheduled end Wed 01:13"),
        (START + 3 * HOUR - 1, "time left in the round", "0:01", None),
        (START + 3 * HOUR, "scheduled end passed", "+0:00", "since 01:13"),
        (START + 3 * HOUR + 61_000, "scheduled end passed", "+1:01", "since 01:13"),
        (START - 200 * HOUR, "starts", "", "at Tue 22:13"),
        (START + 400 * HOUR, "scheduled end passed", "", "since Wed 01:13"),
    ],
)
def test_what_the_countdown_says(now: int, above: str, digits: str, below: str | None) -> None:
    said = countdown(TIME, now, "UTC")
    assert (said.above, said.digits) == (above, digits)
    assert below is None or said.below == below


def test_without_a_known_length_it_says_how_long_the_round_has_run() -> None:
    open_end = RoundTime("Masters · Round 3", START, None)
    assert countdown(open_end, START + 65_000, "UTC") == Countdown(
        "has been running for", "1:05", "since 22:13"
    )


def test_divisions_that_start_together_share_a_page_and_others_do_not() -> None:
    def state(second_start: int) -> HallState:
        other = match("n", "9", ("a", "b"), division="majors", starts_at=second_start)
        return hall(players=people(), matches=[*matches(1), other], divisions=(MASTERS, MAJORS))

    together = countdown_pages(state(START), state(START).divisions.values())
    assert [page.title for page in together] == ["Round times"]
    assert together[0].round_time is not None
    assert together[0].round_time.rounds == "Masters · Round 3, Majors · Round 1"
    apart = countdown_pages(state(START - HOUR), state(START - HOUR).divisions.values())
    assert [page.title for page in apart] == ["Majors · Round 1", "Masters · Round 3"]


@pytest.mark.parametrize(
    ("state", "fresh_at", "words"),
    [
        ("live", START, ""),
        ("offline", START - 3 * MINUTE, "as of 22:10, 3 min old"),
        ("catching_up", START - 50_000, "as of 22:12, 50 s old"),
        ("refused", START - 25 * HOUR, "as of Mon 21:13, 25 h 00 min old"),
        ("starting", None, "age unknown, no hall yet"),
    ],
)
def test_the_age_of_the_data_is_said_whenever_it_is_not_live(
    state: LinkState, fresh_at: int | None, words: str
) -> None:
    link = Link(state, START)
    assert age_words(link, fresh_at, START, "UTC") == words
    with_glyph = freshness_words(link, fresh_at, START, "UTC")
    assert with_glyph == f"{with_glyph[0]} {words or 'LIVE'}"


def test_each_state_of_the_link_has_a_glyph_of_its_own() -> None:
    states: list[LinkState] = ["live", "catching_up", "offline", "refused"]
    glyphs = {freshness_words(Link(state, START), START, START, "UTC")[0] for state in states}
    assert len(glyphs) == 4


def test_a_start_that_the_referee_gave_early_is_told_and_the_end_stays_where_it_was() -> None:
    begun = RoundTime(TIME.rounds, TIME.starts_at, TIME.ends_at, START - 10 * MINUTE)
    said = countdown(begun, START - 5 * MINUTE, "UTC")
    assert (said.above, said.digits) == ("time left in the round", "3:05:00")
    assert said.below == "started 22:03 · scheduled end Wed 01:13"
