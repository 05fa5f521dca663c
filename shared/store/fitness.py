"""Looks whether a replica file is sound, without a change to it and without waiting for anyone."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from shared.store.database import sqlite3

Fitness = Literal["absent", "sound", "in use", "damaged"]


class Look(NamedTuple):
    """How a replica file was found; ``detail`` is SQLite's own word on it."""

    fitness: Fitness
    detail: str = ""


def look_at(path: Path) -> Look:
    """How the replica file at ``path`` is. Opens it for reading only."""
    if not path.exists():
        return Look("absent")
    # Whoever has the file open has its -wal beside it. Where none is, nobody does, and a reader
    # that is told so leaves no such files of its own behind.
    alone = not path.with_name(path.name + "-wal").exists()
    how = "immutable=1" if alone else "mode=ro"
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=0)
        try:
            verdict = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error as error:
        text = str(error)
        return Look("in use" if "locked" in text or "busy" in text else "damaged", text)
    return Look("sound") if verdict == "ok" else Look("damaged", verdict.splitlines()[-1])
