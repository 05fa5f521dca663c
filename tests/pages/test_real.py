"""The pages of a real hall: served by its kiosk and by itself, and published as files."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import msgspec
import pytest
from click.testing import CliRunner

from hall_server.cli import main
from hall_server.files.website import Website
from shared.core.state import HallState
from shared.machine.saving import CannotWrite
from shared.public.html.site import Heard
from tests.kiosk.lobby_states import small_hall
from tests.node.hall_kit import Hall, free_ports
from tests.pages.sites import renamed
from tests.processes.absent_hall import absent_hall
from tests.tui.fake_port import START

PROGRAMS = Path(sys.executable).parent


@contextmanager
def program(*command: str) -> Iterator["subprocess.Popen[str]"]:
    """A program, ended as a person ends it; it has to end well."""
    words = [str(PROGRAMS / command[0]), *command[1:]]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.terminate()
            running.communicate(timeout=30)
    assert running.returncode == 0


async def says(url: str, words: str) -> str:
    """Return a page as soon as it says some words."""
    async with asyncio.timeout(90), aiohttp.ClientSession() as session:
        while True:
            try:
                said = await (await session.get(url)).text()
                if words in said:
                    return said
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.05)


@pytest.mark.processes
async def test_kiosk_serves_the_hall_to_phones_and_says_when_the_hall_is_gone(
    tmp_path: Path,
) -> None:
    port = free_ports()[0]
    url = f"http://127.0.0.1:{port}/en"
    with absent_hall(tmp_path) as hall:
        running = hall.start_hall()
        with program(
            "hall-kiosk", "--home", str(hall.folder / "kiosk"),
            "--invite", str(hall.invites["kiosk-1"]),
            "--serve", "--serve-host", "127.0.0.1", "--serve-port", str(port),
        ):  # fmt: skip
            assert 'data-link="live"' in await says(f"{url}/masters/pairings", "Ada Lane")
            hall.stop(running)
            await says(f"{url}/masters/pairings", "the hall is not heard")


@pytest.mark.processes
async def test_hall_server_shows_its_own_pages_and_tells_their_address(tmp_path: Path) -> None:
    port = free_ports()[0]
    with absent_hall(tmp_path) as hall, program(*_run(hall, port)) as server:
        page = await says(f"http://127.0.0.1:{port}/en/masters/pairings", "Ada Lane")
        assert 'data-link="live"' in page
        assert server.stdout is not None
        said = [server.stdout.readline() for _ in range(2)]
        assert any(f":{port} (at most 7 readers)" in line for line in said), said


def _run(hall: Hall, port: int) -> tuple[str, ...]:
    base = str(free_ports()[0])
    return (
        "hall-server", "run", "--home", str(hall.home), "--host", "127.0.0.1",
        "--port-base", base, "--pages", "--pages-port", str(port), "--visitors", "7",
    )  # fmt: skip


def test_pages_are_published_once_as_files_of_a_website(tmp_path: Path) -> None:
    with absent_hall(tmp_path) as hall:
        done = CliRunner().invoke(
            main, ["publish", str(tmp_path / "site"), "--home", str(hall.home), "--once"]
        )
    assert (done.exit_code, done.output.partition(" has")[0]) == (0, str(tmp_path / "site"))
    first = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert 'href="en/index.html"' in first
    page = (tmp_path / "site" / "ru" / "masters" / "pairings.html").read_text(encoding="utf-8")
    assert "Ada Lane" in page
    assert "data-version" not in page
    assert (tmp_path / "site" / "hall.css").exists()


@pytest.mark.processes
def test_publishing_beside_a_running_hall_goes_on_until_it_is_stopped(tmp_path: Path) -> None:
    with absent_hall(tmp_path) as hall:
        hall.start_hall()
        site = tmp_path / "site"
        with program("hall-server", "publish", str(site), "--home", str(hall.home)) as publish:
            assert publish.stdout is not None
            while "up to date" not in publish.stdout.readline():
                assert publish.poll() is None
        assert "Ada Lane" in (site / "en" / "masters" / "pairings.html").read_text("utf-8")


def heard(state: HallState, minutes: int = 0) -> Heard:
    return Heard(state, "UTC", START + minutes * 60_000, True, START)


def test_only_pages_that_changed_are_written_again(tmp_path: Path) -> None:
    website = Website(tmp_path, "en")
    assert website.write(heard(small_hall())) == sum(p.is_file() for p in tmp_path.rglob("*"))
    assert website.write(heard(small_hall(), 1)) == 4  # the first page of each language says when
    pairings = tmp_path / "en" / "masters" / "pairings.html"
    before = pairings.read_bytes()
    assert website.write(heard(renamed(small_hall(), "p6", "Somebody Else"), 2)) > 4
    assert pairings.read_bytes() != before
    assert not [p for p in tmp_path.rglob("*") if p.name.endswith(".new")]


def test_page_that_is_gone_is_no_file_any_more(tmp_path: Path) -> None:
    website = Website(tmp_path, "en")
    website.write(heard(small_hall()))
    state = small_hall()
    fewer = {ident: one for ident, one in state.players.items() if ident != "p8"}
    website.write(heard(msgspec.structs.replace(state, players=fewer), 1))
    assert not (tmp_path / "en" / "p" / "p8.html").exists()
    assert (tmp_path / "en" / "p" / "p7.html").exists()


def test_folder_that_takes_nothing_is_said_and_tried_again(tmp_path: Path) -> None:
    (tmp_path / "site").write_text("a file in the way")
    website = Website(tmp_path / "site", "en")
    with pytest.raises(CannotWrite, match="The older file stays"):
        website.write(heard(small_hall()))
    (tmp_path / "site").unlink()
    assert website.write(heard(small_hall())) > 4
