"""Runs the screen on which a device that is not set up asks to be admitted."""

import platform
import sys
from pathlib import Path

from shared.core.events import Role
from shared.machine.languages import DEFAULT
from shared.node.home import MEMBERSHIP


def can_ask(home: Path, *, invite: Path | None, headless: bool) -> bool:
    """Return whether the folder is empty, there is no invite, and a screen can show digits."""
    return (
        invite is None and not headless and not (home / MEMBERSHIP).exists() and sys.stdout.isatty()
    )


def ask_to_be_admitted(
    home: Path, *, role: Role, what: str, hall: str, locked: bool, language: str = DEFAULT
) -> bool:
    """Run the screen with the digits; return whether the device was admitted.

    Raises ValueError for a malformed address.
    """
    from shared.node.applicant import Applicant
    from shared.tui.enrol_app import EnrolApp

    # Checks the address before there is a screen.
    Applicant(home, role=role, name="", hall=hall, told=lambda _step: None)
    app = EnrolApp(
        what,
        lambda told: Applicant(
            home, role=role, name=platform.node()[:64] or what, hall=hall, told=told
        ),
        locked=locked,
    )
    app.speak(language)
    return bool(app.run())
