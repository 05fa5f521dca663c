"""Private facts through the commands: new, import, export, archive, snapshot, verify, restore."""

import stat
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from hall_server.cli import main
from hall_server.files.outlets import OUTLETS, export
from hall_server.paper.catalogue import PAPERS, Order, document
from hall_server.paper.sheet import CannotPrint
from hall_server.setting_up import read_tournament_key
from shared.core.events import Draft, PrizesPosted, entities
from shared.core.state.office import Known
from shared.node.home import load
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.store.sealing import Opener, Reader
from tests.board_terminal.table_kit import DECK
from tests.node.hall_kit import LOOPBACK, pairing
from tests.store.private_kit import ADDRESS, ANN, BORN, EMAIL, FEE_NOTE, OWES, PHONE, SECRETS

EVENT = f"""\
schema = 1
[event]
name = "Open"
tables = 2
[[division]]
id = "masters"
rulebook = "acf-masters"
first_day = "2006-05-01"
[[player]]
name = "Ann"
division = "masters"
flags = ["life"]
born = "{BORN}"
phone = "{PHONE}"
email = "{EMAIL}"
address = "{ADDRESS}"
fee_due_cents = 3500
fee_paid_cents = 1500
fee_note = "{FEE_NOTE}"
[[player]]
name = "Bo"
division = "masters"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "event.toml").write_text(EVENT)
    (tmp_path / "pass").write_text("a long phrase\n")
    done("new", "event.toml", "--home", "hall", *KEY, "--address", LOOPBACK)
    return tmp_path


KEY = ("--key-file", "open.key", "--passphrase-file", "pass")


def run(*arguments: object) -> tuple[int, str]:
    outcome = CliRunner().invoke(main, [str(a) for a in arguments])
    assert "Traceback" not in outcome.output
    return outcome.exit_code, outcome.output


def done(*arguments: object) -> str:
    code, output = run(*arguments)
    assert code == 0, output
    return output


def known(home: Path) -> dict[str, Known]:
    membership, keys = load(home)
    replica = Replica(home / "hall.db", membership.root_key, new_store_id="77")
    try:
        assert replica.state.unforced == ()
        return Opener(Reader(keys.node, keys.curve_secret)).known(replica.state.private)
    finally:
        replica.close()


def hidden_in(data: bytes) -> bool:
    return not [secret for secret in SECRETS if secret.encode() in data]


def test_a_new_tournament_seals_what_its_event_file_says_of_persons(folder: Path) -> None:
    assert known(folder / "hall") == {"p1": Known((ANN,), (OWES,))}
    assert hidden_in((folder / "hall" / "hall.db").read_bytes())


def test_a_list_has_private_columns_only_on_request_and_only_its_owner_can_read_it(
    folder: Path,
) -> None:
    done("export", "players", "--home", "hall", "--out", "open.csv")
    assert hidden_in((folder / "open.csv").read_bytes())
    done("export", "players", "--home", "hall", "--out", "private.csv", "--private")
    data = (folder / "private.csv").read_bytes()
    assert all(secret.encode() in data for secret in SECRETS)
    assert stat.S_IMODE((folder / "private.csv").stat().st_mode) == 0o600
    code, output = run("export", "standings", "--home", "hall", "--private")
    assert code == 2
    assert "--private goes only with players" in output


def test_importing_a_private_export_changes_nothing(folder: Path) -> None:
    done("export", "players", "--home", "hall", "--out", "private.csv", "--private")
    assert "There is nothing to change." in done("import", "private.csv", "--home", "hall")


def test_an_import_seals_and_its_words_show_nothing(folder: Path) -> None:
    (folder / "list.csv").write_text("name,phone,paid\nAnn,+1 555 0143 00,35\nBo,911,0\n")
    words = done("import", "list.csv", "--home", "hall", "--yes")
    assert "~ Ann; private: birth date and contact, fees" in words
    assert "0143" not in words
    found = known(folder / "hall")
    (person,), (fees,) = found["p1"].person, found["p1"].fees
    assert (person.born, person.phone) == (BORN, "+1 555 0143 00")
    assert (fees.due, fees.paid, fees.note) == (3500, 3500, FEE_NOTE)
    assert found["p2"].person[0].phone == "911"
    assert b"0143" not in (folder / "hall" / "hall.db").read_bytes()


def test_archive_and_snapshot_hold_private_facts_only_sealed_and_verify_passes(
    folder: Path,
) -> None:
    done("export", "event", "--home", "hall", "--out", "a.zip")
    with zipfile.ZipFile(folder / "a.zip") as archive:
        for name in archive.namelist():
            assert hidden_in(archive.read(name)), name
    done("snapshot", "--home", "hall", "copy.db")
    assert hidden_in((folder / "copy.db").read_bytes())
    assert "Every signature, chain and number is sound." in done("verify", "copy.db")


@pytest.mark.parametrize("command", ["restore", "replace-hall"])
def test_a_hall_with_new_keys_reads_by_the_tournament_key_what_the_old_one_sealed(
    folder: Path, command: str
) -> None:
    done("snapshot", "--home", "hall", "copy.db")
    done(command, "copy.db", "--home", "new-hall", *KEY, "--address", LOOPBACK)
    assert load(folder / "new-hall")[1].node != load(folder / "hall")[1].node
    assert known(folder / "new-hall") == {"p1": Known((ANN,), (OWES,))}


def test_a_birthday_that_is_no_day_is_refused_with_its_line(folder: Path) -> None:
    (folder / "event.toml").write_text(EVENT.replace(BORN, "1987-02-30"))
    code, output = run("new", "event.toml", "--home", "other", "--key-file", "k", *KEY[2:])
    assert code == 1
    assert "event.toml, line 13: write the day of birth as YYYY-MM-DD" in " ".join(output.split())
    assert not (folder / "other").exists()


def test_no_paper_and_no_open_file_has_anything_private(folder: Path) -> None:
    membership, keys = load(folder / "hall")
    replica = Replica(folder / "hall" / "hall.db", membership.root_key, new_store_id="78")
    try:
        with replica.batch() as batch:
            author = Author(keys.sign, "a1" * 8)
            root = Author(read_tournament_key(folder / "open.key", "a long phrase"), "a2" * 8)
            batch.append(root, pairing(1), at=1)
            posted = PrizesPosted((70_000, 5_000), 2_500)
            batch.append(author, Draft(entities.prizes("masters"), posted), at=2)
        state = replica.state
    finally:
        replica.close()
    made = []
    for what in PAPERS:
        try:
            words = repr(document(what, Order(state, 1, deck=DECK, seed="3 5")))
        except CannotPrint:
            continue
        made.append(what)
        assert hidden_in(words.encode()), what
    assert set(PAPERS) - set(made) == {"door", "draw-sheet", "playing-cards"}
    for what, layouts in OUTLETS.items():
        for layout in layouts:
            assert hidden_in(export(state, what, layout, None).data), (what, layout)
