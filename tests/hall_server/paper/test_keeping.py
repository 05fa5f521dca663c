"""The paper kit that is always current: written after every change, whole or not at all."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from hall_server.paper.keeping import Overheard, PaperKeeper, kits_in
from hall_server.paper.sheet import Document
from shared.core.events.entities import MatchKey
from shared.core.state import HallState
from shared.port import HallChanged, Link, LinkChanged
from tests.hall_server.paper.fields import START
from tests.hall_server.paper.fields import field as a_field
from tests.tui.fake_port import FakePort

PATIENCE_S = 20


@dataclass
class Desk:
    """A keeper with what it has said, and a bell for each word."""

    path: Path
    said: list[str] = field(default_factory=list)
    drawn: list[Document] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)
    now: int = START

    def hear(self, sentence: str) -> None:
        with self.news:
            self.said.append(sentence)
            self.news.notify_all()

    def draw(self, wanted: Document) -> bytes:
        self.drawn.append(wanted)
        return b"%PDF " + wanted.made.encode()

    def until_said(self, count: int) -> None:
        with self.news:
            assert self.news.wait_for(lambda: len(self.said) >= count, PATIENCE_S), self.said


@contextmanager
def keeper(desk: Desk) -> Iterator[PaperKeeper]:
    made = PaperKeeper(
        desk.path, kits_in("en"), desk.draw, wall=lambda: desk.now, said=desk.hear, pause_s=0
    )
    made.start()
    try:
        yield made
    finally:
        made.stop()


def told(state: HallState) -> HallChanged:
    return HallChanged(state, frozenset())


def test_the_kit_is_written_after_a_change_and_not_without_one(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "kit.pdf")
    with keeper(desk) as keeping:
        keeping.told(LinkChanged(Link("live", START)))
        keeping.told(told(a_field(4)))
        desk.until_said(1)
        first = desk.path.read_bytes()
        desk.now += 60_000
        keeping.told(told(a_field(4)))
        keeping.told(told(a_field(4, 2)))
        desk.until_said(2)
    assert len(desk.drawn) == 2
    assert desk.path.read_bytes() != first
    assert [path.name for path in tmp_path.iterdir()] == ["kit.pdf"]


def test_last_state_is_written_before_the_keeper_ends(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "kit.pdf")
    with keeper(desk) as keeping:
        keeping.told(told(a_field(4)))
    assert desk.path.exists()


def test_the_kit_is_written_again_in_the_language_that_is_chosen(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "kit.pdf")
    with keeper(desk) as kept:
        kept.told(told(a_field(4)))
        desk.until_said(1)
        kept.make_by(kits_in("fr"))
        desk.until_said(2)
    assert [one.sheets[0].title for one in desk.drawn] == ["Paper kit", "Kit papier"]


def test_a_disk_that_takes_nothing_is_told_once_and_tried_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "no-such-folder" / "kit.pdf")
    with keeper(desk) as keeping:
        keeping.told(told(a_field(4)))
        desk.until_said(1)
        assert "was not written" in desk.said[0]
        desk.path.parent.mkdir()
        keeping.told(told(a_field(4, 2)))
        desk.until_said(2)
    assert desk.path.exists()


def test_a_hall_with_nothing_to_print_yet_says_so_and_goes_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "kit.pdf")
    with keeper(desk) as keeping:
        keeping.told(told(msgspec.structs.replace(a_field(4), divisions={})))
        desk.until_said(1)
        keeping.told(told(a_field(4)))
        desk.until_said(2)
    assert desk.path.exists()


def test_who_overhears_a_port_hears_what_the_app_hears_and_asks_nothing() -> None:
    port, heard, told_app = FakePort(), [], []
    overheard = Overheard(port, heard.append)
    overheard.start(told_app.append)
    port.tell_hall(a_field(2))
    overheard.load_journal("uid")
    overheard.ask_story(MatchKey("masters", 1, "uid"))
    overheard.journal("uid", b"x", reading=b"y")
    assert heard == told_app
    assert len(heard) == 4
    assert (port.journals, port.readings) == ({"uid": [b"x"]}, {"uid": b"y"})
    overheard.stop()
    assert port.stopped == 1
