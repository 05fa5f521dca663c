"""The composition root of a board terminal: it opens the table that the options name."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from board_terminal.desk.messages import CHANCE_BYTES
from board_terminal.running.options import Options
from board_terminal.view.keys import wired
from shared.core.draughts.openings import parse_deck
from shared.core.state.office import Rehearsal
from shared.core.text.language import N_, Voice, speaking
from shared.data import read_text
from shared.machine.battery import battery_percent
from shared.machine.clocks import asleep_ms, monotonic_ms, scaled, wall_ms
from shared.machine.languages import catalogue, keep, kept
from shared.machine.logs import log_to
from shared.machine.pins import Tally
from shared.node.home import enter
from shared.node.open import open_follower
from shared.node.pin_tally import KeptTally
from shared.port import NodePort
from shared.program.robot_scripts import RobotLedger, RobotScript, read_script
from shared.program.running import ask_to_be_admitted, can_ask, own_version, run_app

if TYPE_CHECKING:
    from board_terminal.app import TerminalApp
    from board_terminal.desk.desk import Desk
    from board_terminal.driving.driver import Driver
    from board_terminal.pages.service import Facts
    from shared.node.engine import Engine
    from shared.node.follower import FollowerLink
    from shared.node.home import Membership


def prepared(options: Options) -> Callable[[], None]:
    """Open the table and return what runs it. Raises ClickException if it cannot be opened."""
    home, hall = options.home, options.hall
    script = None if options.robot is None else read_script(options.robot, RobotScript)
    ledger = None if script is None else RobotLedger(script.ledger)
    try:
        buttons = wired(options.left_key, options.right_key)
        alone = options.headless or options.plain
        if can_ask(home, invite=options.invite, headless=alone) and not ask_to_be_admitted(
            home,
            role="terminal",
            what=N_("board terminal"),
            hall=hall,
            locked=options.locked,
            language=options.language,
        ):
            return lambda: None
        enter(home, "terminal", options.invite)
        node, membership = open_follower(home, hall=hall)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    log_to(home, "terminal")
    tally = KeptTally(home)
    if options.plain:
        return lambda: _run_plain(options, node, membership, tally)

    def set_up(port: NodePort, who: Membership, speed: float) -> TerminalApp:
        app = terminal_app(port, who, speed=speed, service_pin=options.service_pin)
        app.tally = app.driver.tally = tally
        app.speak(options.language)
        remember(app.driver, home)
        app.theme = options.theme
        app.wired = buttons
        app.facts = lambda: facts_of(home, port.node_id, who, hall, serving=app.driver.desk)
        return app

    if script is None or ledger is None:
        first = (node, membership)
        return lambda: _run(options, first, set_up)
    from board_terminal.running.robot import play

    app, note = set_up(node, membership, options.speed), ledger.note
    return lambda: run_app(
        app, headless=options.headless, robot=lambda: play(app, script, note, asyncio.sleep)
    )


def _run(
    options: Options,
    first: tuple[Engine[FollowerLink], Membership],
    set_up: Callable[[NodePort, Membership, float], TerminalApp],
) -> None:
    """Run the table. While it is idle, a robot plays there in rehearsals."""
    from board_terminal.running.robot import play
    from shared.program.rehearsing import Guest, Own, run_and_rehearse

    home = options.home
    opened = [first]

    def own() -> Own:
        node, membership = opened.pop() if opened else open_follower(home, hall=options.hall)
        return Own(set_up(node, membership, options.speed), node)

    def guest(port: NodePort, membership: Membership, rehearsal: Rehearsal) -> Guest:
        app = set_up(port, membership, float(rehearsal.speed))
        script = RobotScript(
            seed=rehearsal.seed,
            moves=rehearsal.moves,
            pace_ms=rehearsal.pace_ms,
            drawless=True,
        )
        return Guest(app, rehearsal.speed, lambda: play(app, script, lambda _: None, asyncio.sleep))

    run_and_rehearse(home, own, guest, headless=options.headless)


def _run_plain(options: Options, node: NodePort, membership: Membership, tally: Tally) -> None:
    """Run the table as numbered prompts on standard input and output."""
    from board_terminal.running.plain import PlainTable, run_plain

    monotonic = scaled(monotonic_ms, options.speed)
    driver = _driver(node, membership)
    driver.tally = tally
    driver.speak(options.language)
    remember(driver, options.home)

    def table(say: Callable[[str], None]) -> PlainTable:
        return PlainTable(
            driver,
            wall=wall_ms,
            monotonic=monotonic,
            zone=membership.zone,
            locked=options.locked,
            say=say,
        )

    with speaking(Voice(catalogue(options.language))):
        run_plain(node, table, monotonic, locked=options.locked)


def terminal_app(
    node: NodePort, membership: Membership, *, speed: float = 1.0, service_pin: str = ""
) -> TerminalApp:
    """Return the app of a table; the match clock runs ``speed`` times as fast."""
    from board_terminal.app import TerminalApp

    return TerminalApp(
        _driver(node, membership),
        wall=wall_ms,
        monotonic=scaled(monotonic_ms, speed),
        zone=membership.zone,
        service_pin=service_pin,
    )


def _driver(node: NodePort, membership: Membership) -> Driver:
    from board_terminal.driving.driver import Driver

    return Driver(
        node,
        table=membership.table,
        deck=parse_deck(read_text("three_move_deck.tsv")),
        chance=partial(secrets.token_bytes, CHANCE_BYTES),
        asleep=asleep_ms,
        battery=battery_percent,
    )


def remember(driver: Driver, home: Path) -> None:
    """Keep the languages that the players of a match choose in ``home``."""
    driver.kept_languages = partial(kept, home)
    driver.keep_languages = partial(keep, home)


def facts_of(
    home: Path, node_id: str, membership: Membership, hall: str = "", serving: Desk | None = None
) -> Facts:
    """Return what the service screen says of this device; ``serving``: its table as it is now."""
    from board_terminal.pages.service import Facts

    known = serving.state.devices.get(node_id) if serving is not None else None
    label = known.label if known is not None else membership.label
    table = serving.table if serving is not None else membership.table
    address = membership.halls[0]
    shown = address.at(hall) if hall else address
    try:
        free: int | None = shutil.disk_usage(home).free
    except OSError:
        free = None
    return Facts(
        device=f"{label} ({node_id[:8]}), table {table}",
        hall=f"{shown.host} port {shown.sync_port}",
        version=own_version(),
        free_bytes=free,
    )
