"""Devices: all of them in a list, admitting one by its digits, withdrawing a key. Routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from hall_server.referee.hall import device_words as words
from hall_server.referee.parts.list_screen import BACK, ListScreen
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.questions import about_devices as devices
from hall_server.referee.questions.question import Question
from shared.core.floor import table_name
from shared.core.language import N_, _
from shared.tui.actions import Action

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

YES = "yes"
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


class DeviceScreen(ListScreen):
    """Every device: when it was heard, what it runs on. Opens enrolment, and withdraws a key."""

    ACTIONS: ClassVar[tuple[Action, ...]] = (CHOOSE, BACK)

    def headline(self) -> str:
        count = sum(not device.revoked for device in self.app.hall.devices.values())
        return _("Devices: {count} admitted").format(count=count)

    def heading(self, width: int) -> str:
        return words.device_heading(width)

    def lines(self, width: int) -> Sequence[Line]:
        app = self.app
        return words.device_lines(app.moment(), app.port.node_id, app.monotonic(), width)

    def actions(self) -> Sequence[Action]:
        label = {devices.OPEN: N_("Admit"), devices.CLOSE: N_("Close")}.get(
            self.here, N_("Withdraw key")
        )
        return (Action(CHOOSE.id, CHOOSE.key, label, CHOOSE.help), BACK)

    def action_pick(self) -> None:
        if self.here in (devices.OPEN, devices.CLOSE):
            is_open = self.here == devices.OPEN
            said = _("Enrolment is open") if is_open else _("Enrolment is closed")
            self.app.write(said, devices.enrolment(self.app.moment(), is_open=is_open))
        else:
            _withdraw(self.app, self.here)


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
