"""Where the programs of this installation are, also in a folder that needs no Python."""

import sys
import sysconfig
from pathlib import Path


def program(name: str) -> str:
    """Return the path of one of our programs, such as ``hall-server``."""
    if getattr(sys, "frozen", False):
        folder = Path(sys.executable).parent
    else:
        folder = Path(sysconfig.get_path("scripts"))
    return str(folder / (f"{name}.exe" if sys.platform == "win32" else name))
