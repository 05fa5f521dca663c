"""One player's page, and the way to their open match, withdrawal and suspension."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from hall_server.referee.app.floor.story_screen import STORY, StoryScreen
from hall_server.referee.app.rulings.decide_screen import DecideScreen
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.parts.footer import fitting
from hall_server.referee.asked.rulings.granting import grant
from hall_server.referee.asked.rulings.noting import latest_match, note_incident
from hall_server.referee.asked.rulings.suspending import suspend
from hall_server.referee.asked.rulings.withdrawing import withdraw
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.said import player_words as words
from hall_server.referee.said.results_words import result_line
from shared.core.state import Match
from shared.core.text.language import N_, _
from shared.tui.actions import Action, ActionBar, bindings
from shared.tui.names import fit

DECIDE = Action(
    "decide", "o,c", N_("Decide"), N_("Decide about one of the matches, or correct its result")
)
OUT = Action("put_out", "x", N_("Put out"), N_("Disqualify for the round and until you lift it"))
NOTE = Action(
    "note", "n", N_("Note"), N_("Note an incident that no table reported: the queue asks about it")
)
GRANT = Action(
    "grant", "p", N_("Points"), N_("Grant match points outside the rounds, or other ones")
)
WITHDRAW = Action("withdraw", "w", N_("Withdraw"), N_("The player leaves, or comes back"))
BEFORE = Action("before", "left", N_("Before"), N_("The player before this one, by surname"))
AFTER = Action("after", "right", N_("Next"), N_("The next player, by surname"))
BACK = Action("back", "escape", N_("Back"), N_("Back to where you came from"))


class PlayerScreen(DeskScreen[None]):
    """Results, incidents, cautions, requests and what the desks say of one player."""

    CSS_PATH = "player_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        DECIDE, NOTE, OUT, GRANT, WITHDRAW, STORY, BEFORE, AFTER, BACK,
    )  # fmt: skip
    BINDINGS = bindings(ACTIONS)

    def __init__(self, player: str) -> None:
        super().__init__()
        self.player = player

    @property
    def about(self) -> str:
        """The division that the player plays in."""
        player = self.desk.hall.players.get(self.player)
        return player.division if player is not None else ""

    def compose(self) -> ComposeResult:
        yield Static("", id="player-title", classes="headline", markup=False)
        with VerticalScroll(id="player-page"):
            yield Static("", id="player-lines", markup=False)
        shown = (DECIDE, OUT, WITHDRAW, BACK, AFTER)
        yield ActionBar(fitting(shown, self.app.size.width))

    def on_mount(self) -> None:
        self.query_one("#player-page").focus()
        self.look()

    def look(self) -> None:
        """Show the player as they stand now."""
        player = self.desk.hall.players.get(self.player)
        if player is None:
            return
        width = max(10, self.app.size.width - 2)
        self.query_one("#player-title", Static).update(fit(player.name, width))
        colours = self.app.theme_variables
        lines = words.player_page(self.desk.moment(), player)
        page = Text("\n").join(
            Text(line, style=f"bold {colours[tone]}" if tone == "accent" else colours[tone])
            for tone, line in lines
        )
        self.query_one("#player-lines", Static).update(page)

    def look_at_floor(self) -> None:
        """No clock is shown here."""

    def action_decide(self) -> None:
        _with_match(self.app, self.player, _("Decide about which match?"), self._decide)

    def action_story(self) -> None:
        def open_story(match: Match) -> None:
            self.app.push_screen(StoryScreen(match.key))

        _with_match(self.app, self.player, _("The story of which match?"), open_story)

    def _decide(self, match: Match) -> None:
        question = next((q for q in self.desk.questions if q.match == match.key), None)
        self.app.push_screen(DecideScreen(question, match))

    def action_put_out(self) -> None:
        suspend(self.app, self.player)

    def action_grant(self) -> None:
        grant(self.app, self.player)

    def action_note(self) -> None:
        note_incident(self.app, latest_match(self.desk.hall, self.player))

    def action_withdraw(self) -> None:
        withdraw(self.app, self.player)

    def action_before(self) -> None:
        self._turn(-1)

    def action_after(self) -> None:
        self._turn(1)

    def _turn(self, steps: int) -> None:
        idents = [player.id for player in words.player_order(self.desk.moment())]
        if self.player in idents:
            self.player = idents[(idents.index(self.player) + steps) % len(idents)]
            self.look()

    def action_back(self) -> None:
        self.dismiss(None)


@dialogue
async def _with_match(ask: Ask, player: str, title: str, go: Callable[[Match], None]) -> None:
    """Go on with a match of a player, the only one or the one that is chosen."""
    hall, moment = ask.desk.hall, ask.desk.moment()
    mine = [m for m in hall.matches.values() if player in m.players and m.standing == "in_force"]
    mine.sort(key=lambda match: (match.result.counts, -match.key.round_no))
    if not mine:
        return
    uid = mine[0].uid
    if len(mine) > 1:
        uid = await ask.pick(title, [ListLine(m.uid, result_line(moment, m)) for m in mine])
    if uid in ask.desk.hall.matches:
        go(ask.desk.hall.matches[uid])


@dialogue
async def find_player(ask: Ask) -> None:
    """Ask for a player by part of the name, and open the page."""
    moment = ask.desk.moment()
    lines = [
        ListLine(player.id, f" {player.name}, {moment.state.divisions[player.division].name}")
        for player in words.player_order(moment)
        if player.division in moment.state.divisions
    ]
    ident = await ask.pick(_("Whose page?"), lines, filtered=True)
    ask.app.push_screen(PlayerScreen(ident))
