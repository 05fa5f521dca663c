"""What the service manager is told: over its socket, from the thread that does the work."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hall_server.serving.heartbeat import Heartbeat
from shared.net.supervisor import tell_supervisor, watchdog_ms
from tests.node.hall_kit import a_hall


def a_manager(address: str) -> socket.socket:
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(address)
    manager.settimeout(20)
    return manager


@pytest.mark.parametrize("kind", ["file", "abstract"])
def test_the_word_goes_to_the_managers_socket(kind: str, tmp_path: Path) -> None:
    name = str(tmp_path / "notify") if kind == "file" else f"playing-hall-test-{os.getpid()}"
    address, wanted = (name, name) if kind == "file" else ("\0" + name, "@" + name)
    with a_manager(address) as manager:
        tell_supervisor("READY=1", {"NOTIFY_SOCKET": wanted})
        assert manager.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", ["", "vsock:2:1", "/no/such/socket"])
def test_without_a_manager_that_listens_nothing_happens(address: str) -> None:
    tell_supervisor("READY=1", {"NOTIFY_SOCKET": address})
    tell_supervisor("READY=1", {})


def test_the_watchdog_is_for_the_process_that_it_names() -> None:
    assert watchdog_ms({"WATCHDOG_USEC": "60000000"}, 7) == 60_000
    assert watchdog_ms({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "7"}, 7) == 60_000
    assert watchdog_ms({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "8"}, 7) == 0
    assert watchdog_ms({"WATCHDOG_USEC": "soon"}, 7) == 0
    assert watchdog_ms({}, 7) == 0


def test_a_sign_of_life_comes_from_the_nodes_thread_four_times_in_the_patience() -> None:
    said: list[str] = []
    waiting: list[Callable[[], None]] = []
    heart = Heartbeat(60_000, said.append)
    for now in (0, 14_999, 15_000, 29_999, 30_000):
        heart.beat(waiting.append, now)
    assert len(waiting) == 3
    assert said == []  # the thread hangs: nothing is said for it
    for work in waiting:
        work()
    assert said == ["WATCHDOG=1"] * 3


def test_without_a_watchdog_no_thread_is_asked() -> None:
    waiting: list[Callable[[], None]] = []
    Heartbeat(0, lambda words: None).beat(waiting.append, 10**9)
    assert waiting == []


@pytest.mark.processes
def test_a_hall_in_service_says_when_it_is_ready_alive_and_stopping(tmp_path: Path) -> None:
    with a_hall(tmp_path) as hall, a_manager(str(tmp_path / "notify")) as manager:
        process = subprocess.Popen(
            [sys.executable, "-c", "from hall_server.cli import main; main()", "run",
             "--home", str(hall.home), "--host", "127.0.0.1", "--port-base", "0"],
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify"),
                 "WATCHDOG_USEC": "400000"},
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            first = manager.recv(1000).decode()
            assert first.startswith("READY=1\nSTATUS=The hall of Open listens on ports ")
            assert [manager.recv(1000), manager.recv(1000)] == [b"WATCHDOG=1"] * 2
            process.terminate()
            last = b""
            while last != b"STOPPING=1":
                last = manager.recv(1000)
            assert process.wait(20) == 0
        finally:
            process.kill()
            process.wait()
