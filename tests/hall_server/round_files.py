"""Files of each kind that the commands ``pair`` and ``check-pairings`` read, and their runner."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from hall_server.cli import main

TABLE = (
    "no\tname\tr1\tr2\tr3\tpoints\n"
    "1\tAnn\t2T4\t3T8\t\t8\n"
    "2\tBob\t1T0\t4T4\t\t4\n"
    "3\tCy\t4T4\t1T4\t\t4\n"
    "4\tDee\t3T0\t2T0\t\t0\n"
)
"""Four players after two rounds: only 1–4 and 2–3 are left, and the leaders have met."""


def crosstable(*rows: str, rounds: int = 3) -> str:
    """Return rows with blanks for tabs, below their header."""
    header = " ".join(["no", "name", *(f"r{n}" for n in range(1, rounds + 1)), "points"])
    return "".join(line.replace(" ", "\t").replace("_", "") + "\n" for line in (header, *rows))


def trf_line(number: int, name: str, points: str, *rounds: str, rating: str = "") -> str:
    """Return a 001 line in its columns; a round as ``opponent colour result``, or "" for blanks."""
    head = f"001 {number:>4}      {name:<33} {rating:>4}"
    line = f"{head:<80}{points:>4}"
    for round_ in rounds:
        opponent, colour, result = round_.split() if round_ else ("", "", "")
        block = f"{opponent:>4} {colour:1} {result:1}"
        line = f"{line:<{91 if line == f'{head:<80}{points:>4}' else len(line)}}{block:<10}"
    return line


def event(*divisions: str, players: tuple[tuple[str, str, int], ...]) -> str:
    """Return an event file; a division is its TOML lines, a player is name, division and rating."""
    heads = "".join(f"[[division]]\n{division}\n" for division in divisions)
    people = "".join(
        f'[[player]]\nname = "{name}"\ndivision = "{division}"\nrating = {rating}\n'
        for name, division, rating in players
    )
    return f'schema = 1\n[event]\nname = "Open"\ntables = 8\n{heads}{people}'


class Commands:
    """Runs the commands on files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, command: str, text: str, *options: str, file: str = "field.tsv") -> Result:
        path = self.folder / file
        path.write_text(text, encoding="utf-8")
        return CliRunner().invoke(main, [command, str(path), *options])

    def piped(self, command: str, text: str, *options: str) -> Result:
        """The same on standard input."""
        return CliRunner().invoke(main, [command, "-", *options], input=text)

    def look(self, command: str, file: str) -> Result:
        """Round 1 of a file that is there, or not."""
        options = ("--round", "1", *(("--seed", "amber") if command == "pair" else ()))
        return CliRunner().invoke(main, [command, str(self.folder / file), *options])

    def pair(self, text: str, *options: str, file: str = "field.tsv") -> Result:
        return self.run("pair", text, "--seed", "amber", *options, file=file)

    def check(self, text: str, *options: str, file: str = "field.tsv") -> Result:
        return self.run("check-pairings", text, *options, file=file)

    def paired(self, text: str, *options: str, file: str = "field.tsv") -> dict[str, Any]:
        result = self.pair(text, *options, "--json", file=file)
        assert result.exit_code == 0, result.stderr
        found: dict[str, Any] = json.loads(result.stdout)
        return found

    def refused(self, result: Result) -> str:
        """Return the one sentence of a refusal, without the folder; nothing else was written."""
        assert result.exit_code in (1, 2)
        assert result.stdout == ""
        [line] = result.stderr.splitlines()
        return line.removeprefix("Error: ").replace(f"{self.folder}/", "")


def names(paired: dict[str, Any]) -> set[frozenset[str]]:
    """Return who meets whom, by name."""
    return {frozenset(p["name"] for p in pair["players"]) for pair in paired["pairs"]}
