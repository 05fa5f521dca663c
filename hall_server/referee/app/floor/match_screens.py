"""A match in full: its story from its events, and its moves beside both players' score sheets.

Moves of a game in progress are in no log, so none are here. Decides nothing."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static, TextArea

from hall_server.derived.story import StoryLine, story, story_outcome, story_title
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.keys import TABLES
from hall_server.referee.asked.parts.screens import BACK, PageScreen, Toned, fitting
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.said.score_sheets import compared, on_record, texts_of
from hall_server.referee.said.story_words import shows, story_filters, story_rows
from shared.core.draughts.rules import RULES
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import SEATS
from shared.core.state import Match
from shared.core.text.language import N_, _
from shared.port import StoryTold
from shared.tui.action import Action
from shared.tui.actions import ActionBar, bindings
from shared.tui.names import clip

STORY = Action(
    "story",
    "e",
    N_("Story"),
    N_("Who entered what, when, who confirmed it, who ruled on it"),
    TABLES,
)


_AROUND = 3
"""Cells of a page that are no text: the padding and the scroll bar."""
FILTER = Action("filter", "slash", N_("Show only"), N_("Show one kind of entry, or one device"))


class StoryScreen(PageScreen):
    """Asks its node for the events about one match, and again when the match has changed."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (FILTER, BACK)
    OFFERED = (FILTER, BACK)
    BINDINGS = bindings(ACTIONS)

    def __init__(self, match: MatchKey) -> None:
        super().__init__()
        self.match = match
        self.about = match.division
        self.only = ""
        """What alone is shown, as ``story_filters`` names it; "" for everything."""
        self._asked_about: Match | None = None
        self._lines: tuple[StoryLine, ...] = ()

    def headline(self) -> str:
        match = self.desk.hall.matches.get(self.match.uid)
        if match is None:
            return ""
        title = story_title(self.desk.hall, match)
        only = dict(story_filters(self._lines)).get(self.only, "") if self.only else ""
        return f"{only} · {title}" if only else title

    def page(self) -> Sequence[Toned]:
        match = self.desk.hall.matches.get(self.match.uid)
        if match is None or not self._lines:
            return ()
        zone, width = self.desk.moment().zone, self.app.size.width - _AROUND
        rows = story_rows([each for each in self._lines if shows(self.only, each)], zone, width)
        return (*rows, ("ink", ""), ("ink", story_outcome(self.desk.hall, match)))

    def look(self) -> None:
        """Ask again if the match is not the one that was asked about."""
        match = self.desk.hall.matches.get(self.match.uid)
        if match != self._asked_about:
            self._asked_about = match
            self.desk.port.ask_story(self.match)
        super().look()

    def hear_story(self, told: StoryTold) -> None:
        """Show the match's events, oldest first."""
        match = self.desk.hall.matches.get(self.match.uid)
        if told.match != self.match or match is None:
            return
        self._lines = tuple(story(self.desk.hall, match, told.events))
        self.look()

    def only_show(self, chosen: str) -> None:
        """Show what is chosen alone, from its beginning."""
        self.only = chosen
        self.query_one("#page").scroll_home(animate=False)
        super().look()

    def action_filter(self) -> None:
        _filter(self.app, self, self._lines)


@dialogue
async def _filter(ask: Ask, screen: StoryScreen, told: Sequence[StoryLine]) -> None:
    """Ask what alone is to be shown."""
    lines = [ListLine(key, f" {words}") for key, words in story_filters(told)]
    screen.only_show(await ask.pick(_("Show what?"), lines))


NEXT = Action("next_game", "f10", N_("Next game"), N_("The moves and the sheets of the next game"))
LOAD = Action(
    "load", "f12", N_("Load"), N_("Put the table's moves into the sheet that has the cursor")
)
CLEAR = Action("clear", "f5", N_("Clear"), N_("Empty the sheet that has the cursor"))
LEAVE = Action("back", "escape", N_("Back"), N_("Back; nothing is kept of what was typed"))


class SheetsScreen(DeskScreen[None]):
    """Two sheets to type into, what they come to, and the PDN of the game below."""

    CSS_PATH = "sheets_screen.tcss"
    WAITED_FOR = True
    ACTIONS: ClassVar[tuple[Action, ...]] = (NEXT, LOAD, CLEAR, LEAVE)
    BINDINGS = bindings(ACTIONS, priority=True)

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.about = match.key.division
        self.game = 1

    def body(self) -> ComposeResult:
        yield Static("", id="sheets-title", classes="headline", markup=False)
        with Horizontal(id="sheets"):
            for seat in SEATS:
                with Vertical():
                    yield Static("", id=f"sheet-name-{seat}", classes="sheet-name", markup=False)
                    yield TextArea("", id=f"sheet-{seat}", soft_wrap=True, show_line_numbers=False)
        yield Static("", id="sheets-words", markup=False)
        with VerticalScroll(id="sheets-pdn"):
            yield Static("", id="sheets-text", markup=False)
        yield ActionBar(fitting(self.ACTIONS, self.app.size.width))

    def on_mount(self) -> None:
        self.query_one("#sheet-0", TextArea).focus()
        self.look()

    def on_resize(self) -> None:
        self.query_one(ActionBar).show(fitting(self.ACTIONS, self.app.size.width))
        self.look()

    def on_text_area_changed(self) -> None:
        self.look()

    def look(self) -> None:
        """Show what the sheets come to now, and what the table has of this game."""
        moment = self.desk.moment()
        names, book = moment.names(self.match), moment.book(self.match)
        width = self.app.size.width - 2
        title = _("{round} · {one} – {other} · game {game}").format(
            round=moment.round(self.match).capitalize(),
            one=names[0],
            other=names[1],
            game=self.game,
        )
        self.query_one("#sheets-title", Static).update(clip(title, width))
        for seat in SEATS:
            side = moment.colour(self.match, seat, self.game)
            words = f"{names[seat]} ({side})" if side else names[seat]
            self.query_one(f"#sheet-name-{seat}", Static).update(clip(words, width // 2 - 1))
        sheets = [self.query_one(f"#sheet-{seat}", TextArea).text for seat in SEATS]
        colours = self.app.theme_variables
        said = compared(RULES[book.game], book, (sheets[0], sheets[1]), names)
        lines = (Text(words, style=f"bold {colours[tone]}") for tone, words in said)
        self.query_one("#sheets-words", Static).update(Text("\n").join(lines))
        pdn = texts_of(self.match).get(self.game, "")
        none = _("No moves of game {game} are in the log: it goes on, or they were not entered.")
        self.query_one("#sheets-text", Static).update(pdn or none.format(game=self.game))

    def action_next_game(self) -> None:
        """Show the next game of the match, whose sheets are others."""
        games = max((self.desk.moment().book(self.match).games_per_match, *texts_of(self.match)))
        self.game = self.game % games + 1
        self._put("", *SEATS)

    def action_load(self) -> None:
        self._put(on_record(self.match, self.game), self._seat())

    def action_clear(self) -> None:
        self._put("", self._seat())

    def _seat(self) -> int:
        return int(self.focused is not None and self.focused.id == "sheet-1")

    def _put(self, text: str, *seats: int) -> None:
        for seat in seats:
            self.query_one(f"#sheet-{seat}", TextArea).load_text(text)
        self.look()
