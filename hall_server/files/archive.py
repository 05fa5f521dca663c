"""A whole event in one zip file: log, snapshot, papers, tables, and the checksums of all of them.

Owns what an archive holds and whether one is sound. Equal contents make equal bytes.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

SUMS: Final = "SHA256SUMS"
READ_ME: Final = "README.txt"
_STAMP = (1980, 1, 1, 0, 0, 0)
_LARGEST = 1 << 30
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, RuntimeError,
)  # fmt: skip
"""What damaged bytes make the zip library raise; RuntimeError where they claim to be encrypted."""

_WORDS = """\
{event}, archived at position {end} of its log.

log.jsonl        every event, one a line, with the signed bytes
hall.db          the tournament as an SQLite file, with the standings
papers/          standings, crosstables and rounds as PDF
tables/          players, standings, crosstables and ratings as CSV, JSON, HTML, TSV and TRF
SHA256SUMS       checksums: 'sha256sum -c SHA256SUMS' checks them all
"""


class BrokenArchive(ValueError):
    """An archive that is not what was written; the sentence names what is wrong."""


def pack(event: str, end: int, files: Mapping[str, bytes]) -> bytes:
    """The archive of ``files`` by name. ``end`` is how many events the log has."""
    everything = {READ_ME: _WORDS.format(event=event, end=end).encode(), **files}
    sums = "".join(
        f"{sha256(data).hexdigest()}  {name}\n" for name, data in sorted(everything.items())
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted({**everything, SUMS: sums.encode()}.items()):
            entry = zipfile.ZipInfo(name, _STAMP)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an archive, each as its checksum says. Raises BrokenArchive."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _LARGEST:
                message = "it claims to hold more than a gigabyte"
                raise BrokenArchive(message)
            files = {name: archive.read(name) for name in archive.namelist()}
    except BrokenArchive:
        raise
    except _UNREADABLE as error:
        message = f"it cannot be read as an archive ({error})"
        raise BrokenArchive(message) from error
    sums = _sums(files.pop(SUMS, None))
    for name in sorted(sums.keys() | files.keys()):
        if name not in files:
            message = f"{name} is missing"
            raise BrokenArchive(message)
        if sums.get(name) != sha256(files[name]).hexdigest():
            message = f"{name} is not what was archived"
            raise BrokenArchive(message)
    return files


def _sums(data: bytes | None) -> dict[str, str]:
    if data is None:
        message = f"it has no {SUMS}, so it is no archive of a hall"
        raise BrokenArchive(message)
    try:
        pairs = [line.split("  ", 1) for line in data.decode().splitlines()]
        return {name: digest for digest, name in pairs}
    except (UnicodeDecodeError, ValueError) as error:
        message = f"{SUMS} cannot be read"
        raise BrokenArchive(message) from error
