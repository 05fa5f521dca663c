"""The composition root of a board terminal: what its options come to."""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from board_terminal.keys import wired
from board_terminal.messages import CHANCE_BYTES
from shared.core.draughts.openings import parse_deck
from shared.core.state.rehearsal import Rehearsal
from shared.core.text.language import N_, Voice, speaking
from shared.data import read_text
from shared.machine.battery import battery_percent
from shared.machine.clocks import asleep_ms, monotonic_ms, scaled, wall_ms
from shared.machine.kept_language import keep, kept
from shared.machine.languages import catalogue
from shared.machine.logs import log_to
from shared.machine.pins import Tally
from shared.node.open import open_follower
from shared.node.pin_tally import KeptTally
from shared.port import NodePort
from shared.program.enrol import ask_to_be_admitted, can_ask
from shared.program.robot_scripts import RobotLedger, RobotScript, read_script
from shared.program.running import own_version, run_app

if TYPE_CHECKING:
    from board_terminal.app import TerminalApp
    from board_terminal.desk import Desk
    from board_terminal.driver import Driver
    from board_terminal.pages.service import Facts
    from shared.node.engine import Engine
    from shared.node.follower import FollowerLink
    from shared.node.home import Membership


def prepared(
    home: Path,
    *,
    invite: Path | None,
    hall: str,
    speed: float,
    robot: Path | None,
    headless: bool,
    locked: bool,
    language: str,
    theme: str,
    service_pin: str,
    plain: bool,
    left_key: str,
    right_key: str,
) -> Callable[[], None]:
    """Open the table, and return what runs it. Raises ClickException where it cannot be opened."""
    script = None if robot is None else read_script(robot, RobotScript)
    ledger = None if script is None else RobotLedger(script.ledger)
    try:
        buttons = wired(left_key, right_key)
        alone = headless or plain
        if can_ask(home, invite=invite, headless=alone) and not ask_to_be_admitted(
            home,
            role="terminal",
            what=N_("board terminal"),
            hall=hall,
            locked=locked,
            language=language,
        ):
            return lambda: None
        node, membership = open_follower(home, invite=invite, hall=hall)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    if membership.role != "terminal":
        raise click.ClickException(
            f"{home} belongs to '{membership.label}', which is no board terminal."
        )
    log_to(home, "terminal")
    tally = KeptTally(home)
    if plain:
        return partial(
            run_plain_table, home, node, membership, tally, language, speed=speed, locked=locked
        )

    def set_up(port: NodePort, who: Membership, times: float) -> TerminalApp:
        app = terminal_app(port, who, speed=times, locked=locked)
        app.service_pin = service_pin
        app.tally = app.driver.tally = tally
        app.speak(language)
        remember(app.driver, home)
        app.theme = theme
        app.wired = buttons
        app.facts = lambda: facts_of(home, port.node_id, who, hall, serving=app.driver.desk)
        return app

    if script is None or ledger is None:
        first = (node, membership)
        return lambda: _run(home, hall, first, set_up, speed=speed, headless=headless)
    from board_terminal.robot import play

    app, note = set_up(node, membership, speed), ledger.note
    return lambda: run_app(
        app, headless=headless, robot=lambda: play(app, script, note, asyncio.sleep)
    )


def _run(
    home: Path,
    hall: str,
    first: tuple[Engine[FollowerLink], Membership],
    set_up: Callable[[NodePort, Membership, float], TerminalApp],
    *,
    speed: float,
    headless: bool,
) -> None:
    """Run the table, and whatever is rehearsed while it is idle, with a robot at it."""
    from board_terminal.robot import play
    from shared.program.rehearsing import Guest, Own, run_and_rehearse

    opened = [first]

    def own() -> Own:
        node, membership = opened.pop() if opened else open_follower(home, hall=hall)
        return Own(set_up(node, membership, speed), node)

    def guest(port: NodePort, membership: Membership, rehearsal: Rehearsal) -> Guest:
        app = set_up(port, membership, float(rehearsal.speed))
        script = RobotScript(
            seed=rehearsal.seed,
            moves=rehearsal.moves,
            pace_ms=rehearsal.pace_ms,
            drawless=True,
        )
        return Guest(app, rehearsal.speed, lambda: play(app, script, lambda _: None, asyncio.sleep))

    run_and_rehearse(home, own, guest, headless=headless)


def terminal_app(
    node: NodePort, membership: Membership, *, speed: float = 1.0, locked: bool = False
) -> TerminalApp:
    """The app of a table on its node; the match clock runs ``speed`` times as fast."""
    from board_terminal.app import TerminalApp

    return TerminalApp(
        node,
        table=membership.table,
        deck=parse_deck(read_text("three_move_deck.tsv")),
        wall=wall_ms,
        monotonic=scaled(monotonic_ms, speed),
        chance=_chance,
        zone=membership.zone,
        locked=locked,
        asleep=asleep_ms,
        battery=battery_percent,
    )


def _chance() -> bytes:
    return secrets.token_bytes(CHANCE_BYTES)


def remember(driver: Driver, home: Path) -> None:
    """Keep in ``home`` in which language the players of a match want to be spoken to."""
    driver.kept_languages = partial(kept, home)
    driver.keep_languages = partial(keep, home)


def facts_of(
    home: Path, node_id: str, membership: Membership, hall: str = "", serving: Desk | None = None
) -> Facts:
    """What the service screen says of this device, which is ``serving`` a table."""
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


def run_plain_table(
    home: Path,
    node: NodePort,
    membership: Membership,
    tally: Tally,
    language: str,
    *,
    speed: float,
    locked: bool,
) -> None:
    """The same table as numbered prompts on standard input and output."""
    from board_terminal.driver import Driver
    from board_terminal.plain import PlainTable
    from board_terminal.plain_run import run_plain

    monotonic = scaled(monotonic_ms, speed)
    deck = parse_deck(read_text("three_move_deck.tsv"))
    driver = Driver(
        node,
        table=membership.table,
        deck=deck,
        chance=_chance,
        asleep=asleep_ms,
        battery=battery_percent,
    )
    driver.tally = tally
    driver.speak(language)
    remember(driver, home)
    with speaking(Voice(catalogue(language))):
        run_plain(
            node,
            lambda say: PlainTable(
                driver,
                wall=wall_ms,
                monotonic=monotonic,
                zone=membership.zone,
                locked=locked,
                say=say,
            ),
            monotonic,
            locked=locked,
        )
