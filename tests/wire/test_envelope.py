"""Events as their authors wrote them: read back exactly, refused where no author can mean it."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.core import events as ev
from shared.core.events import KINDS, Actor, Body
from shared.core.match.outcome import Code, Outcome
from shared.wire.envelope import BadEvent, Signed, read, read_filed, verify
from shared.wire.limits import MAX_EVENT
from tests.large import large
from tests.prove import times
from tests.wire.any_value import any_value
from tests.wire.envelope_kit import (
    ACTOR,
    AT,
    AUTHOR,
    BODY,
    DEPS,
    ENT,
    INC,
    KIND,
    KV,
    NODE,
    PREV,
    SEQ,
    TERM,
    V,
    altered,
    forged,
    sealed,
)
from tests.wire.memory_log import START

HEX16 = st.binary(min_size=16, max_size=16).map(bytes.hex)
HEX8 = st.binary(min_size=8, max_size=8).map(bytes.hex)


@pytest.mark.parametrize("kind", [KINDS[kind].body for kind in sorted(KINDS)])
@settings(max_examples=times(20, 1_000))
@given(data=st.data())
def test_an_event_is_read_as_it_was_written(kind: type[Body], data: st.DataObject) -> None:
    body = data.draw(any_value(kind))
    signed, event = sealed(
        body,
        inc=data.draw(HEX8),
        seq=data.draw(st.integers(1, 2**53)),
        at=data.draw(any_value(ev.Instant)),
        term=data.draw(st.integers(0, 2**53)),
        deps=tuple(data.draw(st.lists(HEX16, max_size=3))),
        actor=data.draw(any_value(Actor)),
        prev=data.draw(HEX16 | st.just("")),
    )

    assert event.body == body
    assert read(signed) == event
    assert read_filed(signed.id, signed.data) == event
    assert event.id == signed.id
    assert event.place == (AUTHOR.node, event.inc, event.seq)
    verify(signed, AUTHOR.public)


@given(data=st.data())
def test_filed_bytes_with_a_flipped_bit_are_refused(data: st.DataObject) -> None:
    signed, _ = sealed(ev.TableSet("A"))
    flipped = bytearray(signed.data)
    flipped[data.draw(st.integers(0, len(flipped) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(BadEvent, match="not the bytes of the event"):
        read_filed(signed.id, bytes(flipped))


@given(data=st.binary(max_size=300))
def test_random_bytes_are_no_event(data: bytes) -> None:
    with pytest.raises(BadEvent):
        read(Signed(data, b""))


@given(position=st.integers(0, 12), value=st.integers(-(2**63), 2**64 - 1) | st.text() | st.none())
def test_a_field_of_the_wrong_kind_is_refused_or_read(position: int, value: object) -> None:
    try:
        event = read(altered(position, value))
    except BadEvent:
        return
    assert 1 <= event.seq <= 2**53
    assert 0 <= event.at <= 253_402_300_799_999


@pytest.mark.parametrize(
    ("position", "value"),
    [
        (V, 0),
        (V, -1),
        (V, 2**53 + 1),
        (V, "2"),
        (NODE, b""),
        (NODE, b"x" * 15),
        (INC, b"x" * 9),
        (SEQ, 0),
        (SEQ, -1),
        (SEQ, 2**53 + 1),
        (SEQ, True),
        (AT, -1),
        (AT, 253_402_300_800_000),
        (AT, 2**64 - 1),
        (TERM, -1),
        (TERM, 2**64 - 1),
        (KIND, b"a.table.set"),
        (KV, "1"),
        (DEPS, [["deep"]]),
        (DEPS, "text"),
        (ACTOR, ["referee", 1]),
        (BODY, [1]),
        (BODY, []),
        (BODY, None),
        (BODY, {"label": 1}),
        (PREV, None),
    ],
)
def test_implausible_event_is_refused(position: int, value: object) -> None:
    with pytest.raises(BadEvent):
        read(altered(position, value))


@pytest.mark.parametrize(
    "body",
    [
        ev.DivisionOpened("A", "b", 2**53 + 1),
        ev.PlayerRegistered("A", "b", 2**64 - 1),
        ev.DivisionOpened("A", "b", 3, bracket=ev.BracketPlan(main=(0,))),
        ev.RoundPaired(-1, "", ()),
        ev.RoundPaired(2**60, "", ()),
        ev.OpeningDrawn(0, 2**63, ()),
        ev.ClockLogged(1, (), (0, -(2**63)), (0, 0), ""),
    ],
)
def test_numbers_that_no_column_or_calendar_holds_are_neither_sealed_nor_read(body: Body) -> None:
    with pytest.raises(
        BadEvent, match=r"Nothing was saved: the number in '.+' is too (large|small)"
    ):
        sealed(body)
    with pytest.raises(BadEvent, match=r"is too (large|small)"):
        read(forged(body))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (ev.TableSet("x" * 81), "'label' is too long, 80 is the most"),
        (ev.ReportFiled("call", note="x" * 501), "'note' is too long, 500 is the most"),
        (ev.MovesLogged(1, "x" * 60_001), "'pdn' is too long, 60000 is the most"),
        (ev.ResultSigned(0, Outcome((Code.WIN,) * 60_000)), "'outcome' is too long, 500 is"),
        (ev.PlayerRegistered("A", "m", people=("B", "x" * 81)), "'people' is too long, 80 is"),
    ],
)
def test_texts_longer_than_their_field_are_neither_sealed_nor_read(body: Body, said: str) -> None:
    for refuse in (lambda: sealed(body), lambda: read(forged(body))):
        with pytest.raises(BadEvent, match=said):
            refuse()


HARMFUL = ["\x1b]0;x\x07", "\x9b2J", "a\nb", "\u202e12", "\u2066", "\ue000", "\ufdd0", "\U000e0041"]


@pytest.mark.parametrize("text", HARMFUL)
def test_no_text_holds_control_or_unseen_characters(text: str) -> None:
    hall = ev.RoundPaired(0, "", (ev.PairedMatch("u", "1", "a", text),))
    for body in (ev.TableSet(text), ev.PlayerRegistered("A", "m", people=("B", text)), hall):
        with pytest.raises(BadEvent, match="a control character"):
            sealed(body)
        with pytest.raises(BadEvent, match="a control character"):
            read(forged(body))
    for place, value in ((KIND, text), (ENT, text), (ACTOR, ["device", text])):
        with pytest.raises(BadEvent):
            read(altered(place, value))


def test_names_of_all_scripts_and_lines_of_pdn_may_travel() -> None:
    for name in (
        "Dvořák",
        "Надежда",
        "王小明",
        "محمد",
        "می\u200cخواهم",
        "A\u00a0B",
        "😀",
        "葛\U000e0100城",
    ):
        assert sealed(ev.TableSet(name))[1].body == ev.TableSet(name)
    assert sealed(ev.MovesLogged(1, "1. 9-13\n22-18"))[1].body


def test_forbidden_text_in_an_older_log_is_read_with_replacements() -> None:
    signed = forged(ev.TableSet("A\x1b[2J\u202eB"))
    assert read_filed(signed.id, signed.data).body == ev.TableSet("A�[2J�B")
    log = forged(ev.MovesLogged(1, "1. 9-13\n\x1b22-18"))
    assert read_filed(log.id, log.data).body == ev.MovesLogged(1, "1. 9-13\n�22-18")


def test_oversized_entry_in_an_older_log_is_kept_and_has_no_effect() -> None:
    signed = forged(ev.ReportFiled("call", note="x" * 200_000))
    event = read_filed(signed.id, signed.data)
    assert (event.kind, event.body) == ("t.report.filed", None)


def test_a_clock_before_1970_seals_nothing() -> None:
    with pytest.raises(BadEvent, match="stands before the year 1970"):
        sealed(ev.TableSet("A"), at=-1)


def test_an_event_that_is_too_large_is_neither_written_nor_read() -> None:
    with pytest.raises(BadEvent, match="the limit is 262144"):
        sealed(large(MAX_EVENT))
    with pytest.raises(BadEvent, match="more than an event may have"):
        read(Signed(b"x" * (MAX_EVENT + 1), b""))

    signed, event = sealed(large(MAX_EVENT - 250))
    assert read(signed) == event


def test_the_pairing_of_a_thousand_players_fits() -> None:
    matches = tuple(
        ev.PairedMatch(f"{number:032x}", f"t{number}", f"player{number}a", f"player{number}b")
        for number in range(500)
    )
    names = tuple(f"player{number}" for number in range(1_000))
    trace = tuple(("group", 2 * number, names[number::20], True) for number in range(20))
    field = tuple(ev.FieldEntry(f"player{number}", 40, 1) for number in range(1_000))
    signed, event = sealed(ev.RoundPaired(START, "seed", matches, (), (), trace, "swiss 1", field))

    assert read(signed) == event


def test_fields_at_the_end_that_are_as_by_default_do_not_travel() -> None:
    plain = ev.PairedMatch("m1", "7", "ann", "bo")
    long = ev.PairedMatch("m2", "8", "cy", "di", length=9)
    signed, event = sealed(ev.RoundPaired(START, "", (plain, long)))

    sent = msgspec.msgpack.decode(signed.data)[BODY]
    assert sent == [START, "", [["m1", "7", "ann", "bo"], ["m2", "8", "cy", "di", "", 9]]]
    assert read(signed) == event


@pytest.mark.parametrize("depth", [20, 500, 5_000, 100_000])
def test_a_body_that_is_nested_too_deep_is_refused(depth: int) -> None:
    fields = sealed(ev.DeviceNamed("A"))[0].data
    whole = fields.replace(b"\x91\xa1A", b"\x91" * depth + b"\xa1A")
    assert len(whole) == len(fields) + depth - 1

    with pytest.raises(BadEvent):
        read(Signed(whole, b""))
