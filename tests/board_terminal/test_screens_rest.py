"""The screens that no story of a match stops at, and that every page has its pictures in text."""

import inspect
import pkgutil
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from board_terminal import pages
from board_terminal.pages.look import Page
from board_terminal.view.view import View
from shared.core.clock import StartBoth, StartLate
from shared.core.day.entries import Clocked
from shared.core.draughts.fen import parse_fen
from shared.core.draughts.record import GameRecord
from shared.core.draughts.rules import ENGLISH
from shared.core.events import OpeningDrawn
from shared.core.state import HallState
from shared.port import Draft
from tests.board_terminal.screen_kit import SIZES, TestTerminal, begin, press, terminal, tick
from tests.board_terminal.table_kit import enter, put, round_one, state_of
from tests.board_terminal.table_port import TablePort
from tests.tui.screens import assert_screen, at_sizes

Scene = Callable[[Pilot[None], TablePort], Awaitable[None]]
MINUTE = 60_000

CHECKERS = state_of(round_one())
UNCLOCKED = state_of(round_one(), control="unclocked", rulebook="standard")
POOL = state_of(round_one(), control="unclocked", rulebook="apca")
POINTS = state_of(round_one(length=7), control="2/12", rulebook="usbgf-open")
POINTS_UNCLOCKED = state_of(round_one(length=7), control="unclocked", rulebook="usbgf-limited")
NO_MATCH = state_of()

PLAYED = ("1", "3", "1", "5", "1", "5", "3", "5", "1")
TO_POINTS = ("1", "3", "1", "3", "1")


def _app(pilot: Pilot[None]) -> TestTerminal:
    assert isinstance(pilot.app, TestTerminal)
    return pilot.app


async def paused(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "1", "3", "7", after=30_000)


async def whose(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, *PLAYED, "1", "5", "3", "3", "5", "5")


async def codes(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, *PLAYED, "1", "5", "3")


async def sign_different(pilot: Pilot[None], port: TablePort) -> None:
    await codes(pilot, port)
    await press(pilot, "2")


async def pin_sign(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "9", "4", *"4711", "enter", *"4711", "enter")
    await press(pilot, *PLAYED[2:], "1", "4")


async def absent(pilot: Pilot[None], port: TablePort) -> None:
    app = _app(pilot)
    await press(pilot, "3")
    enter(app.driver, Clocked(StartLate(0, app.monotonic())), app.monotonic())
    await tick(pilot, 90_000)


async def undecided(pilot: Pilot[None], port: TablePort) -> None:
    app = _app(pilot)
    enter(app.driver, Clocked(StartBoth(app.monotonic())), app.monotonic())
    await tick(pilot, 91 * MINUTE)


async def table_reports(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "0")


async def reports_unclocked(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "3", "0")


async def report_count(pilot: Pilot[None], port: TablePort) -> None:
    await reports_unclocked(pilot, port)
    await press(pilot, "enter")


async def moves_unclear(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, "1", "3", "8", "3")
    app = _app(pilot)
    assert app.driver.desk.session is not None
    record = GameRecord(ENGLISH, parse_fen("B:W6,7,14,15:B2"))
    put(app.driver, session=replace(app.driver.desk.session, records={1: record}))
    await press(pilot, "2", "minus", "1", "8", "z")


async def points_paused(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, *TO_POINTS, "7", after=30_000)


async def points_resigning(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, *TO_POINTS, "5", "8")


async def points_claiming(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, *TO_POINTS, "5", "2")


async def fix_number(pilot: Pilot[None], port: TablePort) -> None:
    await points_paused(pilot, port)
    await press(pilot, "4", "9", "1", "3")


async def fix_equipment(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, *TO_POINTS, "5", "7", "4", "8")


async def points_unclocked(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, *TO_POINTS)


async def points_match_won(pilot: Pilot[None], port: TablePort) -> None:
    await press(pilot, *TO_POINTS, "1", "3", "8", "7", "5", "1", "3", "5", "7", "z", "5", "slash")


SCENES: tuple[tuple[Scene, HallState], ...] = (
    (paused, CHECKERS),
    (whose, CHECKERS),
    (codes, CHECKERS),
    (sign_different, CHECKERS),
    (pin_sign, CHECKERS),
    (undecided, CHECKERS),
    (absent, CHECKERS),
    (table_reports, NO_MATCH),
    (reports_unclocked, UNCLOCKED),
    (report_count, POOL),
    (moves_unclear, UNCLOCKED),
    (points_paused, POINTS),
    (points_resigning, POINTS),
    (points_claiming, POINTS),
    (fix_number, POINTS),
    (fix_equipment, POINTS),
    (points_unclocked, POINTS_UNCLOCKED),
    (points_match_won, POINTS),
)


@pytest.mark.parametrize(("scene", "state"), SCENES, ids=[scene.__name__ for scene, _ in SCENES])
async def test_other_screens_match_their_snapshots(scene: Scene, state: HallState) -> None:
    app, port = terminal(state)
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await scene(pilot, port)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, scene.__name__)


class SilentDisk(TablePort):
    """The notes of a match do not come."""

    def load_journal(self, uid: str) -> None:
        self.asked = uid


class SlowDisk(TablePort):
    """Events are never held, and nothing is said of them; the notes are."""

    def append(self, *drafts: Draft) -> int:
        self.drafts.extend(drafts)
        return self._ticket()


async def test_unsaved_draw_is_not_shown() -> None:
    port = SlowDisk(state=CHECKERS)
    app, _ = terminal(port=port)
    async with app.run_test(size=SIZES[0]) as pilot:
        await begin(pilot, port)
        await press(pilot, "1", "3")
        assert any(isinstance(draft.body, OpeningDrawn) for draft in port.drafts)
        async for _size in at_sizes(pilot, SIZES):
            assert_screen(app, "drawing")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_screen_of_a_table_that_reads_its_disk_matches_its_snapshot(
    size: tuple[int, int],
) -> None:
    port = SilentDisk(state=CHECKERS)
    app, _ = terminal(port=port)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert_screen(app, "starting")
        port.tell_state()
        await pilot.pause()
        await pilot.pause()
        assert port.asked == "m1"
        assert_screen(app, "reading_notes")


SHOWN = {
    "paused.BETWEEN": "between",
    "captures.CAPTURES": "contest_captures",
    "captures.COUNTING": "contest_counting",
    "codes.CODES": "codes",
    "codes.WHOSE": "whose",
    "drawing.DRAWING": "drawing",
    "drawing.IS_IT": "draw_card_is",
    "drawing.LETTERS": "draw_cards",
    "drawing.NUMBER": "draw_card",
    "extras.WHO_OFFERS": "offer_asked",
    "points.fixes.AGREEING": "fix_score",
    "points.fixes.EQUIPMENT": "fix_equipment",
    "points.fixes.FIXING": "fix_list",
    "points.fixes.NUMBER": "fix_number",
    "game_over.WINNER": "winner",
    "lobby.CHOOSING": "choosing",
    "lobby.READY": "ready",
    "lobby.SEATING": "seating",
    "codes.LOSER_POINTS": "points_loser_points",
    "codes.MATCH_WON": "points_match_won",
    "moves.ENTERING": "moves_typing",
    "moves.WHICH_CAPTURE": "moves_unclear",
    "quiet.replaced": "replaced",
    "quiet.spare": "spare",
    "quiet.away": "away",
    "quiet.stopped": "stopped",
    "paused.PAUSED": "paused",
    "paused.RECALLING": "recalling",
    "paused.RECOVERING": "recovering",
    "signing.CHOOSING": "pin_set",
    "signing.PROVING": "pin_sign",
    "signing.WHOSE": "pin_whose",
    "playing.ABSENT": "absent",
    "playing.PLAYING": "playing",
    "points.scoreboard.PAUSED": "points_paused",
    "points.scoreboard.PLAYING": "points_scoreboard",
    "points.scoreboard.RECOVERING": "recovering",
    "points.scoreboard.ROLLING": "points_rolling",
    "points.answers.AGREEING": "points_flag_agreed",
    "points.answers.FLAGGED": "points_flag_noticed",
    "points.answers.DOUBLED": "points_double",
    "points.answers.OFFERED": "points_offered",
    "points.asks.BREAK": "points_a_break",
    "points.asks.LENGTH": "points_length",
    "points.asks.OVER": "points_over",
    "points.asks.OFFERING": "points_resigning",
    "quiet.DONE": "waiting",
    "quiet.RULED": "ruled",
    "quiet.reading_notes": "reading_notes",
    "quiet.refused": "refused",
    "quiet.starting": "starting",
    "quiet.waiting": "waiting",
    "reports.REPORT": "report_exactly",
    "reports.REPORTS": "reports",
    "reports.table_reports": "table_reports",
    "score.DISPUTED": "disputed",
    "score.SCORING": "scoring",
    "service.facts": "service",
    "service.pin": "service_pin",
    "service.test": "service_test",
    "signing.SIGNING": "sign_different",
    "points.terms.AGREEING": "points_agreeing",
    "points.terms.WISHING": "points_wishes",
    "undoing.UNDOING": "points_undo",
}
"""Each page and a snapshot of it."""


def _modules() -> list[str]:
    """Return the modules of the pages: "score", "points.answers"."""
    prefix = f"{pages.__name__}."
    found = pkgutil.walk_packages(pages.__path__, prefix)
    return [module.name.removeprefix(prefix) for module in found if not module.ispkg]


def test_every_page_is_kept_as_text() -> None:
    found = {
        f"{name}.{known}"
        for name in _modules()
        for known, value in vars(import_module(f"board_terminal.pages.{name}")).items()
        if isinstance(value, Page)
        or (
            inspect.isfunction(value)
            and value.__module__ == f"board_terminal.pages.{name}"
            and value.__annotations__.get("return") is View
            and not known.startswith("_")
        )
    }
    # The languages are kept in those that are not English (test_screens_languages).
    assert found - {"lobby.SPEAKING", "look.agreeing", "routing.shown"} == set(SHOWN)
    kept = {path.stem for path in (Path(__file__).parent / "snapshots").iterdir()}
    wanted = {f"{name}-{size}" for name in SHOWN.values() for size in ("50x15", "80x24")}
    assert wanted <= kept
