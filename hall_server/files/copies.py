"""Finds the snapshot in a copy of the tournament, which can be an archive of the event."""

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
"""Bytes of a line of the log, at most: an event in base64 and again in plain letters."""


@contextmanager
def snapshot_in(path: Path) -> Iterator[Path]:
    """Yield the snapshot at ``path``, or the one in the archive at ``path``.

    Every checksum of an archive is checked, and its log is compared with its snapshot. Raises
    ClickException for a damaged archive.
    """
    if not path.is_file() or not zipfile.is_zipfile(path):
        if _begins_as_archive(path):
            raise click.ClickException(
                f"{path} is only the beginning of an archive: its end is missing. Nothing"
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
    """Compare the log and the snapshot of one archive. Raises BrokenArchive."""
    with log.open("rb") as lines, closing(raw_log(snapshot)) as held:
        same = all(_told(lines.readline(_LONGEST_LINE)) == row for row in held)
        if not same or lines.read(1):
            raise BrokenArchive(f"{LOG} and {SNAPSHOT} do not hold the same events")


def _told(line: bytes) -> tuple[str, bytes, bytes] | None:
    """Return the event in a line of the log, None at its end. Raises BrokenArchive."""
    try:
        told = json.loads(line) if line else None
        return told and (told["id"], b64decode(told["bytes"]), b64decode(told["sig"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BrokenArchive(f"{LOG} cannot be read") from error
