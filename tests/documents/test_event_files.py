"""What the pages say of event files: every field and no other, and examples that are files."""

import re
import secrets
import sqlite3
from pathlib import Path

import msgspec
from msgspec.inspect import StructType, VarTupleType, type_info

from hall_server.eventfile import BracketSection, EventFile, parse_event_file
from hall_server.setting_up import Site, create_tournament
from shared.core.rulebooks.fields import paths
from shared.store.replica import Replica
from shared.store.snapshot import take_snapshot
from tests.documents.pages import INLINE, ROOT, blocks, text_of

HANDBOOK = "deploy/handbook.md"


def example() -> EventFile:
    return parse_event_file(blocks(HANDBOOK, "toml")[0], HANDBOOK)


def test_the_event_file_in_the_handbook_is_one() -> None:
    event = example()
    assert len(event.player) == 4
    assert [table.id for table in event.tables()] == ["1", "2", "3", "4"]


def test_the_overrides_in_the_handbook_belong_into_its_event_file() -> None:
    whole, overrides = blocks(HANDBOOK, "toml")
    division, _, players = whole.partition("[[player]]")
    event = parse_event_file(f"{division}{overrides}[[player]]{players}", HANDBOOK)
    [book] = [division.book for division in event.divisions()]
    assert book.overridden == ("pairing_system", "bye_points", "lateness.first_forfeit_ms")


def test_the_question_in_the_handbook_is_answered_by_a_snapshot(tmp_path: Path) -> None:
    created = create_tournament(example(), tmp_path / "hall", Site("hall", 47301))
    root = bytes(created.root_key.verify_key)
    replica = Replica(tmp_path / "hall" / "hall.db", root, new_store_id=secrets.token_hex(8))
    try:
        take_snapshot(replica, tmp_path / "look.db")
    finally:
        replica.close()
    [question] = blocks(HANDBOOK, "sql")
    look = sqlite3.connect(tmp_path / "look.db")
    try:
        rows = look.execute(question).fetchall()
        tables = {name for (name,) in look.execute("SELECT name FROM sqlite_schema")}
    finally:
        look.close()
    assert [row[1] for row in rows] == sorted(player.name for player in example().player)
    sentence = text_of(HANDBOOK).partition("It has tables for ")[2].partition(".")[0]
    assert set(INLINE.findall(sentence)) <= tables
    assert "standings" in sentence


def sections_of_an_event_file() -> dict[str, type[msgspec.Struct]]:
    """Return each section by its name, from the file's own type."""
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


def test_every_field_that_an_event_may_override_has_its_row_and_no_other() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| (.+?) \| (.+?) \|$", text_of("deploy/overrides.md"), re.M)
    assert [path for path, _, _ in rows] == list(paths())
