"""The players as they are registered: entering, editing, classifying, withdrawing, merging."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.widgets import Static

from hall_server.referee.app.people.import_screen import import_list
from hall_server.referee.app.people.player_form import PlayerForm
from hall_server.referee.app.people.private_form import note_private
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.changes.late_entry import enter_late, is_drawn, re_enter
from hall_server.referee.asked.desk_app import DeskScreen
from hall_server.referee.asked.parts.footer import fitting
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.asked.people import classifying
from hall_server.referee.asked.rulings.suspending import suspend
from hall_server.referee.asked.rulings.withdrawing import withdraw
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.people import registration as reg
from hall_server.referee.derived.people.private_facts import summary
from hall_server.referee.derived.writing import Writing
from shared.core.state import HallState, Player, persons
from shared.core.state.private import NOTHING_KNOWN
from shared.core.text.language import N_, _
from shared.tui.actions import Action, ActionBar, bindings
from shared.tui.names import fit

NEW = Action("new", "n", N_("New"), N_("Register a player; after round 1 he enters late"))
EDIT = Action(
    "edit", "enter", N_("Edit"), N_("Name, rating, club, state, region, seed, fixed table, persons")
)
CLASSIFY = Action(
    "classify", "c", N_("Classify"), N_("Put the player into a division: who and why")
)
PRIVATE = Action("private", "p", N_("Private"), N_("Birth date, contact, fees and tax form"))
IMPORT = Action(
    "import", "i", N_("Import"), N_("Take over a list of players: look first, then confirm")
)
TITLE = Action("title", "u", N_("Title"), N_("A title that he won obliges him to play up"))
WITHDRAW = Action(
    "withdraw", "w", N_("Withdraw"), N_("Withdraw the player under the cursor, or undo that")
)
SUSPEND = Action(
    "suspend", "x", N_("Put out"), N_("Put the player out until it is lifted; or lift it")
)
AGAIN = Action(
    "again", "e", N_("Re-enter"), N_("Who is out of a draw sheet enters it again, on a bye line")
)
MERGE = Action("merge", "m", N_("Merge"), N_("Merge this division into a higher one"))
BEFORE = Action("before", "left", N_("Before"), N_("The division before this one"))
AFTER = Action("after", "right", N_("Next"), N_("The next division, or all of them"))
BACK = Action("back", "escape", N_("Back"), N_("Back to the queue"))


class RegistrationScreen(DeskScreen[None]):
    """All players, or those of one division."""

    CSS_PATH = "registration_screen.tcss"
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        EDIT, NEW, IMPORT, CLASSIFY, WITHDRAW, PRIVATE, SUSPEND, TITLE, MERGE, AGAIN, BEFORE, AFTER,
        BACK,
    )  # fmt: skip
    BINDINGS = bindings(ACTIONS)

    def __init__(self) -> None:
        super().__init__()
        self.division = ""

    @property
    def about(self) -> str:
        """The division that is listed, "" for all of them."""
        return self.division

    def compose(self) -> ComposeResult:
        yield Static("", id="registration-title", classes="headline", markup=False)
        yield Static("", id="registration-heading", classes="heading", markup=False)
        yield PickList(empty=_("Nobody is registered here."), id="registration")
        yield Static("", id="registration-about", markup=False)
        yield Static("", id="registration-notice", classes="notice", markup=False)
        shown = (EDIT, NEW, PRIVATE, CLASSIFY, BACK, IMPORT, WITHDRAW, AFTER)
        yield ActionBar(fitting(shown, self.app.size.width))

    def on_mount(self) -> None:
        self.query_one(PickList).focus()
        self.look()

    def on_resize(self) -> None:
        self.look()

    def look(self) -> None:
        """Show the players as they are now."""
        state, width = self.desk.hall, self.app.size.width
        if self.division not in state.divisions:
            self.division = ""
        players = reg.players_of(state, self.division)
        gone = sum(player.withdrawn_after is not None for player in players)
        name = state.divisions[self.division].name if self.division else _("all divisions")
        title = _("Registration, {division}: {count} in, {gone} withdrawn").format(
            division=name, count=len(players) - gone, gone=gone
        )
        self.query_one("#registration-title", Static).update(fit(title, width - 2))
        self.query_one("#registration-heading", Static).update(reg.heading(width))
        self.query_one(PickList).show(reg.lines(self.desk.moment(), self.division, width))
        notice = fit(self.desk.ledger.notice() or self.desk.private_said, width - 2)
        self.query_one("#registration-notice", Static).update(notice)
        self._look_at_player()

    def on_pick_list_moved(self) -> None:
        self._look_at_player()

    def _look_at_player(self) -> None:
        player = self.chosen
        words = ""
        if player is not None:
            private = summary((self.desk.private or {}).get(player.id, NOTHING_KNOWN))
            words = f"{reg.about(self.desk.moment(), player)} {private}".strip()
        self.query_one("#registration-about", Static).update(words)

    @property
    def chosen(self) -> Player | None:
        """The player under the cursor."""
        return self.desk.hall.players.get(self.query_one(PickList).here or "")

    def on_pick_list_picked(self) -> None:
        self.action_edit()

    def action_edit(self) -> None:
        if self.chosen is not None:
            _edit(self.app, self.chosen)

    def action_new(self) -> None:
        if self.desk.hall.divisions:
            _register(self.app, self.division)

    def action_import(self) -> None:
        import_list(self.app, self.division)

    def action_classify(self) -> None:
        if self.chosen is not None:
            classifying.classify(self.app, self.chosen)

    def action_title(self) -> None:
        if self.chosen is not None:
            _oblige(self.app, self.chosen)

    def action_private(self) -> None:
        if self.chosen is not None:
            note_private(self.app, self.chosen)

    def action_withdraw(self) -> None:
        withdraw(self.app, self.query_one(PickList).here or "")

    def action_suspend(self) -> None:
        suspend(self.app, self.query_one(PickList).here or "")

    def action_merge(self) -> None:
        player = self.chosen
        division = self.division or (player.division if player is not None else "")
        if division in self.desk.hall.divisions:
            classifying.merge(self.app, division)

    def action_again(self) -> None:
        if self.chosen is not None:
            re_enter(self.app, self.chosen)

    def action_before(self) -> None:
        self._turn(-1)

    def action_after(self) -> None:
        self._turn(1)

    def _turn(self, steps: int) -> None:
        places = ["", *self.desk.hall.divisions]
        self.division = places[(places.index(self.division) + steps) % len(places)]
        self.look()


@dialogue
async def _edit(ask: Ask, player: Player) -> None:
    after = await ask.screen(PlayerForm(player))
    if after != ask.desk.hall.players.get(after.id):
        entries = await _linked(ask, after)
        said = _("{name} is registered anew").format(name=after.name)
        ask.desk.note(Writing(said, tuple(map(reg.entry, entries))))


async def _linked(ask: Ask, player: Player) -> tuple[Player, ...]:
    """The entry, and those of the same persons elsewhere where the referee says that they are."""
    others = persons.namesakes(ask.desk.hall, player)
    if not others:
        return (player,)
    where = ", ".join(
        f"{other.name} ({ask.desk.hall.divisions[other.division].name})"
        for other in others
        if other.division in ask.desk.hall.divisions
    )
    title = _("{name}: the same person as {others}?").format(name=player.name, others=where)
    lines = (
        ListLine("same", " " + _("The same: nobody is called to two matches at once")),
        ListLine("other", " " + _("Somebody else of that name")),
    )
    if await ask.pick(title, lines) == "same":
        return tuple(persons.linked(player, others))
    return (persons.apart(player, ask.desk.hall.divisions[player.division].name),)


@dialogue
async def _register(ask: Ask, division: str) -> None:
    desk = ask.desk
    if not division:
        division, *more = desk.hall.divisions
        if more:
            title = _("Which division does he name?")
            division = await ask.pick(title, reg.division_lines(desk.hall))
    form = PlayerForm(reg.new_player(desk.hall, division, desk.port.node_id))
    player, *others = await _linked(ask, await ask.screen(form))
    if is_drawn(desk.hall, division):
        await enter_late(ask, player, others)
        return
    late = _late_words(desk.hall, player)
    if late:
        await ask.yes(late, yes=_("Admit"), no=_("Refuse"))
    said = _("{name} is registered").format(name=player.name)
    desk.note(Writing(said, (reg.entry(player), *map(reg.entry, others))))


@dialogue
async def _oblige(ask: Ask, player: Player) -> None:
    key = await ask.pick(player.name, reg.title_lines())
    said = _("{name}: what his titles oblige to").format(name=player.name)
    ask.desk.note(Writing(said, (reg.entry(reg.obliged(player, key)),)))


def _late_words(state: HallState, player: Player) -> str:
    """What entering now costs, "" before round 1 is paired (HALL-late-entry)."""
    division = state.divisions[player.division]
    paired = max((number for ident, number in state.rounds if ident == player.division), default=0)
    if not paired:
        return ""
    said = (
        _(
            "{name} enters {division} late: round 1 without him, {points} points for each."
            " Admit him?"
        )
        if paired == 1
        else _(
            "{name} enters {division} late: rounds 1 to {last} without him, {points} points for"
            " each. Admit him?"
        )
    )
    points = division.book.late_entry_points
    return said.format(name=player.name, division=division.name, last=paired, points=points)
