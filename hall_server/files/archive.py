"""A whole event in one zip file: log, snapshot, papers, tables, and their checksums.

Equal contents make equal bytes.
"""

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

SUMS: Final = "SHA256SUMS"
READ_ME: Final = "README.txt"
_STAMP = (1980, 1, 1, 0, 0, 0)
_LARGEST = 1 << 30
"""Bytes of all files of an archive, at most."""
_LARGEST_LIST = 1 << 20
"""Bytes of its table of contents and of its checksums, at most: they are read into memory."""
_PIECE = 1 << 20
_END = struct.Struct("<4s8xI4xH")
"""The end of a zip file: mark, bytes of its table of contents, bytes of a comment."""
_LOCATOR = 20
"""Bytes before the end in which a larger zip format has its own end."""
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, RuntimeError,
)  # fmt: skip
"""What the zip library raises for damaged bytes; RuntimeError if they claim to be encrypted."""

_WORDS = """\
{event}, archived at position {end} of its log.

log.jsonl        every event, one a line, with the signed bytes
hall.db          the tournament as an SQLite file, with the standings
papers/          standings, crosstables and rounds as PDF
tables/          players, standings, crosstables and ratings as CSV, JSON, HTML, TSV and TRF
SHA256SUMS       checksums: 'sha256sum -c SHA256SUMS' checks them all
"""


class BrokenArchive(ValueError):
    """The archive is damaged; the sentence says how."""


def pack(event: str, end: int, files: Mapping[str, bytes]) -> bytes:
    """Return the archive of ``files`` by name. ``end`` is how many events the log has."""
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


def check(path: Path, out: Mapping[str, Path] = MappingProxyType({})) -> int:
    """Check every file of an archive against its checksum; return how many there are.

    The files that ``out`` names are written to its paths. Memory is bounded, whatever the archive
    claims. Raises BrokenArchive.
    """
    try:
        _check_end(path)
        with zipfile.ZipFile(path) as archive:
            return _check_files(archive, out)
    except BrokenArchive:
        raise
    except _UNREADABLE as error:
        raise BrokenArchive(f"it cannot be read as an archive ({error})") from error


def _check_end(path: Path) -> None:
    """Refuse a table of contents that would fill the memory. Raises BrokenArchive."""
    with path.open("rb") as file:
        file.seek(-min(path.stat().st_size, _LOCATOR + _END.size), io.SEEK_END)
        tail = file.read()
    mark, size, comment = _END.unpack(tail[-_END.size :])
    if mark != b"PK\x05\x06" or comment or tail.startswith(b"PK\x06\x07"):
        raise BrokenArchive(
            "it cannot be read as an archive (it does not end as one of a hall does)"
        )
    if size > _LARGEST_LIST:
        raise BrokenArchive("its table of contents is too long for an archive of a hall")


def _check_files(archive: zipfile.ZipFile, out: Mapping[str, Path]) -> int:
    sizes = {entry.filename: entry.file_size for entry in archive.infolist()}
    if len(sizes) < len(archive.infolist()):
        raise BrokenArchive("it holds two files of one name")
    if sum(sizes.values()) > _LARGEST or sizes.get(SUMS, 0) > _LARGEST_LIST:
        raise BrokenArchive("it claims to hold more than a gigabyte")
    sums = _sums(archive.read(SUMS) if SUMS in sizes else None)
    names = sizes.keys() - {SUMS}
    for name in sorted(sums.keys() | names | out.keys()):
        if name not in names:
            raise BrokenArchive(f"{name} is missing")
        if sums.get(name) != _copied(archive, name, out.get(name)):
            raise BrokenArchive(f"{name} is not what was archived")
    return len(names)


def _copied(archive: zipfile.ZipFile, name: str, to: Path | None) -> str:
    """Read a file piece by piece, write it if ``to`` is given, and return its checksum."""
    digest = sha256()
    with archive.open(name) as source, (to or Path(os.devnull)).open("wb") as target:
        while piece := source.read(_PIECE):
            digest.update(piece)
            target.write(piece)
    return digest.hexdigest()


def _sums(data: bytes | None) -> dict[str, str]:
    if data is None:
        raise BrokenArchive(f"it has no {SUMS}, so it is no archive of a hall")
    try:
        pairs = [line.split("  ", 1) for line in data.decode().splitlines()]
        return {name: digest for digest, name in pairs}
    except (UnicodeDecodeError, ValueError) as error:
        raise BrokenArchive(f"{SUMS} cannot be read") from error
