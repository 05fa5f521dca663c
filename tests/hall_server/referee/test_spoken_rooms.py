"""Pairing, boards, floor and standings in other languages: nothing is lost, events stay."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import get_args

import msgspec
import pytest
from rich.cells import cell_len
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input

from hall_server.referee.app.floor.match_screens import SheetsScreen
from hall_server.referee.app.floor.table_screen import TableScreen
from hall_server.referee.app.people.standings_screen import StandingsScreen
from hall_server.referee.derived.floor import WORDS_WIDTH, cells
from hall_server.referee.said.pair_report import STEPS, step_marks
from shared.core.day.table import DAY
from shared.core.events import RoundPaired, RoundPreviewed
from shared.core.match.outcome import ReportType
from shared.core.state import HallState, Match, Table
from shared.core.text.language import ENGLISH, Catalogue, _, speaking
from shared.machine.languages import LANGUAGES, catalogue
from shared.tui.actions import ActionBar, ActionItem
from tests.hall_server.referee import test_boards
from tests.hall_server.referee.halls import (
    MINUTE,
    START,
    Desk,
    confirmed,
    disputed,
    keys,
    masters,
    moment,
    opened,
    reading,
    report,
    under_way,
)
from tests.hall_server.referee.test_sheets_screen import played as with_moves
from tests.hall_server.referee.test_standings_screen import played as with_results
from tests.kiosk.test_languages import data
from tests.prove import spread
from tests.tui.screens import assert_screen, screen_lines, screen_text
from tests.words.spoken import Masked, readable, said_in

SIZES = ((80, 24), (50, 15))
Open = Callable[[Desk, Pilot[None]], Awaitable[None]]


async def witnesses(desk: Desk, pilot: Pilot[None]) -> None:
    desk.tell(masters(count=7))
    await pilot.pause()
    await keys(pilot, "p")


async def seed(desk: Desk, pilot: Pilot[None]) -> None:
    await witnesses(desk, pilot)
    await keys(pilot, "A", "enter", "1", "2", "enter")


async def preview(desk: Desk, pilot: Pilot[None]) -> None:
    await witnesses(desk, pilot)
    await keys(pilot, "A", "enter", "3", "5", "1", "6", "enter")


async def start(desk: Desk, pilot: Pilot[None]) -> None:
    await preview(desk, pilot)
    await keys(pilot, "enter", "equals_sign", "enter")


async def blocked(desk: Desk, pilot: Pilot[None]) -> None:
    open_ = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "D W"))
    desk.tell(masters(open_, under_way("m2", "t2", ("p3", "p4"), result=confirmed("W D"))))
    await pilot.pause()
    await keys(pilot, "p")


async def open_play(desk: Desk, pilot: Pilot[None]) -> None:
    pool = test_boards.pool(
        test_boards.playing("dee", "eve", starts_at=START - 91 * MINUTE),
        test_boards.playing("ann", "cy", "m0", "t2", result=confirmed("W W")),
        office=test_boards.refused("cy", "bo"),
    )
    await opened(desk, pilot, pool, "b")


async def call_board(desk: Desk, pilot: Pilot[None]) -> None:
    await opened(desk, pilot, test_boards.bracket(), "b")


async def standings(desk: Desk, pilot: Pilot[None]) -> None:
    desk.tell(with_results())
    await pilot.pause()
    desk.app.push_screen(StandingsScreen())
    await pilot.pause()


async def table(desk: Desk, pilot: Pilot[None]) -> None:
    one = under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "D W"))
    desk.tell(masters(one, tables=(Table("t1", "1", ""),)))
    await pilot.pause()
    desk.app.push_screen(TableScreen("t1"))
    await pilot.pause()


async def sheets(desk: Desk, pilot: Pilot[None]) -> None:
    match = with_moves()
    desk.tell(masters(match))
    await pilot.pause()
    desk.app.push_screen(SheetsScreen(match))
    await pilot.pause()
    await keys(pilot, "f12", "tab", *"11-15")


SCREENS: dict[str, Open] = {
    "pair-witnesses": witnesses,
    "pair-seed": seed,
    "pair-preview": preview,
    "pair-start": start,
    "pair-blocked": blocked,
    "open-play": open_play,
    "call-board": call_board,
    "standings": standings,
    "table": table,
    "sheets": sheets,
}


@dataclass(frozen=True)
class Seen:
    """A screen as it stood: its text, what of it does not scroll, and the footer's items."""

    text: str
    fixed: str
    footer: dict[str, str]


def seen(desk: Desk) -> Seen:
    rows = [list(row.ljust(desk.app.size.width)) for row in screen_lines(desk.app)]
    for scrolled in desk.app.screen.query(VerticalScroll):
        region = scrolled.region
        for row in rows[region.y : region.bottom]:
            row[region.x : region.right] = " " * region.width
    # The tabs and the footer show as many keys as there is room for.
    fixed = "\n".join("".join(row).rstrip() for row in rows[1:-1])
    items = [item for bar in desk.app.screen.query(ActionBar) for item in bar.query(ActionItem)]
    footer = {item.act.key: f"{item.act.key_words} {_(item.act.label)}" for item in items}
    return Seen(screen_text(desk.app), fixed, footer)


async def shown(name: str, size: tuple[int, int], words: Catalogue = ENGLISH) -> Seen:
    """Return the screen in the language of a catalogue."""
    desk = Desk()
    desk.app.voice.catalogue = words
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        await SCREENS[name](desk, pilot)
        with speaking(desk.app.voice):
            return seen(desk)


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+", text))


@pytest.mark.parametrize(("name", "size"), spread(2, SCREENS, SIZES))
async def test_no_key_and_no_number_is_lost_in_another_language(
    name: str, size: tuple[int, int]
) -> None:
    plain = await shown(name, size)
    for language in ("ru", "fr"):
        said = await shown(name, size, catalogue(language))
        assert said.text != plain.text
        assert not numbers(plain.fixed) - numbers(said.fixed), said.text
        last = said.text.splitlines()[-1]
        assert all(item in last for item in said.footer.values()), said.text
        assert {"escape", "f1"} & plain.footer.keys() <= said.footer.keys(), said.text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", ["pair-seed", "open-play", "standings", "table", "sheets"])
async def test_how_it_looks_in_russian(name: str, size: tuple[int, int]) -> None:
    desk = Desk()
    desk.app.speak("ru")
    async with desk.app.run_test(size=size) as pilot:
        await pilot.pause()
        await SCREENS[name](desk, pilot)
        assert_screen(desk.app, f"ru-{name}")


@pytest.mark.parametrize("name", SCREENS)
async def test_no_word_escapes_translation(name: str) -> None:
    desk = Desk()
    desk.app.voice.catalogue = Masked()
    async with desk.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await SCREENS[name](desk, pilot)
        text = screen_text(desk.app)
        known = data(desk.app.hall) | {"Enter Esc Event White Red"}
        pdn = {line for line in text.splitlines() if line.startswith(" [")}
        assert "××" in text
        assert not readable(text, known | pdn)


async def ruled_away(language: str) -> tuple[list[RoundPreviewed], RoundPaired]:
    """Events of a round that is paired with a result open, drawn again and published."""
    desk = Desk()
    desk.app.speak(language)
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await blocked(desk, pilot)
        await keys(
            pilot,
            "exclamation_mark",
            *"Late",
            "enter",
            "A",
            "enter",
            "enter",
            "R",
            *"Wrong",
            "enter",
        )
        now = {"en": "now", "es": "ahora", "fr": "maintenant", "ru": "сейчас"}[language]
        box = desk.app.screen
        await keys(pilot, "enter")
        box.query_one(Input).value = now
        await keys(pilot, "enter", "y")
        bodies = [draft.body for draft in desk.port.drafts]
        [published] = [body for body in bodies if isinstance(body, RoundPaired)]
        return [body for body in bodies if isinstance(body, RoundPreviewed)], published


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
async def test_round_writes_the_same_fact_in_every_language(language: str) -> None:
    assert await ruled_away(language) == await ruled_away("en")


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_table_on_the_floor_says_its_words_whole(language: str) -> None:
    """Sides, surnames of seven letters and hours under ten fit in the words of a cell."""
    one = under_way("m1", "t1", ("p1", "p2"))
    states = {
        **{f"call {kind}": (replace_report(one, kind), {}) for kind in get_args(ReportType)},
        "flag": (masters(one), reading(one, flag=0)),
        "silent": (masters(one), reading(one, seen_at=-59 * MINUTE)),
        "pause": (masters(one), reading(one, running=(), words="paused")),
        "done": (masters(under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))), {}),
        "disputed": (
            masters(under_way("m1", "t1", ("p1", "p2"), result=disputed("W D", "D W"))), {},
        ),
        "absent": (masters(under_way("m1", "t1", ("p1", "p2"), seated=(True, False))), {}),
        "nobody": (masters(under_way("m1", "t1", ("p1", "p2"), seated=(False, False))), {}),
    }  # fmt: skip
    with said_in(language):
        for what, (state, readings) in states.items():
            [cell, *_rest] = cells(moment(state, **readings), 0)
            assert "…" not in cell.words, (what, cell.words)
            assert cell_len(cell.words) <= WORDS_WIDTH


def replace_report(one: Match, kind: ReportType) -> HallState:
    told = report(kind, one)
    return msgspec.structs.replace(masters(one), reports={told.ent: told})


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_action_of_a_table_fits_in_its_cell_of_the_floor(language: str) -> None:
    with said_in(language):
        told = [_(row.words) for row in DAY.values()]
    assert [words for words in told if cell_len(words) > WORDS_WIDTH] == []


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_steps_of_a_pairing_stand_in_one_line_of_a_small_screen(language: str) -> None:
    with said_in(language):
        assert {cell_len(step_marks(step)) <= 48 for step in STEPS} == {True}
