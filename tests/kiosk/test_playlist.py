"""Which pages there are, what fits on one, and which is on show."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from kiosk.playlist import Cursor, Showing, Spread, playlist, showing, turn
from shared.core.events import ALWAYS
from shared.core.rulebooks import overrides_json
from shared.core.standings.order import StandingsRow
from shared.core.state import EMPTY, Division, HallState, Result
from shared.core.state.office import Announcement, Office, Shows
from shared.public.page import Frame, Page
from shared.public.standings import standings_pages
from tests.kiosk.lobby_states import (
    MAJORS,
    MASTERS,
    WON,
    large_hall,
    line_text,
    matches,
    people,
    small_hall,
)
from tests.tui.fake_port import START, hall, match

WIN = Result("confirmed", WON)
WIDE, SMALL = Frame(76, 17), Frame(48, 10)


def pages(state: HallState, frame: Frame = WIDE) -> tuple[Page, ...]:
    return playlist(state, frame, "UTC", START)


def words(page: Page) -> list[str]:
    return [line_text(line).rstrip() for line in page.lines]


def standings(state: HallState, frame: Frame, rows: list[StandingsRow]) -> Page:
    (division,) = state.divisions.values()
    return standings_pages(state, division, frame, tuple(rows))[-1]


def test_a_round_has_a_countdown_both_pairings_and_standings() -> None:
    titles = [page.title for page in pages(small_hall(), Frame(96, 40))]
    assert titles == [
        "Masters · Round 3",
        "Masters · Round 3 · by table",
        "Masters · Round 3 · by name",
        "Masters · Standings",
        "Masters · Crosstable",
        "Masters · ACF Masters in brief",
        "The tables, in the order of the hall",
    ]


def test_the_pairings_by_table_say_how_far_each_match_has_got() -> None:
    page = pages(small_hall())[1]
    assert page.note == "start 22:13"
    assert [" ".join(line.split()) for line in words(page)] == [
        "1 Anna King Bob Stone 1½–½",
        "2 Alexander Kingsbury-Thro… Zoë Ångström with the referee",
        "3 王小明 Pat O'Brien to be confirmed",
        "4 Łukasz Żółć Marion Tinsley playing",
        "– Ron King bye",
    ]


def test_the_pairings_by_name_are_sorted_by_surname() -> None:
    page = pages(small_hall())[2]
    shown = [" ".join(line.split()) for line in words(page)]
    assert shown[0] == "Ångström, Zoë 2 Alexander Kingsbury-Throckmorton"
    assert shown[2] == "King, Ron bye"
    assert len(shown) == 9


def test_a_long_list_of_names_stands_in_two_columns_read_downwards() -> None:
    state = large_hall(12)
    page = next(page for page in pages(state) if page.title.endswith("by name"))
    assert len(page.lines) == 12
    assert " │ " in words(page)[0]
    left = [line.split(" │ ")[0].split()[0] for line in words(page)]
    assert left == sorted(left, key=lambda name: name.replace("Å", "A").casefold())


def test_a_disputed_result_gives_no_details_away() -> None:
    shown = words(pages(small_hall())[1])[1]
    assert "with the referee" in shown
    assert not any(sign in shown for sign in "0½")


def test_tables_stand_in_hall_order_and_not_in_that_of_the_alphabet() -> None:
    labels = ["10", "2", "B1", "A10", "A2", "1"]
    ids = [f"q{n}" for n in range(12)]
    state = hall(
        players=dict(zip(ids, ids, strict=True)),
        matches=[
            match(f"m{n}", label, (ids[2 * n], ids[2 * n + 1])) for n, label in enumerate(labels)
        ],
    )
    shown = [line.split()[0] for line in words(pages(state)[1])]
    assert shown == ["1", "2", "10", "A2", "A10", "B1"]


def test_contested_round_says_so_and_sends_no_player_to_a_table() -> None:
    state = hall(players=people(), matches=matches(4), contested=[("masters", 3)])
    titles = [page.title for page in pages(state)]
    assert titles.count("Masters · Round 3 · by table") == 1
    assert "Masters · Round 3 · by name" not in titles
    text = " ".join(words(pages(state)[1]))
    assert "has been paired twice" in text
    assert "referee decides" in text
    assert "Anna" not in text


def test_only_the_newest_round_is_shown() -> None:
    state = hall(players=people(), matches=[*matches(4, round_no=9), *matches(4, round_no=10)])
    assert all("9" not in page.title for page in pages(state))


def test_before_the_first_pairing_and_before_the_tournament_words_stand_in() -> None:
    unpaired = hall(players=people(), divisions=(MASTERS, MAJORS))
    titles = [page.title for page in pages(unpaired) if "brief" not in page.title]
    assert titles == ["Masters · Pairings", "Majors · Pairings"]
    assert "not paired yet" in words(pages(unpaired)[0])[1]
    assert [page.title for page in pages(EMPTY)] == ["Welcome"]
    assert [page.title for page in pages(hall(divisions=()))] == ["Welcome"]


def test_standings_share_places_and_give_a_dropout_none() -> None:
    state = small_hall()
    rows = [
        StandingsRow(1, "p0", "Anna King", 8, Fraction(61), ()),
        StandingsRow(2, "p1", "Bob Stone", 6, Fraction(120, 7), ()),
        StandingsRow(2, "p2", "Alexander Kingsbury-Throckmorton", 6, Fraction(120, 7), ()),
        StandingsRow(None, "p3", "Zoë Ångström", 2, Fraction(0), ()),
    ]
    made = standings(state, WIDE, rows)
    assert made.note == "round 3: 1 of 4 in"
    assert [" ".join(line.split()) for line in words(made)] == [
        "1 Anna King Glasgow 8 61",
        "2 Bob Stone 6 17.14",
        "2 Alexander Kingsbury-Throc… Newport News Draugh… 6 17.14",
        "– Zoë Ångström withdrawn 2 0",
    ]
    narrow = standings(state, SMALL, rows)
    assert "Zoë Ångström (out)" in words(narrow)[3]


def test_standings_of_an_unknown_rulebook_say_what_is_missing() -> None:
    moon = Division("masters", "Masters", "moon", 12, "")
    state = hall(players=people(), matches=matches(1), divisions=(moon,))
    made = playlist(state, WIDE, "UTC", START)
    [standings] = [page for page in made if "Standings" in page.title]
    assert "newer software" in " ".join(words(standings))
    assert made[0].round_time is not None
    assert made[0].round_time.ends_at is None


def test_a_sheet_without_honor_points_shows_none() -> None:
    contest = msgspec.structs.replace(MASTERS, rulebook="apca")
    state = msgspec.structs.replace(small_hall(), divisions={"masters": contest})
    [page] = [page for page in pages(state) if "Standings" in page.title]
    assert page.head.split() == ["Place", "Player", "Club", "Match", "pts"]
    assert {cell_len(line_text(line)) for line in page.lines} == {cell_len(page.head)}


def test_the_standings_say_what_the_event_sets_otherwise() -> None:
    text = overrides_json({"bye_points": [3]})
    state = small_hall()
    local = msgspec.structs.replace(MASTERS, overrides=text)
    state = msgspec.structs.replace(state, divisions={"masters": local})
    shown = " ".join(" ".join(words(page)) for page in pages(state, SMALL))
    assert "Set by the event: bye_points is 3" in shown


@pytest.mark.parametrize("frame", [SMALL, WIDE, Frame(96, 23), Frame(46, 1)])
@pytest.mark.parametrize("tables", [1, 9, 60])
def test_every_page_fits_its_frame_and_together_they_hold_everybody(
    frame: Frame, tables: int
) -> None:
    state = large_hall(tables)
    made = pages(state, frame)
    for page in made:
        assert len(page.lines) <= frame.rows
        assert all(cell_len(line_text(line)) <= frame.width for line in page.lines)
        assert cell_len(page.head) <= frame.width
    by_table = [line for page in made if "/table/" in page.key for line in page.lines]
    assert len(by_table) == tables
    by_name = [line for page in made if "/name/" in page.key for line in words(page)]
    assert sum("Number" in half for line in by_name for half in line.split("│")) >= tables - 9
    assert len({page.key for page in made}) == len(made)


def test_a_split_list_numbers_its_pages() -> None:
    titles = [page.title for page in pages(large_hall(20), SMALL) if "/table/" in page.key]
    assert titles == ["Masters · Round 3 · by table 1/2", "Masters · Round 3 · by table 2/2"]


# -- which page is on show --------------------------------------------------------------------


def alone(*keys: str) -> tuple[Spread, ...]:
    return tuple(Spread(((Page(key, key),),)) for key in keys)


THREE = alone("a", "b", "c")


def test_each_page_stays_its_time_and_the_last_gives_way_to_the_first() -> None:
    cursor, seen = None, []
    for now in range(0, 40_000, 1000):
        cursor = turn(cursor, THREE, now)
        seen.append(cursor.key)
    assert "".join(seen) == "a" * 8 + "b" * 8 + "c" * 8 + "a" * 8 + "b" * 8


def test_the_foot_counts_down_to_the_next_page() -> None:
    cursor = Cursor("b", 10_000)
    assert showing(cursor, THREE, 12_000).words == "page 2/3 · next in 6 s"
    assert showing(cursor, THREE, 12_001).words == "page 2/3 · next in 6 s"
    assert showing(cursor, THREE, 17_999).words == "page 2/3 · next in 1 s"
    assert Showing(THREE[0], 1, 1, 3).words == "page 1/1"


def test_a_late_tick_skips_no_page() -> None:
    assert turn(Cursor("a", 0), THREE, 1_000_000) == Cursor("b", 1_000_000)


def test_a_page_that_is_gone_gives_way_at_once() -> None:
    assert turn(Cursor("z", 0), THREE, 10) == Cursor("a", 10)


def test_news_do_not_take_away_the_page_that_is_being_read() -> None:
    more = (*alone("new"), *THREE)
    assert turn(Cursor("b", 0), more, 10) == Cursor("b", 0)
    joined = (Spread(((Page("new", "new"), Page("b", "b")),)), *alone("c"))
    assert turn(Cursor("b", 0), joined, 10) == Cursor("b", 0)


def test_a_screen_whose_pages_are_all_gone_gives_way_to_the_one_in_its_place() -> None:
    assert turn(turn(Cursor("b", 0), THREE, 10), alone("x", "y", "z"), 20) == Cursor("y", 20)
    assert turn(turn(Cursor("c", 0), THREE, 10), alone("x", "y"), 20) == Cursor("x", 20)


@given(st.integers(1, 30), st.lists(st.integers(0, 60_000), max_size=40))
def test_shown_page_is_always_one_of_the_pages(count: int, steps: list[int]) -> None:
    some = alone(*map(str, range(count)))
    cursor, now = None, 0
    for step in steps:
        now += step
        cursor = turn(cursor, some, now)
        shown = showing(cursor, some, now)
        assert shown.spread in some
        assert 1 <= shown.next_in_s <= 8


# -- announcements ----------------------------------------------------------------------------


def told(*said: Announcement) -> HallState:
    office = Office({each.ent: each for each in said})
    return msgspec.structs.replace(small_hall(), office=office)


LUNCH = Announcement("announcement/a", "Lunch at one.", START + 60_000, "all", "", START)


def test_announcement_has_a_page_until_it_ends() -> None:
    first = pages(told(LUNCH))[0]
    assert first.title == "Announcements"
    assert words(first) == ["", "Lunch at one.", "Everybody · 22:13 · until 22:14"]
    later = playlist(told(LUNCH), WIDE, "UTC", START + 60_000)
    assert later == playlist(small_hall(), WIDE, "UTC", START + 60_000)


def test_announcement_to_tables_only_is_not_in_the_lobby() -> None:
    tables = msgspec.structs.replace(LUNCH, audience="tables")
    division = msgspec.structs.replace(
        LUNCH, ent="announcement/b", division="masters", until=ALWAYS
    )
    assert pages(told(tables)) == pages(small_hall())
    assert "Masters · 22:13" in words(pages(told(tables, division))[0])


@given(st.text(max_size=400))
def test_any_announcement_fits_the_frame(text: str) -> None:
    for frame in (SMALL, WIDE):
        for page in pages(told(msgspec.structs.replace(LUNCH, text=text)), frame):
            assert len(page.lines) <= frame.rows
            assert all(cell_len(line_text(line)) <= frame.width for line in page.lines)


# -- matches that start one by one ------------------------------------------------------------

POOL = Division("pool", "Pool", "apca", 1, "")


@pytest.mark.clause("APCA-31")
def test_in_open_play_each_table_shows_its_own_match_whatever_its_number() -> None:
    first = msgspec.structs.replace(
        match("m1", "1", ("p0", "p1"), division="pool"), seated=(True,) * 2
    )
    over = match("m2", "2", ("p2", "p3"), division="pool", round_no=2)
    again = match("m3", "2", ("p2", "p4"), division="pool", round_no=3, starts_at=START + 9)
    over = msgspec.structs.replace(over, result=WIN)
    state = hall(players=people(5, "pool"), matches=[first, over, again], divisions=(POOL,))
    [page] = [page for page in pages(state) if page.title == "Pool · Now at the tables · by table"]
    shown = [" ".join(line.split()) for line in words(page)]
    assert shown == ["1 Anna King Bob Stone seated", "2 Alexander Kingsbury-Thr… 王小明"]


def test_in_open_play_a_match_that_is_over_is_not_at_a_table_any_more() -> None:
    over = msgspec.structs.replace(match("m1", "1", ("p0", "p1"), division="pool"), result=WIN)
    on = match("m2", "2", ("p2", "p3"), division="pool", round_no=2)
    state = hall(players=people(4, "pool"), matches=[over, on], divisions=(POOL,))
    now = [page for page in pages(state) if "Now at the tables" in page.title]
    assert now
    for page in now:
        assert "Anna" not in " ".join(words(page))
    nobody = hall(players=people(4, "pool"), matches=[over], divisions=(POOL,))
    assert [page for page in pages(nobody) if "Now at the tables" in page.title] == []


def test_honor_points_are_rounded_as_everywhere_else_in_the_hall() -> None:
    row = StandingsRow(1, "p0", "Anna King", 8, Fraction(2, 3), ())
    assert words(standings(small_hall(), WIDE, [row]))[0].endswith(" 0.67")


@pytest.mark.parametrize("frame", [SMALL, WIDE])
def test_each_posted_pairing_says_which_one_it_is_and_when_it_was_published(frame: Frame) -> None:
    state = small_hall()
    rounds = {
        key: msgspec.structs.replace(paired, edition=2, published_at=START)
        for key, paired in state.rounds.items()
    }
    told = msgspec.structs.replace(state, rounds=rounds)
    shows = Shows(("by_table", "by_name"))
    made = playlist(told, frame, "UTC", START, shows)
    assert made
    for page in made:
        assert ", pairing 2, " in page.title
        assert cell_len(page.title) + 2 + cell_len(page.note) <= frame.width
