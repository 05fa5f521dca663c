"""The colours of the pages, light and dark: text at 7:1 on its grounds, edges at 3:1."""

import re
from importlib.resources import files

import pytest
from textual.color import Color

from tests.tui.contrast import LEAST, ratio

ON = {
    "text": ("ground", "raised", "key-ground"),
    "soft": ("ground", "raised"),
    "key": ("ground", "raised", "key-ground"),
    "alert": ("alert-ground",),
    "ground": ("key",),
}
"""What is written, and on which grounds."""


def palettes() -> list[dict[str, Color]]:
    style = files("shared.public.html").joinpath("hall.css").read_text(encoding="utf-8")
    found = [
        {name: Color.parse(value) for name, value in re.findall(r"--([a-z-]+): (#\w{6});", block)}
        for block in re.findall(r":root \{([^}]+)\}", style)
    ]
    assert [len(each) for each in found] == [9, 9]
    return found


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_text_stands_out_from_its_ground_and_every_control_has_an_edge(scheme: int) -> None:
    palette = palettes()[scheme]
    for text, grounds in ON.items():
        for ground in grounds:
            assert ratio(palette[text], palette[ground]) >= LEAST, (text, ground)
    for ground in ("ground", "raised"):
        assert ratio(palette["line"], palette[ground]) >= 3.0, ground
