"""The address of the pages: on the kiosk as a picture to scan, on a door, and never on a slip."""

import pytest
from click.testing import CliRunner

from hall_server.paper.catalogue import Order, document
from hall_server.paper.drawing import render
from hall_server.paper.sheet import CannotPrint, Picture, Text
from kiosk.app import KioskApp
from kiosk.cli import main
from shared.port import Link
from shared.public.dots import QUIET, dots, few_dots
from shared.public.large import wall_for
from shared.public.page import Frame, Page
from shared.public.qr import address_large, address_pages
from shared.tui.letters import Letters
from tests.hall_server.paper.test_catalogue import two_divisions
from tests.kiosk.lobby_states import line_text, small_hall
from tests.tui.fake_port import START, FakePort
from tests.tui.screens import assert_screen

ADDRESS = "http://192.168.1.10:8080"


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("size", [(50, 15), (80, 24), (132, 38), (200, 55)])
async def test_kiosk_that_is_told_the_address_shows_it(size: tuple[int, int], large: bool) -> None:
    port, now = FakePort(), [0]

    class Lobby(KioskApp):
        TICK_S = None

    app = Lobby(port, wall=lambda: START - 60_000, monotonic=lambda: now[0])
    app.pages_at = ADDRESS
    app.large_type = large
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        port.tell_hall(small_hall())
        port.tell_link(Link("live", START))
        await pilot.pause()
        for _ in range(40):
            if any(page.key.startswith("address") for page in app._showing().spread.pages):
                break
            now[0] += 8000
            app.tick()
            await pilot.pause()
        own = large and size[0] > 100
        assert_screen(app, f"phones-{'large-' if own else ''}{size[0]}x{size[1]}")


def test_picture_has_light_around_it_and_three_corners() -> None:
    rows = dots(ADDRESS)
    assert len(rows) == len(rows[0])
    assert not any(any(row[:QUIET]) or any(row[-QUIET:]) for row in rows)
    for top, left in ((QUIET, QUIET), (QUIET, -QUIET - 7), (-QUIET - 7, QUIET)):
        corner = [row[left : left + 7 or None] for row in rows[top : top + 7 or None]]
        assert corner[0] == corner[6] == (True,) * 7


def test_picture_on_the_kiosk_has_the_same_dots() -> None:
    for frame, wanted in ((Frame(76, 17), dots(ADDRESS)), (Frame(48, 10), few_dots(ADDRESS))):
        (page,) = address_pages(ADDRESS, frame)
        assert wanted is not None
        assert scanned(page)[: len(wanted)] == wanted


@pytest.mark.parametrize(("letters", "frame"), [(7, Frame(128, 31)), (10, Frame(196, 48))])
def test_picture_in_large_type_has_the_same_dots_each_several_times(
    letters: int, frame: Frame
) -> None:
    (page,) = address_large(ADDRESS, wall_for(Letters(letters), frame, "UTC", START))
    times = len(scanned(page)[0]) // len(dots(ADDRESS)[0])
    assert times == (1 if letters == 7 else 2)
    seen = tuple(row[::times] for row in scanned(page)[::times])
    assert seen[: len(dots(ADDRESS))] == dots(ADDRESS)
    assert "between your games" in str(page.lines) or letters == 10
    assert len(page.lines) + page.letters.rows - 1 <= frame.rows  # type: ignore[union-attr]


def scanned(page: Page) -> tuple[tuple[bool, ...], ...]:
    """Return the dots that a camera sees on a page; a light row may follow the last."""
    pairs = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    lines = [line[0].text for line in page.lines if line[0].role == "scan"]
    return tuple(tuple(bool(pairs[sign][at]) for sign in line) for line in lines for at in (0, 1))


@pytest.mark.parametrize(
    ("address", "frame"),
    [
        (ADDRESS, Frame(48, 9)),
        ("http://checkers.example.org:8080", Frame(48, 10)),
        ("http://tournaments.of-the-old-harbour-club.example.org:8080", Frame(48, 10)),
    ],
)
def test_where_the_picture_has_no_room_the_whole_address_is_there_to_type(
    address: str, frame: Frame
) -> None:
    (page,) = address_pages(address, frame)
    words = [line_text(line).strip() for line in page.lines]
    rows = 1 if len(address) <= frame.width else 2
    assert "".join(words[:rows]) == address
    assert all(len(line) <= frame.width for line in words)
    assert "Type this address into your phone." in " ".join(words)
    assert len(words) <= frame.rows
    assert not any("█" in line for line in words)


@pytest.mark.parametrize("given", ["192.168.1.10", "javascript:x", "http://a b", "http://ü"])
def test_what_is_no_address_is_refused_before_anything_is_done(given: str) -> None:
    done = CliRunner().invoke(main, ["--home", "k", "--pages-at", given])
    assert done.exit_code == 2
    assert "is no address of pages. Nothing was changed." in " ".join(done.output.split())


def test_door_sheet_says_what_it_is_and_is_printed_once_for_all_divisions() -> None:
    made = document("door", Order(two_divisions(), START, pages_at=ADDRESS))
    (sheet,) = made.sheets
    picture, address, *words = sheet.blocks
    assert isinstance(picture, Picture)
    assert picture.rows == dots(ADDRESS)
    assert address == Text(ADDRESS, "large", strong=True)
    assert "only between your games" in str(words)
    assert render(made, "a4").startswith(b"%PDF")


def test_door_sheet_without_an_address_says_where_to_find_it() -> None:
    with pytest.raises(CannotPrint, match="Say where the pages are"):
        document("door", Order(two_divisions(), START))


def test_no_slip_leads_a_player_to_a_phone() -> None:
    for what in ("slips", "kit"):
        sheets = document(what, Order(small_hall(), START, pages_at=ADDRESS)).sheets
        assert ADDRESS not in str(sheets)
        assert "Picture(" not in str(sheets)
