"""The standings of a division as they count now; the place where a withdrawal is taken."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.parts.modals import ReadScreen
from hall_server.referee.asked.parts.screens import AFTER, BACK, BEFORE, DivisionScreen, Toned
from hall_server.referee.asked.rulings.granting import why_there
from hall_server.referee.asked.rulings.wishes import turn_bye
from hall_server.referee.asked.rulings.withdrawing import WITHDRAW, withdraw
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.rounds import latest
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said.player_words import results_told
from hall_server.referee.said.results_words import (
    skip_lines,
    standings_heading,
    standings_lines,
)
from hall_server.referee.said.title_words import in_words
from shared.core.decisions.writing import REFEREE
from shared.core.events import PlayerOptedOut, entities
from shared.core.rulebooks import set_by_event
from shared.core.standings.explain import SCORING_FIELDS, beside_note, notes_on
from shared.core.state import Division, Player
from shared.core.text.language import N_, _
from shared.pairing.knockout.by_lives import lives_note
from shared.pairing.places import beside_standings, division_standings, open_play_so_far
from shared.port import Draft
from shared.tui.action import Action
from shared.tui.actions import bindings

WHY = Action(
    "why", "enter", N_("Why"), N_("How the row under the cursor came about, round by round")
)
SKIP = Action(
    "skip", "Q", N_("Skip last"), N_("The player skips the last round for points, or does not")
)
BYE = Action("bye", "B", N_("Bye"), N_("Give the player a bye in the next round, or take it back"))


class StandingsScreen(DivisionScreen):
    """Match points, then honor points (ACF-1.XIII.A)."""

    DESK = "standings"
    ACTIONS: ClassVar[tuple[Action, ...]] = (WHY, WITHDRAW, SKIP, BYE, BEFORE, AFTER, BACK)
    BINDINGS = bindings((WHY, WITHDRAW, SKIP, BYE))

    def read(self) -> None:
        self.rows = division_standings(self.desk.hall, self.division)

    def headline(self) -> str:
        moment = self.desk.moment()
        paired = latest(moment, self.division)
        after = _("before round 1")
        if paired is not None:
            after = _("after round {number}").format(number=paired.number)
        if self.opened.book.pairing_system == "open_play":
            played, meant = open_play_so_far(moment.state, self.opened)
            after = _("{played} of {meant} matches played").format(played=played, meant=meant)
        return _("Standings, {division}, {after}").format(division=self.opened.name, after=after)

    def heading(self, width: int) -> str:
        return standings_heading(width, self.opened.book)

    def lines(self, width: int) -> Sequence[ListLine]:
        return standings_lines(self.rows, width, self.opened.book)

    def details(self) -> Sequence[Toned]:
        player = self.desk.hall.players.get(self.here)
        if player is None:
            return ()
        why = (("ink", said) for said in why_there(self.desk.hall, self.rows, player.id))
        return (("accent", player.name), *why, *results_told(self.desk.moment(), player))

    def empty(self) -> str:
        return _("No players yet.")

    def notes(self) -> Sequence[str]:
        state, opened = self.desk.hall, self.opened
        notes = [opened.unreadable] if opened.unreadable else []
        decided = state.awards.titles.get(self.division)
        notes += [in_words(self.desk.moment(), decided)] if decided is not None else []
        for part, beside in beside_standings(state, self.division).items():
            notes += beside_note(part, beside)
        notes += lives_note(state, opened)
        notes += notes_on(self.rows, opened.book)
        notes += set_by_event(opened.book, *SCORING_FIELDS)
        return notes

    def actions(self) -> Sequence[Action]:
        divisions = self.desk.hall.divisions.values()
        bye = (BYE,) if any(each.book.requested_byes for each in divisions) else ()
        return (WHY, WITHDRAW, BACK, *bye, SKIP, AFTER, BEFORE)

    def action_pick(self) -> None:
        self.action_why()

    def action_why(self) -> None:
        """Explain a row: which opponents counted, which was dropped, and why."""
        told = why_there(self.desk.hall, self.rows, self.here)
        if told:
            self.app.push_screen(ReadScreen(self.desk.hall.players[self.here].name, told))

    def action_skip(self) -> None:
        player = self.desk.hall.players.get(self.here)
        division = self.desk.hall.divisions.get(self.division)
        if player is not None and division is not None:
            _skip(self.app, player, division)

    def action_bye(self) -> None:
        player = self.desk.hall.players.get(self.here)
        if player is not None:
            turn_bye(self.app, player)

    def action_withdraw(self) -> None:
        withdraw(self.app, self.here)


@dialogue
async def _skip(ask: Ask, player: Player, division: Division) -> None:
    """ACF-2.V.F: a player who tells before the pairing and leaves has points for the last round."""
    if division.book.opt_out_points is None:
        words = _("Under {rules} nobody skips the last round for points.")
        await ask.read(player.name, (words.format(rules=_(division.book.title)),))
        return
    last = division.rounds
    title = _("{name}, round {number}").format(name=player.name, number=last)
    key = await ask.pick(title, skip_lines(division, (division.id, last) in ask.desk.hall.rounds))
    plays, skips = _("{name} plays the last round"), _("{name} skips round {number}")
    said = (plays if key == "plays" else skips).format(name=player.name, number=last)
    body = PlayerOptedOut(0 if key == "plays" else last, in_time=key == "in_time")
    entry = Writing(said, (Draft(entities.opt_out(player.id), body, REFEREE),))
    ask.desk.rule(await ask.confirm(f"{said[:1].upper()}{said[1:]}?", entry, yes=_("Write it")))
