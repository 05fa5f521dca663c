"""Devices: all of them in a list, admitting one by its digits, withdrawing a key. Routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from hall_server.referee.hall import device_moves as moves
from hall_server.referee.hall import device_words as words
from hall_server.referee.hall.fork_screen import ForkScreen
from hall_server.referee.parts.ask_text import AskText
from hall_server.referee.parts.list_screen import BACK, ListScreen
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.questions import about_devices as devices
from hall_server.referee.questions import about_forks as forks
from hall_server.referee.questions.question import Question
from shared.core.floor import table_name
from shared.core.language import N_, _
from shared.tui.actions import Action, bindings

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

YES = "yes"
FEW = 12
"""More tables than this are found by typing."""
NAME = Action("name", "n", N_("Name"), N_("Say what this device is called"))
MOVE = Action(
    "move", "m", N_("Move"), N_("Put this device at another table, or keep it as a spare")
)
CHOOSE = Action(
    "pick", "enter", N_("Choose"), N_("Open or close enrolment, or withdraw a device's key")
)


def admit(app: RefereeDesk, question: Question) -> None:
    """Ask where a device belongs whose digits the referee has compared, and admit it there."""
    node = question.key.partition(":")[2]
    device = app.applying.get(node)
    if device is None:
        return

    def write(table: str) -> None:
        lobby = _("the lobby")
        place = table_name(app.moment().label(table)) if device.role == "terminal" else lobby
        drafts = devices.admission(app.moment(), node, device, table)
        said = _("'{name}' is admitted: {place}").format(name=device.name, place=place)
        app.write(said, *drafts, question=question.key)

    def placed(table: str | None) -> None:
        if table is None:
            return
        holder = devices.holder_of(app.moment(), table)
        if not holder:
            write(table)
            return
        name = table_name(app.moment().label(table))
        app.push_screen(
            PickScreen(
                _("{table} is held by '{name}'").format(table=name, name=holder),
                (
                    Line("no", _("Leave it there")),
                    Line(YES, _("Put the new one in its place; what it has handed in stays")),
                ),
            ),
            lambda said: write(table) if said == YES else None,
        )

    digits = devices.spaced(device.digits)
    title = _("{digits} on its screen? Then choose its place").format(digits=digits)
    app.push_screen(PickScreen(title, devices.place_lines(app.moment(), device)), placed)


def settle(app: RefereeDesk, question: Question) -> None:
    """Ask which of several entries of a device counts, and write it after a yes."""
    asked = forks.asked_of(app.moment(), question.key)
    if asked is None:
        return
    lines = forks.branch_lines(app.moment(), asked)

    def chosen(event: str | None) -> None:
        if event is None or event == forks.NOT_NOW:
            return
        [branch] = [branch for branch in asked.branches if branch.event == event]
        fact = _("{entry}: it counts, with what the device wrote before it").format(
            entry=forks.said(app.moment(), branch)
        )

        def yes() -> None:
            app.write(fact, forks.settling(asked, event), question=question.key)

        app.confirm(fact, yes, yes=_("Accept"), no=_("Not yet"))

    def story(event: str) -> tuple[str, ...]:
        return forks.branch_story(app.moment(), asked, event)

    app.push_screen(ForkScreen(lines, story), chosen)


class DeviceScreen(ListScreen):
    """Every device: when it was heard, what it runs on. Opens enrolment, names and moves a device,
    and withdraws a key."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (CHOOSE, MOVE, NAME, BACK)
    BINDINGS = bindings((MOVE, NAME))

    def headline(self) -> str:
        count = sum(not device.revoked for device in self.app.hall.devices.values())
        return _("Devices: {count} admitted").format(count=count)

    def heading(self, width: int) -> str:
        return words.device_heading(width)

    def lines(self, width: int) -> Sequence[Line]:
        app = self.app
        return words.device_lines(app.moment(), app.port.node_id, app.monotonic(), width)

    def actions(self) -> Sequence[Action]:
        device = self.app.hall.devices.get(self.here)
        more: tuple[Action, ...] = ()
        if device is not None and not device.revoked:
            more = (MOVE, NAME) if device.role == "terminal" else (NAME,)
        label = {devices.OPEN: N_("Admit"), devices.CLOSE: N_("Close")}.get(
            self.here, N_("Withdraw key")
        )
        return (Action(CHOOSE.id, CHOOSE.key, label, CHOOSE.help), *more, BACK)

    def notes(self) -> Sequence[str]:
        return words.clock_notes(self.app.moment())

    def action_name(self) -> None:
        if NAME in self.actions():
            _name(self.app, self.here)

    def action_move(self) -> None:
        if MOVE in self.actions():
            _move(self.app, self.here)

    def action_pick(self) -> None:
        if self.here in (devices.OPEN, devices.CLOSE):
            is_open = self.here == devices.OPEN
            said = _("Enrolment is open") if is_open else _("Enrolment is closed")
            self.app.write(said, devices.enrolment(self.app.moment(), is_open=is_open))
        else:
            _withdraw(self.app, self.here)


def _name(app: RefereeDesk, node: str) -> None:
    before = app.hall.devices[node].label

    def said(name: str | None) -> None:
        if name is not None and name != before:
            sentence = _("'{before}' is called '{name}' now").format(before=before, name=name)
            app.write(sentence, moves.naming(node, name))

    app.push_screen(
        AskText(
            _("What is '{name}' called?").format(name=before),
            hint=_("Write the same on the device itself."),
            value=before,
            objection=lambda name: moves.name_objection(app.moment(), node, name),
        ),
        said,
    )


def _move(app: RefereeDesk, node: str) -> None:
    name = app.hall.devices[node].label

    def chosen(table: str | None) -> None:
        if table is None:
            return
        what = moves.move(app.moment(), node, table)

        def write() -> None:
            app.write(moves.done(app.moment(), what), *moves.written(what))

        app.confirm(
            moves.fact(app.moment(), what, app.monotonic()),
            write,
            yes=_("Take away") if table == moves.SPARE else _("Move"),
            changed=lambda: moves.changed(app.moment(), what),
        )

    title = _("Where does '{name}' go?").format(name=name)
    lines = moves.tables_for(app.moment(), node)
    app.push_screen(PickScreen(title, lines, filtered=len(lines) > FEW), chosen)


def _withdraw(app: RefereeDesk, node: str) -> None:
    device = app.hall.devices.get(node)
    if device is None or device.revoked:
        return

    def said(key: str | None) -> None:
        if key == YES:
            gone = _("The key of '{name}' is withdrawn").format(name=device.label)
            app.write(gone, devices.withdrawal(node))

    app.push_screen(
        PickScreen(
            _("Withdraw the key of '{name}'?").format(name=device.label),
            (
                Line("no", _("Keep it")),
                Line(YES, _("Withdraw it: from now on nothing that it says counts"), "danger"),
            ),
        ),
        said,
    )
