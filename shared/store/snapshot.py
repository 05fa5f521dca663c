"""A readable copy of a replica, for people, other tools and restores: VACUUM INTO."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from shared.core.state import HallState
from shared.core.tables import division_standings
from shared.store.database import close_database, open_database, sqlite3, transaction
from shared.store.errors import CannotOpen, CannotSave
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
        with suppress(OSError):  # a stick that was pulled out has nothing to clear away
            target.unlink(missing_ok=True)
        raise CannotSave(
            f"The snapshot {target} was not written ({error}). Nothing in the hall changed."
            " Make room or name another place, and ask again."
        ) from error


def branch(source: Path, target: Path, *, new_store_id: str) -> None:
    """Make a replica of its own from a copy: the same events under a new store id.

    What a copy had read from others and what others had acknowledged to it says nothing about the
    new one. Raises CannotSave if ``target`` exists or cannot be written, CannotOpen if ``source``
    is no sound replica.
    """
    if target.exists():
        raise CannotSave(f"{target} exists already. Nothing was written; choose another place.")
    if not source.is_file():
        raise CannotOpen(f"{source} does not exist. Nothing was changed.")
    fresh = target.with_name(target.name + ".new")
    fresh.unlink(missing_ok=True)
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.copyfile(source, fresh)
        wal = source.with_name(source.name + "-wal")
        if wal.exists() and wal.stat().st_size:
            raise CannotOpen(
                f"{source} was not closed in order: beside it lies {wal.name}. Take a snapshot of"
                " it where it is used (hall-server snapshot), and use that. Nothing was changed."
            )
        fresh.chmod(0o600)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise CannotSave(
            f"{target} was not written ({error.strerror}), and {source} is as it was. Make room or"
            " name another place, and ask again."
        ) from error
    except CannotOpen:
        fresh.unlink(missing_ok=True)
        raise
    try:
        db = open_database(fresh)
        try:
            with transaction(db):
                db.execute("UPDATE meta SET value = ? WHERE key = 'store'", [new_store_id])
                for table in ("cursors", "acked"):
                    db.execute(f"DELETE FROM {table}")  # noqa: S608 - the two names above
        finally:
            close_database(db)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    fresh.replace(target)


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
