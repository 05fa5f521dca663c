"""A disk that remembers every write and every sync, and what a power cut could leave of it.

What was synced is there. Of what was not, each write is there, or not, or torn at a sector.
"""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import apsw

SECTOR = 512
NAME = "cut"


@dataclass
class Op:
    """One thing that SQLite asked of the disk."""

    file: str
    kind: str
    offset: int = 0
    data: bytes = b""


class Recorder(apsw.VFS):
    """The system's own disk, with a record of what is done to it."""

    def __init__(self) -> None:
        super().__init__(NAME, "")
        self.ops: list[Op] = []

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.ops.append(Op(Path(filename).name, "delete" if syncdir else "delete unsynced"))
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(
        self, disk: Recorder, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name = Path(path or "temporary").name

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.ops.append(Op(self._name, "write", offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._disk.ops.append(Op(self._name, "truncate", newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._disk.ops.append(Op(self._name, "sync"))


@dataclass
class Platter:
    """What is surely on the disk after some of the record, and what only may be."""

    sure: dict[str, bytearray] = field(default_factory=dict)
    waiting: dict[str, list[Op]] = field(default_factory=dict)

    def play(self, op: Op) -> None:
        """One more op happened before the cut."""
        if op.kind == "sync":
            if op.file not in self.sure and op.file.endswith(("-wal", "-journal")):
                self._sync_folder()
            content = self.sure.setdefault(op.file, bytearray())
            for earlier in self.waiting.pop(op.file, []):
                _apply(content, earlier)
        elif op.kind == "delete":
            self.sure.pop(op.file, None)
            self.waiting.pop(op.file, None)
        else:
            self.waiting.setdefault(op.file, []).append(op)

    def _sync_folder(self) -> None:
        """With the first sync of a log that it made SQLite syncs the folder, so what it deleted
        before stays deleted."""
        for name, ops in list(self.waiting.items()):
            if any(op.kind == "delete unsynced" for op in ops):
                self.sure.pop(name, None)
                del self.waiting[name]

    def cut(self, chance: Random) -> dict[str, bytes]:
        """Return the files after a power cut at this moment."""
        files = {name: bytearray(content) for name, content in self.sure.items()}
        for name, ops in sorted(self.waiting.items()):
            for op in ops:
                luck = chance.random()
                if op.kind == "delete unsynced":
                    if luck < 0.5:
                        files.pop(name, None)
                elif luck < 0.45:
                    _apply(files.setdefault(name, bytearray()), op)
                elif luck < 0.65 and op.kind == "write":
                    _apply(files.setdefault(name, bytearray()), _torn(op, chance))
        return {name: bytes(content) for name, content in files.items()}


def _torn(op: Op, chance: Random) -> Op:
    """Return the beginning or the end of a write, in whole sectors."""
    at = SECTOR * chance.randint(0, len(op.data) // SECTOR)
    if chance.random() < 0.5:
        return Op(op.file, op.kind, op.offset, op.data[:at])
    return Op(op.file, op.kind, op.offset + at, op.data[at:])


def _apply(content: bytearray, op: Op) -> None:
    if op.kind == "truncate":
        del content[op.offset :]
        return
    if op.data:
        content.extend(bytes(max(0, op.offset - len(content))))
        content[op.offset : op.offset + len(op.data)] = op.data
