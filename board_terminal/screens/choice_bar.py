"""The buttons of the moment, each three rows high: a touch does what its key does."""

from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import MouseDown
from textual.message import Message
from textual.widget import Widget

from board_terminal.view.view import Choice, said
from shared.core.text.language import N_
from shared.tui.action import key_words
from shared.tui.letters import Letters
from shared.tui.names import fit, pad, wrap

ROWS = 3

MORE = Choice("more_choices", "asterisk", N_("More"), N_("Show the other buttons"))
"""The button of a screen that has no room for all of them; every key works all the same."""

WIDEST, BESIDE_WORDS = 40, 20
"""Columns of a button, and those of a tall one beside its longest label."""

LARGE, LARGE_BESIDE = Letters(7), 7
"""The letters of a button that is seven rows high, and the columns of it beside them."""

ON_A_PAGE = 6
IN_A_ROW = 3


def pages_of(choices: tuple[Choice, ...]) -> tuple[tuple[Choice, ...], ...]:
    """Return the buttons in pages of two rows of three, the digits first and the way back last."""

    def rank(choice: Choice) -> int:
        return 2 if choice.does == "back" else 0 if choice.key.isdigit() else 1

    left = sorted((choice for choice in choices if choice.does), key=rank)
    pages: list[tuple[Choice, ...]] = []
    while len(left) > ON_A_PAGE or (pages and 0 < len(left) < ON_A_PAGE):
        pages.append((*left[: ON_A_PAGE - 1], said(MORE)))
        left = left[ON_A_PAGE - 1 :]
    return (*pages, tuple(left)) if left else tuple(pages)


def in_large_letters(choices: tuple[Choice, ...], width: int) -> int:
    """Return the columns of the widest button in large letters; 0 if one of them has no room."""
    shown = [choice for choice in choices if choice.does]
    widths = [(LARGE.width(_words(choice)), cell_len(choice.detail)) for choice in shown]
    widest = max((max(both) for both in widths), default=0)
    return widest if widest <= width else 0


def beside_large_key(choice: Choice, width: int) -> list[str]:
    """Lay out a button with its key in large letters and its label beside it, in ordinary ones;
    the key is ordinary too where both have no room."""
    rows, label = LARGE.drawn(_key(choice)), choice.label
    if not choice.key or cell_len(f"{rows[0]}  {label}") > width:
        return button_lines(replace(choice, detail=""), width)
    beside = [label if at == len(rows) // 2 else " " * cell_len(label) for at in range(len(rows))]
    return [pad(f"{row}  {text}", width, "centre") for row, text in zip(rows, beside, strict=True)]


def _key(choice: Choice) -> str:
    return key_words(choice.key).upper() if len(choice.key) == 1 else key_words(choice.key)


def _words(choice: Choice) -> str:
    key = _key(choice)
    between = " · " if key and choice.label[:1].isdigit() else " "
    return f"{key}{between}{choice.label}".strip()


def button_lines(choice: Choice, width: int, *, focused: bool = False) -> list[str]:
    """Lay out a button in three lines of ``width`` cells: key and label, then the detail.

    One that two buttons stand on is marked by ▸ ◂ in the place of its key.
    """
    words = _words(choice)
    lines = wrap(f"▸ {choice.label or words} ◂" if focused else words, max(1, width))
    if choice.detail:
        lines += wrap(choice.detail, max(1, width))
    lines = lines[:ROWS]
    if len(lines) == 1:
        lines.insert(0, "")
    lines += [""] * (ROWS - len(lines))
    return [fit(line, width, "centre") for line in lines]


class ChoiceButton(Widget):
    """One choice as a button."""

    DEFAULT_CSS = """
    ChoiceButton {
        width: 1fr; min-width: 8; height: 3; color: $ink; background: $raised;
        border-left: outer $line; border-right: outer $line; content-align: center middle;
        border-subtitle-align: center; border-subtitle-style: bold;
        border-subtitle-color: $ink; border-subtitle-background: $raised;
    }
    ChoiceButton.focused {
        color: $on-fill; background: $focus-fill;
        border-left: outer $focus-fill; border-right: outer $focus-fill;
    }
    ChoiceButton.gap { background: $paper; border: none; }
    """

    class Touched(Message):
        """A button was touched: do ``command``."""

        def __init__(self, command: str, place: tuple[int, int]) -> None:
            super().__init__()
            self.command = command
            self.place = place

    def __init__(
        self, choice: Choice, widest: int, *, focused: bool = False, large: str = ""
    ) -> None:
        super().__init__(classes="" if choice.does else "gap")
        self.styles.max_width = widest
        self.choice = choice
        self.large = large
        """What of it is in large letters: "words", "key", or nothing."""
        if large and choice.detail:
            self.border_subtitle = Content(choice.detail)
        self.set_class(focused, "focused")

    def mark(self, *, focused: bool) -> None:
        """Say whether two buttons stand on this one."""
        if self.has_class("focused") != focused:
            self.set_class(focused, "focused")
            self.refresh()

    def render(self) -> Text:
        focused, width = self.has_class("focused"), self.size.width
        if self.large == "words" and not focused:
            lines = [pad(row, width, "centre") for row in LARGE.drawn(_words(self.choice))]
        elif self.large and not focused:
            lines = beside_large_key(self.choice, width)
        else:
            lines = button_lines(self.choice, width, focused=focused)
        return Text("\n".join(lines), style="bold", no_wrap=True)

    def on_mouse_down(self, event: MouseDown) -> None:
        event.stop()
        if self.choice.does:
            place = (event.screen_x, event.screen_y)
            self.post_message(self.Touched(self.choice.does, place))


class ChoiceBar(Vertical):
    """Rows of buttons at the foot of the screen."""

    DEFAULT_CSS = """
    ChoiceBar { height: auto; width: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__(id="choices")
        self.choices: tuple[Choice, ...] = ()
        self.grid = 0
        self.is_tall = False
        self.width = 0
        self.focus_on = ""

    def compose(self) -> ComposeResult:
        width = self.grid or max(1, len(self.choices))
        longest = max((cell_len(c.label) for c in self.choices), default=0)
        widest = min(WIDEST, longest + BESIDE_WORDS) if self.is_tall else WIDEST
        large = in_large_letters(self.choices, self.width // width - LARGE_BESIDE)
        if self.width:
            widest = large + LARGE_BESIDE if large else self.width // width
        grown = "" if not self.width else "words" if large else "key"
        for start in range(0, len(self.choices), width):
            with Horizontal(classes="row"):
                for choice in self.choices[start : start + width]:
                    focused = self._is_focused(choice)
                    yield ChoiceButton(choice, widest, focused=focused, large=grown)

    def show(
        self,
        choices: tuple[Choice, ...],
        grid: int,
        focus: str = "",
        *,
        is_tall: bool = False,
        width: int = 0,
    ) -> None:
        """Offer ``choices``, ``grid`` in a row (0: all in one), if they are new.

        ``focus`` is the command that two buttons stand on. Tall buttons are as wide as their words.
        ``width`` is that of the bar where buttons are high enough for large letters, else 0.
        """
        self.focus_on = focus
        if (choices, grid, is_tall, width) != (self.choices, self.grid, self.is_tall, self.width):
            self.choices, self.grid, self.is_tall, self.width = choices, grid, is_tall, width
            self.refresh(recompose=True)
            return
        for button in self.query(ChoiceButton):
            button.mark(focused=self._is_focused(button.choice))

    def _is_focused(self, choice: Choice) -> bool:
        return bool(self.focus_on) and choice.does == self.focus_on
