"""Whatever people press, and whatever fails: the table never breaks and never claims too much."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from board_terminal.desk.desk import Desk
from board_terminal.desk.setting import match_info
from board_terminal.notes import read_notes
from shared.core.day.entries import Entry
from shared.core.events import MeasureDone, MeasureRefused, OpeningDrawn, ResultSigned
from shared.core.events import measures as m
from shared.core.match.outcome import SEATS, Code, Outcome
from shared.machine.languages import LANGUAGES, catalogue
from shared.wire.codec import unpack
from tests.board_terminal.table_kit import Kit, round_one, round_two, state_of
from tests.board_terminal.table_port import put_at_table

COMMANDS = (
    "side:0", "side:1", "control:0:0", "control:1:1", "control:1:9", "over", "code:W", "code:D",
    "code:L", "code:W*", "pause", "go_on", "next", "different", "seat:0", "seat:1",
    "sign_different", "reports", "report:call", "report:phone:0", "report:late:1", "report:x",
    "report:touched_piece:adjusted:0", "report:disturbance:spectator:send", "report:away:1",
    "report:draw_ruling:0", "report:timekeeper:send", "draw", "offer:0", "offer:1",
    "draw_answer:yes", "draw_answer:no", "tap", "single", "plus", "anew",
    "report:move_count:quiet:0", "no_count", "pin", "pin_for:0", "digit:1", "ok", "back",
    "retry", "overrule", "nonsense", "",
)  # fmt: skip
HAPPENINGS = (
    "tick", "minutes", "hour", "restart", "disk full", "disk well", "offline", "online",
    "withdraw", "rule", "answer", "order", "sleep", "new device", "device away", "device back",
)  # fmt: skip
ORDERS = (
    m.TimeAdded(60_000, -1),
    m.MovesTimed("five_minutes"),
    m.MovesTimed("lowder"),
    m.TimingEnded(),
    m.ClockAssigned("no control", "game"),
)
NOT_SAVED = {catalogue(language).gettext("NOT SAVED") for language in LANGUAGES}
"""What the screen says of it: the walk can press the language's button."""
STEPS = st.lists(
    st.one_of(
        st.sampled_from(COMMANDS),
        st.sampled_from(HAPPENINGS),
        st.integers(min_value=0, max_value=30),
    ),
    max_size=60,
)


def happen(kit: Kit, what: str) -> Kit:
    port = kit.port
    match what:
        case "tick":
            return kit.tick()
        case "minutes":
            return kit.tick(7 * 60_000)
        case "hour":
            return kit.tick(3_600_000)
        case "restart":
            port.refuse = ""
            return kit.restart(at=kit.at % 977)
        case "new device":
            port.refuse = ""
            port.journals.clear()
            port.readings.clear()
            return kit.restart(at=kit.at % 977)
        case "device away" | "device back":
            put_at_table(port, "77" * 16 if what == "device away" else port.node_id)
        case "disk full":
            port.refuse = "The disk is full."
        case "disk well":
            port.refuse = ""
        case "offline":
            port.online = False
        case "online":
            port.online = True
            port.reach_hall()
        case "withdraw":
            port.change_match("m1", standing="withdrawn")
        case "rule":
            port.rule("m1", Outcome((Code.WIN, Code.WIN)), "ACF-3.II.J", "")
        case "sleep":
            kit.slept += 60_000
        case "order":
            assert port.state is not None
            for number, ent in enumerate(port.state.reports):
                port.decide(ent, ORDERS[number % len(ORDERS)], clause="ACF-1.VII")
        case "answer":
            assert port.state is not None
            for ent in port.state.reports:
                port.decide(ent, m.DealtWith())
    kit.deliver()
    return kit


def offered(kit: Kit, number: int) -> Kit:
    """Do one of the things that the screen offers: most of a random walk should make sense."""
    offers = kit.model.offers
    return kit.do(offers[number % len(offers)][0], after=700) if offers else kit.tick()


def assert_true_to_the_port(kit: Kit) -> None:
    desk: Desk = kit.driver.desk
    known = {v.event for m in desk.state.matches.values() for v in m.result.versions}
    for signature in desk.signatures:
        if signature.safe:
            assert signature.event in known
        if signature.state == "at_hall":
            assert signature.event not in kit.port.unsent
    if not any(words in kit.words() for words in NOT_SAVED):
        assert all(r.where != "not_saved" for r in desk.receipts.values())


@given(STEPS, st.sampled_from(["90:00", "unclocked", ""]))
@example([12, "side:0", "side:1", 2], "90:00")
@example(["disk full", 3, 3, "side:0"], "90:00")
@settings(max_examples=150, deadline=None)
def test_any_order_of_keys_and_failures_leaves_a_table_that_works(
    steps: list[str | int], control: str
) -> None:
    kit = Kit(state_of(round_one(), round_two(), control=control))
    for step in steps:
        if isinstance(step, int):
            kit = offered(kit, step)
        elif step in HAPPENINGS:
            kit = happen(kit, step)
        else:
            kit = kit.do(step, after=300)
        assert_true_to_the_port(kit)
    state = kit.port.state
    assert state is not None
    draws = [d.ent for d in kit.port.drafts if isinstance(d.body, OpeningDrawn)]
    assert len(draws) == len(set(draws))
    bodies = MeasureDone | MeasureRefused
    said = [d.ent for d in kit.port.drafts if isinstance(d.body, bodies)]
    assert len(said) == len(set(said)), "each measure is testified once"
    for uid, lines in kit.port.journals.items():
        match = state.matches[uid]
        notes = read_notes(match_info(state, match), tuple(lines), None)
        assert notes.damaged == 0, [unpack(line, Entry) for line in lines]
        if kit.driver.desk.holder is None and kit.model.uid == uid and kit.driver.desk.session:
            assert notes.session == kit.driver.desk.session


@given(STEPS)
@settings(max_examples=60, deadline=None)
def test_no_side_signs_without_a_key_of_its_own(steps: list[str | int]) -> None:
    kit = Kit(state_of(round_one()))
    for step in steps:
        kit = offered(kit, step) if isinstance(step, int) else kit.do(step, after=300)
    for draft in kit.port.drafts:
        if isinstance(draft.body, ResultSigned):
            assert draft.actor.who == str(draft.body.seat)
            assert draft.actor.how in ("unverified press", "pin")
            assert draft.body.seat in SEATS
