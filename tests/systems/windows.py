"""A stand-in for Windows on this machine: what is missing there is missing, what fails there fails.

It changes what the program asks of the system: which system it is, folders that cannot be opened,
files that another program holds, signals, and how a program is started.
"""

import asyncio
import ctypes
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from shared.machine import saving

HELD = "The process cannot access the file because it is being used by another process"


class Windows:
    """Windows, as far as the programs ask for it. ``flags`` are those of the programs started."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.flags: list[int] = []
        self.held: Counter[str] = Counter()
        """How often an act on the file of a name still fails."""
        self._patch = patch
        patch.setattr(sys, "platform", "win32")
        patch.setattr(saving, "HELD_S", (0.0,) * len(saving.HELD_S))
        pair, family = socket.socketpair, socket.AF_UNIX
        patch.setattr(socket, "socketpair", lambda: pair(family))
        for name in ("AF_UNIX", "TCP_INFO"):
            patch.delattr(socket, name)
        patch.setitem(sys.modules, "resource", None)
        library = ctypes.CDLL(None)
        patch.setattr(ctypes, "CDLL", lambda name: library)  # that of C has another name there
        self._files()
        self._processes()

    def _files(self) -> None:
        opened, replaced, unlinked = os.open, os.replace, os.unlink

        def open_file(path: Any, *words: Any, **more: Any) -> int:
            if os.path.isdir(path):  # noqa: PTH112 - as the system is asked
                raise PermissionError(13, "Permission denied", path)
            return opened(path, *words, **more)

        def replace(source: Any, target: Any) -> None:
            self._touch(target)
            replaced(source, target)

        def unlink(path: Any) -> None:
            self._touch(path)
            unlinked(path)

        self._patch.setattr(os, "open", open_file)
        self._patch.setattr(os, "replace", replace)
        self._patch.setattr(os, "unlink", unlink)

    def _touch(self, path: Any) -> None:
        name = Path(path).name
        if self.held[name] > 0:
            self.held[name] -= 1
            raise PermissionError(13, HELD, str(path))

    def _processes(self) -> None:
        loop = asyncio.SelectorEventLoop

        def no_handler(*_: object) -> None:
            raise NotImplementedError

        self._patch.setattr(loop, "add_signal_handler", no_handler)
        # A signal of this system stands for Ctrl+Break.
        for name in ("SIGBREAK", "CTRL_BREAK_EVENT"):
            self._patch.setattr(signal, name, signal.SIGUSR1, raising=False)
        self._patch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
        self._patch.setattr(subprocess, "DETACHED_PROCESS", 0x8, raising=False)
        windows = self

        class Process(subprocess.Popen[bytes]):
            def __init__(self, words: Any, *, creationflags: int = 0, **more: Any) -> None:
                windows.flags.append(creationflags)
                more["start_new_session"] = False
                super().__init__([str(words[0]).removesuffix(".exe"), *words[1:]], **more)

        self._patch.setattr(subprocess, "Popen", Process)
