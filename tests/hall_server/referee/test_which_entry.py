"""Two entries of a device in one place: the referee sees what each says, and says which counts."""

import msgspec
import pytest

from hall_server.referee.derived.questions.about_forks import about_forks, branch_story, in_order
from shared.core.events import (
    KIND_OF,
    Actor,
    Body,
    Event,
    LogSettled,
    PlayerRegistered,
    ReportFiled,
    ResultSigned,
    TableSet,
    entities,
)
from shared.core.events.entities import MatchKey
from shared.core.match.outcome import Code, Outcome
from shared.core.state import Branch, Device, Fork, HallState, Noted
from tests.hall_server.referee.halls import MINUTE, Desk, keys, moment, opened
from tests.hall_server.referee.test_devices import OLD, hall
from tests.tui.fake_port import START
from tests.tui.screens import assert_screen, screen_text

MATCH = MatchKey("masters", 1, "m1")
LATER = START + 34 * MINUTE
RESULT = entities.result(MATCH)
REFEREE = "ff" * 16
PLAIN, LONG = "plain", "long"
LATIN = "Maximiliana-Theodora von und zu Hohenlohe-Langenburg-Schillingsfürst-Waldenburg X"[:80]
WIDE = "山田太郎左衛門尉源朝臣義政公之墓前奉納将棋大会名誉参加者代表取締役" * 2
HEBREW = "אברהם בן יצחק הלוי ממשפחת רוזנצוויג מירושלים"
NAMES = {
    PLAIN: ("Ann Lee", "Bo King"),
    LONG: (LATIN, WIDE[:40]),
    "right to left": (HEBREW, "محمد بن عبد الله"),
}


def wins(*codes: Code) -> ResultSigned:
    return ResultSigned(0, Outcome(codes))


def entry(
    number: int, body: Body, ent: str = RESULT, *, at: int = 0, counts: bool = False
) -> Branch:
    """Return what the device of table 1 wrote as ``number``, so many minutes after the start."""
    ident = f"{number:02x}{at:02x}" * 8
    time = START + at * 60_000
    kind = KIND_OF[type(body)].name
    event = Event(ident, OLD.node, "f1" * 8, number, time, 1, kind, 1, ent, (), Actor(), body, "")
    return Branch(number, ident, ent, time, counts, event)


def forked(
    *branches: Branch, pinned: str = "", decided: bool = False, names: str = PLAIN
) -> HallState:
    """Return a hall in which the device of table 1 has entered different things in one place."""
    noted = (Noted(pinned, START + 120_000, REFEREE),) if pinned else ()
    fork = Fork(OLD.node, "f1" * 8, branches[0].number, branches, decided, len(branches), noted)
    state = hall()
    laptop = Device(REFEREE, b"", b"", "referee", ("rule",), "Chief", revoked=False)
    state = msgspec.structs.replace(state, devices={**state.devices, REFEREE: laptop})
    found = {}
    for ident, name in zip(state.matches["m1"].players, NAMES[names], strict=True):
        found[ident] = msgspec.structs.replace(state.players[ident], name=name)
    return msgspec.structs.replace(state, forks=(fork,), players={**state.players, **found})


def two(*, pinned: bool) -> tuple[Branch, Branch]:
    return (
        entry(7, wins(Code.WIN, Code.WIN), counts=pinned),
        entry(7, wins(Code.LOSS, Code.LOSS), at=1),
    )


@pytest.mark.parametrize("pinned", [True, False])
async def test_referee_says_which_of_two_entries_in_one_place_counts(pinned: bool) -> None:
    first, other = two(pinned=pinned)
    state = forked(first, other, pinned=first.event if pinned else "")
    desk = Desk()
    async with desk.app.run_test(size=(80, 24)) as pilot:
        await opened(desk, pilot, state, at=LATER)
        [question] = desk.app.desk.questions
        assert question.title == "'Tablet 7' has entered different things in one place"
        assert ("counts now" in question.evidence[0]) == pinned
        assert "Ann Lee signed: " in question.evidence[0]
        assert ("None of them counts until you say which." in question.evidence) != pinned
        await keys(pilot, "a")
        await keys(pilot, "down")
        assert_screen(desk.app, f"which-entry{'-pinned' if pinned else ''}")
        await keys(pilot, "up", "enter")
        assert desk.port.drafts == []
        await keys(pilot, "a", "end")
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "Written by 'Tablet 7'" in shown
        assert "entry 7, 22:14 by its own clock." in shown
        await keys(pilot, "enter")
        shown = " ".join(screen_text(desk.app).replace("┃", " ").split())
        assert "it counts, with what the device wrote before it" in shown
        assert desk.port.drafts == []
        await keys(pilot, "y")
        [draft] = desk.port.drafts
        assert draft.ent == "settled"
        assert isinstance(draft.body, LogSettled)
        assert draft.body.heads == ((OLD.node, "f1" * 8, 7, other.event),)
        await opened(desk, pilot, forked(first, other, decided=True), at=LATER)
        assert desk.app.desk.questions == ()


@pytest.mark.parametrize("size", [(80, 24), (50, 15)])
@pytest.mark.parametrize("names", NAMES)
async def test_long_names_leave_room_for_what_the_entries_say(
    size: tuple[int, int], names: str
) -> None:
    first, other = two(pinned=True)
    more = [
        entry(8, ReportFiled("phone", 0, 1, "Rang twice in the last game"), at=2),
        entry(8, ReportFiled("call", 1), entities.match_report(MATCH, "r1"), at=3),
        entry(9, TableSet("12"), entities.table("t2"), at=4),
        entry(9, PlayerRegistered("Nobody", "masters"), entities.player("x"), at=5),
    ]
    state = forked(first, other, *more, pinned=first.event, names=names)
    desk = Desk()
    async with desk.app.run_test(size=size) as pilot:
        await opened(desk, pilot, state, at=LATER)
        await keys(pilot, "a", "down")
        assert_screen(desk.app, f"which-entry-{names.replace(' ', '-')}-names")
        shown = screen_text(desk.app)
        assert "2–0" in shown.split("──")[-1]
        for _ in range(3):
            await keys(pilot, "space")
            shown += screen_text(desk.app)
        assert "About: table 1, round 1" in shown
        assert "Written by 'Tablet 7' at table 1" in shown
        await keys(pilot, "escape")
        assert desk.port.drafts == []


def test_counting_and_pinned_entries_are_first_among_many() -> None:
    branches = [entry(n, wins(Code.DRAW), at=n) for n in range(1, 60)]
    counts = msgspec.structs.replace(branches[40], counts=True)
    branches[40] = counts
    noted = (Noted(branches[50].event, START, "ff" * 16),)
    fork = Fork(OLD.node, "f1" * 8, 1, branches, False, 118, noted)
    first, second, *_ = in_order(fork)
    assert (first, second) == (counts, branches[50])


def test_each_entry_is_described_in_words() -> None:
    entries = (
        entry(7, ReportFiled("phone", 0, 1, "Rang twice"), entities.match_report(MATCH, "r")),
        entry(7, PlayerRegistered("Nobody", "masters"), entities.player("x"), at=1),
        msgspec.structs.replace(entry(7, TableSet("12"), at=2), said=None),
    )
    at = moment(forked(*entries))
    [fork] = at.state.forks
    told = [branch_story(at, fork, each.event)[0] for each in entries]
    assert "Rang twice" in told[0]
    assert told[1] == "Nobody is registered in masters"
    assert told[2] == "This version of the software cannot read it."
    assert branch_story(at, fork, "none") == ("Nothing changes, and the question stays.",)


def test_many_logs_of_one_device_are_one_question() -> None:
    desk_state = forked(*two(pinned=False))
    [fork] = desk_state.forks
    forks = tuple(msgspec.structs.replace(fork, inc=f"{n:016x}") for n in range(80))
    at = moment(msgspec.structs.replace(desk_state, forks=forks))
    assert len(list(about_forks(at))) == 1
