"""The headless demo: plays a tournament to its end, kills processes on the way, and checks.

Exits non-zero if a total differs from the published one or if anything accepted was lost.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click

from hall_server.demo.plan import DIVISION, DemoPlan
from hall_server.demo.stage import HALL, WATCHER, Stage
from hall_server.demo.watch import (
    TookTooLong,
    Watcher,
    called_in,
    matches_in,
    results_there,
    round_done,
)
from shared.clocks import monotonic_s
from shared.core.standings import Row
from shared.core.state import HallState, Match
from shared.core.tables import division_standings
from shared.node.home import load
from shared.store.replica import Replica

MOST_PROCESSES = 8
ROUND_S = 300.0
"""So long a round may take, its start-up with it, before it is given up."""


@dataclass(frozen=True)
class Kill:
    """SIGKILL in a round, while it is being played; "" is any table with its own process."""

    round_no: int
    name: str = ""
    away_s: float = 0.0


KILLS = (Kill(3), Kill(4, HALL, away_s=1.0))
"""One terminal in round 3; in round 4 the hall, and the tables play on without it."""


@dataclass
class Report:
    """What the demo found."""

    killed: list[str] = field(default_factory=list)
    accepted: int = 0
    lost: list[str] = field(default_factory=list)
    compared: int = 0
    differences: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing was lost and all totals are as published."""
        return not self.lost and not self.differences


async def play_headless(
    plan: DemoPlan,
    folder: Path,
    *,
    seed: int,
    moves: int,
    pace_ms: int,
    speed: float,
    kills: Sequence[Kill] = KILLS,
) -> Report:
    """Play ``plan`` through real processes in ``folder``. Raises TookTooLong."""
    stage = Stage.build(folder, plan, seed=seed, moves=moves, pace_ms=pace_ms)
    report = Report()
    with ExitStack() as stack:
        stack.callback(stage.stop_all)
        stage.add_hall()
        referee = stage.add_referee()
        stage.add_kiosk()
        own, together = share_out(stage.tables(), MOST_PROCESSES - len(stage.players))
        for table in own:
            stage.add_table(table, speed)
        for tables in together:
            stage.add_tables(tables, speed)
        for player in stage.players.values():
            player.start()
        watcher = Watcher(stage.home(WATCHER), stage.invites[WATCHER])
        stack.callback(watcher.close)
        click.echo(
            f"{plan.event.event.name}: {len(plan.event.player)} players, {plan.rounds} rounds,"
            f" {len(stage.tables())} tables, {len(stage.players)} processes."
        )
        for number in range(1, plan.rounds + 1):
            await _play_round(number, stage, watcher, own, kills, report)
        await watcher.until(
            lambda _: referee.process is None or referee.process.poll() is not None,
            "the referee's end of the tournament",
            ROUND_S,
            lambda: None,
        )
    _check(stage, report)
    return report


def share_out(tables: list[str], processes: int) -> tuple[list[str], list[list[str]]]:
    """Which tables have a process of their own, and which share one."""
    if len(tables) <= processes:
        return tables, []
    own = tables[: max(1, processes // 2)]
    rest = tables[len(own) :]
    shares = min(processes - len(own), len(rest))
    return own, [rest[n::shares] for n in range(shares)]


async def _play_round(
    number: int,
    stage: Stage,
    watcher: Watcher,
    own: list[str],
    kills: Sequence[Kill],
    report: Report,
) -> None:
    started = monotonic_s()

    def everybody_lives() -> None:
        for player in stage.players.values():
            if player.died:
                raise TookTooLong(f"{player.name} ended by itself; its words are in {player.log}")
        if watcher.trouble:
            raise TookTooLong(watcher.trouble)

    async def until(there: Callable[[HallState], bool], what: str) -> None:
        await watcher.until(there, f"round {number}: {what}", ROUND_S, everybody_lives)

    for kill in kills:
        if kill.round_no != number:
            continue
        name = kill.name or f"table-{own[secrets.randbelow(len(own))]}"
        called = stage.plan.open_play
        begun = partial(_at_board, name=name) if called else partial(_under_way, number, name=name)
        await until(begun, f"play at {name}")
        await asyncio.sleep(secrets.randbelow(400) / 1000)
        player = stage.players[name]
        player.kill()
        await asyncio.sleep(kill.away_s)
        player.start()
        report.killed.append(f"{name} in round {number}")
    if stage.plan.open_play:
        count = number * len(stage.tables())
        await until(results_there(DIVISION, count), f"{count} results")
        what = f"{count} of {stage.plan.rounds * len(stage.tables())} matches"
    else:
        await until(round_done(DIVISION, number), "all results")
        count = len(matches_in(watcher.hall, DIVISION, number))
        matches = "1 match" if count == 1 else f"{count} matches"
        what = f"Round {number}: {matches}"
    click.echo(f"{what}, all confirmed by both sides ({monotonic_s() - started:.1f} s)")


def _under_way(round_no: int, hall: HallState, name: str) -> bool:
    """Whether play has begun in a round: at the table of that name, if it is one."""
    matches = matches_in(hall, DIVISION, round_no)
    return _has_begun(matches, name)


def _at_board(hall: HallState, name: str) -> bool:
    """Whether a match of open play is under way: at the table of that name, if it is one."""
    return _has_begun([m for m in called_in(hall, DIVISION) if not m.result.counts], name)


def _has_begun(matches: Sequence[Match], name: str) -> bool:
    tables = {f"table-{match.table}" for match in matches}
    return any(
        match.control is not None and (name not in tables or name == f"table-{match.table}")
        for match in matches
    )


def _check(stage: Stage, report: Report) -> None:
    """Compare the hall's log with what the tables hold and with what their robots saw accepted."""
    hall = _open(stage.home("hall"))
    try:
        report.rows = division_standings(hall.state, DIVISION)
        report.compared = len(stage.plan.expected)
        report.differences = stage.plan.differences(report.rows)
        for table in stage.tables():
            shown = _lines(stage.ledger(table))
            report.accepted += len(shown)
            report.lost += [
                f"table {table}: event {event_id}" for event_id in shown if not hall.known(event_id)
            ]
            replica = _open(stage.home(f"table-{table}"))
            try:
                missing = replica.missing(hall.vector, 1_000)
            finally:
                replica.close()
            report.lost += [f"table {table}: {s.event.kind} {s.event.id}" for s in missing]
    finally:
        hall.close()


def _open(home: Path) -> Replica:
    membership, _ = load(home)
    return Replica(home / "hall.db", membership.root_key, new_store_id=secrets.token_hex(8))


def _lines(path: Path) -> list[str]:
    return sorted(set(path.read_text(encoding="utf-8").split())) if path.exists() else []


def tell(report: Report) -> None:
    """Print what came out."""
    click.echo()
    click.echo(f"{'':>3} {'Player':<24} {'MP':>4} {'HP':>7}")
    for row in report.rows:
        place = "" if row.rank is None else f"{row.rank}."
        click.echo(f"{place:>3} {row.name:<24} {row.match_points:>4} {_honor(row):>7}")
    click.echo()
    for killed in report.killed:
        click.echo(f"Killed (SIGKILL) and started again: {killed}.")
    click.echo(f"Signatures that a screen showed as held: {report.accepted}.")
    click.echo(f"Lost: {'nothing' if not report.lost else len(report.lost)}.")
    for line in (*report.lost, *report.differences):
        click.echo(f"! {line}")
    if report.good and report.compared:
        click.echo(f"All {report.compared} totals are as published.")


def _honor(row: Row) -> str:
    whole = row.honor_points.denominator == 1
    return str(row.honor_points.numerator) if whole else f"{float(row.honor_points):.2f}"
