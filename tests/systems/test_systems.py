"""What the programs ask of the system, on each system: one contract, kept here and on Windows.

Windows is a stand-in on this machine (``tests.systems.windows``); the same tests run on the real
one.
"""

import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest
from textual.app import App

from hall_server.doctor import judge, measure
from shared.machine.battery import battery_percent
from shared.machine.clocks import asleep_ms
from shared.machine.processes import as_typed, ask_to_end, ends_by, start
from shared.machine.saving import CannotWrite, remove, save, settle_names, write_secret
from shared.net.lines import Lines
from shared.net.listening import make_room, seeded_context
from shared.net.supervisor import tell_supervisor
from shared.net.this_machine import free_port_base, port_trouble
from shared.program.installed import program
from shared.program.running import run_app
from tests.node.hall_kit import a_hall, report
from tests.systems.windows import HELD, Windows

ENDS = """
import signal, sys, time
for number in map(int, sys.argv[1:]):
    signal.signal(number, lambda *_: sys.exit(5))
print("ready", flush=True)
time.sleep(60)
"""


class OnEachSystem:
    """The contract."""

    SUFFIX: ClassVar[str] = ""
    QUOTE: ClassVar[str] = "'"

    def test_file_is_written_whole_and_the_older_one_goes(self, tmp_path: Path) -> None:
        file = tmp_path / "kit.pdf"
        save(file, b"older")
        save(file, b"newer")
        write_secret(tmp_path / "key", "secret")
        assert file.read_bytes() == b"newer"
        assert sorted(one.name for one in tmp_path.iterdir()) == ["key", "kit.pdf"]

    def test_names_of_a_folder_are_on_the_disk_or_need_not_be_put_there(
        self, tmp_path: Path
    ) -> None:
        settle_names(tmp_path)

    def test_file_that_is_not_there_is_removed_without_a_word(self, tmp_path: Path) -> None:
        remove(tmp_path / "nothing")

    def test_program_that_was_started_ends_when_it_is_asked(self, tmp_path: Path) -> None:
        log = tmp_path / "out"
        numbers = [str(int(one)) for one in ends_by()]
        process = start([sys.executable, "-c", ENDS, *numbers], log)
        while not log.read_bytes():
            assert process.poll() is None
        ask_to_end(process)
        assert process.wait(timeout=60) == 5

    def test_a_folder_with_a_blank_in_its_name_is_typed_in_quotes(self) -> None:
        folder = Path("hall of") / "May"
        said = as_typed("hall-server", "run", "--home", folder)
        assert said == f"hall-server run --home {self.QUOTE}{folder}{self.QUOTE}"

    def test_every_signal_that_asks_to_end_can_be_heard(self) -> None:
        before = [signal.signal(one, signal.SIG_IGN) for one in ends_by()]
        for one, handler in zip(ends_by(), before, strict=True):
            signal.signal(one, handler)

    def test_own_programs_are_files_beside_each_other(self) -> None:
        names = {Path(program(name)).name for name in ("hall-server", "playing-hall")}
        assert names == {f"hall-server{self.SUFFIX}", f"playing-hall{self.SUFFIX}"}
        assert Path(program("hall-server")).parent == Path(program("playing-hall")).parent

    def test_sockets_that_listen_get_what_the_system_has(self) -> None:
        make_room()
        context = seeded_context()
        context.term()
        base = free_port_base()
        assert port_trouble(base) == ""
        with socket.socket() as taken:
            taken.bind(("", base))
            taken.listen(1)
            assert port_trouble(base) != ""
        Lines((base,)).look(0)

    def test_what_the_machine_does_not_tell_is_nothing(self, tmp_path: Path) -> None:
        assert battery_percent(tmp_path / "none") is None
        assert asleep_ms() >= 0
        tell_supervisor("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "nobody")})

    def test_keys_of_a_folder_of_ones_own_pass_the_doctor(self, tmp_path: Path) -> None:
        home = tmp_path / "hall"
        home.mkdir(mode=0o700)
        (home / "hall.db").touch(mode=0o600)
        assert judge.secrets(*measure.permissions(home)).level == "good"

    def test_app_runs_without_a_screen_and_ends_by_itself(self) -> None:
        class Ends(App[None]):
            def on_mount(self) -> None:
                self.exit(return_code=3)

        with pytest.raises(SystemExit) as ended:
            run_app(Ends(), headless=True)
        assert ended.value.code == 3

    def test_table_follows_the_hall_and_what_it_writes_is_there(self, tmp_path: Path) -> None:
        with a_hall(tmp_path, tables=1) as hall:
            hall.start_hall()
            table = hall.start("table-1")
            table.ears.until_link("live")
            event = table.file(report("phone"))
            table.ears.until(lambda: event not in table.ears.unsent)
            hall.stop(table)
            hall.start("table-1").ears.until_sees("phone")


class TestHere(OnEachSystem):
    """The system that the tests run on."""

    SUFFIX = ".exe" if sys.platform == "win32" else ""
    QUOTE = '"' if sys.platform == "win32" else "'"


@pytest.mark.skipif(sys.platform == "win32", reason="the real one is tested above")
class TestWindows(OnEachSystem):
    """Windows, as a stand-in has it, and what only it asks for."""

    SUFFIX = ".exe"
    QUOTE = '"'

    @pytest.fixture(autouse=True)
    def windows(self, monkeypatch: pytest.MonkeyPatch) -> Windows:
        return Windows(monkeypatch)

    def test_file_that_is_held_for_a_moment_is_written_and_removed(
        self, windows: Windows, tmp_path: Path
    ) -> None:
        file = tmp_path / "request.json"
        write_secret(file, "older")
        windows.held["request.json"] = 3
        write_secret(file, "newer")
        assert file.read_text() == "newer"
        windows.held["request.json"] = 3
        remove(file)
        assert not file.exists()

    def test_file_that_is_held_for_good_is_told_and_the_older_one_stays(
        self, windows: Windows, tmp_path: Path
    ) -> None:
        file = tmp_path / "papers.pdf"
        save(file, b"older")
        windows.held["papers.pdf"] = 100
        with pytest.raises(CannotWrite) as told:
            save(file, b"newer")
        assert HELD in str(told.value)
        assert "the older file stays as it was" in str(told.value)
        assert [one.name for one in tmp_path.iterdir()] == ["papers.pdf"]
        assert file.read_bytes() == b"older"

    def test_program_that_outlives_this_one_has_no_console_of_ours(
        self, windows: Windows, tmp_path: Path
    ) -> None:
        words = [sys.executable, "-c", "pass"]
        start(words, tmp_path / "out").wait()
        start(words, tmp_path / "out", outlives=True).wait()
        group, apart = subprocess.CREATE_NEW_PROCESS_GROUP, subprocess.DETACHED_PROCESS  # type: ignore[attr-defined]
        assert windows.flags == [group, group | apart]
