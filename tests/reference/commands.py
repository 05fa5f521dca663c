"""The page of commands: every program, command, argument and option that is not hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

import board_terminal.cli
import hall_server.cli
import hall_server.referee.cli
import kiosk.cli

PROGRAMS: dict[str, click.Command] = {
    "hall-server": hall_server.cli.main,
    "hall-terminal": board_terminal.cli.main,
    "hall-kiosk": kiosk.cli.main,
    "hall-referee": hall_server.referee.cli.main,
}
_HEAD = """\
# Every command and option

Made from the programs by `make reference`; do not edit. `--help` with any of them says the same,
and every program and command has it. What belongs together is told in the
[README](../README.md) and the [runbook](runbook.md).
"""


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Each command by its words, groups before what they hold."""
    for name, program in PROGRAMS.items():
        yield from _below(name, program)


def shown_options(command: click.Command) -> list[click.Option]:
    """The options of a command that are not hidden."""
    return [p for p in command.params if isinstance(p, click.Option) and not p.hidden]


def commands_page() -> str:
    """The page as it has to be."""
    return "\n".join((_HEAD, *(_section(words, of) for words, of in every_command())))


def _below(words: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if command.hidden:
        return
    yield words, command
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from _below(f"{words} {name}", each)


def _section(words: str, command: click.Command) -> str:
    context = click.Context(command, info_name=words)
    arguments = [p for p in command.params if isinstance(p, click.Argument)]
    usage = " ".join((words, *(p.make_metavar(context) for p in arguments)))
    lines = [f"## `{usage}`", "", _plain(command.help or ""), ""]
    options = shown_options(command)
    if options:
        lines += ["| option | what it does |", "|---|---|"]
        lines += [_row(option, context) for option in options]
        lines.append("")
    return "\n".join(lines)


def _row(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record is not None, f"{option.name} is hidden"
    names, help_text = record
    assert option.help, f"{context.info_name}: {names} says nothing of itself"
    return f"| `{_plain(names).replace('|', ' or ')}` | {_plain(help_text).replace('|', ' or ')} |"


def _plain(text: str) -> str:
    """Help as one paragraph each: click lays it out by itself."""
    parts = re.split(r"\n\s*\n", text.replace("\b", "").strip())
    return "\n\n".join(" ".join(part.split()) for part in parts)
