"""Every command and option that a page names exists and is taken, and all there are stand there."""

import re
import tomllib

import click
import pytest

import hall_server.cli
from tests.documents.pages import (
    LONG,
    PAGES,
    ROOT,
    WRITTEN,
    code,
    code_of,
    commands,
    commands_of,
    named,
    own_options,
    pasted,
    sections,
    text_of,
)
from tests.reference.__main__ import PAGES as MADE
from tests.reference.commands import PROGRAMS, TOOLS, every_command, shown_options

HELP = {"--help", "--version"}
TELLING = ("README.md", "deploy/handbook.md")
SCREENS = ("hall-terminal", "hall-kiosk", "hall-referee")


def told(words: list[str]) -> str:
    return " ".join(words)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_option_in_a_document_exists(page: str) -> None:
    for words in commands(page):
        command, rest = named(words)
        asked = {word.partition("=")[0] for word in rest if LONG.match(word)}
        assert asked <= {*own_options(command), *HELP}, told(words)


@pytest.mark.parametrize("page", WRITTEN)
def test_every_value_that_a_document_gives_to_an_option_is_taken(page: str) -> None:
    for words in commands(page):
        command, rest = named(words)
        context = click.Context(command, info_name=told(words))
        for place, word in enumerate(rest):
            option = own_options(command).get(word)
            if option is None or option.is_flag or place + 1 == len(rest):
                continue
            if not isinstance(option.type, click.Path):
                option.type.convert(rest[place + 1], option, context)


@pytest.mark.parametrize("page", WRITTEN)
def test_every_command_in_a_block_is_whole(page: str) -> None:
    for words in pasted(page):
        command, rest = named(words)
        context = click.Context(command, info_name=told(words))
        whole = rest[-1:] != ["…"]  # else it goes on as the one above it
        words_after = rest if whole else rest[:-1]
        given, left, _order = command.make_parser(context).parse_args(args=list(words_after))
        assert not left, f"{told(words)}: nothing takes {left}"
        for param in command.params:
            value = given.get(param.name or "")
            missing = whole and param.required and not value
            assert not missing, f"{told(words)}: {param.name} is missing"
            if isinstance(param, click.Argument) and isinstance(param.type, click.Choice):
                param.type.convert(value, param, context)


@pytest.mark.parametrize("page", sorted({*WRITTEN} - {"CHANGELOG.md"}))
def test_every_option_that_stands_alone_belongs_to_a_command_of_its_section(page: str) -> None:
    screens = [set(own_options(PROGRAMS[name])) for name in SCREENS]
    of_every_screen = set.intersection(*screens)
    tools = {"install.sh": installer_options(), **{t: own_options(c) for t, c in TOOLS.items()}}
    for section in sections(page):
        lines = code_of(section)
        here = [own_options(named(words)[0]) for words in commands_of(lines)]
        here += [own for name, own in tools.items() if any(name in line for line in lines)]
        known = {option for own in here for option in own} | of_every_screen | HELP
        alone = {option for line in lines if line.startswith("--") for option in LONG.findall(line)}
        assert alone <= known, f"{page}: {section.splitlines()[0]}"


@pytest.mark.parametrize("page", PAGES)
def test_every_option_in_a_document_is_one_of_some_program(page: str) -> None:
    everywhere = {option for _, command in every_command() for option in own_options(command)}
    everywhere |= {option for tool in TOOLS.values() for option in own_options(tool)}
    everywhere |= set(LONG.findall(text_of("tests/bench/__main__.py")))
    asked = {found for line in code(page) for found in LONG.findall(line)}
    assert asked <= everywhere | set(installer_options()) | HELP


def test_every_program_that_is_installed_is_looked_at() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert set(project["scripts"]) == set(PROGRAMS)


def test_every_command_and_every_program_stands_in_the_readme_or_the_handbook() -> None:
    shown = [words[:2] for page in TELLING for words in commands(page)]
    for name in hall_server.cli.main.commands:
        assert ["hall-server", name] in shown, name
    assert {words[0] for words in shown} == set(PROGRAMS)


@pytest.mark.parametrize("page", MADE)
def test_the_lists_are_what_the_programs_have(page: str) -> None:
    kept = text_of(f"deploy/{page}")
    assert kept == MADE[page](), "a command, a key or a rule changed: run make reference"


def test_every_command_and_option_that_is_not_hidden_stands_in_the_list() -> None:
    parts = text_of("deploy/commands.md").split("\n## `")[1:]
    listed = {re.split(r"[`\[]|(?= [A-Z])", s, maxsplit=1)[0].strip(): s for s in parts}
    commands_there = {**dict(every_command()), **TOOLS}
    assert set(listed) == set(commands_there)
    for words, command in commands_there.items():
        rows = set(re.findall(r"^\| `(--[a-z-]+)", listed[words], re.MULTILINE))
        assert rows == {option.opts[0] for option in shown_options(command)}, words


def test_nothing_is_hidden_but_what_the_demo_alone_gives_its_programs() -> None:
    hidden = {
        (words, option.opts[0])
        for words, command in every_command()
        for option in command.params
        if isinstance(option, click.Option) and option.hidden
    }
    several = {("hall-terminal", "--robots")}
    assert hidden == {(program, "--speed") for program in SCREENS} | several
    groups = [command for _, command in every_command() if isinstance(command, click.Group)]
    assert not [part for group in groups for part in group.commands.values() if part.hidden]


@pytest.mark.parametrize("page", PAGES)
def test_every_target_of_make_that_a_document_names_exists(page: str) -> None:
    asked = {found for line in code(page) for found in re.findall(r"\bmake ([a-z]+)", line)}
    assert asked <= targets()


def test_every_target_of_make_stands_in_a_document() -> None:
    lines = [line for page in ("README.md", "CONTRIBUTING.md") for line in code(page)]
    asked = {found for line in lines for found in re.findall(r"\bmake ([a-z]+)", line)}
    assert asked == targets()


@pytest.mark.parametrize("page", PAGES)
def test_every_variable_that_a_document_names_is_read(page: str) -> None:
    options = [o for _, c in every_command() for o in own_options(c).values()]
    read = {o.envvar for o in options} | {"HALL_OPTIONS"}
    assert set(re.findall(r"\bHALL_[A-Z]+\b", text_of(page))) <= read


def test_every_variable_that_is_read_stands_in_a_document_for_people() -> None:
    options = [o for _, c in every_command() for o in own_options(c).values()]
    units = "".join(f.read_text("utf-8") for f in (ROOT / "deploy/systemd").rglob("*.service"))
    read = {str(o.envvar) for o in options if o.envvar} | set(re.findall(r"\$(HALL_\w+)", units))
    words = "".join(map(text_of, (*TELLING, "deploy/runbook.md", "deploy/screens.md")))
    assert "HALL_OPTIONS" in read
    assert {name for name in read if name not in words} == set()


def test_every_role_and_option_of_the_installer_that_the_runbook_names_exists() -> None:
    installer = text_of("deploy/install.sh")
    for line in code("deploy/runbook.md"):
        if "install.sh" in line:
            assert re.search(rf"^    {line.split('install.sh ')[1].split()[0]}\)", installer, re.M)
            for role in re.findall(r"--role (\w+)", line):
                assert (ROOT / f"deploy/systemd/playing-hall-{role}.service").exists() or (
                    ROOT / f"deploy/systemd/playing-hall-{role}@.service"
                ).exists()


def test_every_word_role_and_option_of_the_installer_stands_in_the_runbook() -> None:
    installer, runbook = text_of("deploy/install.sh"), text_of("deploy/runbook.md")
    doing = installer.rpartition("case $what in")[2]
    for word in re.findall(r"^    (\w+)\)", doing, re.MULTILINE):
        assert f"install.sh {word}" in runbook, word
    [options] = re.findall(r"^        (--[^)]+)\)$", installer, re.MULTILINE)
    for option in options.split(" | "):
        assert option in runbook, option
    roles = re.findall(r"case \$role in '' \| ([^)]+)\)", installer)[0].split(" | ")
    assert f"The roles are {', '.join(roles[:-1])} and {roles[-1]}." in runbook


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))


def installer_options() -> dict[str, str]:
    [found] = re.findall(r"^        (--[^)]+)\)$", text_of("deploy/install.sh"), re.MULTILINE)
    return dict.fromkeys(found.split(" | "), "")
