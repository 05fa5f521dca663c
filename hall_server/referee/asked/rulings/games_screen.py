"""A result set game by game, forfeits too. The sentence below says what it comes to."""

from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Click
from textual.screen import ModalScreen
from textual.widgets import Static

from hall_server.referee.asked.parts.modals import LEAVE, TAKE
from shared.core.decisions.words import sayings
from shared.core.match.outcome import MOST_GAMES, Code, Outcome
from shared.core.rulebooks import Rulebook
from shared.core.standings.scoring import (
    games_needed,
    games_settle,
    match_points,
    may_go_on,
    plays_on,
)
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import Foot
from shared.tui.names import clip

_WIDE = 64
"""Cells of a row before it is laid out."""
_ORDER = (
    Code.WIN, Code.DRAW, Code.LOSS, Code.WIN_BY_FORFEIT, Code.LOSS_BY_FORFEIT, Code.LOST_BY_BOTH,
)  # fmt: skip


ADD = Action("add", "plus", N_("One more"), N_("One game more"))
REMOVE = Action("remove", "minus", N_("One fewer"), N_("One game fewer"))


class GamesScreen(ModalScreen[Outcome | None]):
    """↑ ↓ choose the game, ← → what it brought; Enter takes the outcome, Escape leaves it."""

    CSS_PATH = "games_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "game(-1)", show=False),
        Binding("down", "game(1)", show=False),
        Binding("left", "code(-1)", show=False),
        Binding("right,space", "code(1)", show=False),
        Binding("plus", "add", show=False),
        Binding("minus", "remove", show=False),
        Binding("enter", "take", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(
        self,
        names: tuple[str, str],
        book: Rulebook,
        start: Outcome | None,
        *,
        decisive: bool = False,
    ) -> None:
        super().__init__()
        self.names = names
        self.book = book
        self.decisive = decisive
        known = start.games if start is not None else ()
        # A match that was played on has more games than its sheet names; one in which time was
        # called may have fewer.
        self.least = 0 if book.contest else book.games_per_match
        self.most = MOST_GAMES if may_go_on(book) else book.games_per_match
        fits = len(known) >= max(1, self.least)
        self.codes = list(known if fits else (Code.DRAW,) * book.games_per_match)
        self.game = 0

    @property
    def outcome(self) -> Outcome:
        """The result as it is set now; games after the one that ended the match are no part."""
        codes = tuple(self.codes)
        return Outcome(codes[: games_needed(self.book, codes)])

    @property
    def plays_on(self) -> bool:
        """Return whether the match is equal and needs a winner (DARK-KO)."""
        games, decisive = self.outcome.games, self.decisive
        somebody_wins = plays_on(self.book, decisive=decisive)
        return somebody_wins and not games_settle(self.book, games, decisive=decisive)

    @property
    def worth(self) -> tuple[int, int] | None:
        """Its match points; None where no match ends so."""
        try:
            return match_points(self.book, self.outcome)
        except ValueError:
            return None

    def compose(self) -> ComposeResult:
        more = (ADD, REMOVE) if self.least < self.most else ()
        with Vertical(id="games"):
            yield Static(_("Set each game"), id="games-title", markup=False)
            with VerticalScroll(id="games-rows", can_focus=False):
                for number in range(len(self.codes)):
                    yield Static("", id=f"game-{number}", classes="game", markup=False)
            yield Static("", id="games-words", markup=False)
            yield Static(_("↑ ↓ game   ← → result"), id="games-foot", markup=False)
            yield Foot((TAKE, LEAVE, *more))

    def on_mount(self) -> None:
        self._show()
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        for number, code in enumerate(self.codes):
            row = self.query_one(f"#game-{number}", Static)
            row.set_class(number == self.game, "here")
            name = _("Game {game}").format(game=number + 1)
            frame = f" {name}  ◄ {{}} ►"
            room = (row.size.width or _WIDE) - cell_len(frame.format(""))
            row.update(frame.format(self._words(code, room)))
        worth = self.worth
        words = _("No match under {title} ends so: set other games.").format(
            title=_(self.book.title)
        )
        if self.plays_on:
            words = _("Equal: they play on until one side is ahead. + adds a game.")
        elif worth is not None:
            said = sayings(self.outcome, self.names)
            words = _("{result}: {first}–{second} match points.").format(
                result=said, first=worth[0], second=worth[1]
            )
        self.query_one("#games-words", Static).update(words)

    def _words(self, code: Code, room: int) -> str:
        """Return what a game brought; where there is no room the name gives way."""
        if code == Code.DRAW:
            return _("drawn")
        if code == Code.LOST_BY_BOTH:
            return _("forfeited by both")
        winner = self.names[0 if code.played == Code.WIN else 1]
        words = _("{name} wins") if code == code.played else _("{name} wins by forfeit")
        return words.format(name=clip(winner, min(24, room - cell_len(words.format(name="")))))

    def on_click(self, event: Click) -> None:
        """Go to the game that is tapped; change what it brought at the next tap."""
        row = event.widget.id if event.widget is not None else None
        if row is None or not row.startswith("game-"):
            return
        number = int(row.removeprefix("game-"))
        if number == self.game:
            self.action_code(1)
        else:
            self.action_game(number - self.game)

    def action_game(self, steps: int) -> None:
        if not self.codes:
            return
        self.game = (self.game + steps) % len(self.codes)
        self.query_one(f"#game-{self.game}").scroll_visible(animate=False)
        self._show()

    def action_code(self, steps: int) -> None:
        if not self.codes:
            return
        place = _ORDER.index(self.codes[self.game])
        self.codes[self.game] = _ORDER[(place + steps) % len(_ORDER)]
        self._show()

    async def action_add(self) -> None:
        """Add one game to an equal match that needs a winner."""
        if len(self.codes) < self.most:
            self.codes.append(Code.DRAW)
            self.game = len(self.codes) - 1
            row = Static("", id=f"game-{self.game}", classes="game", markup=False)
            await self.query_one("#games-rows").mount(row)
            row.scroll_visible(animate=False)
            self._show()

    async def action_remove(self) -> None:
        """One game fewer, down to those that the match has at least."""
        if len(self.codes) > self.least:
            self.codes.pop()
            await self.query_one(f"#game-{len(self.codes)}").remove()
            self.game = max(0, min(self.game, len(self.codes) - 1))
            self._show()

    def action_take(self) -> None:
        if self.worth is not None and not self.plays_on:
            self.dismiss(self.outcome)

    def action_leave(self) -> None:
        self.dismiss(None)
