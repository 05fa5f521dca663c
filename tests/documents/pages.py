"""The pages of the project as tests read them: their code, their sections, what they name."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from tests.reference.__main__ import PAGES as MADE
from tests.reference.commands import PROGRAMS

ROOT = Path(__file__).parents[2]
PAGES = tuple(
    sorted(
        str(page.relative_to(ROOT)) for page in (*ROOT.glob("*.md"), *ROOT.glob("deploy/**/*.md"))
    )
)
WRITTEN = tuple(page for page in PAGES if page.removeprefix("deploy/") not in MADE)
"""Those that people write: the others are made from the programs."""

_FENCED = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"^ {4,}(?=hall-|sudo )(.*)$", re.MULTILINE)
_CONTINUED = re.compile(r"\\\n\s*")
INLINE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)\)")
LONG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return [body for kind, body in _FENCED.findall(text_of(page)) if kind == language]


def shell_of(text: str) -> list[str]:
    """Return every line of the shell blocks, fenced ones and those that are set in."""
    text = _CONTINUED.sub(" ", text)
    fenced = [b for kind, b in _FENCED.findall(text) if kind == "sh"]
    return [_bare(line) for b in fenced for line in b.splitlines()] + [
        _bare(line) for line in _INDENTED.findall(_FENCED.sub("", text))
    ]


def code_of(text: str) -> list[str]:
    """Return every line of a shell block, and every piece of code in a sentence, without line
    breaks."""
    return shell_of(text) + [_bare(line) for line in INLINE.findall(_FENCED.sub("", text))]


def code(page: str) -> list[str]:
    """Return the code of a page, see ``code_of``."""
    return code_of(text_of(page))


def sections(page: str) -> list[str]:
    """Return a page in parts, each under its heading."""
    return re.split(r"^(?=##)", text_of(page), flags=re.MULTILINE)


def commands_of(lines: list[str]) -> list[list[str]]:
    """Return the words of every piece of code that starts one of the programs."""
    return [words for words in map(_words, lines) if words and words[0] in PROGRAMS]


def commands(page: str) -> list[list[str]]:
    """Return the commands that a page names, whole or in part."""
    return commands_of(code(page))


def pasted(page: str) -> list[list[str]]:
    """Return the commands of a page's shell blocks: they are pasted as they stand."""
    return commands_of(shell_of(text_of(page)))


def named(words: list[str]) -> tuple[click.Command, list[str]]:
    """Return the command that ``words`` start, and the words after its name."""
    command, rest = PROGRAMS[words[0]], words[1:]
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        assert rest[0] in command.commands, f"there is no command in {' '.join(words)}"
        command, rest = command.commands[rest[0]], rest[1:]
    return command, rest


def own_options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of one command by each of their long names."""
    found = [p for p in command.params if isinstance(p, click.Option)]
    return {name: p for p in found for name in (*p.opts, *p.secondary_opts) if name[:2] == "--"}


def bold_keys(page: str) -> Iterator[str]:
    """Yield what a page calls a key: a letter, a digit, a word such as **Esc**; no prose in
    bold."""
    for key in re.findall(r"\*\*(\S+)\*\*", text_of(page)):
        if re.fullmatch(r"\w|F\d+|Enter|Esc|Tab|Space|Bksp|Ctrl-\w|[↑↓←→]", key):
            yield key


def _bare(line: str) -> str:
    return " ".join(line.partition(" #")[0].split())


def _words(line: str) -> list[str]:
    line = re.sub(r"^sudo (-u \S+ )?", "", line.partition(" > ")[0])
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()
