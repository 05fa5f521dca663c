"""Keys, saves, failures, news, sleep and restarts in any order: no answered press is ever lost.

The disk of this table saves when the test says so, one ticket after another, or refuses.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_terminal.desk.messages import Do, HashPin, Now
from board_terminal.desk.setting import match_info
from board_terminal.driving import driver
from board_terminal.driving.driver import PATIENCE_MS
from board_terminal.driving.update import update
from board_terminal.notes import read_notes
from board_terminal.pages import signing
from shared.core.events import measures as m
from shared.core.match.outcome import Code, Outcome
from shared.core.text.language import Voice, speaking
from shared.port import Draft, NotSaved, Saved
from tests.board_terminal.every_page import EVERY_PAGE
from tests.board_terminal.table_kit import Kit, playing, put, round_one, seated, state_of
from tests.board_terminal.table_port import TablePort, apply_draft
from tests.tui.fake_port import START


@dataclass
class SlowPort(TablePort):
    """A disk that takes its time: nothing is on it before ``save``."""

    waiting: deque[tuple[int, str, tuple[bytes, ...], bytes, tuple[Draft, ...]]] = field(
        default_factory=deque
    )
    slow: bool = False

    def append(self, *drafts: Draft) -> int:
        if not self.slow:
            return super().append(*drafts)
        ticket = self._ticket()
        self.waiting.append((ticket, "", (), b"", drafts))
        return ticket

    def journal(self, uid: str, *entries: bytes, reading: bytes = b"") -> int:
        if not self.slow:
            return super().journal(uid, *entries, reading=reading)
        ticket = self._ticket()
        self.waiting.append((ticket, uid, entries, reading, ()))
        return ticket

    def save(self, *, refused: bool = False) -> None:
        """The disk has got round to the next ticket."""
        if not self.waiting:
            return
        ticket, uid, entries, reading, drafts = self.waiting.popleft()
        if refused:
            self.tell(NotSaved(ticket, "The disk is full."))
            return
        ids = []
        for draft in drafts:
            self.events += 1
            ids.append(f"event-{self.events}")
            self.drafts.append(draft)
            assert self.state is not None
            self.state = apply_draft(self.state, draft, ids[-1], START + self.events)
        if entries:
            self.journals.setdefault(uid, []).extend(entries)
        if reading:
            self.readings[uid] = reading
        self.tell(Saved(ticket, tuple(ids)))
        if drafts:
            self.tell_state()


def shows(kit: Kit) -> Callable[[str], str | None]:
    """Return what each key does on the page that is shown then."""

    def meaning(key: str) -> str | None:
        return kit.view.command_for(key)

    return meaning


def slow_table() -> Kit:
    """Game 1 runs, and from now on the disk takes its time."""
    port = SlowPort(state=state_of(round_one()))
    kit = Kit(port=port).do("side:0", "side:1", "side:0")
    kit.driver.meaning = shows(kit)
    port.slow = True
    return kit


def press(kit: Kit, key: str) -> None:
    """A key goes down on the page that is shown."""
    command = kit.view.command_for(key)
    if command is not None:
        kit.driver.do(command, kit.at, key)
        kit.deliver()


KEYS = ("1", "3", "5", "7", "8", "9", "0", "2", "4", "6", "enter", "minus", "plus")
NEWS = ("paused", "resumed", "withdrawn", "ruled", "time")
STEPS = st.lists(
    st.one_of(
        st.sampled_from(KEYS),
        st.sampled_from(("save", "save", "save", "full", "tick", "sleep", "restart")),
        st.sampled_from(NEWS),
    ),
    max_size=60,
)


def happen(kit: Kit, step: str) -> Kit:
    port = kit.port
    assert isinstance(port, SlowPort)
    kit.at += 200
    match step:
        case "save":
            port.save()
        case "full":
            port.save(refused=True)
        case "tick":
            kit.tick()
        case "sleep":
            kit.slept += 60_000
        case "restart":
            port.waiting.clear()
            kit = kit.restart(at=kit.at % 977)
            kit.driver.meaning = shows(kit)
        case "paused":
            port.decide("case-1", m.Paused())
        case "resumed":
            port.decide("case-2", m.Resumed())
        case "time":
            port.decide("case-3", m.TimeAdded(1_000, 1_000))
        case "withdrawn":
            port.change_match("m1", standing="withdrawn")
        case "ruled":
            port.rule("m1", Outcome((Code.WIN, Code.WIN)), "ACF-3.II.J", "")
        case key:
            press(kit, key)
    kit.deliver()
    return kit


def on_the_disk(kit: Kit) -> int:
    return len(kit.port.journals.get("m1", ()))


@given(STEPS)
@settings(max_examples=150, deadline=None)
def test_what_is_on_the_screen_is_on_the_disk_but_for_the_last_key(steps: list[str]) -> None:
    kit = slow_table()
    refused, since = False, None
    for step in steps:
        before, shown = kit.driver.desk.session, on_the_disk(kit)
        port = kit.port
        assert isinstance(port, SlowPort)
        waits = any(entries for _, _, entries, _, _ in port.waiting)
        kit = happen(kit, step)
        refused = refused or step == "full"
        since = (kit.at if since is None else since) if kit.driver.is_behind else None
        impatient = since is None or kit.at - since >= PATIENCE_MS
        if step in KEYS and waits and not refused and not impatient:
            # A key whose turn has not come has changed nothing of the match.
            assert kit.driver.desk.session == before or not kit.driver.is_behind
            assert on_the_disk(kit) == shown
    port = kit.port
    assert isinstance(port, SlowPort)
    for _ in range(400):
        if not port.waiting and not kit.driver.is_behind:
            break
        port.save()
        kit.deliver()
        kit.tick(250)
    desk = kit.driver.desk
    if desk.session is not None and desk.match is not None and not desk.notes_trouble:
        lines = tuple(port.journals["m1"])
        known = port.state.matches["m1"] if port.state is not None else desk.match
        notes = read_notes(match_info(desk.state, known), lines, None)
        assert (notes.damaged, notes.session) == (0, desk.session)


def test_a_press_that_the_other_side_has_answered_is_on_the_disk() -> None:
    kit = slow_table()
    port = kit.port
    assert isinstance(port, SlowPort)
    before = on_the_disk(kit)
    kit.do("side:1", after=4_000).do("side:0", after=300)
    assert (kit.model.moves, on_the_disk(kit)) == ((0, 1), before)
    while port.waiting:
        port.save()
        kit.deliver()
    assert (kit.model.moves, on_the_disk(kit)) == ((1, 1), before + 2)


def test_key_does_nothing_and_says_so_when_news_has_changed_its_page() -> None:
    kit = slow_table()
    port = kit.port
    assert isinstance(port, SlowPort)
    press(kit, "3")
    kit.at += 100
    press(kit, "7")
    port.rule("m1", Outcome((Code.WIN, Code.WIN)), "ACF-3.II.J", "")
    kit.deliver()
    while port.waiting:
        port.save()
        kit.deliver()
    assert kit.view.phase == "ruled"
    assert "The page has just changed: nothing was done." in kit.words()


def test_a_key_that_follows_a_key_answers_the_page_that_one_brings() -> None:
    kit = slow_table()
    port = kit.port
    assert isinstance(port, SlowPort)
    press(kit, "3")
    kit.at += 100
    press(kit, "5")
    press(kit, "1")
    while port.waiting:
        port.save()
        kit.deliver()
    assert kit.view.phase == "between"
    assert kit.model.codes == (Code.WIN,)


def test_a_pin_is_hashed_beside_the_table_and_others_press_meanwhile() -> None:
    held: list[tuple[object, object]] = []
    kit = Kit().do("side:0")
    kit.driver.aside = lambda work, then: held.append((work, then))
    kit.do("pin", "pin_for:0", *("digit:4",) * 4, "ok", *("digit:4",) * 4, "ok")
    assert "One moment…" in kit.words()
    kit.do("digit:1", "back", "side:1")
    assert kit.view.phase == "ready", "the other player has sat down meanwhile"
    [(work, then)] = held
    then(work())  # type: ignore[operator]
    assert kit.driver.desk.session is not None
    assert kit.driver.desk.session.pins == ("", ""), "the question was taken back before"
    kit.do("pin", "pin_for:0", *("digit:4",) * 4, "ok", *("digit:4",) * 4, "ok")
    work, then = held[-1]
    then(work())  # type: ignore[operator]
    assert kit.driver.desk.session.pins[0]


def test_no_digit_of_a_pin_stands_in_a_message_an_effect_or_the_desk() -> None:
    kit = seated().do("pin", "pin_for:0", "digit:8", "digit:3", "digit:6", "digit:1")
    assert isinstance(kit.driver.desk.ask, signing.Chosen)
    assert kit.driver.desk.ask.digits == "8361"
    for told in (kit.driver.desk.ask, Do("digit:8361"), HashPin(1, "8361", b"")):
        assert "8361" not in repr(told)


class Mute:
    """A language in which nothing can be said."""

    def gettext(self, message: str, /) -> str:
        raise AssertionError(f"spoken where nobody listens: {message}")

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        raise AssertionError(f"spoken where nobody listens: {one}")

    def pgettext(self, context: str, message: str, /) -> str:
        raise AssertionError(f"spoken where nobody listens: {message}")


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_what_a_key_does_speaks_no_language_and_changes_the_desk_alone(page: str) -> None:
    kit = EVERY_PAGE[page]()
    view = kit.view
    offered = [choice.does for choice in (*view.sides, *view.choices) if choice.does]
    before = kit.driver.desk
    with speaking(Voice(Mute())):
        for command in (*offered, "nonsense", "side", "code:", "digit:x", ""):
            desk, _effects = update(before, Do(command), Now(kit.at + 700, kit.slept))
            assert desk.table == before.table
    assert kit.driver.desk is before


def test_a_thousand_keys_that_wait_are_carried_out_one_after_another() -> None:
    kit = slow_table()
    port = kit.port
    assert isinstance(port, SlowPort)
    kit.do("side:1", after=4_000)
    for _ in range(1_000):
        kit.driver.do("nonsense", kit.at)
    assert kit.driver.is_behind
    port.save()
    kit.deliver()
    assert not kit.driver.is_behind


def test_terminal_waits_at_most_one_second() -> None:
    kit = slow_table()
    kit.do("side:1", after=4_000).do("side:0", after=300)
    kit.tick(driver.PATIENCE_MS)
    assert kit.model.moves == (1, 1)


def test_answer_to_a_superseded_question_has_no_effect() -> None:
    kit = playing()
    kit.port.refuse = "The disk is full."
    kit.do("reports", "report:call")
    [purpose] = [known for known in kit.driver.desk.receipts if "report" in known]
    old = kit.driver.desk.receipts[purpose].n
    kit.port.refuse = ""
    kit.do("retry")
    assert kit.driver.desk.receipts[purpose].n > old
    kit.driver._tickets[999] = (purpose, old)
    kit.driver.hear(NotSaved(999, "The disk is full."), kit.at)
    assert kit.driver.desk.receipts[purpose].where == "held"
    put(kit.driver, receipts={})
    kit.driver._tickets[1_000] = (purpose, old)
    kit.driver.hear(Saved(1_000, ("late",)), kit.at)
    assert not kit.driver.desk.receipts
