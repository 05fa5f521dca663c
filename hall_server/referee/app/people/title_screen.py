"""Titles: champion, playoff, co-champions, co-winners; declared after a yes, and taken back."""

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.pairing import calling
from hall_server.referee.asked.parts.screens import AFTER, BACK, BEFORE, DivisionScreen, Toned
from hall_server.referee.asked.rulings import tie_talks
from hall_server.referee.asked.rulings.granting import why_there
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.rulings import playoff, ties
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import title_words as words
from hall_server.referee.said.table_words import match_told
from shared.core.text.language import N_, _
from shared.pairing.places import division_standings
from shared.tui.action import Action

DECLARE = Action("pick", "enter", N_("Declare"), N_("Declare what stands under the cursor"))
TIE = Action("pick", "enter", N_("Decide"), N_("Break the tie, or take that back"))
PLAY = Action("pick", "enter", N_("Call"), N_("Call the playoff to a table, or open its table"))


class TitleScreen(DivisionScreen):
    """What can be declared in one division."""

    DESK = "titles"
    ACTIONS: ClassVar[tuple[Action, ...]] = (DECLARE, AFTER, BEFORE, BACK)

    def headline(self) -> str:
        return _("Title, {division}").format(division=self.opened.name)

    def lines(self, width: int) -> Sequence[ListLine]:
        return words.title_lines(self.desk.moment(), self.division)

    def details(self) -> Sequence[Toned]:
        desk, moment = self.desk, self.desk.moment()
        match = desk.hall.matches.get(self.here.removeprefix(playoff.MATCH))
        if match is not None:
            return match_told(moment, match, desk.monotonic(), desk.copies)
        rows, told = division_standings(desk.hall, self.division), list[Toned]()
        for player in words.concerned(moment, self.division, self.here):
            told.append(("accent", moment.name(player)))
            told += [("ink", said) for said in why_there(desk.hall, rows, player)]
            told.append(("ink-soft", ""))
        return told

    def empty(self) -> str:
        return _("Nothing can be declared: nobody stands first yet.")

    def notes(self) -> Sequence[str]:
        return words.notes(self.desk.moment(), self.division)

    def actions(self) -> Sequence[Action]:
        if not self.here:
            return (BACK, *self.turning())
        if self.here.startswith((ties.OPEN, ties.BROKEN)):
            return (TIE, BACK, *self.turning())
        plays = self.here.startswith((playoff.CALL, playoff.MATCH))
        return (PLAY if plays else DECLARE, BACK, *self.turning())

    def action_pick(self) -> None:
        moment, division = self.desk.moment(), self.division
        if self.here.startswith(playoff.CALL):
            calling.call_playoff(self.app, division, playoff.pair_of(self.here))
            return
        if self.here.startswith(playoff.MATCH):
            calling.open_playoff(self.app, self.here.removeprefix(playoff.MATCH))
            return
        if self.here.startswith(ties.OPEN):
            tie_talks.break_tie(self.app, division, int(self.here.removeprefix(ties.OPEN)))
            return
        if self.here.startswith(ties.BROKEN):
            tie_talks.broken_tie(self.app, division, self.here.removeprefix(ties.BROKEN))
            return
        found = {each.key: each for each in words.declarations(moment, division)}
        declaration = found.get(self.here)
        if declaration is not None:
            _declare(self.app, declaration, division)


@dialogue
async def _declare(ask: Ask, declaration: words.Declaration, division: str) -> None:
    entry = Writing(declaration.words, words.drafts(ask.desk.moment(), declaration, division))
    fact = words.sentence(ask.desk.moment(), declaration, division)
    ask.desk.rule(await ask.confirm(fact, entry, yes=_("Declare"), no=_("Not yet")))
