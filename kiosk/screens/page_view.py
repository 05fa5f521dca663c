"""One page on the lobby's screen: title, column heads and lines, or the round's large digits."""

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from shared.public.countdown import Countdown
from shared.public.page import Page, PageLine, Role
from shared.tui.block_digits import BlockText, block_width
from shared.tui.letters import in_letters

_STYLES: dict[Role, str] = {
    "text": "$ink",
    "key": "bold $accent",
    "soft": "$ink-soft",
    "state": "$notice",
    "alert": "bold $danger",
    "scan": "#ffffff on #000000",
}


_LARGEST = 4
_WORDS = 9
"""Rows of a countdown that are not digits."""


class PageView(Vertical):
    """Shows what it is given; which page that is, is not decided here."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Page, Countdown | None, tuple[int, int]] | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="page-top"):
            yield Static("", id="page-title", markup=False)
            yield Static("", id="page-note", markup=False)
        yield Static("", id="page-head", markup=False)
        yield Static("", id="page-lines", markup=False)
        with Vertical(id="page-time"):
            yield Static("", id="time-rounds", markup=False)
            yield Static("", id="time-above", markup=False)
            yield BlockText("", 7, id="time-digits")
            yield Static("", id="time-below", markup=False)

    def on_mount(self) -> None:
        if self._shown is not None:
            self._draw(*self._shown)

    def show(self, page: Page, time: Countdown | None, room: tuple[int, int]) -> None:
        """Show a page in ``room``, cells and rows; ``time`` is what its round time says now.

        A view that is not mounted yet shows it as soon as it is.
        """
        if self._shown is not None and self._shown[0] is page and self._shown[1:] == (time, room):
            return
        self._shown = (page, time, room)
        if self.is_mounted:
            self._draw(page, time, room)

    def _draw(self, page: Page, time: Countdown | None, room: tuple[int, int]) -> None:
        note = in_letters(page.letters, page.note, room[0])
        width = room[0] - cell_len(note.split("\n")[0]) - 2
        title = page.letters.fitted(page.title, width) if page.letters else (page.title,)
        self.query_one("#page-title", Static).update("\n".join(title))
        self.query_one("#page-note", Static).update(note)
        head = self.query_one("#page-head", Static)
        head.update(page.head)
        lines = self.query_one("#page-lines", Static)
        lines.update(
            Content("\n").join(
                _drawn(line, page, banded=bool(page.band) and n // page.band % 2 == 1)
                for n, line in enumerate(page.lines)
            )
        )
        lines.display = time is None
        # A page without a title has these rows for its lines.
        self.query_one("#page-top").display = bool(page.title)
        head.display = lines.display and bool(page.title)
        self.query_one("#page-time").display = time is not None
        if page.round_time is not None and time is not None:
            self._show_time(page, time, room)
            self.query_one("#time-rounds").display = page.round_time.rounds != page.title

    def _show_time(self, page: Page, time: Countdown, room: tuple[int, int]) -> None:
        rounds = page.round_time.rounds if page.round_time is not None else ""
        more = page.letters.rows - 1 if page.letters else 0
        # Large letters leave out when the round began.
        below = time.below.rpartition(" · ")[2] if page.letters else time.below
        for place, words in (("rounds", rounds), ("above", time.above), ("below", below)):
            shown = in_letters(page.letters, words, room[0])
            self.query_one(f"#time-{place}", Static).update(shown)
            more += shown.count("\n") if place != "rounds" else 0
        room = (room[0], room[1] - more)
        digits = self.query_one("#time-digits", BlockText)
        digits.display = bool(time.digits)
        if block_width(time.digits, 7) > room[0]:
            digits.show(time.digits, 5)
        else:
            digits.show(time.digits, 7, times(time.digits, *room))


def times(digits: str, width: int, rows: int) -> int:
    """Return how many times as large the digits are drawn: to be read across the hall."""
    wide = block_width(digits, 7)
    fits = [n for n in range(1, _LARGEST + 1) if n * wide <= width and n * 7 <= rows - _WORDS]
    return max(fits, default=1)


def _drawn(line: PageLine, page: Page, *, banded: bool) -> Content:
    """Return a line with its roles as styles, on a band or not."""
    # Names that have no large letters are at least bold.
    band = (" bold" if page.letters else "") + (" on $card" if banded else "")
    return Content.assemble(*((part.text, _STYLES[part.role] + band) for part in line))
