"""Devices: all of them in a list, admitting one, which of its entries counts, its key."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.parts.modals import LEAVE
from hall_server.referee.asked.parts.pick_list import PickList
from hall_server.referee.asked.parts.screens import BACK, ListScreen, Toned
from hall_server.referee.derived import device_moves as moves
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.questions import about_devices as devices
from hall_server.referee.derived.questions import about_forks as forks
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import device_words as words
from hall_server.referee.said.table_words import table_page
from shared.core.state.floor import table_name
from shared.core.text.language import N_, _
from shared.tui.action import Action
from shared.tui.actions import Foot, bindings

FORK = Action("take", "enter", N_("Choose"), N_("Choose the entry under the cursor"))
READ_ON = Action("read_on", "space", N_("Read on"), N_("Read on, or from the beginning again"))


class ForkScreen(ModalScreen[str | None]):
    """Answers the key of the entry that was picked, None when it is left with Escape.

    ``story`` says all that is known of the entry with a key.
    """

    CSS_PATH = "fork_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("space", "read_on", show=False),
    ]

    def __init__(self, lines: Sequence[ListLine], story: Callable[[str], Sequence[str]]) -> None:
        super().__init__()
        self.lines = tuple(lines)
        self.story = story

    def compose(self) -> ComposeResult:
        with Vertical(id="fork"):
            yield Static(_("Which entry counts?"), id="fork-title", markup=False)
            yield PickList(self.lines, id="fork-lines")
            with VerticalScroll(id="fork-story", can_focus=False):
                yield Static("", id="fork-said", markup=False)
            yield Foot((FORK, READ_ON, LEAVE))

    def on_mount(self) -> None:
        entries = self.query_one(PickList)
        entries.styles.max_height = len(self.lines)
        self.set_focus(entries)
        self._tell(entries.here)

    def on_pick_list_moved(self, event: PickList.Moved) -> None:
        event.stop()
        self._tell(event.key)

    def on_pick_list_picked(self, event: PickList.Picked) -> None:
        event.stop()
        self.dismiss(event.key)

    def action_take(self) -> None:
        self.query_one(PickList).action_pick()

    def _tell(self, key: str | None) -> None:
        said = self.story(key) if key is not None else ()
        self.query_one("#fork-said", Static).update("\n".join(said))
        self.query_one("#fork-story").scroll_home(animate=False)

    def action_read_on(self) -> None:
        story = self.query_one("#fork-story")
        if story.scroll_offset.y < story.max_scroll_y:
            story.scroll_page_down(animate=False)
        else:
            story.scroll_home(animate=False)

    def action_leave(self) -> None:
        self.dismiss(None)


YES = "yes"
FEW = 12
"""More tables than this are found by typing."""
NAME = Action("edit", "E", N_("Name"), N_("Say what this device is called"))
MOVE = Action(
    "move", "M", N_("Move"), N_("Put this device at another table, or keep it as a spare")
)
CHOOSE = Action(
    "pick", "enter", N_("Choose"), N_("Open or close enrolment, or withdraw a device's key")
)


@dialogue
async def admit(ask: Ask, question: Question) -> None:
    """Ask where a device belongs whose digits the referee has compared, and admit it there."""
    desk = ask.desk
    node = question.key.partition(":")[2]
    device = desk.devices.waiting(desk.moment()).get(node)
    if device is None:
        return
    title = _("{digits} on its screen? Then choose its place")
    lines = devices.place_lines(desk.moment(), device)
    table = await ask.pick(title.format(digits=devices.spaced(device.digits)), lines)
    name = table_name(desk.moment().label(table))
    holder = devices.holder_of(desk.moment(), table)
    if holder:
        keep, put = (
            _("Leave it there"),
            _("Put the new one in its place; what it has handed in stays"),
        )
        held = _("{table} is held by '{name}'").format(table=name, name=holder)
        if await ask.pick(held, (ListLine("no", keep), ListLine(YES, put))) != YES:
            return
    if desk.devices.waiting(desk.moment()).get(node) != device:
        gone = _(
            "{digits} no longer waits: it is admitted, it asks again with other digits,"
            " or the hall is lost."
        )
        await ask.read(
            _("Nothing was written"), (gone.format(digits=devices.spaced(device.digits)),)
        )
        return
    place = name if device.role == "terminal" else _("the lobby")
    said = _("'{name}' is admitted: {place}").format(name=device.name, place=place)
    drafts = devices.admission(desk.moment(), node, device, table)
    desk.note(Writing(said, tuple(drafts), question.key))


@dialogue
async def settle(ask: Ask, question: Question) -> None:
    """Ask which of several entries of a device counts, and write it after a yes."""
    moment = ask.desk.moment()
    asked = forks.asked_of(moment, question.key)
    if asked is None:
        return

    def story(event: str) -> tuple[str, ...]:
        return forks.branch_story(moment, asked, event)

    event = await ask.screen(ForkScreen(forks.branch_lines(moment, asked), story))
    if event == forks.NOT_NOW:
        return
    [branch] = [branch for branch in asked.branches if branch.event == event]
    fact = _("{entry}: it counts, with what the device wrote before it").format(
        entry=forks.said(moment, branch)
    )
    entry = Writing(fact, (forks.settling(asked, event),), question.key)
    ask.desk.rule(await ask.confirm(fact, entry, yes=_("Accept"), no=_("Not yet")))


class DeviceScreen(ListScreen):
    """Every device: when it was heard, what it runs on. Opens enrolment, names and moves a device,
    and withdraws a key."""

    DESK = "devices"
    ACTIONS: ClassVar[tuple[Action, ...]] = (CHOOSE, MOVE, NAME, BACK)
    BINDINGS = bindings((MOVE, NAME))

    def headline(self) -> str:
        count = sum(not device.revoked for device in self.desk.hall.devices.values())
        return _("Devices: {count} admitted").format(count=count)

    def heading(self, width: int) -> str:
        return words.device_heading(width)

    def lines(self, width: int) -> Sequence[ListLine]:
        desk = self.desk
        return words.device_lines(desk.moment(), desk.port.node_id, desk.monotonic(), width)

    def details(self) -> Sequence[Toned]:
        desk = self.desk
        moment, mono = desk.moment(), desk.monotonic()
        told = words.device_told(moment, self.here, mono)
        table = next((t.id for t in moment.state.tables.values() if t.device == self.here), "")
        if not told or not table:
            return told
        cell = next((cell for cell in desk.floor() if cell.table == table), None)
        played, said = table_page(moment, table, cell, mono, desk.copies)
        return (*told, ("ink-soft", ""), *played, *said[:-2])

    def actions(self) -> Sequence[Action]:
        device = self.desk.hall.devices.get(self.here)
        more: tuple[Action, ...] = ()
        if device is not None and not device.revoked:
            more = (MOVE, NAME) if device.role == "terminal" else (NAME,)
        label = {devices.OPEN: N_("Admit"), devices.CLOSE: N_("Close")}.get(
            self.here, N_("Withdraw key")
        )
        return (Action(CHOOSE.id, CHOOSE.key, label, CHOOSE.help), *more, BACK)

    def notes(self) -> Sequence[str]:
        return words.clock_notes(self.desk.moment())

    def action_edit(self) -> None:
        if NAME in self.actions():
            _name(self.app, self.here)

    def action_move(self) -> None:
        if MOVE in self.actions():
            _move(self.app, self.here)

    def action_pick(self) -> None:
        if self.here in (devices.OPEN, devices.CLOSE):
            is_open = self.here == devices.OPEN
            said = _("Enrolment is open") if is_open else _("Enrolment is closed")
            draft = devices.enrolment(self.desk.moment(), is_open=is_open)
            self.desk.note(Writing(said, (draft,)))
        else:
            _withdraw(self.app, self.here)


@dialogue
async def _name(ask: Ask, node: str) -> None:
    desk = ask.desk
    before = desk.hall.devices[node].label
    name = await ask.text(
        _("What is '{name}' called?").format(name=before),
        hint=_("Write the same on the device itself."),
        value=before,
        objection=lambda name: moves.name_objection(desk.moment(), node, name),
    )
    if name != before:
        said = _("'{before}' is called '{name}' now").format(before=before, name=name)
        desk.note(Writing(said, (moves.naming(node, name),)))


@dialogue
async def _move(ask: Ask, node: str) -> None:
    desk = ask.desk
    title = _("Where does '{name}' go?").format(name=desk.hall.devices[node].label)
    lines = moves.tables_for(desk.moment(), node)
    table = await ask.pick(title, lines, filtered=len(lines) > FEW)
    what = moves.move(desk.moment(), node, table)

    def entry() -> Writing:
        return Writing(moves.done(desk.moment(), what), tuple(moves.written(what)))

    confirmed = await ask.confirm(
        moves.fact(desk.moment(), what, desk.monotonic()),
        entry,
        yes=_("Take away") if table == moves.SPARE else _("Move"),
        changed=lambda: moves.changed(desk.moment(), what),
    )
    desk.rule(confirmed)


@dialogue
async def _withdraw(ask: Ask, node: str) -> None:
    device = ask.desk.hall.devices.get(node)
    if device is None or device.revoked:
        return
    lines = (
        ListLine("no", _("Keep it")),
        ListLine(YES, _("Withdraw it: from now on nothing that it says counts"), "danger"),
    )
    title = _("Withdraw the key of '{name}'?").format(name=device.label)
    if await ask.pick(title, lines) == YES:
        said = _("The key of '{name}' is withdrawn").format(name=device.label)
        ask.desk.note(Writing(said, (devices.withdrawal(node),)))
