"""A copy of the tournament, as a snapshot or inside an archive of the event. Reads only."""

from __future__ import annotations

import json
import zipfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from hall_server.files.archive import BrokenArchive, unpack
from hall_server.files.event_archive import LOG, SNAPSHOT
from shared.store.verify import raw_log


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
            files = unpack(path.read_bytes())
            target = Path(folder) / path.name
            target.write_bytes(_held(files, SNAPSHOT))
            _compare(_held(files, LOG), target)
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


def _held(files: dict[str, bytes], name: str) -> bytes:
    if name not in files:
        message = f"{name} is missing"
        raise BrokenArchive(message)
    return files[name]


def _compare(log: bytes, snapshot: Path) -> None:
    """Log and snapshot of one archive hold the same bytes. Raises BrokenArchive."""
    try:
        lines = [json.loads(line) for line in log.decode().splitlines()]
        told = [(each["id"], b64decode(each["bytes"]), b64decode(each["sig"])) for each in lines]
    except (ValueError, KeyError, TypeError) as error:
        message = f"{LOG} cannot be read"
        raise BrokenArchive(message) from error
    if told != raw_log(snapshot):
        message = f"{LOG} and {SNAPSHOT} do not hold the same events"
        raise BrokenArchive(message)
