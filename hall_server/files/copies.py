"""A copy of the tournament, as a snapshot or inside an archive of the event. Reads only."""

from __future__ import annotations

import json
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from hall_server.files.archive import BrokenArchive, check
from hall_server.files.event_archive import LOG, SNAPSHOT
from shared.store.verify import raw_log
from shared.wire.limits import MAX_EVENT

_LONGEST_LINE = 8 * MAX_EVENT
"""Bytes of a line of the log: an event in base64 and once more in plain letters."""


@contextmanager
def snapshot_in(path: Path) -> Iterator[Path]:
    """The snapshot at ``path``, or the one inside if that is an archive of the event.

    Every checksum of an archive is checked, and its log against its snapshot, event by event.
    Raises ClickException for an archive that is not what was written, CannotOpen for its snapshot.
    """
    if not path.is_file() or not zipfile.is_zipfile(path):
        if _begins_as_archive(path):
            raise click.ClickException(
                f"{path} is only the beginning of an archive: it was not copied to its end. Nothing"
                " was changed. Use another copy."
            )
        yield path
        return
    with TemporaryDirectory() as folder:
        try:
            log, target = Path(folder) / LOG, Path(folder) / "copy" / path.name
            target.parent.mkdir()
            check(path, {LOG: log, SNAPSHOT: target})
            _compare(log, target)
        except (BrokenArchive, OSError) as error:
            raise click.ClickException(
                f"{path} is not sound: {error}. Nothing was changed. Use another copy."
            ) from error
        yield target


def _begins_as_archive(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def _compare(log: Path, snapshot: Path) -> None:
    """Log and snapshot of one archive hold the same bytes. Raises BrokenArchive."""
    with log.open("rb") as lines, closing(raw_log(snapshot)) as held:
        same = all(_told(lines.readline(_LONGEST_LINE)) == row for row in held)
        if not same or lines.read(1):
            message = f"{LOG} and {SNAPSHOT} do not hold the same events"
            raise BrokenArchive(message)


def _told(line: bytes) -> tuple[str, bytes, bytes] | None:
    """What a line of the log says of an event; None for the end of it."""
    try:
        told = json.loads(line) if line else None
        return told and (told["id"], b64decode(told["bytes"]), b64decode(told["sig"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        message = f"{LOG} cannot be read"
        raise BrokenArchive(message) from error
