"""The page of commands: every program, command, argument and option that is not hidden."""

import re
from collections.abc import Iterator

import click

import board_terminal.cli
import hall_server.cli
import hall_server.one_laptop.cli
import hall_server.referee.cli
import kiosk.cli
from deploy import stick

PROGRAMS: dict[str, click.Command] = {
    "playing-hall": hall_server.one_laptop.cli.main,
    "hall-server": hall_server.cli.main,
    "hall-terminal": board_terminal.cli.main,
    "hall-kiosk": kiosk.cli.main,
    "hall-referee": hall_server.referee.cli.main,
}
TOOLS: dict[str, click.Command] = {"make stick": stick.main}
"""What is started from the project's own folder; options go into ARGS."""
_HEAD = """\
# Every command and option

Made from the programs by `make reference`; do not edit. `--help` with any of them says the same,
and every program and command has it. What belongs together is told in the
[handbook](handbook.md) and the [runbook](runbook.md).
"""


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Yield each command by its words, groups before what they hold."""
    for name, program in PROGRAMS.items():
        yield from _below(name, program)


def shown_options(command: click.Command) -> list[click.Option]:
    """Return the options of a command that are not hidden."""
    return [p for p in command.params if isinstance(p, click.Option) and not p.hidden]


def commands_page() -> str:
    """Return the page as it has to be."""
    tools = (_tool(words, of) for words, of in TOOLS.items())
    return "\n".join((_HEAD, *(_section(words, of) for words, of in every_command()), *tools))


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
    return _listed(usage, _plain(command.help or ""), command, context)


def _tool(words: str, command: click.Command) -> str:
    """Return a target of make; what it is given by the Makefile is not asked for."""
    context = click.Context(command, info_name=words)
    told = f"In a copy of this folder; options go into ARGS, as in `{words} ARGS=--help`."
    return _listed(words, f"{_plain(command.help or '')} {told}", command, context)


def _listed(usage: str, told: str, command: click.Command, context: click.Context) -> str:
    lines = [f"## `{usage}`", "", told, ""]
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
