"""``hall-kiosk``: the composition root of a lobby kiosk."""

from __future__ import annotations

from pathlib import Path

import click

from shared.clocks import monotonic_ms, scaled, wall_ms
from shared.enrol import ask_to_be_admitted, can_ask
from shared.logs import log_to
from shared.node.open import open_follower
from shared.program import PlainCommand, node_options, run_app, service_pin_option


@click.command(cls=PlainCommand)
@node_options("kiosk")
@service_pin_option
@click.version_option(package_name="playing-hall", message="playing hall %(version)s")
def main(
    home: Path,
    invite: Path | None,
    hall: str,
    speed: float,
    robot: Path | None,
    headless: bool,
    locked: bool,
    service_pin: str,
) -> None:
    """The kiosk in the lobby: who plays whom, where, and how it stands."""
    if robot is not None:
        raise click.UsageError("A kiosk has nothing to play: it takes no --robot.")
    try:
        if can_ask(home, invite=invite, headless=headless) and not ask_to_be_admitted(
            home, role="kiosk", what="kiosk", hall=hall, locked=locked
        ):
            return
        node, membership = open_follower(home, invite=invite, hall=hall)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    log_to(home, "kiosk")
    from kiosk.app import KioskApp

    app = KioskApp(
        node,
        wall=wall_ms,
        monotonic=scaled(monotonic_ms, speed),
        zone=membership.zone,
        locked=locked,
    )
    app.service_pin = service_pin
    run_app(app, headless=headless)
