"""``hall-server print draw-sheet``: every size and kind of draw, with all that a hand needs."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from hall_server.cli import main
from hall_server.eventfile import parse_event_file
from hall_server.setting_up import Site, create_tournament
from tests.hall_server.paper.pdfs import pages, words_off_the_page
from tests.node.hall_kit import LOOPBACK
from tests.prove import times

EVENT = 'schema = 1\n[event]\nname = "Open"\ntables = 8\n'
KINDS = {
    "single": 'elimination = "single"',
    "double": 'elimination = "double"',
    "consolation": "consolation = 1",
    "last": "consolation = 1\nlast_chance = 2",
}
NO_LAST_CHANCE = (2, 3, 4, 5, 6, 9, 10, 17, 18, 33, 34)
"""So few play in round 1 that the first two rounds of the consolation have no two losers."""
FEW = (2, 3, 5, 11, 33, 64)
REST = tuple(n for n in range(2, 65) if n not in FEW)[:: times(4, 1)]
GOES = re.compile(r"(?:winner|loser) to ([MLCSF]\d+(?:-\d+)?)")
COMES = re.compile(r"(?:winner|loser) of ([MLCSF]\d+(?:-\d+)?)")
MATCH = re.compile(r"^ *([MLCSF]\d+(?:-\d+)?)(?: if needed)? ", re.MULTILINE)


def event(count: int) -> str:
    text = EVENT
    for kind, plan in KINDS.items():
        text += f'[[division]]\nid = "{kind}"\nname = "{kind}"\nrulebook = "usbgf"\nrounds = 16\n'
        text += f"[division.bracket]\nmain = [7, 9]\nfinal = [11]\n{plan}\n"
        for n in range(1, count + 1):
            text += f'[[player]]\nname = "Entrant {n:02}"\ndivision = "{kind}"\n'
    return text


@pytest.mark.needs("pdftotext")
@pytest.mark.parametrize("count", [*FEW, *(pytest.param(n, marks=pytest.mark.slow) for n in REST)])
def test_a_draw_of_every_size_and_kind_prints_all_that_a_hand_needs(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    planned = parse_event_file(event(count), "e.toml")
    create_tournament(planned, tmp_path / "hall", Site(LOOPBACK, 20_000))
    for kind in KINDS:
        arguments = ["print", "draw-sheet", "--home", "hall", "--seed", "64153"]
        paper = ["--paper", "letter" if count % 2 else "a4"]
        done = CliRunner().invoke(main, [*arguments, "--division", kind, *paper])
        if kind == "last" and done.exit_code:
            assert count in NO_LAST_CHANCE
            assert "have fewer than two losers: there is no last chance" in done.output
            continue
        assert done.exit_code == 0, done.output
        pdf = (tmp_path / "draw-sheet.pdf").read_bytes()
        assert words_off_the_page(pdf) == []
        *trees, listed = "\f".join(pages(pdf)).split("Matches to come", 1)
        drawn = trees[0]
        for n in range(1, count + 1):
            assert drawn.count(f"Entrant {n:02}") == 1, (kind, n)
        matches = set(MATCH.findall(listed))
        least = {"single": count - 1, "double": 2 * count - 1}
        assert len(matches) == least.get(kind, len(matches)) >= count - 1
        labels = drawn + listed
        assert all(f"{match}" in drawn for match in matches)
        assert set(GOES.findall(drawn)) | set(COMES.findall(labels)) <= matches
