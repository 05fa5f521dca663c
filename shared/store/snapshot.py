"""A readable copy of a replica, for people, other tools and restores: VACUUM INTO."""

from __future__ import annotations

from pathlib import Path

from shared.core.state import HallState
from shared.core.tables import division_standings
from shared.store.database import sqlite3, transaction
from shared.store.errors import CannotSave
from shared.store.replica import Replica


def take_snapshot(replica: Replica, target: Path) -> None:
    """Write a copy to ``target``, with the standings as they are now.

    Raises CannotSave if the file exists or cannot be written. The replica stays as it is.
    """
    if target.exists():
        raise CannotSave(f"{target} exists already. Nothing was written; choose another name.")
    refresh_standings(replica)
    try:
        replica.database.execute("VACUUM INTO ?", [str(target)])
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise CannotSave(f"The snapshot {target} was not written ({error}).") from error


def refresh_standings(replica: Replica) -> None:
    """Bring the table ``standings`` up to date. It is derived, and only read in copies."""
    db = replica.database
    with transaction(db):
        db.execute("DELETE FROM standings")
        for division, rows in _standings(replica.state).items():
            for place, row in enumerate(rows, start=1):
                db.execute(
                    "INSERT INTO standings VALUES (?, ?, ?, ?, ?, ?, ?)", [division, place, *row]
                )


def _standings(state: HallState) -> dict[str, list[tuple[int | None, str, str, int, str]]]:
    return {
        division: [
            (row.rank, row.player, row.name, row.match_points, str(row.honor_points))
            for row in division_standings(state, division)
        ]
        for division in state.divisions
    }
