"""One player's page, and the way to their open match, withdrawal and suspension."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from hall_server.referee.app.decide_screen import DecideScreen
from hall_server.referee.app.floor.match_screens import STORY, StoryScreen
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.parts.screens import BACK, Toned, TurningScreen
from hall_server.referee.asked.rulings.granting import grant
from hall_server.referee.asked.rulings.noting import latest_match
from hall_server.referee.asked.rulings.withdrawing import suspend, withdraw
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.said import player_words as words
from hall_server.referee.said.results_words import result_line
from shared.core.state import Match
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import bindings

DECIDE = Action(
    "decide", "o", N_("Decide"), N_("Decide about one of the matches, or correct its result")
)
OUT = Action("suspend", "X", N_("Put out"), N_("Disqualify for the round and until you lift it"))
GRANT = Action(
    "grant", "number_sign", N_("Points"), N_("Grant match points outside the rounds, or other ones")
)
WITHDRAW = Action("withdraw", "W", N_("Withdraw"), N_("The player leaves, or comes back"))
BEFORE = Action("before", "left", N_("Before"), N_("The player before this one, by surname"))
AFTER = Action("after", "right", N_("Next"), N_("The next player, by surname"))


class PlayerScreen(TurningScreen):
    """Results, incidents, cautions, requests and what the desks say of one player."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (
        DECIDE, OUT, GRANT, WITHDRAW, STORY, BEFORE, AFTER, BACK,
    )  # fmt: skip
    BINDINGS = bindings(ACTIONS)

    OFFERED = (DECIDE, OUT, WITHDRAW, BACK, AFTER)

    @property
    def about(self) -> str:
        """The division that the player plays in."""
        player = self.desk.hall.players.get(self.ident)
        return player.division if player is not None else ""

    def match_at_hand(self) -> Match | None:
        """Return the player's latest match."""
        return latest_match(self.desk.hall, self.ident)

    def idents(self) -> Sequence[str]:
        return [player.id for player in words.player_order(self.desk.moment())]

    def headline(self) -> str:
        return self.desk.hall.players[self.ident].name

    def page(self) -> Sequence[Toned]:
        return words.player_page(self.desk.moment(), self.desk.hall.players[self.ident])

    def look(self) -> None:
        if self.ident in self.desk.hall.players:
            super().look()

    def action_decide(self) -> None:
        _with_match(self.app, self.ident, _("Decide about which match?"), self._decide)

    def action_story(self) -> None:
        def open_story(match: Match) -> None:
            self.app.push_screen(StoryScreen(match.key))

        _with_match(self.app, self.ident, _("The story of which match?"), open_story)

    def _decide(self, match: Match) -> None:
        question = next((q for q in self.desk.questions if q.match == match.key), None)
        self.app.push_screen(DecideScreen(question, match))

    def action_suspend(self) -> None:
        suspend(self.app, self.ident)

    def action_grant(self) -> None:
        grant(self.app, self.ident)

    def action_withdraw(self) -> None:
        withdraw(self.app, self.ident)


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
        uid = await ask.pick(title, [result_line(moment, m, ask.room) for m in mine])
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
