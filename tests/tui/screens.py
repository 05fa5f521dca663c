"""Screens as text, line by line, compared with files that people can read."""

import difflib
import os
import re
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

UPDATE = "UPDATE_SCREENS"
ORDINARY, LARGE = (80, 24), (100, 30)


def screen_lines(app: App[Any]) -> list[str]:
    """Return the text of the screen on top, without colours, blanks at line ends cut off."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def screen_text(app: App[Any]) -> str:
    """Return the text of the screen on top as one text."""
    return "\n".join(screen_lines(app))


def overflowing(app: App[Any]) -> list[str]:
    """Return the widgets of the screen on top that are wider than the place they have."""
    width = app.size.width
    return [
        f"{widget!r} at {widget.region}"
        for widget in app.screen.query("*")
        if widget.display
        and widget.size
        and (widget.region.right > width or (widget.children and widget.max_scroll_x > 0))
    ]


def words(lines: Sequence[str]) -> set[str]:
    """Return the words on a screen that are not cut, without the footer; of a dialogue its own."""
    boxed = [line.split("┃")[1] for line in lines if line.count("┃") == 2]
    return set(re.findall(r"[^\W\d_]{3,}(?![\w…])", "\n".join(boxed or lines[:-1])))


def assert_screen(app: App[Any], name: str) -> None:
    """Compare the screen on top with ``snapshots/NAME-WxH.txt`` beside the calling test.

    ``UPDATE_SCREENS=1`` writes the file instead. A large screen has no file: it says all that the
    ordinary one says. Nothing on the screen may overflow sideways.
    """
    wide = overflowing(app)
    assert not wide, f"wider than the screen: {wide}"
    width, height = app.size
    large = (width, height) == LARGE
    folder = Path(sys._getframe(1).f_code.co_filename).parent / "snapshots"
    shape = "{}x{}".format(*(ORDINARY if large else app.size))
    file = folder / f"{name}-{shape}.txt"
    seen = screen_lines(app)
    if os.environ.get(UPDATE):
        if not large:
            folder.mkdir(exist_ok=True)
            file.write_text("\n".join(seen) + "\n", encoding="utf-8")
        return
    assert file.exists(), f"{file} is missing: look at the screen, then run with {UPDATE}=1"
    kept = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    if large:
        # Buttons that need a second page there stand on one here: what was behind "More" is shown.
        more = {"More"} if words(seen) - words(kept) else set()
        gone = words(kept) - words(seen) - more
        assert not gone, f"said at {shape} and not here: {sorted(gone)}"
        return
    change = "\n".join(difflib.unified_diff(kept, seen, file.name, "now", lineterm=""))
    assert kept == seen, f"the screen changed:\n{change}"


async def at_sizes(
    pilot: Pilot[Any], sizes: Iterable[tuple[int, int]]
) -> AsyncIterator[tuple[int, int]]:
    """Give the same running app each size in turn, drawn and at rest."""
    for size in sizes:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        yield size
