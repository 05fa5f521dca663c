"""Private facts are read by those they are sealed to, by nobody else, and never half."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.core.events import (
    DeviceRevoked,
    Draft,
    Fees,
    Person,
    PlayerPrivate,
    Private,
    TaxForm,
    entities,
)
from shared.core.events.private import TOPIC_OF, ReaderKey
from shared.core.state.office import Known, Sealed, SealedFact
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.store.sealing import PAD, Opener, Reader, Unreadable, handed_on, readers, sealed
from shared.wire.envelope import BadEvent
from tests.store.private_kit import (
    ANN,
    KIOSK,
    LATER,
    OWES,
    PRIVATE,
    READERS,
    SECRETS,
    STANDBY,
    STRANGERS,
    known,
    private,
    reader,
)
from tests.store.store_kit import (
    HALL,
    REFEREE,
    ROOT,
    ROOT_KEY,
    TABLES,
    by,
    enrolment,
    open_replica,
    set_up,
    write,
)

EVENT = "ab" * 16


def keys_of(*who: Reader) -> dict[str, bytes]:
    from nacl.public import PrivateKey

    return {each.node: bytes(PrivateKey(each.secret).public_key) for each in who}


def boxed(body: Private, player: str = "p1", *who: Reader) -> tuple[str, SealedFact]:
    draft = sealed(private(body, player), keys_of(*(who or tuple(READERS.values()))))
    assert isinstance(draft.body, PlayerPrivate)
    return draft.ent, SealedFact(EVENT, 0, HALL.node, draft.body.box, draft.body.keys)


def opened(who: Reader, ent: str, fact: SealedFact) -> Private:
    return Opener(who).open(ent, fact, Sealed({ent: (fact,)}))


@contextmanager
def a_hall() -> Iterator[Replica]:
    with TemporaryDirectory() as folder:
        replica = open_replica(Path(folder) / "hall.db")
        try:
            set_up(replica)
            yield replica
        finally:
            replica.close()


@given(body=PRIVATE, who=st.sampled_from(sorted(READERS)))
def test_every_reader_opens_a_box(body: Private, who: str) -> None:
    assert opened(READERS[who], *boxed(body)) == body


@given(body=PRIVATE, who=st.sampled_from(sorted(STRANGERS)))
def test_other_keys_do_not_open_a_box(body: Private, who: str) -> None:
    with pytest.raises(Unreadable, match="sealed to other keys than this node's"):
        opened(STRANGERS[who], *boxed(body))


@given(body=PRIVATE)
def test_stranger_who_adds_a_reader_key_opens_nothing(body: Private) -> None:
    ent, fact = boxed(body)
    thief = STRANGERS["table"]
    mine = tuple(ReaderKey(bytes.fromhex(thief.node), key.sealed) for key in fact.keys)
    with pytest.raises(Unreadable, match="damaged or made for something else"):
        opened(thief, ent, msgspec.structs.replace(fact, keys=mine))


@given(body=PRIVATE, data=st.data())
def test_a_box_with_one_changed_bit_is_refused(body: Private, data: st.DataObject) -> None:
    ent, fact = boxed(body)
    spoiled = bytearray(fact.box)
    at = data.draw(st.integers(0, len(spoiled) - 1))
    spoiled[at] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(Unreadable, match="damaged or made for something else"):
        opened(READERS["hall"], ent, msgspec.structs.replace(fact, box=bytes(spoiled)))


@given(body=PRIVATE, junk=st.binary(max_size=400))
def test_a_box_of_any_bytes_is_refused(body: Private, junk: bytes) -> None:
    ent, fact = boxed(body)
    with pytest.raises(Unreadable):
        opened(READERS["hall"], ent, msgspec.structs.replace(fact, box=junk))


def test_a_box_pasted_under_another_player_or_topic_is_refused() -> None:
    _, fact = boxed(ANN, "p1")
    for ent in (entities.private("p2", "person"), entities.private("p1", "fees")):
        with pytest.raises(Unreadable, match="damaged or made for something else"):
            opened(READERS["hall"], ent, fact)


def test_the_length_of_a_box_tells_little() -> None:
    short, long = boxed(Fees(1, 0))[1].box, boxed(Fees(1, 0, "x" * 200))[1].box
    assert len(short) == len(long)
    assert (len(short) - 40) % PAD == 0


def test_sealed_text_does_not_appear_in_the_bytes() -> None:
    ent, fact = boxed(ANN)
    everything = fact.box + b"".join(key.sealed for key in fact.keys) + ent.encode()
    assert not any(secret.encode() in everything for secret in SECRETS)


@pytest.mark.parametrize(
    "body",
    [
        Person(born="5 June 1987"),
        Person(address="x" * 301),
        Person(phone="5" * 61),
        Fees(due=-1),
        TaxForm("lost"),  # type: ignore[arg-type]
    ],
)
def test_facts_of_another_shape_are_not_sealed(body: Private) -> None:
    with pytest.raises(BadEvent, match="NOT saved"):
        sealed(private(body), keys_of(READERS["hall"]))


def test_a_fact_under_an_entity_that_is_not_its_own_is_not_sealed() -> None:
    for ent in (entities.private("p1", "fees"), entities.player("p1"), "nowhere/at/all"):
        with pytest.raises(BadEvent, match="no place for a private fact"):
            sealed(Draft(ent, ANN), keys_of(READERS["hall"]))


def test_the_longest_facts_in_the_widest_letters_fit() -> None:
    body = Person("1987-06-05", "😀" * 60, "😀" * 300, "😀" * 300)
    assert opened(READERS["root"], *boxed(body)) == body


def test_private_facts_say_nothing_when_printed() -> None:
    for value in (ANN, OWES, TaxForm("needed", "asked twice"), Known((ANN,), (OWES,))):
        assert not any(secret in f"{value} {value!r}" for secret in (*SECRETS, "1500", "twice"))


def test_a_replica_seals_to_hall_standby_referee_and_tournament_key() -> None:
    with a_hall() as replica:
        root = Author(ROOT, "00" * 7 + "01")
        write(replica, root, enrolment(STANDBY, "standby", "Standby"))
        write(replica, by(HALL), enrolment(KIOSK, "kiosk", "Kiosk"), private(ANN), private(OWES))
        for who in (*READERS.values(), reader(STANDBY)):
            assert known(replica, who) == {"p1": Known((ANN,), (OWES,))}
        for who in STRANGERS.values():
            assert known(replica, who) == {"p1": Known(unread=("fees", "person"))}
        assert replica.state.unforced == ()


def test_devices_enrolled_in_the_same_batch_can_read() -> None:
    with a_hall() as replica:
        with replica.batch() as batch:
            batch.append(Author(ROOT, "01" * 8), enrolment(STANDBY, "standby", "Standby"), at=1)
            batch.append(by(HALL), private(ANN), at=2)
        assert known(replica, reader(STANDBY))["p1"].person == (ANN,)


def test_later_facts_are_not_sealed_to_a_revoked_device_and_earlier_ones_stay_readable() -> None:
    with a_hall() as replica:
        write(replica, by(HALL), private(ANN))
        gone = DeviceRevoked((), "stolen")
        write(replica, by(HALL), Draft(entities.device(REFEREE.node), gone))
        write(replica, by(HALL), private(OWES))
        assert REFEREE.node not in readers(replica.state.devices.values(), ROOT_KEY)
        assert known(replica, reader(REFEREE)) == {"p1": Known((ANN,), unread=("fees",))}
        assert known(replica, READERS["hall"]) == {"p1": Known((ANN,), (OWES,))}


@pytest.mark.parametrize("holder", ["hall", "root"])
def test_a_device_certified_later_is_handed_the_keys_by_any_holder(holder: str) -> None:
    with a_hall() as replica:
        root = Author(ROOT, "00" * 7 + "01")
        write(replica, by(HALL), private(ANN), private(OWES), private(ANN, "p2"))
        write(replica, root, enrolment(LATER, "referee", "Referee 2"))
        assert known(replica, reader(LATER))["p1"] == Known(unread=("fees", "person"))
        to = readers([replica.state.devices[LATER.node]], ROOT_KEY)
        drafts = handed_on(READERS[holder], replica.state.private, to)
        write(replica, root if holder == "root" else by(HALL), *drafts)
        everything = {"p1": Known((ANN,), (OWES,)), "p2": Known((ANN,))}
        assert known(replica, reader(LATER)) == everything
        assert handed_on(READERS[holder], replica.state.private, to) == []
        assert "p1" in known(replica, STRANGERS["kiosk"])
        assert known(replica, STRANGERS["kiosk"])["p1"].person == ()


def test_who_cannot_read_hands_nothing_on_and_a_table_that_tries_is_not_in_force() -> None:
    with a_hall() as replica:
        write(replica, by(HALL), private(ANN))
        to = keys_of(STRANGERS["kiosk"])
        assert handed_on(STRANGERS["table"], replica.state.private, to) == []
        (draft,) = handed_on(READERS["hall"], replica.state.private, to)
        write(replica, by(TABLES["1"]), draft)
        (unforced,) = replica.state.unforced
        assert unforced.reason == "its author's key does not hold the right 'hall'"
        assert replica.state.private.shared == {}


def test_a_node_that_may_not_read_private_facts_or_does_not_know_it_yet_writes_none() -> None:
    with a_hall() as replica, TemporaryDirectory() as folder:
        empty = open_replica(Path(folder) / "hall.db")
        try:
            for where, who in ((replica, TABLES["1"]), (empty, REFEREE)):
                with pytest.raises(BadEvent, match="NOT saved: as far as this node knows"):
                    write(where, by(who), private(ANN))
            assert empty.end == 0
            assert replica.state.private.facts == {}
        finally:
            empty.close()


def test_two_referees_apart_leave_both_versions_until_one_decides() -> None:
    other = Person(BORN_OTHER, "+1 555 0199")
    with a_hall() as here, TemporaryDirectory() as folder:
        there = open_replica(Path(folder) / "there.db", "77")
        try:
            copy(here, there)
            write(here, by(HALL), private(ANN))
            write(there, by(REFEREE), private(other))
            copy(here, there)
            copy(there, here)
            versions = known(here, READERS["hall"])["p1"].person
            assert set(versions) == {ANN, other}
            assert known(there, READERS["referee"])["p1"].person == versions
            assert known(here, READERS["hall"])["p1"].differing == ("person",)
            write(here, by(HALL), private(other))
            assert known(here, READERS["hall"])["p1"].person == (other,)
        finally:
            there.close()


def test_equal_versions_of_two_referees_count_as_one() -> None:
    with a_hall() as here, TemporaryDirectory() as folder:
        there = open_replica(Path(folder) / "there.db", "77")
        try:
            copy(here, there)
            write(here, by(HALL), private(ANN))
            write(there, by(REFEREE), private(ANN))
            copy(there, here)
            assert len(here.state.private.facts[entities.private("p1", "person")]) == 2
            assert known(here, READERS["hall"])["p1"] == Known((ANN,))
        finally:
            there.close()


def test_topics_are_the_last_word_of_their_entities() -> None:
    for kind, topic in TOPIC_OF.items():
        assert entities.parse(private(kind()).ent) is not None
        assert private(kind()).ent.endswith(f"/{topic}")


BORN_OTHER = "1987-05-06"


def copy(source: Replica, target: Replica) -> None:
    with target.batch() as batch:
        for stored in source.after(0, source.end):
            batch.ingest(stored.signed)
