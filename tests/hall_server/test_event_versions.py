"""Event files of older and newer versions: the older are read and said so, the newer refused."""

from pathlib import Path

import msgspec
from click.testing import CliRunner, Result

from hall_server.cli import main
from hall_server.eventfile import SCHEMA, parse_event_file, write_event_file

EXAMPLE = Path(__file__).parents[2] / "deploy" / "examples" / "acf.toml"


def test_an_older_file_is_read_and_is_written_in_the_newest_form() -> None:
    older = parse_event_file(EXAMPLE.read_text().replace("schema = 1", ""), "old.toml")
    assert older.schema == 0
    newest = parse_event_file(write_event_file(older), "written")
    assert newest == msgspec.structs.replace(older, schema=SCHEMA)


def test_an_older_event_file_is_read_with_a_note_and_a_newer_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pass").write_text("a long phrase\n")
    text = EXAMPLE.read_text()
    (tmp_path / "old.toml").write_text(text.replace("schema = 1", ""))
    (tmp_path / "new.toml").write_text(text.replace("schema = 1", "schema = 7"))

    def made(name: str) -> Result:
        files = ["--home", tmp_path / name, "--key-file", tmp_path / f"{name}.key"]
        rest = ["--passphrase-file", tmp_path / "pass", "--address", "10.0.0.5"]
        words = ["new", tmp_path / f"{name}.toml", *files, *rest]
        return CliRunner().invoke(main, [str(word) for word in words])

    older, newer = made("old"), made("new")
    assert older.exit_code == 0, older.output
    assert "old.toml names no schema. It is read as schema 1" in older.output
    assert newer.exit_code == 1
    assert "it is of schema 7, for a newer version of the playing hall" in newer.output
    assert not (tmp_path / "new").exists()
