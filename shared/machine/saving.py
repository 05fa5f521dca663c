"""Files that are written whole or not at all. The old file stays until the new one is on disk."""

import errno
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from shared.core.text.for_people import ForPeople, why


class CannotWrite(ForPeople):
    """A file was not written; the sentence says why, what is safe and what to do."""


HELD_S = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
"""Pauses between tries at a file that another program holds: on Windows a search for viruses opens
each new file for a moment, and nobody can move or remove it meanwhile."""


def _once_free(act: Callable[[], object]) -> None:
    for pause in HELD_S if sys.platform == "win32" else ():
        try:
            act()
        except PermissionError:
            time.sleep(pause)
        else:
            return
    act()


def take_place(fresh: Path, path: Path) -> None:
    """Let ``fresh`` take the place of ``path``. Raises OSError; both are then as they were."""
    _once_free(lambda: fresh.replace(path))


def remove(path: Path) -> None:
    """Remove a file, if it is there. Raises OSError."""
    _once_free(lambda: path.unlink(missing_ok=True))


def write_whole(path: Path, data: bytes, mode: int) -> None:
    """Write ``path`` anew, whole or not at all. Raises OSError, which names ``path``; the older
    file then stays."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        remove(fresh)
        opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(opened, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        take_place(fresh, path)
    except OSError as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        error.filename = str(path)
        raise


def write_secret(path: Path, text: str) -> None:
    """Write a file that only its owner may read. If that fails (OSError), the older one stays."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(path, text.encode(), 0o600)


def settle_names(folder: Path) -> None:
    """Write the names in ``folder`` to the disk. Raises OSError."""
    with suppress(PermissionError):  # Windows opens no folder, and needs no fsync for it
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                raise
        finally:
            os.close(opened)


def save(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write ``path`` anew, whole or not at all. Raises CannotWrite.

    Only its owner can read a ``private`` file (mode 600).
    """
    try:
        write_whole(path, data, 0o600 if private else 0o666)
    except OSError as error:
        kept = "the older file stays as it was, and nothing" if path.is_file() else "nothing"
        raise CannotWrite(
            f"{path} was not written ({why(error)}); {kept} in the hall changed."
            " Make room or name another place, and ask again."
        ) from error
    try:
        settle_names(path.parent)
    except OSError as error:
        raise CannotWrite(
            f"{path} was written, but its disk does not confirm it ({why(error)})."
            " Nothing in the hall changed. Write it to another place too."
        ) from error
