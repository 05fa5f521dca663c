"""The board from which matches are called: open play, or the draw sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hall_server.referee.floor.table_screen import TableScreen
from hall_server.referee.pairing import boards, sheet_calls
from hall_server.referee.pairing.ask_table import ask_table
from hall_server.referee.pairing.pair_words import named
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.list_screen import BACK, ListScreen
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.parts.read_screen import ReadScreen
from hall_server.referee.rulings.voiding import rule_void
from hall_server.referee.rulings.withdrawing import withdraw
from shared.core.language import N_, _, ngettext
from shared.core.state import Division
from shared.pairing.call_board import SHEETS, call_board
from shared.pairing.draw_sheet.calls import Call
from shared.tui.actions import Action, bindings

CHOOSE = Action(
    "pick", "enter", N_("Choose"), N_("Call a match, or open the table of one that is played")
)
READ = Action(CHOOSE.id, CHOOSE.key, N_("Read"), CHOOSE.help)
REFUSES = Action(
    "refuses", "x", N_("Refuses"), N_("The player refuses a challenge: his card is withheld")
)
LEAVES = Action(
    "leaves", "w", N_("Leaves"), N_("The player goes: what the sheet says, then withdraw him")
)
BEFORE = Action("before", "left", N_("Before"), N_("The board before this one"))
AFTER = Action("after", "right", N_("Next"), N_("The next board"))


class BoardScreen(ListScreen):
    """Who is free, who plays next, when and where."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (CHOOSE, REFUSES, LEAVES, BEFORE, AFTER, BACK)
    BINDINGS = bindings((REFUSES, LEAVES, BEFORE, AFTER))

    def __init__(self) -> None:
        super().__init__()
        self.division = ""

    @property
    def shown(self) -> Division | None:
        """The division whose board it is; None where none calls its matches."""
        found = boards.with_board(self.app.hall)
        chosen = next((d for d in found if d.id == self.division), None)
        return chosen or next(iter(found), None)

    @property
    def _is_sheet(self) -> bool:
        division = self.shown
        return division is not None and division.book.pairing_system in SHEETS

    def headline(self) -> str:
        division = self.shown
        if division is None:
            return _("No division calls its matches.")
        free = len(boards.free_tables(self.app.moment(), division))
        told = ngettext(
            "{board}, {division}: {count} table free",
            "{board}, {division}: {count} tables free",
            free,
        )
        title = _("Call board") if self._is_sheet else _("Open play")
        return told.format(board=title, division=division.name, count=free)

    def heading(self, width: int) -> str:
        if self.shown is None:
            return ""
        return sheet_calls.call_heading(width) if self._is_sheet else boards.open_heading(width)

    def lines(self, width: int) -> Sequence[Line]:
        division, moment = self.shown, self.app.moment()
        if division is None:
            return ()
        if self._is_sheet:
            return sheet_calls.call_lines(moment, call_board(moment.state), width)
        return boards.open_lines(moment, division, width)

    def empty(self) -> str:
        return _("Nobody is here to play.") if self.shown is not None else ""

    def actions(self) -> Sequence[Action]:
        found = [READ if self.here.startswith(sheet_calls.NOTE) else CHOOSE] if self.here else []
        found += [REFUSES, LEAVES] if self.here.startswith(boards.PLAYER) else []
        several = len(boards.with_board(self.app.hall)) > 1
        return (*found, BACK, *((AFTER, BEFORE) if several else ()))

    def action_pick(self) -> None:
        division, key = self.shown, self.here
        if division is None:
            return
        if key.startswith(boards.MATCH):
            self._open_match(key.removeprefix(boards.MATCH))
        elif key.startswith(sheet_calls.CALL):
            found = call_board(self.app.hall).calls
            called = next((c for c in found if sheet_calls.call_key(c) == key), None)
            if called is not None:
                self._call_sheet(called)
        elif key.startswith(sheet_calls.NOTE):
            self._mend(int(key.removeprefix(sheet_calls.NOTE)))
        elif key.startswith(boards.PLAYER):
            self._player(division, key.removeprefix(boards.PLAYER))

    # -- a match that is played -------------------------------------------------------------------

    def _open_match(self, uid: str) -> None:
        match = self.app.hall.matches.get(uid)
        if match is None:
            return
        if any(match.seated) or match.draw is not None or match.result.versions:
            self.app.push_screen(TableScreen(match.table))
            return

        def picked(key: str | None) -> None:
            if key == "table":
                self.app.push_screen(TableScreen(match.table))
            elif key == "back":
                self.app.push_screen(AskText(_("Why is the call taken back?")), reasoned)

        def reasoned(reason: str | None) -> None:
            if reason is not None:
                names = " – ".join(self.app.moment().names(match))
                said = _("call of {names} taken back").format(names=names)
                self.app.write(said, boards.taken_back(match, reason))

        lines = (
            Line("table", " " + _("Open the table")),
            Line("back", " " + _("Take the call back")),
        )
        names = " – ".join(self.app.moment().names(match))
        self.app.push_screen(PickScreen(names, lines), picked)

    # -- open play --------------------------------------------------------------------------------

    def _player(self, division: Division, player: str) -> None:
        moment = self.app.moment()
        owed = boards.owed(moment, division, player)
        if owed:
            self._withheld(player, owed[0])
            return

        def picked(opponent: str | None) -> None:
            if opponent is not None:
                self._challenge(division, player, opponent)

        lines = boards.opponents(moment, division, player)
        title = _("{name} challenges whom?").format(name=moment.name(player))
        self.app.push_screen(PickScreen(title, lines), picked)

    def _withheld(self, refuser: str, challenger: str) -> None:
        moment = self.app.moment()
        one, other = moment.name(refuser), moment.name(challenger)

        def picked(key: str | None) -> None:
            if key == "ready":
                draft = boards.refusal(refuser, challenger, "ready")
                said = _("{name} is ready for {other}").format(name=one, other=other)
                self.app.write(said, draft)
            elif key == "excused":
                title = _("Why is {name} excused?").format(name=one)
                self.app.push_screen(AskText(title), excused)

        def excused(reason: str | None) -> None:
            if reason is not None:
                draft = boards.refusal(refuser, challenger, "excused", reason)
                self.app.write(_("{name} has the card back").format(name=one), draft)

        ready = _("{name} is ready: the two meet before either starts another")
        lines = (
            Line("ready", " " + ready.format(name=one)),
            Line("excused", " " + _("The director gives the card back; they need not meet first")),
        )
        title = _("{name} refused {other} (APCA-31)").format(name=one, other=other)
        self.app.push_screen(PickScreen(title, lines), picked)

    def _challenge(self, division: Division, player: str, opponent: str) -> None:
        moment = self.app.moment()
        pair = (player, opponent)
        names = f"{moment.name(player)} – {moment.name(opponent)}"
        now = boards.can_play_now(moment, division, player, opponent)
        if now:
            self.app.push_screen(ReadScreen(names, (now, _("Nothing was called."))))
            return

        def seated(table: str) -> None:
            warning = boards.closer(self.app.moment(), division, *pair)
            self._confirm(division, pair, table, warning)

        ask_table(self.app, division, names, seated)

    def _refused(self, refuser: str, challenger: str) -> None:
        moment = self.app.moment()
        one, other = moment.name(refuser), moment.name(challenger)

        def withhold() -> None:
            draft = boards.refusal(refuser, challenger, "refused")
            said = _("{name} refused {other}: card withheld").format(name=one, other=other)
            self.app.write(said, draft)

        fact = _("{name} refuses {other}: his card is withheld until he is ready for him?")
        self.app.confirm(fact.format(name=one, other=other), withhold, yes=_("Withhold"))

    # -- draw sheets ------------------------------------------------------------------------------

    def _call_sheet(self, call: Call) -> None:
        division = call_board(self.app.hall).divisions[call.ref.sheet]
        moment = self.app.moment()
        names = " – ".join(moment.name(entry) for entry in call.entries)
        if not call.can_start:
            waits = ", ".join(ref.match for ref in call.waits_for)
            words = _("A player is wanted first in {matches}. Nothing was called.")
            self.app.push_screen(ReadScreen(names, (words.format(matches=waits),)))
            return

        def seated(table: str) -> None:
            self._confirm(division, call.entries, table, "", call)

        ask_table(self.app, division, names, seated)

    def _mend(self, number: int) -> None:
        """Say the trouble in full; a match of the wrong players is ruled void there (USBGF-4.6)."""
        moment = self.app.moment()
        trouble = call_board(moment.state).trouble
        if number >= len(trouble):
            return
        sentence = named(trouble[number], moment.name)
        lines = sheet_calls.misplaced_lines(moment)
        if not lines:
            self.app.push_screen(ReadScreen(_("Draw sheet"), (sentence,)))
            return

        def picked(uid: str | None) -> None:
            match = self.app.hall.matches.get(uid or "")
            if match is not None:
                rule_void(self.app, match)

        self.app.push_screen(PickScreen(sentence, lines), picked)

    def _confirm(
        self,
        division: Division,
        pair: tuple[str, str],
        table: str,
        warning: str,
        call: Call | None = None,
    ) -> None:
        moment = self.app.moment()
        names = f"{moment.name(pair[0])} – {moment.name(pair[1])}"
        soon = call is not None and call.starts_at > moment.hall_ms
        when = _("now")
        if call is not None and soon:
            when = _("at {time}").format(time=moment.minute(call.starts_at))

        def summon() -> None:
            draft = boards.called(
                self.app.moment(), division, pair, table, self.app.token(), call=call
            )
            said = _("{names} called to {table}")
            self.app.write(said.format(names=names, table=moment.table(table)), draft)

        def changed() -> str:
            return sheet_calls.called_since(self.app.moment(), division, pair, table, call)

        fact = _("{names} play at {table}, {when}?").format(
            names=names, table=moment.table(table), when=when
        )
        self.app.confirm(f"{warning} {fact}".strip(), summon, yes=_("Call"), changed=changed)

    def action_refuses(self) -> None:
        """APCA-31: whoever refuses has his card withheld until he is ready for the challenger."""
        division, key = self.shown, self.here
        if division is None or self._is_sheet or not key.startswith(boards.PLAYER):
            return
        refuser = key.removeprefix(boards.PLAYER)
        moment = self.app.moment()

        def picked(challenger: str | None) -> None:
            if challenger is not None:
                self._refused(refuser, challenger)

        lines = boards.opponents(moment, division, refuser)
        title = _("{name} refuses whom?").format(name=moment.name(refuser))
        self.app.push_screen(PickScreen(title, lines), picked)

    # -- keys -------------------------------------------------------------------------------------

    def action_leaves(self) -> None:
        """APCA-30: what his leaving means is read before he is withdrawn."""
        division, key = self.shown, self.here
        if division is None or not key.startswith(boards.PLAYER):
            return
        player = key.removeprefix(boards.PLAYER)
        moment = self.app.moment()
        words = boards.departure(moment, division, player)
        if not words:
            withdraw(self.app, player)
            return
        clause = division.book.clauses.get("leaving", "")
        title = _("{name} leaves {clause}").format(name=moment.name(player), clause=clause).strip()
        self.app.push_screen(ReadScreen(title, words), lambda _: withdraw(self.app, player))

    def action_before(self) -> None:
        self._turn(-1)

    def action_after(self) -> None:
        self._turn(1)

    def _turn(self, steps: int) -> None:
        found, shown = boards.with_board(self.app.hall), self.shown
        if shown is not None:
            self.division = found[(found.index(shown) + steps) % len(found)].id
            self.look()
