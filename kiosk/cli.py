"""``hall-kiosk``: the composition root of a lobby kiosk.

What it runs is loaded after its options.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shared.core.text.language import N_
from shared.program.errors import PlainCommand
from shared.program.numbers import Whole
from shared.program.options import node_options, screen_options, service_pin_option
from shared.web.place import PagesAt, web_address

if TYPE_CHECKING:
    from shared.core.state.office import Rehearsal
    from shared.node.home import Membership
    from shared.port import NodePort


@click.command(cls=PlainCommand)
@node_options("kiosk")
@screen_options
@service_pin_option
@click.option(
    "--type",
    "letters",
    type=click.Choice(["normal", "large"]),
    default="normal",
    show_default=True,
    help="Large letters are read from eight metres.",
)
@click.option(
    "--pages-at",
    default="",
    callback=web_address,
    help="Also show this address of the hall's pages, as a picture for phones to scan.",
)
@click.option("--announcer", is_flag=True, help="Show what is to be read aloud, until it is read.")
@click.option("--serve", is_flag=True, help="Show the pages to phones and televisions, not here.")
@click.option("--serve-host", default="0.0.0.0", show_default=True, help="Where --serve listens.")
@click.option(
    "--serve-port", type=Whole(1, 65_535), default=8080, show_default=True, help="Its port."
)
@click.option(
    "--visitors",
    type=Whole(1, 5000),
    default=500,
    show_default=True,
    help="So many phones and televisions at a time.",
)
@click.version_option(package_name="playing-hall", message="playing hall %(version)s")
def main(
    home: Path,
    invite: Path | None,
    hall: str,
    speed: float,
    robot: Path | None,
    headless: bool,
    language: str,
    theme: str,
    service_pin: str,
    letters: str,
    pages_at: str,
    announcer: bool,
    serve: bool,
    serve_host: str,
    serve_port: int,
    visitors: int,
) -> None:
    """The kiosk in the lobby: who plays whom, where, and how it stands."""
    if robot is not None:
        raise click.UsageError("A kiosk has nothing to play: it takes no --robot.")
    from shared.machine.logs import log_to
    from shared.node.home import enter
    from shared.node.open import open_follower
    from shared.program.running import ask_to_be_admitted, can_ask

    try:
        if can_ask(home, invite=invite, headless=headless) and not ask_to_be_admitted(
            home,
            role="kiosk",
            what=N_("kiosk"),
            hall=hall,
            locked=bool(service_pin),
            language=language,
        ):
            return
        enter(home, "kiosk", invite)
        node, membership = open_follower(home, hall=hall)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    log_to(home, "kiosk")
    if serve:
        _serve(node, membership.zone, PagesAt(serve_host, serve_port, visitors, language))
        return
    from kiosk.announcing import Announcing
    from kiosk.app import KioskApp
    from shared.machine.clocks import monotonic_ms, scaled, wall_ms
    from shared.node.pin_tally import KeptTally
    from shared.program.rehearsing import Guest, Own, run_and_rehearse

    opened, tally = [node], KeptTally(home)

    def lobby(port: NodePort) -> KioskApp:
        app = KioskApp(
            port,
            wall=wall_ms,
            monotonic=scaled(monotonic_ms, speed),
            zone=membership.zone,
            service_pin=service_pin,
        )
        app.pages_at = pages_at
        app.tally = tally
        app.large_type = letters == "large"
        app.announcing = Announcing() if announcer else None
        app.speak(language)
        app.theme = theme
        return app

    def own() -> Own:
        node = opened.pop() if opened else open_follower(home, hall=hall)[0]
        return Own(lobby(node), node)

    def guest(port: NodePort, _membership: Membership, _rehearsal: Rehearsal) -> Guest:
        return Guest(lobby(port))

    run_and_rehearse(home, own, guest, headless=headless)


def _serve(node: NodePort, zone: str, place: PagesAt) -> None:
    """Follow the hall and serve its pages until the program is stopped."""
    import signal
    import threading

    from shared.machine.processes import ends_by
    from shared.web.opening import pages_of

    stopping = threading.Event()
    for name in ends_by():
        signal.signal(name, lambda *_: stopping.set())
    with pages_of(place, zone, say=click.echo, must=True) as hear:
        node.start(hear)
        stopping.wait()
        node.stop()
