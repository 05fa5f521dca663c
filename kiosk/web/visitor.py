"""One visitor's screen: the composition root of the process that a browser is connected to."""

import sys
from pathlib import Path

from kiosk.app import KioskApp
from kiosk.web.sheet import SheetPort
from shared.machine.clocks import monotonic_ms, wall_ms


def main(sheet: Path, language: str) -> None:
    """Show the pages of ``sheet`` until the browser goes."""
    port = SheetPort(sheet, wall_ms)
    app = KioskApp(port, wall=wall_ms, monotonic=monotonic_ms, locked=True, read_only=True)
    app.speak(language)
    app.run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
