"""Starting other programs, and asking them to end, on each kind of system."""

import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def as_typed(*words: str | Path) -> str:
    """Return a command as it is typed here: a word with a blank in it stands in quotes."""
    join = subprocess.list2cmdline if sys.platform == "win32" else shlex.join
    return join([str(word) for word in words])


def start(
    words: Sequence[str], log: Path | None = None, *, outlives: bool = False
) -> subprocess.Popen[bytes]:
    """Start a program; its output goes to ``log``, which is made longer, or where ours goes.

    One that ``outlives`` this program is not ended with it, or by Ctrl+C in its terminal. Raises
    OSError.
    """
    flags = 0
    if sys.platform == "win32":
        # Ctrl+Break is heard by a group, and has to reach nobody else.
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
        flags |= subprocess.DETACHED_PROCESS if outlives else 0
    if log is None:
        return subprocess.Popen(words, start_new_session=outlives, creationflags=flags)
    with log.open("ab") as out:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            start_new_session=outlives, creationflags=flags,
        )  # fmt: skip


def ask_to_end(process: subprocess.Popen[bytes]) -> None:
    """Ask a program that was started here to end; it saves nothing later than it has already."""
    if sys.platform == "win32":
        process.send_signal(signal.CTRL_BREAK_EVENT)
    else:
        process.terminate()


def ends_by() -> tuple[signal.Signals, ...]:
    """Return the signals by which a program is asked to end."""
    if sys.platform == "win32":
        return (signal.SIGTERM, signal.SIGINT, signal.SIGBREAK)
    else:  # noqa: RET505 - the checker of types takes the other branch as gone
        return (signal.SIGTERM, signal.SIGINT)
