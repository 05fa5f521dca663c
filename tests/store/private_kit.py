"""Private facts for tests: readers, made-up people, and what a reader finds in a replica."""

from hypothesis import strategies as st

from shared.core.events import Draft, Fees, Person, Private, TaxForm, entities
from shared.core.events.private import TOPIC_OF
from shared.core.state.office import Known
from shared.net.keys import DeviceKeys
from shared.store.replica import Replica
from shared.store.sealing import Opener, Reader
from tests.store.store_kit import HALL, REFEREE, ROOT, TABLES
from tests.wire.any_value import SIGN

STANDBY = DeviceKeys.from_seed(bytes([4]) * 32)
KIOSK = DeviceKeys.from_seed(bytes([5]) * 32)
LATER = DeviceKeys.from_seed(bytes([6]) * 32)

BORN, PHONE, EMAIL = "1987-06-05", "+1 555 0142 77", "ann.private@example.org"
ADDRESS, FEE_NOTE = "17 Hidden Lane, Nowhere", "pays the rest on Friday"
ANN = Person(BORN, PHONE, EMAIL, ADDRESS)
OWES = Fees(3500, 1500, FEE_NOTE)
SECRETS = (BORN, PHONE, EMAIL, ADDRESS, FEE_NOTE)

TEXTS = st.text(SIGN, max_size=60)
PERSONS = st.builds(Person, st.sampled_from(["", BORN, "2009-02-28"]), TEXTS, TEXTS, TEXTS)
FEES = st.builds(Fees, st.integers(0, 100_000_000), st.integers(0, 9_999), TEXTS)
TAX = st.builds(TaxForm, st.sampled_from(["", "needed", "received"]), TEXTS)
PRIVATE: st.SearchStrategy[Private] = st.one_of(PERSONS, FEES, TAX)


def reader(keys: DeviceKeys) -> Reader:
    return Reader(keys.node, keys.curve_secret)


READERS = {
    "hall": reader(HALL), "referee": reader(REFEREE), "root": Reader.of_tournament_key(ROOT),
}  # fmt: skip
STRANGERS = {"table": reader(TABLES["1"]), "kiosk": reader(KIOSK), "later": reader(LATER)}


def private(body: Private, player: str = "p1") -> Draft:
    return Draft(entities.private(player, TOPIC_OF[type(body)]), body)


def known(replica: Replica, who: Reader) -> dict[str, Known]:
    return Opener(who).known(replica.state.private)
