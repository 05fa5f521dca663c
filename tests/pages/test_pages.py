"""What the pages for phones and televisions say, and how: plain HTML that needs no script."""

import posixpath
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from shared.core.state import EMPTY, HallState, Match
from shared.core.state.office import Announcement, Awards, Office, Payment, Request
from shared.machine.languages import LANGUAGES
from shared.public.html.site import Site
from shared.public.secrecy import public
from shared.public.views.hall import paths
from shared.public.views.values import segment
from tests.kiosk.hidden import with_clock, with_other_claims, with_other_moves
from tests.kiosk.lobby_states import MASTERS, large_hall, played_hall, small_hall
from tests.kiosk.test_pages import bracket_hall, scheduled_hall
from tests.pages.sites import found, page, renamed, site_of
from tests.tui.fake_port import START

LONG = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley-Marjoribanks"
ARABIC = "محمد بن موسى الخوارزمي"


class Outline(HTMLParser):
    """Checks that elements are closed in their order, and notes headings, links and ids."""

    VOID = frozenset({"meta", "link", "input", "br"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.levels: list[int] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"]] if given.get("id") else []  # type: ignore[list-item]
        if tag == "a":
            self.links.append(given["href"] or "")
        if re.fullmatch(r"h\d", tag):
            self.levels.append(int(tag[1]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def text(html: str) -> str:
    """Return what a reader reads of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html.partition("<body>")[2]).split())


def every_page(site: Site) -> dict[tuple[str, str], str]:
    made = {
        (code, path): site.page(code, path) for code in LANGUAGES for path in paths(site.moment)
    }
    return {key: one.html.decode() for key, one in made.items() if one is not None}


HALLS = {
    "small": small_hall(),
    "scheduled": scheduled_hall(),
    "bracket": bracket_hall(),
    "large": large_hall(30),
    "empty": EMPTY,
}


@pytest.mark.parametrize("hall", HALLS.values(), ids=HALLS)
@pytest.mark.parametrize("live", [True, False])
def test_every_page_in_every_language_is_whole_and_in_order(hall: HallState, live: bool) -> None:
    for (code, _path), html in every_page(site_of(hall, live=live)).items():
        outline = Outline(html)
        assert f'<html lang="{code}"' in html
        assert outline.levels[0] == 1
        assert outline.levels.count(1) == 1
        assert all(b - a <= 1 for a, b in zip(outline.levels, outline.levels[1:], strict=False))
        assert len(outline.ids) == len(set(outline.ids))
        assert "<script>" not in html


@pytest.mark.parametrize("hall", HALLS.values(), ids=HALLS)
def test_every_link_of_the_files_leads_to_a_file(hall: HallState) -> None:
    files = {path: made.html for path, _, made in site_of(hall, live=False).files()}
    for path, html in files.items():
        for link in Outline(html.decode()).links:
            if not link.startswith("#"):
                to = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
                assert to in files, (path, link)


def test_a_player_reads_table_opponent_start_place_and_why() -> None:
    said = text(page(small_hall(), "p/p6", now=START - 300_000))
    order = ["Łukasz Żółć", "Table 4", "against Marion Tinsley", "starts 22:13, in 5 min", "Place"]
    places = [said.index(words) for words in order]
    assert places == sorted(places)
    assert "Keep the address of this page" in said
    assert "honor points" in said


def test_a_players_page_says_whom_they_beat_and_who_is_next_on_as_many_points() -> None:
    said = text(page(played_hall(), "p/a"))
    order = [
        "Anna King has 4 match points and 4 honor points, place 3",
        "Just ahead on as many match points: Dan Frost, 6 honor points.",
        "Round 1: beat Bob Stone, 2–0.",
        "Round 2: lost to Dan Frost, ½–1½.",
        "Honor points:",
    ]
    places = [said.index(words) for words in order]
    assert places == sorted(places)


def test_a_player_whose_result_is_in_reads_that_it_was_received() -> None:
    assert "Result received" in text(page(small_hall(), "p/p0"))
    assert "Result received" not in text(page(small_hall(), "p/p4"))


def test_result_page_says_the_match_is_with_the_referee_where_the_sides_differ() -> None:
    said = text(page(small_hall(), "p/p2"))
    assert "with the referee" in said
    assert "Result received" not in said


def test_pairings_are_a_table_with_a_caption_and_heads_of_rows_and_columns() -> None:
    html = page(small_hall(), "masters/pairings")
    assert "<caption>Round 3 · start 22:13 · scheduled end Wed 01:13</caption>" in html
    assert html.count('<th scope="col"') == 4
    assert html.count('<th scope="row"') == 5
    assert text(html).index("1 Anna King Bob Stone 1½–½") < text(html).index("– Ron King bye")


def test_standings_lead_from_each_name_to_the_reasons() -> None:
    html = page(small_hall(), "masters/standings")
    assert '<a href="../../en/p/p0"><bdi>Anna King</bdi></a>' in html


def test_draw_sheet_is_read_round_by_round() -> None:
    said = text(page(bracket_hall(), "open/draw"))
    assert "Main draw · Round 1, 7 pts Flo Eve table 1 · 22:13" in said
    assert "winner of Flo – Eve" in said


@pytest.mark.parametrize("live", [True, False])
def test_all_players_stand_under_their_letters_and_lead_to_their_pages(live: bool) -> None:
    state = renamed(renamed(small_hall(), "p0", ARABIC), "p1", "9 of Spades")
    for code in LANGUAGES:
        html = page(state, "players", code, live=live)
        assert html.count('href="../' + code + "/p/p") == len(state.players)
        for letter, name in (("A", "Ångström, Zoë"), ("K", "King, Ron"), ("Z", "Żółć, Łukasz")):
            under = html[html.index(f'<h2 id="l-{letter}">') :].partition("</section>")[0]
            assert name in under
            assert f'<a href="#l-{letter}">{letter}</a>' in html
        home = page(state, "index", code, live=live)
        assert "players" in [Path(link).stem for link in Outline(home).links]
    assert text(page(EMPTY, "players")).count("No players yet.") == 1


def test_players_of_a_division_stand_in_the_order_of_the_lobby() -> None:
    said = text(page(small_hall(), "masters/players"))
    order = ["Ångström, Zoë", "King, Anna", "Stone, Bob", "Tinsley, Marion", "Żółć, Łukasz"]
    places = [said.index(name) for name in order]
    assert places == sorted(places)


def test_first_letters_find_one_player_or_a_list_in_any_alphabet() -> None:
    assert found(small_hall(), "tin") == "p/p7"
    assert found(small_hall(), "王") == "p/p4"
    assert found(small_hall(), "zolc") == "p/p6"
    several = found(small_hall(), "ki")
    assert not isinstance(several, str)
    assert "2 players match." not in text(several.html.decode())
    assert "3 players match." in text(several.html.decode())


def test_letters_that_match_nobody_are_said_again_without_harm() -> None:
    none = found(small_hall(), '"><script>x</script>')
    assert not isinstance(none, str)
    html = none.html.decode()
    assert "<script>x" not in html
    assert "Nobody here has a name that begins with" in text(html)


@pytest.mark.parametrize("name", ['<b onclick="x">Eve</b>', LONG, ARABIC, "A&B\nC", "'\"`"])
def test_names_of_every_kind_are_shown_as_they_are_and_nothing_else(name: str) -> None:
    for html in every_page(site_of(renamed(small_hall(), "p0", name))).values():
        Outline(html)
        assert "<b onclick" not in html
    html = page(renamed(small_hall(), "p0", ARABIC), "masters/pairings")
    assert f"<bdi>{ARABIC}</bdi>" in html


@pytest.mark.parametrize("ident", ["..", "a/b", "p@north", "ü", "con.", "~41"])
def test_a_players_path_is_one_name_on_every_disk_and_in_every_address(ident: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_~-]+", segment(ident))
    assert segment(ident) != segment("A")


def test_page_of_a_hall_that_is_not_heard_says_how_old_it_is() -> None:
    lost = page(small_hall(), "index", heard=False, now=START + 600_000)
    assert "▲ As of 22:13: the hall is not heard." in text(lost)
    assert 'data-link="away"' in lost
    assert "As of 22:23." in text(page(small_hall(), "index", now=START + 600_000))


def test_television_turns_through_slides_that_fit_and_comes_round_again() -> None:
    site = site_of(large_hall(40))
    seen, number = [], "1"
    for _ in range(20):
        made = site.page("en", f"tv/{number}")
        assert made is not None
        html = made.html.decode()
        seen.append(html)
        assert html.count("<tr>") + html.count('role="row"') <= 2 * 13
        number = re.search(r'data-next="[./]*en/tv/(\d+)"', html)[1]  # type: ignore[index]
        if number == "1":
            break
    said = " ".join(map(text, seen))
    assert number == "1"
    assert all(f"Number{n:03}" in said for n in range(9, 80))
    assert site.page("en", "tv/x") is None


# -- what is private, or of a game in progress, is on no page -------------------------------------


@pytest.mark.clause("HALL-clock-secrecy")
@pytest.mark.clause("HALL-unfinished-moves")
@pytest.mark.parametrize("change", [with_clock, with_other_moves, with_other_claims])
def test_clock_moves_and_claims_change_no_page(change: Callable[[Match], Match]) -> None:
    state = small_hall()
    matches = {uid: change(match) for uid, match in state.matches.items()}
    assert matches != state.matches
    busy = msgspec.structs.replace(state, matches=matches)
    assert public(busy) == public(state)
    assert every_page(site_of(busy)) == every_page(site_of(state))


def test_requests_payments_flags_and_words_to_the_tables_are_on_no_page() -> None:
    state = small_hall()
    told = Announcement("t", "Only the tables read this", 1 << 50, "tables", "", START)
    request = Request("r", "e", "p0", "withdraw", 0, START, "n", "press")
    flagged = msgspec.structs.replace(state.players["p0"], flags=("junior",))
    busy = msgspec.structs.replace(
        state,
        players={**state.players, "p0": flagged},
        office=Office({"t": told}, requests={"r": request}),
        awards=Awards(payments={"p0": Payment(45_000, 0, "n", False, START, "e")}),
    )
    assert every_page(site_of(busy)) == every_page(site_of(state))


def test_a_colour_is_on_a_page_only_after_it_was_drawn_at_the_table() -> None:
    assert "You have" in text(page(small_hall(), "p/p6"))
    undrawn = large_hall(6)
    assert "Colours are drawn at the table." in text(page(undrawn, "p/p8"))
    assert "You have white" not in text(page(undrawn, "p/p8"))


def test_a_hall_says_which_division_a_page_is_of() -> None:
    other = msgspec.structs.replace(MASTERS, id="second", name="Second <i>")
    both: HallState = msgspec.structs.replace(
        small_hall(), divisions={"masters": MASTERS, "second": other}
    )
    html = page(both, "second/pairings")
    assert "Second &lt;i&gt;" in html
    assert "Round 1 is not paired yet." in text(html)
