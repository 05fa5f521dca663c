"""The documents are contracts: what they name exists, and what exists for the hall is named."""

from __future__ import annotations

import re
import secrets
import sqlite3
from pathlib import Path

import click
import msgspec
import pytest
from msgspec.inspect import StructType, VarTupleType, type_info

import hall_server.cli
from deploy import stick
from hall_server.eventfile import BracketSection, EventFile, parse_event_file
from hall_server.setup import create_tournament
from shared.store.replica import Replica
from shared.store.snapshot import take_snapshot
from shared.tui.actions import key_words
from tests.reference.__main__ import PAGES as MADE
from tests.reference.commands import PROGRAMS, every_command, shown_options
from tests.reference.keys import every_table, keys_of

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "deploy/README.md",
    "deploy/commands.md",
    "deploy/championship/README.md",
    "deploy/event-file.md",
    "deploy/keys.md",
    "deploy/runbook.md",
    "deploy/threats.md",
)
PICTURES = ROOT / "deploy" / "pictures"
LARGEST_PICTURE = 200_000
HELP = {"--help", "--version"}

_FENCED = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)#\s]+)\)")
_LONG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return [body for kind, body in _FENCED.findall(text_of(page)) if kind == language]


def code(page: str) -> list[str]:
    """Every line of a shell block, and every piece of code in a sentence, without line breaks."""
    in_blocks = [line for block in blocks(page, "sh") for line in block.splitlines()]
    in_words = _INLINE.findall(_FENCED.sub("", text_of(page)))
    return [" ".join(line.partition(" #")[0].split()) for line in [*in_blocks, *in_words]]


def commands(page: str) -> list[list[str]]:
    """The words of every piece of code that starts one of the programs."""
    words = (re.sub(r"^sudo (-u \S+ )?", "", line).split() for line in code(page))
    return [found for found in words if found and found[0] in PROGRAMS]


def named(words: list[str]) -> click.Command:
    """The command that ``words`` start."""
    command = PROGRAMS[words[0]]
    for word in words[1:]:
        if not isinstance(command, click.Group) or word.startswith("-"):
            break
        assert word in command.commands, f"there is no command '{word}' in {' '.join(words)}"
        command = command.commands[word]
    return command


def options(command: click.Command) -> set[str]:
    names = {name for p in command.params for name in (*p.opts, *p.secondary_opts)}
    own = {name for name in names if name.startswith("--")}
    parts = command.commands.values() if isinstance(command, click.Group) else ()
    return own.union(HELP, *(options(part) for part in parts))


def every_option() -> set[str]:
    installer = set(re.findall(r"(--[a-z-]+)(?= \||\))", text_of("deploy/install.sh")))
    commands_there = [command for _, command in every_command()]
    return installer.union(*map(options, [*commands_there, stick.main]))


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_option_in_a_document_exists(page: str) -> None:
    for words in commands(page):
        unknown = {w for w in words if _LONG.fullmatch(w)} - options(named(words))
        assert not unknown, f"{' '.join(words)}: there is no {unknown}"


@pytest.mark.parametrize("page", PAGES)
def test_every_option_that_stands_alone_belongs_to_a_command(page: str) -> None:
    alone = {w for line in code(page) for w in _LONG.findall(line)}
    assert alone <= every_option()


def test_every_command_of_the_server_and_every_program_stands_in_the_readme() -> None:
    shown = [words[:2] for words in commands("README.md")]
    for name in hall_server.cli.main.commands:
        assert ["hall-server", name] in shown, name
    assert {words[0] for words in shown} == set(PROGRAMS)


@pytest.mark.parametrize("page", MADE)
def test_the_lists_of_commands_and_keys_are_what_the_programs_have(page: str) -> None:
    kept = text_of(f"deploy/{page}")
    assert kept == MADE[page](), "a command or a key changed: run make reference"


def test_every_command_and_option_that_is_not_hidden_stands_in_the_list() -> None:
    sections = text_of("deploy/commands.md").split("\n## `")[1:]
    listed = {re.split(r"[`\[]|(?= [A-Z])", s, maxsplit=1)[0].strip(): s for s in sections}
    commands_there = dict(every_command())
    assert set(listed) == set(commands_there)
    for words, command in commands_there.items():
        rows = set(re.findall(r"^\| `(--[a-z-]+)", listed[words], re.MULTILINE))
        assert rows == {option.opts[0] for option in shown_options(command)}, words


def bold_keys(page: str) -> set[str]:
    """What a page calls a key: a letter, a digit, a word such as **Esc**; no prose in bold."""
    found = re.findall(r"\*\*(\S+)\*\*", text_of(page))
    return {
        key
        for key in found
        if re.fullmatch(r"\w|F\d+|Enter|Esc|Tab|Space|Bksp|Ctrl-\w|[↑↓←→]", key)
    }


@pytest.mark.parametrize("page", ["README.md", "deploy/runbook.md"])
def test_every_key_that_a_document_names_is_in_a_table_of_actions(page: str) -> None:
    keys = {key for _, entries in every_table() for entry in entries for key in keys_of(entry)}
    of_fields_and_tmux = {"Ctrl-U", "y", "Ctrl-P"}
    words = {key_words(key).replace("^", "Ctrl-") for key in keys} | of_fields_and_tmux
    digits = {str(digit) for digit in range(10)}
    asked = bold_keys(page)
    assert asked
    assert {key for key in asked if key not in words | digits} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_target_of_make_that_a_document_names_exists(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    asked = {found for line in code(page) for found in re.findall(r"\bmake ([a-z]+)", line)}
    assert asked <= targets


@pytest.mark.parametrize("page", PAGES)
def test_every_link_within_the_project_leads_somewhere(page: str) -> None:
    here = (ROOT / page).parent
    inside = [link for link in _LINK.findall(text_of(page)) if "://" not in link]
    assert [link for link in inside if not (here / link).exists()] == []


def test_every_picture_is_shown_and_every_picture_shown_is_drawn() -> None:
    shown = {ROOT / link for link in _LINK.findall(text_of("README.md")) if link.endswith(".svg")}
    assert shown == set(PICTURES.glob("*.svg"))
    assert len(shown) >= len(PROGRAMS) - 1


def test_a_picture_is_small_and_fetches_nothing() -> None:
    for file in PICTURES.glob("*.svg"):
        svg = file.read_text(encoding="utf-8")
        assert file.stat().st_size < LARGEST_PICTURE, file.name
        assert set(re.findall(r"\w+://[^\s\"'<>)]+", svg)) == {"http://www.w3.org/2000/svg"}
        assert "@font-face" not in svg


def example() -> EventFile:
    return parse_event_file(blocks("README.md", "toml")[0], "README.md")


def test_the_event_file_in_the_readme_is_one() -> None:
    event = example()
    assert len(event.player) == 4
    assert [table.id for table in event.tables()] == ["1", "2", "3", "4"]


def test_the_overrides_in_the_readme_belong_into_its_event_file() -> None:
    whole, overrides = blocks("README.md", "toml")
    division, _, players = whole.partition("[[player]]")
    event = parse_event_file(f"{division}{overrides}[[player]]{players}", "README.md")
    [book] = [division.book for division in event.divisions()]
    assert book.overridden == ("pairing_system", "bye_points", "lateness.first_forfeit_ms")


def test_the_question_in_the_readme_is_answered_by_a_snapshot(tmp_path: Path) -> None:
    created = create_tournament(example(), tmp_path / "hall", host="hall", port_base=47301)
    root = bytes(created.root_key.verify_key)
    replica = Replica(tmp_path / "hall" / "hall.db", root, new_store_id=secrets.token_hex(8))
    try:
        take_snapshot(replica, tmp_path / "look.db")
    finally:
        replica.close()
    [question] = blocks("README.md", "sql")
    look = sqlite3.connect(tmp_path / "look.db")
    try:
        rows = look.execute(question).fetchall()
        tables = {name for (name,) in look.execute("SELECT name FROM sqlite_schema")}
    finally:
        look.close()
    assert [row[1] for row in rows] == sorted(player.name for player in example().player)
    sentence = text_of("README.md").partition("It has tables for ")[2].partition(":")[0]
    assert set(_INLINE.findall(sentence)) <= tables
    assert "standings" in sentence


def source() -> str:
    """Every program's text, with sentences that are broken over lines put together again."""
    folders = ("shared", "hall_server", "kiosk", "board_terminal", "deploy")
    files = [f for d in folders for f in (ROOT / d).rglob("*") if f.suffix in (".py", ".sh")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return re.sub(r'"\s*\n\s*f?"', "", text)


def test_every_text_that_the_runbook_quotes_is_one_that_a_program_says() -> None:
    said = source()
    quoted = re.findall(r"“([^”]+)”", text_of("deploy/runbook.md"))
    parts = [part.strip("!√‼ ") for quote in quoted for part in quote.split(" … ")]
    words = [word for part in parts for word in part.split(": ") if word]
    assert len(words) > 20
    assert [word for word in words if word not in said] == []


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


def sections_of_an_event_file() -> dict[str, type[msgspec.Struct]]:
    """Each section by its name, from the file's own type."""
    whole = type_info(EventFile)
    assert isinstance(whole, StructType)
    found = {}
    for field in whole.fields:
        kind = field.type.item_type if isinstance(field.type, VarTupleType) else field.type
        if isinstance(kind, StructType):
            found[field.name] = kind.cls
    return found


def test_the_page_about_the_event_file_names_every_field_and_no_other() -> None:
    page = text_of("deploy/event-file.md")
    named_fields = {
        head.strip("[]"): re.findall(r"^\| `(\w+)` \|", body, re.MULTILINE)
        for head, body in re.findall(r"^## `([^`]+)`.*?\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    }
    sections = {"division.bracket": BracketSection, **sections_of_an_event_file()}
    assert set(named_fields) == set(sections)
    for name, section in sections.items():
        assert sorted(named_fields[name]) == sorted(section.__struct_fields__), name


def test_every_field_in_the_examples_is_explained() -> None:
    page = text_of("deploy/event-file.md")
    for file in (ROOT / "deploy" / "examples").glob("*.toml"):
        body = re.sub(r"\[division\.override\][^[]*", "", file.read_text(encoding="utf-8"))
        for field in re.findall(r"^(\w+) =", body, re.MULTILINE):
            assert f"`{field}" in page, f"{file.name}: {field}"
