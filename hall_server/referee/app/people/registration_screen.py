"""The players as they are registered: entering, editing, classifying, withdrawing, merging."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from hall_server.referee.app.people.import_screen import import_list
from hall_server.referee.app.people.player_forms import PlayerForm, note_private
from hall_server.referee.asked import classifying
from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.changes.late_entry import enter_late, is_drawn, re_enter
from hall_server.referee.asked.parts.screens import ListScreen, Toned
from hall_server.referee.asked.rulings.withdrawing import WITHDRAW, suspend, withdraw
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.people import fee_list
from hall_server.referee.derived.people import registration as reg
from hall_server.referee.derived.people.private_facts import summary
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said.player_words import player_told
from shared.core.state import HallState, Player, persons
from shared.core.state.office import NOTHING_KNOWN
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import bindings

NEW = Action("new", "N", N_("New"), N_("Register a player; after round 1 as a late entry"))
EDIT = Action(
    "edit", "enter", N_("Edit"), N_("Name, rating, club, state, region, seed, fixed table, persons")
)
CLASSIFY = Action(
    "classify", "C", N_("Classify"), N_("Put the player into a division: who and why")
)
PRIVATE = Action("private", "P", N_("Private"), N_("Birth date, contact, fees and tax form"))
IMPORT = Action(
    "import", "I", N_("Import"), N_("Take over a list of players: look first, then confirm")
)
TITLE = Action("title", "O", N_("Title"), N_("Note a title that obliges the player to play up"))
SUSPEND = Action(
    "suspend", "X", N_("Put out"), N_("Put the player out until it is lifted; or lift it")
)
AGAIN = Action(
    "again", "Y", N_("Re-enter"), N_("Who is out of a draw sheet enters it again, on a bye line")
)
ORDER = Action("order", "asterisk", N_("Order"), N_("By name, by rating, or by what players owe"))
MERGE = Action("merge", "J", N_("Merge"), N_("Merge this division into a higher one"))
BEFORE = Action("before", "left", N_("Before"), N_("The division before this one"))
AFTER = Action("after", "right", N_("Next"), N_("The next division, or all of them"))
BACK = Action("back", "escape", N_("Back"), N_("Back to the queue"))


Order = Literal["name", "rating", "fees"]
ORDERS: tuple[Order, ...] = ("name", "rating", "fees")


class RegistrationScreen(ListScreen):
    """All players, or those of one division."""

    DESK = "register"
    ACTIONS: ClassVar[tuple[Action, ...]] = (
        EDIT, NEW, IMPORT, ORDER, CLASSIFY, WITHDRAW, PRIVATE, SUSPEND, TITLE, MERGE, AGAIN, BEFORE,
        AFTER, BACK,
    )  # fmt: skip
    BINDINGS = bindings(ACTIONS)

    def __init__(self) -> None:
        super().__init__()
        self.division = ""
        self.order: Order = "name"

    @property
    def about(self) -> str:
        """The division that is listed, "" for all of them."""
        return self.division

    def look(self) -> None:
        if self.division not in self.desk.hall.divisions:
            self.division = ""
        super().look()

    def headline(self) -> str:
        state = self.desk.hall
        players = reg.players_of(state, self.division)
        gone = sum(player.withdrawn_after is not None for player in players)
        name = state.divisions[self.division].name if self.division else _("all divisions")
        return _("Registration, {division}: {count} in, {gone} withdrawn").format(
            division=name, count=len(players) - gone, gone=gone
        )

    def heading(self, width: int) -> str:
        if self.order == "fees":
            return fee_list.heading(width)
        return reg.heading(width)

    def lines(self, width: int) -> Sequence[ListLine]:
        moment = self.desk.moment()
        if self.order == "fees":
            return fee_list.lines(moment, self.division, self.desk.private or {}, width)
        rated = self.order == "rating"
        return reg.lines(moment, self.division, width, rated=rated)

    def details(self) -> Sequence[Toned]:
        return player_told(self.desk.moment(), self.here)

    def empty(self) -> str:
        return _("Nobody is registered here.")

    def notes(self) -> Sequence[str]:
        player = self.chosen
        if player is None:
            return ()
        private = summary((self.desk.private or {}).get(player.id, NOTHING_KNOWN))
        about = f"{reg.about(self.desk.moment(), player)} {private}".strip()
        if self.order != "fees":
            return (about,)
        moment, facts = self.desk.moment(), self.desk.private or {}
        return (fee_list.total_words(moment, self.division, facts), about)

    def on_pick_list_moved(self) -> None:
        # The notes are about the player under the cursor; the list itself shows the actions.
        self._show_notes()

    def notice(self) -> str:
        return super().notice() or self.desk.private_said

    def actions(self) -> Sequence[Action]:
        return (EDIT, NEW, PRIVATE, ORDER, BACK, CLASSIFY, IMPORT, WITHDRAW, AFTER)

    @property
    def chosen(self) -> Player | None:
        """The player under the cursor."""
        return self.desk.hall.players.get(self.here)

    def action_pick(self) -> None:
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
        withdraw(self.app, self.here)

    def action_suspend(self) -> None:
        suspend(self.app, self.here)

    def action_merge(self) -> None:
        player = self.chosen
        division = self.division or (player.division if player is not None else "")
        if division in self.desk.hall.divisions:
            classifying.merge(self.app, division)

    def action_again(self) -> None:
        if self.chosen is not None:
            re_enter(self.app, self.chosen)

    def action_order(self) -> None:
        """Sort by the next order; fees only where this laptop can read what is private."""
        orders = ORDERS if self.desk.private is not None else ORDERS[:2]
        at = orders.index(self.order) if self.order in orders else -1
        self.order = orders[(at + 1) % len(orders)]
        self.look()

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
    """Return the entry, and those of the same persons elsewhere where the referee says that they
    are."""
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
        ListLine("other", " " + _("Another person of that name")),
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
            title = _("Which division does the player name?")
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
    said = _("{name}: noted what titles oblige to").format(name=player.name)
    ask.desk.note(Writing(said, (reg.entry(reg.obliged(player, key)),)))


def _late_words(state: HallState, player: Player) -> str:
    """Return what entering now costs, "" before round 1 is paired (HALL-late-entry)."""
    division = state.divisions[player.division]
    paired = max((number for ident, number in state.rounds if ident == player.division), default=0)
    if not paired:
        return ""
    said = (
        _(
            "{name} enters {division} late: round 1 was missed, {points} points for it."
            " Admit the player?"
        )
        if paired == 1
        else _(
            "{name} enters {division} late: rounds 1 to {last} were missed, {points} points"
            " for each. Admit the player?"
        )
    )
    points = division.book.late_entry_points
    return said.format(name=player.name, division=division.name, last=paired, points=points)
