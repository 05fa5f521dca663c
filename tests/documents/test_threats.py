"""deploy/threats.md: each statement names the test that shows it, and each figure is the code's."""

import re
from collections.abc import Iterator

from shared.core.match.outcome import MOST_GAMES
from shared.net import door
from shared.net.gate import WITHOUT_FEED_MS
from shared.net.lines import UNREAD
from shared.node.applicant import MOST_DOORS, MOST_TURNS
from shared.tui.rehearsal import SILENT_MS
from shared.wire.enrol import MOST_ASKING, MOST_OFFERS, PATIENCE_MS, TRIES
from shared.wire.limits import MAX_EVENT, MAX_MESSAGE
from shared.wire.sync.quota import OFFICE, TABLE
from tests.documents.pages import ROOT, text_of

PAGE = text_of("deploy/threats.md")
TEST = re.compile(r"`(tests/[\w/]+\.py)`")
WITHOUT = ("Figures", "What is not defended")
"""Sections whose statements are measured, or are about what no test can show."""


def statements() -> Iterator[str]:
    """Yield each paragraph, point and row of a table."""
    for section in re.split(r"^#+ ", PAGE, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        if title in WITHOUT:
            continue
        for block in body.strip().split("\n\n"):
            rows = block.startswith("|")
            yield from block.split("\n")[2:] if rows else re.split(r"\n(?=- )", block)


def test_every_statement_about_a_key_or_the_network_names_its_test() -> None:
    _head, *told = statements()
    assert len(told) > 40
    assert [statement for statement in told if not TEST.search(statement)] == []


def test_every_test_that_is_named_is_there_and_is_a_test() -> None:
    named = set(TEST.findall(PAGE))
    assert len(named) > 40
    assert named == set(re.findall(r"`([\w/]*test_\w+\.py)`", PAGE)), "name them by their folders"
    found = {name for name in named if (ROOT / name).is_file()}
    assert named == found
    assert [name for name in found if "def test_" not in text_of(name)] == []


def test_every_hostile_test_is_named() -> None:
    assert {str(file.relative_to(ROOT)) for file in ROOT.glob("tests/hostile/test_*.py")} <= set(
        TEST.findall(PAGE)
    )


def test_the_figures_are_those_of_the_code() -> None:
    mib, kib = 1 << 20, 1 << 10
    said = " ".join(PAGE.split())
    for words in (
        f"{door.MOST} callers, {door.MOST_OF_ONE_ADDRESS} for each address,"
        f" {round(1 / door.PACE_S)} a second",
        f"{TABLE.events:,} events and {TABLE.size // mib} MiB of a terminal, then"
        f" {TABLE.events_a_minute} events and {TABLE.size_a_minute // kib} KiB a minute (a key with"
        f" rights: {OFFICE.events:,} and {OFFICE.size // mib} MiB, then"
        f" {OFFICE.events_a_minute:,} and {OFFICE.size_a_minute // mib} MiB)",
        f"more than {UNREAD // mib} MiB wait to be read",
        f"at most {MAX_MESSAGE // mib} MiB, an event {MAX_EVENT // kib} KiB",
        f"at most {MOST_GAMES} games",
        f"loses it for {'ten' if WITHOUT_FEED_MS == 600_000 else '?'} minutes",
        f"silent for {SILENT_MS // 1_000} s",
    ):
        assert words in said, words
    numbers = {2: "two", 3: "three", 8: "eight", 9: "nine", 16: "Sixteen", 100: "a hundred"}
    for words in (
        f"digits for {numbers[PATIENCE_MS // 60_000]} minutes, {numbers[TRIES]} times for each door"
        f" and {numbers[TRIES * MOST_TURNS]} times in all",
        f"gives {numbers[MOST_OFFERS]} numbers",
        f"are at most {numbers[MOST_ASKING]}.",
        f"{numbers[MOST_DOORS]} doors are remembered",
    ):
        assert words in said, words
