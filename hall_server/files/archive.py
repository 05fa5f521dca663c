"""A whole event in one zip file: log, snapshot, papers, tables, and their checksums.

Equal contents make equal bytes. A copy of a tournament can be such an archive.
"""

import io
import json
import os
import struct
import zipfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

import click
import msgspec

from hall_server.files.outlets import OUTLETS, export
from hall_server.paper.catalogue import Order, document
from hall_server.paper.keeping import render_pdf
from hall_server.paper.sheet import Document, PaperName
from shared.core.state import HallState
from shared.core.text.language import ENGLISH, N_, Catalogue, _, in_catalogue
from shared.store.replica import Replica
from shared.store.snapshot import take_snapshot
from shared.store.verify import raw_log
from shared.wire.limits import MAX_EVENT
from shared.wire.sync.log import Stored

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

_WORDS = N_("""\
{event}, archived at position {end} of its log.

log.jsonl        every event, one a line, with the signed bytes
hall.db          the tournament as an SQLite file, with the standings
papers/          standings, crosstables and rounds as PDF
tables/          players, standings, crosstables and ratings as CSV, JSON, HTML, TSV and TRF
SHA256SUMS       checksums: 'sha256sum -c SHA256SUMS' checks them all
""")


class BrokenArchive(ValueError):
    """The archive is damaged; the sentence says how."""


def pack(event: str, end: int, files: Mapping[str, bytes]) -> bytes:
    """Return the archive of ``files`` by name, its page for readers in the language spoken.

    ``end`` is how many events the log has.
    """
    everything = {READ_ME: _(_WORDS).format(event=event, end=end).encode(), **files}
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


def log_lines(stored: Iterable[Stored]) -> Iterator[str]:
    """Yield a line for each event, in the order of the log.

    ``bytes`` and ``sig`` (base64) are what the author signed, so that a line can be checked.
    """
    for each in stored:
        event = each.event
        record = {
            "pos": each.pos,
            "id": event.id,
            "node": event.node,
            "inc": event.inc,
            "seq": event.seq,
            "at": event.at,
            "term": event.term,
            "kind": event.kind,
            "kv": event.kv,
            "ent": event.ent,
            "deps": event.deps,
            "actor": {"who": event.actor.who, "how": event.actor.how},
            "body": _fields(event.body),
            "prev": event.prev,
            "bytes": b64encode(each.signed.data).decode(),
            "sig": b64encode(each.signed.sig).decode(),
        }
        yield msgspec.json.encode(record).decode() + "\n"


def _fields(body: msgspec.Struct | None) -> dict[str, object] | None:
    """Return a body by the names of its fields, None if this software does not know it."""
    if body is None:
        return None
    return {name: getattr(body, name) for name in body.__struct_fields__}


LOG: Final = "log.jsonl"
SNAPSHOT: Final = "hall.db"


def archive_event(replica: Replica, paper: PaperName, words: Catalogue = ENGLISH) -> bytes:
    """Return the archive of everything in a replica; papers, pages and ``READ_ME`` speak ``words``.

    Raises StoreError.
    """
    state = replica.state
    stored = replica.after(0, replica.end)
    made = max((each.event.at for each in stored), default=0)
    files = {
        LOG: "".join(log_lines(stored)).encode(),
        SNAPSHOT: _snapshot(replica),
        **_tables(state, words),
        **{
            f"papers/{name}.pdf": render_pdf(wanted, paper)
            for name, wanted in _papers(state, made, words).items()
        },
    }
    event = state.tournament.name if state.tournament else "Tournament"
    with in_catalogue(words):
        return pack(event, replica.end, files)


def _snapshot(replica: Replica) -> bytes:
    with TemporaryDirectory() as folder:
        target = Path(folder) / SNAPSHOT
        take_snapshot(replica, target)
        return target.read_bytes()


def _tables(state: HallState, words: Catalogue) -> dict[str, bytes]:
    return {
        f"tables/{division}-{what}.{'trf' if what == 'trf' else layout}": export(
            state, what, layout, division, words
        ).data
        for division in state.divisions
        for what, layouts in OUTLETS.items()
        for layout in layouts
        if layout != "trf26"
    }


def _papers(state: HallState, made: int, words: Catalogue) -> dict[str, Document]:
    papers = {}
    for division in state.divisions:
        order = Order(state, made, division, catalogue=words)
        for what in ("standings", "crosstable", "incidents"):
            papers[f"{division}-{what}"] = document(what, order)
    for division, number in state.rounds:
        order = Order(state, made, division, number, catalogue=words)
        papers[f"{division}-round-{number}"] = document("pairings", order)
    return papers


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
