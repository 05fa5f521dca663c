"""Opens a file in the program of this machine that shows such files."""

import os
import sys
from pathlib import Path

from shared.machine.processes import start


def show(file: Path) -> bool:
    """Open ``file`` in a window; return whether there is a screen with windows to open it on."""
    if sys.platform == "win32":
        os.startfile(file)
        return True
    else:  # noqa: RET505 - the checker of types takes the other branch as gone
        mac = sys.platform == "darwin"
        if not mac and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            return False
        try:
            start(["open" if mac else "xdg-open", str(file)], Path(os.devnull), outlives=True)
        except OSError:
            return False
        return True
