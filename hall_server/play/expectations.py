"""What a demo must show: the totals as published, and no accepted signature lost."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import NamedTuple

import click

from hall_server.play.next_round import opened
from hall_server.play.programs import HALL, Programs, ledger_of
from shared.core.standings.order import StandingsRow
from shared.pairing.places import division_standings


class Published(NamedTuple):
    """A player's published match points, and honor points if they were published."""

    match_points: int
    honor_points: int | None


@dataclass
class DemoReport:
    """The outcome of a demo."""

    killed: list[str] = field(default_factory=list)
    accepted: int = 0
    """Signatures that a screen showed as held."""
    lost: list[str] = field(default_factory=list)
    compared: int = 0
    differences: tuple[str, ...] = ()
    rows: tuple[StandingsRow, ...] = ()

    @property
    def good(self) -> bool:
        """Return whether nothing was lost and all totals are as published."""
        return not self.lost and not self.differences

    def check(self, programs: Programs, division: str, published: Mapping[str, Published]) -> None:
        """Compare the hall's log with what was published and with what the tables hold.

        It must also hold every signature that a robot saw accepted. All programs have ended.
        """
        with closing(opened(programs.home(HALL))) as hall:
            self.rows = division_standings(hall.state, division)
            self.compared, self.differences = len(published), differences(published, self.rows)
            for table in programs.tables:
                home = programs.home(f"table-{table}")
                shown = set(ledger_of(home).read_text().split() if ledger_of(home).exists() else ())
                self.accepted += len(shown)
                lost = [f"event {event}" for event in sorted(shown) if not hall.known(event)]
                with closing(opened(home)) as replica:
                    missing = replica.missing(hall.vector, 1_000)
                lost += [f"{stored.event.kind} {stored.event.id}" for stored in missing]
                self.lost += [f"table {table}: {what}" for what in lost]

    def tell(self) -> None:
        """Print the report."""
        click.echo(f"\n{'':>3} {'Player':<24} {'MP':>4} {'HP':>7}")
        for row in self.rows:
            place = "" if row.rank is None else f"{row.rank}."
            click.echo(f"{place:>3} {row.name:<24} {row.match_points:>4} {_honor(row):>7}")
        click.echo()
        for killed in self.killed:
            click.echo(f"Killed (SIGKILL) and started again: {killed}.")
        click.echo(f"Signatures that a screen showed as held: {self.accepted}.")
        click.echo(f"Lost: {len(self.lost) or 'nothing'}.")
        for line in (*self.lost, *self.differences):
            click.echo(f"! {line}")
        if self.good and self.compared:
            click.echo(f"All {self.compared} totals are as published.")


def differences(
    published: Mapping[str, Published], rows: Sequence[StandingsRow]
) -> tuple[str, ...]:
    """Return each difference from what was published, in sentences."""
    by_player = {row.player: row for row in rows}
    found = []
    for player, (match_points, honor_points) in published.items():
        row = by_player.get(player)
        if row is None:
            found.append(f"player {player} is missing from the standings")
            continue
        for what, has, was in (
            ("match", row.match_points, match_points),
            ("honor", row.honor_points, honor_points),
        ):
            if was is not None and has != was:
                found.append(f"{row.name} has {has} {what} points, published are {was}")
    return tuple(found)


def _honor(row: StandingsRow) -> str:
    whole = row.honor_points.denominator == 1
    return str(row.honor_points.numerator) if whole else f"{float(row.honor_points):.2f}"
