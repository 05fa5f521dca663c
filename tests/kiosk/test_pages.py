"""The pages beyond pairings and standings, in every size, and what none of them ever shows."""

import msgspec
import pytest
from rich.cells import cell_len

from kiosk.playlist import column_of, columns_of, playlist, spreads
from kiosk.screens.page_view import times
from shared.core.events import (
    PLAYOFF,
    BracketPlan,
    ClockLogged,
    DrawOffered,
    FieldEntry,
    MovesLogged,
    Press,
    Spot,
)
from shared.core.match.outcome import Code, Outcome
from shared.core.match.schedule import PostedChange
from shared.core.state import Division, HallState, Player, Result, Version
from shared.core.state.office import PAGE_KINDS, Office, Shows
from shared.pairing.knockout.call_board import sheet_now
from shared.public.bracket import Node, Side, parts
from shared.public.hall_map import hall_map
from shared.public.page import Frame, Page
from shared.tui.block_digits import enlarged
from tests.kiosk.lobby_states import MASTERS, large_hall, line_text, people, small_hall, versions
from tests.kiosk.test_kiosk_app import lobby
from tests.tui.fake_port import START, drawn, hall, match
from tests.tui.screens import assert_screen, screen_text

SIZES = [(50, 15), (80, 24), (100, 30), (240, 67)]
FRAMES = [Frame(48, 10), Frame(76, 17), Frame(96, 23), Frame(236, 60)]
ALL = Shows(PAGE_KINDS)
WON = Result("confirmed", Outcome((Code.WIN,), points=(7, 5)))
BEST_OF = Outcome((Code.WIN, Code.WIN))
OPEN = Division("open", "Open", "usbgf-open", 4, "", bracket=BracketPlan(main=(7, 9, 11)))
LONG = "Wolfeschlegelsteinhausenbergerdorff " * 3


def bracket_hall(plan: BracketPlan | None = None) -> HallState:
    """Return a hall of eight entries: the first match is over, the second is played."""
    division = msgspec.structs.replace(OPEN, bracket=plan or OPEN.bracket)
    names = ("Ann Lee", "Bo King", "王小明", "Zoë Ångström", "Иван Петров", "Eve", "Flo", "Gus")
    players = [Player(f"b{n}", name, "open", 0, "") for n, name in enumerate(names)]
    one = match("s1", "1", ("b0", "b1"), division="open", slot="M1-1", length=7)
    two = match("s2", "2", ("b2", "b3"), division="open", slot="M1-2", length=7)
    state = hall(players=players, matches=[one, two], divisions=(division,))
    paired = msgspec.structs.replace(
        state.rounds["open", 1],
        seed="seed",
        field=tuple(FieldEntry(player.id, 0) for player in players),
        matches=tuple(
            msgspec.structs.replace(each, slot=f"M1-{n}")
            for n, each in enumerate(state.rounds["open", 1].matches, start=1)
        ),
    )
    state = msgspec.structs.replace(state, rounds={("open", 1): paired})
    found = sheet_now(state, division)
    assert found is not None
    as_drawn = {
        uid: msgspec.structs.replace(each, players=found[1].state(each.slot).sides)
        for uid, each in state.matches.items()
    }
    return msgspec.structs.replace(state, matches=as_drawn)


def scheduled_hall() -> HallState:
    days = msgspec.structs.replace(MASTERS, first_day="2023-11-14")
    return msgspec.structs.replace(small_hall(), divisions={"masters": days})


def twelve_rounds() -> HallState:
    last = [match("z", "1", ("p0", "p1"), round_no=12)]
    later = hall(players=people(), matches=last, divisions=(MASTERS,))
    return msgspec.structs.replace(small_hall(), rounds={**small_hall().rounds, **later.rounds})


LAYOUT = (
    Spot(0, 0, "1"),
    Spot(8, 0, "2"),
    Spot(18, 0, "", "Referee's desk"),
    Spot(0, 2, "3"),
    Spot(8, 2, "4"),
    Spot(22, 2, "", "Door"),
)


def laid_out() -> HallState:
    return msgspec.structs.replace(small_hall(), office=Office(layout=LAYOUT))


def pages(state: HallState, frame: Frame, shows: Shows = ALL) -> tuple[Page, ...]:
    return playlist(state, frame, "UTC", START, shows)


STATES = {
    "small": small_hall,
    "scheduled": scheduled_hall,
    "laid out": laid_out,
    "bracket": bracket_hall,
    "double": lambda: bracket_hall(BracketPlan("double", 0, (5,), (3,), (), (7,))),
    "consolation": lambda: bracket_hall(BracketPlan("single", 1, (5,), (), (3,))),
    "500 tables": lambda: large_hall(500, last=LONG[:80]),
}


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", STATES)
def test_every_page_fits_its_place_whatever_the_hall(name: str, frame: Frame) -> None:
    made = pages(STATES[name](), frame)
    column = column_of(frame).width
    assert len({page.key for page in made}) == len(made)
    for page in made:
        width = frame.width if page.wide else column
        assert len(page.lines) <= frame.rows, page.title
        for line in (*map(line_text, page.lines), page.head):
            assert cell_len(line) <= width, (page.title, line)


def stand(made: list[Page], frame: Frame) -> list[str]:
    """Return the screens: columns parted by bars, wide pages after a plus."""
    shown = []
    for spread in spreads(made, frame):
        columns = "|".join("".join(page.key for page in column) for column in spread.columns)
        shown.append("+".join((columns, *(page.key for page in spread.wide))))
    return shown


def filled(key: str, lines: int, *, wide: bool = False) -> Page:
    return Page(key, key, lines=((),) * lines, wide=wide)


@pytest.mark.parametrize(("width", "count"), [(48, 1), (96, 1), (128, 2), (196, 2), (236, 3)])
def test_pages_stand_in_as_many_columns_as_the_width_holds(width: int, count: int) -> None:
    assert columns_of(Frame(width, 30)) == count


def test_pages_that_fit_one_screen_do_not_take_turns() -> None:
    frame = Frame(236, 33)
    made = [filled("a", 9), filled("b", 9), filled("c", 9), filled("d", 30), filled("e", 9)]
    assert stand(made, frame) == ["ab|ce|d"]
    assert stand([*made, filled("w", 5, wide=True)], frame) == ["ab|ce|d", "+w"]
    assert stand([*made[:3], filled("w", 5, wide=True)], frame) == ["a|b|c+w"]
    assert stand([filled("a", 33), filled("b", 33), filled("c", 20), filled("d", 9)], frame) == [
        "a|b|cd"
    ]
    assert stand(made[:2], Frame(76, 17)) == ["a", "b"]
    assert stand([filled("a", 9), filled("b", 5)], Frame(76, 17)) == ["ab"]


def test_the_parts_of_a_list_stay_in_their_order() -> None:
    frame = Frame(76, 17)
    made = [filled("a/1", 9), filled("b/1", 17), filled("b/2", 2), filled("c/1", 2)]
    assert stand(made, frame) == ["a/1c/1", "b/1", "b/2"]


def test_a_page_higher_than_the_screen_stands_alone() -> None:
    assert stand([filled("a", 1), filled("b", 40), filled("c", 1)], Frame(76, 17)) == ["ac", "b"]


def test_a_countdown_that_stands_alone_is_as_large_as_the_screen_allows() -> None:
    assert [times("2:26:00", *room) for room in ((76, 17), (116, 40), (236, 67), (40, 0))] == [
        1, 2, 4, 1,
    ]  # fmt: skip
    assert enlarged(["█ ", " █"], 2) == ["██  ", "██  ", "  ██", "  ██"]


def test_a_crosstable_of_few_rounds_stands_beside_other_pages() -> None:
    few, [many] = (
        pages(state, FRAMES[3], Shows(("crosstable",))) for state in (small_hall(), twelve_rounds())
    )
    assert [page.wide for page in few] == [False]
    assert many.wide


def test_standings_without_clubs_have_no_club_column() -> None:
    state = small_hall()
    plain = {p.id: msgspec.structs.replace(p, club="") for p in state.players.values()}
    heads = [
        page.head
        for made in (state, msgspec.structs.replace(state, players=plain))
        for page in pages(made, FRAMES[1], Shows(("standings",)))
    ]
    assert ["Club" in head for head in heads] == [True, False]


# -- single pages -----------------------------------------------------------------------------

PLAYED_OFF = {"round_no": 4, "slot": PLAYOFF, "starts_at": START}


def playoff_hall() -> HallState:
    """Return a hall in which two play for the title; of two others one has won."""
    over = Result("confirmed", Outcome((Code.WIN, Code.DRAW)))
    off = [
        match("o1", "1", ("p0", "p5"), draw=drawn(), **PLAYED_OFF),
        match("o2", "2", ("p3", "p4"), result=over, **PLAYED_OFF),
    ]
    state = small_hall()
    return msgspec.structs.replace(
        state, matches={**state.matches, **{each.uid: each for each in off}}
    )


def taken_back_hall() -> HallState:
    """Round 4 was out and does not hold any more."""
    why = "Two players were paired who had met in round 2."
    return msgspec.structs.replace(small_hall(), taken_back={("masters", 4): why})


def corrected_hall() -> HallState:
    """Return a hall whose referee changed one signed result; another ruling changed nothing."""
    state = small_hall()
    signed, drawn_now = Outcome((Code.WIN, Code.WIN)), Outcome((Code.WIN, Code.LOSS))
    ruling = Version(None, drawn_now, "r1", "n1", START, "key", "ACF-1.VII", "Sheets read.")
    changed = Result("ruled", drawn_now, (ruling,), (), signed)
    same = Result("ruled", drawn_now, (ruling,), (), drawn_now)
    return msgspec.structs.replace(
        state,
        matches={
            **state.matches,
            "m0": msgspec.structs.replace(state.matches["m0"], result=changed),
            "m1": msgspec.structs.replace(state.matches["m1"], result=same),
        },
    )


def test_lobby_tells_what_a_correction_changed_and_nothing_of_other_rulings() -> None:
    [page] = pages(corrected_hall(), FRAMES[1], Shows(("corrected",)))
    assert page.title == "Masters · Corrected results"
    text = " ".join(line_text(line).strip() for line in page.lines)
    assert "Drawn 1–1. Before:" in text
    assert text.count("ACF-1.VII") == 1
    titles = [each.title for each in pages(small_hall(), FRAMES[1], ALL)]
    assert "Masters · Corrected results" not in titles


PICTURES = [
    ("corrected", corrected_hall),
    ("crosstable", small_hall),
    ("wall_chart", small_hall),
    ("schedule", scheduled_hall),
    ("rules", small_hall),
    ("map", laid_out),
    ("sheets", bracket_hall),
]
SHOWN_FIRST = [("playoff", playoff_hall), ("taken-back", taken_back_hall)]


@pytest.mark.clause("ACF-1.XIII.B")
def test_a_playoff_has_a_page_of_its_own_and_the_round_stays_as_it_was() -> None:
    plain, off = (pages(state, FRAMES[1], ALL) for state in (small_hall(), playoff_hall()))
    titles = [page.title for page in off]
    assert "Masters · Playoff for the title" in titles
    assert [page for page in off if not page.key.startswith("masters/playoff")] == [*plain]


def test_a_round_that_was_taken_back_is_told_whatever_a_kiosk_shows_until_it_is_out_again() -> None:
    state = taken_back_hall()
    first, *rest = pages(state, FRAMES[1], Shows(("rules",)))
    text = " ".join(line_text(line).strip() for line in first.lines)
    assert (first.key, "had met in round 2. Its pairings" in text) == ("masters/4/taken_back", True)
    assert rest == list(pages(small_hall(), FRAMES[1], Shows(("rules",))))
    out = msgspec.structs.replace(state, taken_back={("masters", 3): "old"})
    assert pages(out, FRAMES[1], ALL) == pages(small_hall(), FRAMES[1], ALL)


def test_the_first_round_taken_back_is_told_instead_of_being_not_paired_yet() -> None:
    state = hall(players=people(2), divisions=(MASTERS,))
    state = msgspec.structs.replace(state, taken_back={("masters", 1): "No chairs"})
    keys = [page.key for page in pages(state, FRAMES[1], Shows(("by_table",)))]
    assert keys == ["masters/1/taken_back"]


@pytest.mark.parametrize("size", SIZES)
async def test_a_page_of_each_kind(size: tuple[int, int]) -> None:
    async with lobby(size) as (run, pilot):
        for kind, state in (*SHOWN_FIRST, *PICTURES):
            made = state()
            shown = Shows((kind if (kind, state) in PICTURES else "by_table",))
            office = msgspec.structs.replace(made.office, shows={"fake" * 8: shown})
            run.port.tell_hall(msgspec.structs.replace(made, office=office))
            run.again()
            await pilot.pause()
            assert_screen(run.app, f"page-{kind.replace('_', '-')}")


@pytest.mark.parametrize("width", range(60, 80))
def test_the_title_of_a_chart_is_whole_beside_its_note(width: int) -> None:
    charts = pages(small_hall(), Frame(width, 23), Shows(("crosstable", "wall_chart")))
    assert {page.title.partition(" 1/")[0] for page in charts} >= {
        "Masters · Crosstable", "Masters · Wall chart",
    }  # fmt: skip
    for page in charts:
        assert not page.note or cell_len(page.title) + 2 + cell_len(page.note) <= width


async def test_a_lobby_screen_shows_three_pages_at_once() -> None:
    async with lobby((240, 67), large_hall(90)) as (run, _):
        assert_screen(run.app, "three-at-once")


@pytest.mark.clause("SE-1")
def test_a_single_elimination_has_its_bracket_in_the_lobby() -> None:
    state = bracket_hall()
    contest = Division("open", "Open", "contest", 3, "")
    over = msgspec.structs.replace(state.matches["s1"], result=Result("confirmed", BEST_OF))
    state = msgspec.structs.replace(
        state, divisions={"open": contest}, matches={**state.matches, "s1": over}
    )
    [page] = [p for p in pages(state, FRAMES[2], Shows(("sheets",))) if "Main draw" in p.title]
    text = "\n".join(map(line_text, page.lines))
    winner, loser = (state.players[player].name for player in over.players)
    assert (text.count(winner), text.count(loser)) == (2, 1)


@pytest.mark.clause("ACF-1.XIII.A")
def test_the_standings_go_by_match_points_and_then_by_honor_points() -> None:
    [page] = [p for p in pages(small_hall(), FRAMES[1]) if "Standings" in p.title]
    assert page.head.split()[-3:] == ["Match", "pts", "Honor"]
    shown = [line_text(line).split() for line in page.lines]
    order = [(int(words[-2]), float(words[-1])) for words in shown]
    assert order == sorted(order, reverse=True)
    assert order[0] > order[-1]


@pytest.mark.clause("USBGF-4.6")
def test_a_draw_sheet_says_who_has_won_and_where_the_next_is_played() -> None:
    state = bracket_hall()
    over = msgspec.structs.replace(state.matches["s1"], result=WON)
    done = msgspec.structs.replace(state, matches={**state.matches, "s1": over})
    [page] = pages(done, FRAMES[2], Shows(("sheets",)))
    text = "\n".join(map(line_text, page.lines))
    assert page.title == "Open · Main draw"
    assert page.head.split("  ")[0] == "Round 1, 7 pts"
    assert "▸2 22:13" in text
    assert page.note == "▸ table"
    assert "M1-1" not in text
    assert "M2-1" in text


def test_a_sheet_with_a_result_that_cannot_stand_says_what_it_waits_for() -> None:
    state = bracket_hall()
    twice = Result("confirmed", Outcome((Code.WIN, Code.WIN)))
    over = msgspec.structs.replace(state.matches["s1"], result=twice)
    wrong = msgspec.structs.replace(state, matches={**state.matches, "s1": over})
    [page] = pages(wrong, FRAMES[0], Shows(("sheets",)))
    assert page.title == "Open · Draw sheet"
    text = " ".join(map(line_text, page.lines)).strip()
    assert text == (
        "The draw sheet waits for the director: the result at table 1 cannot stand. "
        "Your next match is called as soon as it is settled."
    )


def test_a_bracket_keeps_its_columns_with_wide_letters() -> None:
    final = Node(1, (Side("王小明"), Side("Ann")), "王小明")
    [part] = parts(final, (("Final",),), 40, 10)
    assert [line.rstrip() for line in part.lines] == [
        "王小明 ──────────┐",
        "                 ├─ 王小明",
        "Ann ─────────────┘",
    ]


def test_large_sheet_is_cut_between_rounds_and_keeps_all_players() -> None:
    def node(round_no: int, first: int) -> Node:
        if round_no == 1:
            return Node(1, (Side(f"p{first}"), Side(f"p{first + 1}")))
        half = 2 ** (round_no - 1)
        halves = (node(round_no - 1, first), node(round_no - 1, first + half))
        return Node(round_no, (Side("", halves[0]), Side("", halves[1])))

    made = parts(node(6, 0), tuple((f"R{n}",) for n in range(1, 7)), 76, 17)
    text = " ".join(" ".join(part.lines) for part in made)
    assert {f"p{n}" for n in range(64)} <= set(text.split())
    assert all(len(part.lines) <= 17 for part in made)


def test_the_map_marks_the_table_where_it_stands() -> None:
    lines = hall_map(laid_out(), "4", 40, 3)
    assert lines == (" 1       2         Referee's desk", "", " 3      [4]            Door")


def test_a_map_larger_than_its_place_shows_the_part_around_the_table() -> None:
    far = Spot(150, 90, "4")
    state = msgspec.structs.replace(laid_out(), office=Office(layout=(Spot(0, 0, "1"), far)))
    lines = hall_map(state, "4", 30, 5)
    assert any("[4]" in line for line in lines)
    assert len(lines) <= 5
    hostile = Office(layout=(Spot(2**62, -(2**62), "1"), far))
    assert hall_map(msgspec.structs.replace(state, office=hostile), "1", 30, 5)


@pytest.mark.clause("ACF-1.V.D")
def test_the_schedule_says_that_times_may_change_and_shows_what_was_moved() -> None:
    moved = PostedChange(5, START + 20 * 3_600_000, "The hall is locked until six")
    state = msgspec.structs.replace(scheduled_hall(), moved={("masters", 5): moved})
    [page] = pages(state, FRAMES[1], Shows(("schedule",)))
    shown = [" ".join(line_text(line).split()) for line in page.lines]
    assert shown[4].startswith("5 Wed 15.11. 18:13–21:13")
    assert "Round 5 was moved: The hall is locked until six" in shown
    assert shown[-1].startswith("No meal breaks are fixed, and times may change")


@pytest.mark.clause("ACF-1.V.D")
async def test_lobby_shows_the_times_that_have_changed_and_why() -> None:
    moved = PostedChange(4, START + 20 * 3_600_000, "The hall is locked until six")
    made = msgspec.structs.replace(scheduled_hall(), moved={("masters", 4): moved})
    office = msgspec.structs.replace(made.office, shows={"fake" * 8: Shows(("schedule",))})
    async with lobby((80, 24), msgspec.structs.replace(made, office=office)) as (run, pilot):
        await pilot.pause()
        text = " ".join(screen_text(run.app).split())
        assert "4 Wed 15.11. 18:13" in text
        assert "Round 4 was moved: The hall is locked until six" in text


@pytest.mark.clause("ACF-1.V.B")
def test_the_schedule_has_the_rulebooks_hours_and_marks_the_round() -> None:
    [page] = pages(scheduled_hall(), FRAMES[1], Shows(("schedule",)))
    shown = [" ".join(line_text(line).split()) for line in page.lines]
    assert shown[0] == "1 Tue 14.11. 08:30–11:30 over"
    assert shown[2].startswith("▸ 3")
    assert len([line for line in shown if "–" in line]) == 12


# -- what the lobby never shows ---------------------------------------------------------------


@pytest.mark.clause("HALL-clock-secrecy", "HALL-unfinished-moves")
@pytest.mark.parametrize("frame", FRAMES)
def test_no_page_has_a_clock_a_move_or_a_claim(frame: Frame) -> None:
    """The state has them all; every page is the same to the letter without them."""
    log = ClockLogged(2, (Press(0, 61_000),), (754_321, 571_987), (31, 30), "pause")
    other = versions(Outcome((Code.LOSS_BY_FORFEIT, Code.WIN)))

    def busy(state: HallState) -> HallState:
        found = {}
        for uid, each in state.matches.items():
            draw = each.draw
            if draw is not None:
                draw = msgspec.structs.replace(drawn(draw.first_seat), opening=77, moves=("9-13",))
            result = each.result
            if result.outcome is None and result.versions:
                result = Result(result.status, None, other[: len(result.versions)])
            found[uid] = msgspec.structs.replace(
                each,
                draw=draw,
                clock=log,
                presses=61,
                draw_offers={"o": DrawOffered(1, 0, (12, 12))},
                moves={"g": MovesLogged(1, "11-15 23-19")},
                result=result,
            )
        return msgspec.structs.replace(state, matches=found)

    for state in (small_hall(), bracket_hall(), scheduled_hall()):
        assert busy(state) != state
        assert pages(busy(state), frame) == pages(state, frame)


@pytest.mark.clause("ACF-1.VIII.A")
@pytest.mark.parametrize("frame", FRAMES)
def test_no_page_names_a_colour_that_is_not_drawn(frame: Frame) -> None:
    state = small_hall()
    undrawn = {uid: msgspec.structs.replace(each, draw=None) for uid, each in state.matches.items()}
    made = pages(msgspec.structs.replace(state, matches=undrawn), frame)
    # The rules say which colour moves first; that is nobody's.
    made = tuple(page for page in made if "/rules" not in page.key)
    text = " ".join(line_text(line) for page in made for line in page.lines)
    assert "Red" not in text
    assert "White" not in text
