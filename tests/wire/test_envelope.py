"""Events as their authors signed them: read back exactly, refused when a byte is wrong."""

from __future__ import annotations

from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core import entities
from shared.core import events as ev
from shared.core.committee import Vote
from shared.core.events import KIND_OF, KINDS, Actor, Body, Event
from shared.core.events.private import BoxKey, ReaderKey
from shared.core.office import Spot
from shared.core.words import Code, Outcome
from shared.wire.codec import pack
from shared.wire.envelope import UNREAD, VERSION, BadEvent, Signed, node_of, read, seal, verify
from shared.wire.limits import MAX_EVENT
from tests.wire.memory_log import START, author

AUTHOR = author("somebody")
HEX16 = st.binary(min_size=16, max_size=16).map(bytes.hex)
HEX8 = st.binary(min_size=8, max_size=8).map(bytes.hex)
TEXT = st.text(max_size=20)
ID16 = st.binary(min_size=16, max_size=16)
SEALED_KEY = st.binary(min_size=80, max_size=80)
NUMBER = st.integers(-(2**53), 2**53)
SEAT = st.sampled_from([0, 1])
INSTANT = st.integers(0, 253_402_300_799_999)
CODES = st.lists(st.sampled_from(Code), max_size=3).map(tuple)
OUTCOME = st.builds(Outcome, CODES, st.booleans())
PORT = st.integers(1, 65_535)
VECTOR_CUT = st.lists(st.tuples(HEX16, HEX8, NUMBER), max_size=3).map(tuple)
CUT = st.lists(st.tuples(HEX8, NUMBER), max_size=3).map(tuple)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
NUMBERS = st.lists(NUMBER, max_size=3).map(tuple)
MATCH = st.builds(ev.PairedMatch, TEXT, TEXT, st.tuples(TEXT, TEXT), TEXT, NUMBER)
PAIR = st.tuples(NUMBER, NUMBER)
PAIRS = st.lists(st.tuples(TEXT, TEXT), max_size=3).map(tuple)
FIELD = st.lists(st.builds(ev.FieldEntry, TEXT, NUMBER, NUMBER), max_size=3).map(tuple)
BRACKET = st.builds(
    ev.BracketPlan,
    st.sampled_from(["single", "double"]),
    NUMBER,
    NUMBERS,
    NUMBERS,
    NUMBERS,
    NUMBERS,
)
DECK = st.lists(st.builds(ev.DeckLine, NUMBER, NUMBER, TEXTS, TEXT, TEXT), max_size=3).map(tuple)
CENTS = st.integers(0, 10**12)
ORDER = st.builds(
    ev.Order, st.sampled_from(["pause", "resume", "start_absent", "add_time"]), TEXT, PAIR
)

BODIES: dict[type[Body], st.SearchStrategy[Body]] = {
    ev.TournamentOpened: st.builds(ev.TournamentOpened, TEXT, TEXT, st.binary(max_size=32)),
    ev.DeviceEnrolled: st.builds(
        ev.DeviceEnrolled,
        st.binary(min_size=32, max_size=32),
        st.binary(min_size=32, max_size=32),
        st.sampled_from(sorted(ev.ROLE_SCOPES)),
        st.lists(st.sampled_from(ev.SCOPES), max_size=5).map(tuple),
        TEXT,
    ),
    ev.DeviceNamed: st.builds(ev.DeviceNamed, TEXT),
    ev.DeviceRevoked: st.builds(ev.DeviceRevoked, CUT, TEXT),
    ev.RightsSet: st.builds(
        ev.RightsSet, st.lists(st.sampled_from(ev.SCOPES), max_size=5).map(tuple), CUT
    ),
    ev.OrderGiven: st.builds(ev.OrderGiven, ORDER, TEXT, TEXT),
    ev.SheetsHandedIn: st.builds(ev.SheetsHandedIn, st.tuples(st.booleans(), st.booleans())),
    ev.MovesEntered: st.builds(ev.MovesEntered, NUMBER, TEXT, TEXT),
    ev.PrizesPosted: st.builds(ev.PrizesPosted, st.lists(CENTS, max_size=3).map(tuple), CENTS),
    ev.DuesOwed: st.builds(ev.DuesOwed, st.booleans()),
    ev.PrizePaid: st.builds(ev.PrizePaid, CENTS, CENTS, TEXT, st.booleans(), st.booleans()),
    ev.TitleDecided: st.builds(
        ev.TitleDecided,
        st.sampled_from(["champion", "co_champions", "co_winners", "playoff"]),
        TEXTS,
        TEXT,
        TEXT,
    ),
    ev.DeviceAssigned: st.builds(ev.DeviceAssigned, HEX16, CUT),
    ev.TermOpened: st.builds(ev.TermOpened, VECTOR_CUT, TEXT),
    ev.DivisionLed: st.builds(
        ev.DivisionLed, TEXT, VECTOR_CUT, st.lists(TEXT, max_size=3).map(tuple), TEXT
    ),
    ev.EnrolmentSet: st.builds(ev.EnrolmentSet, INSTANT),
    ev.NodePlaced: st.builds(ev.NodePlaced, TEXT, PORT, PORT, PORT),
    ev.TableSet: st.builds(ev.TableSet, TEXT),
    ev.DivisionOpened: st.builds(
        ev.DivisionOpened, TEXT, TEXT, NUMBER, TEXT, TEXT, TEXTS, TEXT, BRACKET, TEXT
    ),
    ev.PlayerRegistered: st.builds(
        ev.PlayerRegistered,
        TEXT,
        TEXT,
        NUMBER,
        TEXT,
        TEXT,
        TEXT,
        NUMBER,
        TEXT,
        TEXTS,
        TEXT,
        NUMBER,
    ),
    ev.PlayerClassified: st.builds(ev.PlayerClassified, TEXT, TEXT, TEXT),
    ev.PlayerWithdrawn: st.builds(ev.PlayerWithdrawn, NUMBER, TEXT),
    ev.PlayerSuspended: st.builds(ev.PlayerSuspended, TEXT, TEXT, st.booleans()),
    ev.PlayerOptedOut: st.builds(ev.PlayerOptedOut, NUMBER, st.booleans()),
    ev.DeckLoaded: st.builds(ev.DeckLoaded, DECK),
    ev.RoundStarted: st.builds(ev.RoundStarted, INSTANT, TEXT, TEXT),
    ev.RoundScheduled: st.builds(ev.RoundScheduled, INSTANT, TEXT, NUMBER),
    ev.RoundPreviewed: st.builds(ev.RoundPreviewed, TEXT, TEXT, PAIRS, TEXTS, TEXT),
    ev.RoundPaired: st.builds(
        ev.RoundPaired,
        INSTANT,
        TEXT,
        st.lists(MATCH, max_size=3).map(tuple),
        TEXTS,
        TEXTS,
        TEXTS,
        TEXT,
        FIELD,
    ),
    ev.PlayerPrivate: st.builds(
        ev.PlayerPrivate,
        st.binary(max_size=300),
        st.lists(st.builds(ReaderKey, ID16, SEALED_KEY), max_size=3).map(tuple),
    ),
    ev.PrivateShared: st.builds(
        ev.PrivateShared, st.lists(st.builds(BoxKey, ID16, SEALED_KEY), max_size=3).map(tuple)
    ),
    ev.MatchCalled: st.builds(ev.MatchCalled, MATCH, INSTANT, TEXT),
    ev.ChallengeRefused: st.builds(
        ev.ChallengeRefused, st.sampled_from(["refused", "ready", "excused"]), TEXT
    ),
    ev.RulingMade: st.builds(
        ev.RulingMade,
        OUTCOME,
        TEXT,
        TEXT,
        st.lists(
            st.builds(Vote, TEXT, st.sampled_from(["first", "draw", "change", "abstain"])),
            max_size=3,
        ).map(tuple),
    ),
    ev.ReportAnswered: st.builds(
        ev.ReportAnswered, st.sampled_from(["coming", "ruled", "dismissed"]), TEXT, TEXT
    ),
    ev.AnnouncementMade: st.builds(
        ev.AnnouncementMade, TEXT, INSTANT, st.sampled_from(["all", "kiosk", "tables"]), TEXT
    ),
    ev.HallLaidOut: st.builds(
        ev.HallLaidOut,
        st.lists(st.builds(Spot, NUMBER, NUMBER, TEXT, TEXT), max_size=3).map(tuple),
    ),
    ev.KioskSet: st.builds(ev.KioskSet, TEXTS, TEXTS),
    ev.RequestFiled: st.builds(
        ev.RequestFiled,
        st.sampled_from(["check_in", "sign_out", "back", "withdraw", "opt_out"]),
        NUMBER,
    ),
    ev.RequestAnswered: st.builds(
        ev.RequestAnswered, st.sampled_from(["coming", "ruled", "dismissed"]), TEXT, TEXT
    ),
    ev.RehearsalOpened: st.builds(
        ev.RehearsalOpened,
        st.binary(max_size=32),
        st.binary(max_size=32),
        st.integers(1, 65_535),
        st.integers(1, 65_535),
        INSTANT,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
    ),
    ev.RehearsalEnded: st.builds(ev.RehearsalEnded, TEXT),
    ev.DeviceChecked: st.builds(
        ev.DeviceChecked,
        TEXT,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
        NUMBER,
        st.lists(NUMBER, max_size=3).map(tuple),
    ),
    ev.PlayerSeated: st.builds(ev.PlayerSeated),
    ev.OpeningDrawn: st.builds(ev.OpeningDrawn, SEAT, NUMBER, TEXTS, TEXT),
    ev.ControlChosen: st.builds(ev.ControlChosen, TEXT, TEXT),
    ev.ClockLogged: st.builds(
        ev.ClockLogged,
        NUMBER,
        st.lists(st.builds(ev.Press, SEAT, NUMBER), max_size=3).map(tuple),
        PAIR,
        PAIR,
        TEXT,
    ),
    ev.ResultSigned: st.builds(ev.ResultSigned, SEAT, OUTCOME),
    ev.MovesLogged: st.builds(ev.MovesLogged, NUMBER, TEXT),
    ev.DrawOffered: st.builds(
        ev.DrawOffered,
        st.integers(1, 9),
        SEAT,
        st.tuples(st.integers(0, 99), st.integers(0, 99)),
        st.sampled_from(["open", "accepted", "refused"]),
    ),
    ev.ReportFiled: st.builds(
        ev.ReportFiled,
        st.sampled_from(["call", "phone", "late", "restart"]),
        st.none() | SEAT,
        st.none() | SEAT,
        TEXT,
    ),
}


def sealed(body: Body, **fields: Any) -> tuple[Signed, Event]:
    ent = "table/t1"
    if isinstance(body, ev.DeviceEnrolled):
        ent = entities.device(node_of(body.sign_key))
    given: dict[str, Any] = {
        "inc": AUTHOR.inc,
        "seq": 1,
        "at": START,
        "term": 0,
        "ent": ent,
        "deps": (),
        "actor": Actor(),
        "prev": "",
    }
    return seal(AUTHOR.key, body=body, **{**given, **fields})


def altered(position: int, value: object, body: Body | None = None) -> Signed:
    """An envelope with one field replaced, as a careless or hostile author may send it."""
    fields = msgpack.unpackb(sealed(body or ev.TableSet("A"))[0].data)
    fields[position] = value
    return Signed(pack(fields), b"")


V, NODE, INC, SEQ, AT, TERM, KIND, KV, ENT, DEPS, ACTOR, BODY, PREV = range(13)


def test_every_body_has_an_example_here() -> None:
    assert BODIES.keys() == KIND_OF.keys()


@pytest.mark.parametrize("kind", [KINDS[kind][0] for kind in sorted(KINDS)])
@given(data=st.data())
def test_an_event_is_read_as_it_was_written(kind: type[Body], data: st.DataObject) -> None:
    signed, event = sealed(
        data.draw(BODIES[kind]),
        inc=data.draw(HEX8),
        seq=data.draw(st.integers(1, 2**53)),
        at=data.draw(INSTANT),
        term=data.draw(st.integers(0, 2**53)),
        deps=tuple(data.draw(st.lists(HEX16, max_size=3))),
        actor=data.draw(st.builds(Actor, TEXT, TEXT)),
        prev=data.draw(HEX16 | st.just("")),
    )

    assert read(signed) == event
    assert event.id == signed.id
    assert event.place == (AUTHOR.node, event.inc, event.seq)
    verify(signed, AUTHOR.public)


@given(data=st.data())
def test_a_byte_that_was_tampered_with_anywhere_is_noticed(data: st.DataObject) -> None:
    body = data.draw(st.one_of(*BODIES.values()))
    signed, event = sealed(body)
    whole = bytearray(signed.data + signed.sig)
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    forged = Signed(bytes(whole[: len(signed.data)]), bytes(whole[len(signed.data) :]))

    def accept() -> None:
        read(forged)
        verify(forged, AUTHOR.public)

    with pytest.raises(BadEvent):
        accept()
    assert (forged.id == event.id) == (place >= len(signed.data))


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
def test_what_no_author_can_have_meant_is_refused(position: int, value: object) -> None:
    with pytest.raises(BadEvent):
        read(altered(position, value))


@pytest.mark.parametrize(
    "body",
    [
        ev.DivisionOpened("A", "b", 2**53 + 1),
        ev.PlayerRegistered("A", "b", 2**64 - 1),
        ev.RoundPaired(-1, "", ()),
        ev.RoundPaired(2**60, "", ()),
        ev.OpeningDrawn(0, 2**63, ()),
        ev.ClockLogged(1, (), (0, -(2**63)), (0, 0), ""),
    ],
)
def test_numbers_that_no_column_or_calendar_holds_are_refused(body: Body) -> None:
    with pytest.raises(BadEvent, match="does not fit"):
        read(sealed(body)[0])


def test_an_unknown_kind_is_read_without_its_body() -> None:
    event = read(altered(KIND, "a.something.new"))

    assert (event.kind, event.body, event.ent) == ("a.something.new", None, "table/t1")


@pytest.mark.parametrize("body", [None, 7, ["x", ["y"]], {"a": b"b"}])
def test_a_newer_body_is_read_without_being_understood(body: object) -> None:
    fields = msgpack.unpackb(sealed(ev.TableSet("A"))[0].data)
    fields[KV], fields[BODY] = KINDS["a.table.set"][1] + 1, body

    event = read(Signed(pack(fields), b""))
    assert (event.kind, event.body) == ("a.table.set", None)


@pytest.mark.parametrize("version", [VERSION + 1, VERSION + 40])
def test_of_a_later_envelope_the_place_is_read_and_nothing_else(version: int) -> None:
    before = sealed(ev.TableSet("A"), seq=6)[0]
    fields = msgpack.unpackb(sealed(ev.TableSet("A"), seq=7, prev=before.id)[0].data)
    known = [version, *fields[1:AT], *([{"new": True}] * (PREV - AT)), fields[PREV], "more"]

    event = read(Signed(pack(known), b""))

    assert event.place == (AUTHOR.node, fields[INC].hex(), 7)
    assert (event.prev, event.kind, event.kv, event.body) == (before.id, UNREAD, version, None)
    assert entities.parse(event.ent) is None


@pytest.mark.parametrize(
    ("position", "value"),
    [(NODE, b"short"), (INC, "text"), (SEQ, 0), (SEQ, 2**53 + 1), (PREV, None), (V, 2**60)],
)
def test_a_later_envelope_without_a_place_is_refused(position: int, value: object) -> None:
    fields = [VERSION + 1, *msgpack.unpackb(sealed(ev.TableSet("A"))[0].data)[1:]]
    fields[position] = value
    with pytest.raises(BadEvent):
        read(Signed(pack(fields), b""))


def test_later_fields_of_a_body_may_be_left_out_or_added() -> None:
    shorter = read(altered(BODY, ["Ann", "men"], ev.PlayerRegistered("Ann", "men", 5, "club")))
    longer = read(altered(BODY, ["A", "future"]))

    assert shorter.body == ev.PlayerRegistered("Ann", "men")
    assert longer.body == ev.TableSet("A")


def test_an_enrolment_names_the_device_of_its_key() -> None:
    body = ev.DeviceEnrolled(AUTHOR.public, b"c" * 32, "terminal", (), "t")
    with pytest.raises(BadEvent, match="names another device"):
        read(sealed(body, ent=entities.device("ab" * 16))[0])

    assert read(sealed(body)[0]).ent == entities.device(AUTHOR.node)


def test_an_event_that_is_too_large_is_neither_written_nor_read() -> None:
    with pytest.raises(BadEvent, match="larger than the limit"):
        sealed(ev.TableSet("x" * MAX_EVENT))
    with pytest.raises(BadEvent, match="more than an event may have"):
        read(Signed(b"x" * (MAX_EVENT + 1), b""))

    signed, event = sealed(ev.TableSet("x" * (MAX_EVENT - 200)))
    assert read(signed) == event


def test_the_pairing_of_a_thousand_players_fits() -> None:
    matches = tuple(
        ev.PairedMatch(f"{number:032x}", f"t{number}", (f"player{number}a", f"player{number}b"))
        for number in range(500)
    )
    trace = tuple("a sentence about this pairing" * 3 for _ in range(1_000))
    field = tuple(ev.FieldEntry(f"player{number}", 40, 1) for number in range(1_000))
    signed, event = sealed(ev.RoundPaired(START, "seed", matches, (), (), trace, "swiss 1", field))

    assert read(signed) == event


@pytest.mark.parametrize("depth", [20, 500, 5_000, 100_000])
def test_a_body_that_is_nested_too_deep_is_refused(depth: int) -> None:
    fields = sealed(ev.TableSet("A"))[0].data
    whole = fields.replace(b"\x91\xa1A", b"\x91" * depth + b"\xa1A")
    assert len(whole) == len(fields) + depth - 1

    with pytest.raises(BadEvent):
        read(Signed(whole, b""))


@pytest.mark.parametrize("key", [b"", b"x" * 31, b"x" * 33, bytes(32), author("else").public])
def test_a_signature_fits_one_key_only(key: bytes) -> None:
    signed, _ = sealed(ev.TableSet("A"))

    with pytest.raises(BadEvent, match="does not fit the author's key"):
        verify(signed, key)


@pytest.mark.parametrize("sig", [b"", b"x" * 63, b"x" * 65, bytes(64)])
def test_a_signature_of_the_wrong_size_is_refused(sig: bytes) -> None:
    signed, _ = sealed(ev.TableSet("A"))

    with pytest.raises(BadEvent):
        verify(Signed(signed.data, sig), AUTHOR.public)


def test_the_bytes_are_the_identity() -> None:
    one, first = sealed(ev.TableSet("A"))
    again, second = sealed(ev.TableSet("A"))
    other, third = sealed(ev.TableSet("B"))

    assert (one, first) == (again, second)
    assert other.id != one.id
    assert msgspec.structs.replace(third, id="", body=None) == msgspec.structs.replace(
        first, id="", body=None
    )
