"""The dialogues about devices: admitting one by its digits, withdrawing a key. Shows and routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall_server.referee.parts.pick_list import Line
from hall_server.referee.parts.pick_screen import PickScreen
from hall_server.referee.questions import about_devices as devices
from hall_server.referee.questions.question import Question
from shared.core.floor import table_name

if TYPE_CHECKING:
    from hall_server.referee.desk import RefereeDesk

YES = "yes"


def admit(app: RefereeDesk, question: Question) -> None:
    """Ask where a device belongs whose digits the referee has compared, and admit it there."""
    node = question.key.partition(":")[2]
    device = app.applying.get(node)
    if device is None:
        return

    def write(table: str) -> None:
        place = table_name(app.moment().label(table)) if device.role == "terminal" else "the lobby"
        drafts = devices.admission(app.moment(), node, device, table)
        app.write(f"'{device.name}' is admitted: {place}", *drafts, question=question.key)

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
                f"{name} is held by '{holder}'",
                (
                    Line("no", "Leave it there"),
                    Line(YES, "Put the new one in its place; what it has handed in stays"),
                ),
            ),
            lambda said: write(table) if said == YES else None,
        )

    title = f"{devices.spaced(device.digits)} on its screen? Then choose its place"
    app.push_screen(PickScreen(title, devices.place_lines(app.moment(), device)), placed)


def show_devices(app: RefereeDesk) -> None:
    """Open or close enrolment, or withdraw the key of a device."""

    def chosen(key: str | None) -> None:
        if key in (devices.OPEN, devices.CLOSE):
            is_open = key == devices.OPEN
            said = "Enrolment is open" if is_open else "Enrolment is closed"
            app.write(said, devices.enrolment(app.moment(), is_open=is_open))
        elif key is not None:
            _withdraw(app, key)

    lines = devices.device_lines(app.moment(), app.port.node_id)
    app.push_screen(PickScreen("Devices: admit one, or withdraw a key", lines), chosen)


def _withdraw(app: RefereeDesk, node: str) -> None:
    device = app.hall.devices.get(node)
    if device is None or device.revoked:
        return

    def said(key: str | None) -> None:
        if key == YES:
            app.write(f"The key of '{device.label}' is withdrawn", devices.withdrawal(node))

    app.push_screen(
        PickScreen(
            f"Withdraw the key of '{device.label}'?",
            (
                Line("no", "Keep it"),
                Line(YES, "Withdraw it: from now on nothing that it says counts", "danger"),
            ),
        ),
        said,
    )
