"""What headquarters takes in of what comes down the stream, and what it refuses."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from nacl.signing import SigningKey

from hall_server.championship import ChampionshipPart
from hall_server.championship.chain import Sealer, read_segment, seal_segment
from hall_server.championship.headquarters import OwnLog
from hall_server.championship.intake import DAY_MS, Intake, VenueStatus
from hall_server.championship.stream import Arrived
from hall_server.eventfile import EventFile, parse_event_file
from hall_server.setting_up import Site, create_tournament, new_device
from shared.core.events import (
    ALWAYS,
    AnnouncementMade,
    DeviceRevoked,
    DivisionLed,
    DivisionOpened,
    Draft,
    Person,
    PlayerRegistered,
    TableSet,
    TermOpened,
    TournamentOpened,
    entities,
)
from shared.net.keys import DeviceKeys
from shared.node.home import load
from shared.store.batch import Author
from shared.store.replica import Replica
from shared.store.verify import check_copy
from shared.wire.envelope import node_of
from tests.championship.kit import ROOT, all_segments, sealer

NOW = 1_790_000_000_000
EVENT = """
schema = 1
[event]
name = "Nationals"
tables = 3
[[division]]
id = "masters"
rulebook = "acf-masters"
[[player]]
name = "{name} One"
division = "masters"
[[player]]
name = "{name} Two"
division = "masters"
"""


class Venue:
    """A hall of the championship: its replica, whose log goes up in segments."""

    def __init__(self, folder: Path, name: str, root: SigningKey = ROOT) -> None:
        event = parse_event_file(EVENT.format(name=name.capitalize()), "event.toml")
        create_tournament(
            event, folder, Site("127.0.0.1", 40_000), root=root, part=ChampionshipPart(name)
        )
        self.name = name
        self.folder = folder
        self.keys: DeviceKeys = load(folder)[1]
        self.replica = Replica(folder / "hall.db", bytes(root.verify_key), new_store_id="s")
        self.author = Author(self.keys.sign, "cd" * 8)

    @property
    def by(self) -> Sealer:
        return sealer(self.keys.sign, self.name, self.replica.root)

    def write(self, *drafts: Draft, at: int = NOW) -> None:
        with self.replica.batch() as batch:
            for draft in drafts:
                batch.append(self.author, draft, at=at)

    def players(self, count: int, at: int = NOW) -> None:
        idents = [f"{self.name}.x{self.replica.end + n}" for n in range(count)]
        self.write(*(Draft(entities.player(i), PlayerRegistered(i, f"{self.name}.masters"))
                     for i in idents), at=at)  # fmt: skip

    def segments(self, run: bytes = b"r" * 8) -> list[bytes]:
        return all_segments(self.replica, self.by, run)  # type: ignore[arg-type]


class Headquarters:
    """A replica of headquarters and its intake, fed by hand."""

    def __init__(self, folder: Path, event: EventFile | None = None) -> None:
        found_headquarters(folder, event)
        self.replica = Replica(folder / "hall.db", bytes(ROOT.verify_key), new_store_id="hq")
        self.folder = folder
        self.intake = Intake(self.replica, lambda: NOW)
        self.place = 0

    def hear(self, *messages: bytes, as_venue: str = "") -> VenueStatus:
        arrived = []
        for message in messages:
            self.place += 1
            token = as_venue or read_segment(message).venue
            arrived.append(Arrived(self.place, token, message))
        with self.replica.batch() as batch:
            self.intake.take(batch, "stream", arrived)
        return self.intake.status[arrived[-1].token]

    def ids(self) -> set[str]:
        return {stored.id for stored in self.replica.after(0, 100_000)}


def found_headquarters(folder: Path, event: EventFile | None = None) -> None:
    """Headquarters, with the divisions of ``event``: none of its own without one."""
    bare = EventFile(parse_event_file(EVENT.format(name="x"), "e").event, (), schema=1)
    create_tournament(
        event or bare,
        folder,
        Site("127.0.0.1", 40_100),
        root=ROOT,
        part=ChampionshipPart(headquarters=True),
    )


@pytest.fixture
def north(tmp_path: Path) -> Iterator[Venue]:
    venue = Venue(tmp_path / "north", "north")
    yield venue
    venue.replica.close()


@pytest.fixture
def south(tmp_path: Path) -> Iterator[Venue]:
    venue = Venue(tmp_path / "south", "south")
    yield venue
    venue.replica.close()


@pytest.fixture
def hq(tmp_path: Path) -> Iterator[Headquarters]:
    headquarters = Headquarters(tmp_path / "hq")
    yield headquarters
    headquarters.replica.close()


def test_two_halls_of_the_same_names_stand_side_by_side(
    hq: Headquarters, north: Venue, south: Venue
) -> None:
    for venue in (north, south):
        assert hq.hear(*venue.segments()).trouble == ""
    state = hq.replica.state
    assert {p.name for p in state.players.values()} == {
        "North One", "North Two", "South One", "South Two"
    }  # fmt: skip
    assert set(state.divisions) == {"north.masters", "south.masters"}
    assert {"north.1", "south.1"} <= set(state.tables)
    assert state.alarms == ()
    assert state.tournament is not None


def test_a_venues_own_state_is_that_of_a_hall_on_its_own(north: Venue) -> None:
    state = north.replica.state
    assert (state.venue, state.alarms, state.unforced) == ("north", (), ())
    assert state.tournament is not None
    assert state.tournament.name == "Nationals"


def test_openings_that_a_device_brings_into_a_hall_leave_it_the_hall_that_it_is(
    hq: Headquarters, north: Venue, south: Venue
) -> None:
    before = north.replica.state
    with north.replica.batch() as batch:
        for stored in (*south.replica.after(0, 99), *hq.replica.after(0, 99)):
            if isinstance(stored.event.body, TournamentOpened):
                batch.ingest(stored.signed)
    assert north.replica.state == before
    north.replica.close()
    copy = north.folder / "hall.db"
    assert check_copy(copy).state == before
    north.replica = Replica(copy, bytes(ROOT.verify_key), new_store_id="s")
    assert north.replica.state == before


def test_private_facts_of_a_hall_are_sealed_to_its_own_keys(tmp_path: Path) -> None:
    text = EVENT.format(name="West") + 'born = "2009-02-28"\n'
    created = create_tournament(
        parse_event_file(text, "event.toml"),
        tmp_path / "west",
        Site("127.0.0.1", 40_200),
        root=ROOT,
        part=ChampionshipPart("west"),
    )
    replica = Replica(tmp_path / "west/hall.db", bytes(ROOT.verify_key), new_store_id="w")
    elsewhere = new_device("referee", "Elsewhere", "", "east")
    with replica.batch() as batch:
        batch.append(Author(ROOT, "55" * 8), elsewhere.enrolment(), at=NOW)
        draft = Draft(entities.private("west.p1", "person"), Person(born="2010-01-01"))
        batch.append(Author(created.hall.sign, "66" * 8), draft, at=NOW)
    readers = {
        key.node.hex()
        for versions in replica.state.private.facts.values()
        for fact in versions
        for key in fact.keys
    }
    assert {replica.root, created.hall.node} < readers
    assert elsewhere.keys.node not in readers
    replica.close()


def test_a_device_with_only_an_invite_can_look_for_its_hall(north: Venue, south: Venue) -> None:
    known = north.replica.state
    bare = msgspec.structs.replace(known, tournament=None, venue="")
    assert bare.may_be_hall(north.keys.node)
    assert known.may_be_hall(north.keys.node)
    both = msgspec.structs.replace(known, devices=known.devices | south.replica.state.devices)
    assert not both.may_be_hall(south.keys.node)


def test_a_term_that_one_hall_opens_changes_nothing_elsewhere(
    hq: Headquarters, north: Venue, south: Venue
) -> None:
    north.write(Draft(entities.term(1), TermOpened((), "taken over")))
    south.players(1)
    hq.hear(*north.segments())
    hq.hear(*south.segments())
    state = hq.replica.state
    barred = [u for u in state.unforced if u.ent.startswith("player/south")]
    assert barred == []
    assert (state.term, state.hall) == (0, "")
    assert (north.replica.state.term, north.replica.state.hall) == (1, north.keys.node)


def test_what_is_repeated_changes_nothing(hq: Headquarters, north: Venue) -> None:
    north.players(200)
    segments = north.segments()
    hq.hear(*segments)
    before, status = hq.ids(), hq.intake.status["north"]
    assert hq.hear(*segments, *reversed(segments)) == status
    assert hq.ids() == before
    assert status.last == north.replica.end


def test_a_hole_is_reported_and_nothing_after_it_is_taken_in(
    hq: Headquarters, north: Venue
) -> None:
    north.players(200)
    one, two, *rest = north.segments()
    hq.hear(one)
    before = hq.ids()
    status = hq.hear(*rest)
    assert "missing before it" in status.trouble
    assert hq.ids() == before
    assert hq.hear(two, *rest).trouble == ""
    assert hq.intake.status["north"].last == north.replica.end


def test_a_new_reading_fills_a_hole(hq: Headquarters, north: Venue) -> None:
    north.players(200)
    one, _, *rest = north.segments()
    hq.hear(one, *rest)
    status = hq.hear(*north.segments(b"s" * 8))
    assert (status.trouble, status.last) == ("", north.replica.end)
    assert "sent again" in status.note


def test_an_altered_segment_is_refused_and_reported(hq: Headquarters, north: Venue) -> None:
    north.players(200)
    one, two, *rest = north.segments()
    hq.hear(one)
    before = hq.ids()
    swapped = msgspec.structs.replace(
        read_segment(two), events=tuple(reversed(read_segment(two).events))
    )
    assert "not those of its hash" in hq.hear(seal_segment(swapped, north.keys.sign)).trouble
    stranger = seal_segment(read_segment(two), SigningKey(b"e" * 32))
    assert "does not fit" in hq.hear(stranger).trouble
    assert hq.ids() == before
    assert hq.hear(two, *rest).trouble == ""


def test_a_foreign_certificate_is_refused(hq: Headquarters, tmp_path: Path, north: Venue) -> None:
    other = Venue(tmp_path / "other", "west", SigningKey(b"o" * 32))
    before = hq.ids()
    assert "another tournament" in hq.hear(*other.segments()).trouble
    posing = sealer(other.keys.sign, "west")
    assert "not certified" in hq.hear(*all_segments(other.replica, posing)).trouble
    other.replica.close()
    as_south = sealer(north.keys.sign, "south")
    posing_south = all_segments(north.replica, as_south)  # type: ignore[arg-type]
    assert "not certified" in hq.hear(*posing_south).trouble
    assert "came as south's" in hq.hear(*north.segments(), as_venue="south").trouble
    assert hq.ids() == before


def test_a_hall_takes_segments_only_from_headquarters(hq: Headquarters, north: Venue) -> None:
    hall = Intake(north.replica, lambda: NOW)
    founder = load(hq.folder)[1].sign
    messages = all_segments(OwnLog(hq.replica), sealer(founder, "hq", hq.replica.root))  # type: ignore[arg-type]
    before = north.replica.end
    forged = all_segments(north.replica, sealer(north.keys.sign, "hq", north.replica.root))  # type: ignore[arg-type]
    with north.replica.batch() as batch:
        hall.take(batch, "stream", [Arrived(1, "hq", forged[0])])
    assert "not certified for this venue" in hall.status["hq"].trouble
    assert north.replica.end == before
    with north.replica.batch() as batch:
        hall.take(batch, "stream", [Arrived(2, "hq", message) for message in messages])
    assert hall.status["hq"].trouble == ""
    state = north.replica.state
    assert (state.venue, state.alarms, state.unforced) == ("north", (), ())
    assert node_of(bytes(founder.verify_key)) in state.devices


def test_headquarters_passes_over_what_it_published_itself(hq: Headquarters) -> None:
    own = Intake(hq.replica, lambda: NOW, own="hq")
    with hq.replica.batch() as batch:
        own.take(batch, "stream", [Arrived(9, "hq", b"anything")])
    assert (own.place("stream"), own.status) == (9, {})


def test_only_headquarters_own_word_goes_down_until_a_hall_stands_in(
    hq: Headquarters, north: Venue, south: Venue
) -> None:
    own = OwnLog(hq.replica)
    for venue in (north, south):
        hq.hear(*venue.segments())
    authors = {stored.place[0] for stored in own.after(0, 1_000)}
    root, founder = hq.replica.root, load(hq.folder)[1]
    assert authors == {root, founder.node}
    opened = [s.event.body for s in own.after(0, 1_000) if s.event.kind == "a.tournament.opened"]
    assert [body.venue for body in opened if isinstance(body, TournamentOpened)] == [""]
    lead = Draft(entities.lead("open", 1), DivisionLed("north", ()))
    with hq.replica.batch() as batch:
        batch.append(Author(founder.sign, "77" * 8), lead, at=NOW)
    authors = {stored.place[0] for stored in own.after(0, 1_000)}
    assert authors == {root, founder.node, north.keys.node}
    assert [stored.pos for stored in own.after(0, 1_000)] == [*range(1, own.end + 1)]
    south.players(1)
    hq.hear(*south.segments())
    with hq.replica.batch() as batch:
        draft = Draft(entities.announcement("a"), AnnouncementMade("Good luck", ALWAYS))
        batch.append(Author(founder.sign, "78" * 8), draft, at=NOW)
    again = [stored.id for stored in OwnLog(hq.replica).after(0, 1_000)]
    assert again == [stored.id for stored in own.after(0, 1_000)]


def test_the_tournament_keys_revocation_at_headquarters_reaches_every_hall(
    hq: Headquarters, north: Venue, south: Venue
) -> None:
    hq.hear(*north.segments())
    own = OwnLog(hq.replica)
    before = own.end
    with hq.replica.batch() as batch:
        author = Author(ROOT, "ef" * 8)
        key = entities.device(north.keys.node)
        batch.append(author, Draft(entities.announcement("a"), AnnouncementMade("x", ALWAYS)), at=1)
        batch.append(author, Draft(key, DeviceRevoked((), "stolen")), at=NOW)
    assert own.end == before + 2
    brought_down(hq, north, south)
    for hall in (north, south):
        if hall is north:
            assert hall.replica.state.devices[north.keys.node].revoked
        assert DeviceRevoked in {type(s.event.body) for s in hall.replica.after(0, 1_000)}


def test_the_chief_of_headquarters_is_known_in_the_halls(tmp_path: Path, north: Venue) -> None:
    event = parse_event_file(EVENT.format(name="x"), "e")
    chief = msgspec.structs.replace(event.event, chief=True)
    hq = Headquarters(tmp_path / "hq", EventFile(chief, (), schema=1))
    brought_down(hq, north)
    (said,) = (
        stored.event.body
        for stored in hq.replica.after(0, 1_000)
        if isinstance(stored.event.body, TournamentOpened)
    )
    assert said.chief
    assert north.replica.fold.registry().chiefs == {said.chief}
    assert (north.replica.state.venue, north.replica.state.alarms) == ("north", ())
    hq.replica.close()


def brought_down(hq: Headquarters, *halls: Venue) -> None:
    """What headquarters says comes into halls."""
    sealed = sealer(load(hq.folder)[1].sign, "hq", hq.replica.root)
    messages = all_segments(OwnLog(hq.replica), sealed)  # type: ignore[arg-type]
    for hall in halls:
        intake = Intake(hall.replica, lambda: NOW)
        with hall.replica.batch() as batch:
            intake.take(batch, "stream", [Arrived(n + 1, "hq", m) for n, m in enumerate(messages)])
        assert intake.status["hq"].trouble == ""


def test_a_revoked_hall_brings_nothing_more(hq: Headquarters, north: Venue) -> None:
    hq.hear(*north.segments())
    with hq.replica.batch() as batch:
        revoked = DeviceRevoked(hq.replica.cut_of(north.keys.node), "stolen")
        draft = Draft(entities.device(north.keys.node), revoked)
        batch.append(Author(ROOT, "ef" * 8), draft, at=NOW)
    before = hq.ids()
    north.players(70)
    assert "revoked" in hq.hear(*north.segments()[1:]).trouble
    assert hq.ids() == before


def test_a_hall_from_an_older_disk_adds_what_is_new_and_takes_nothing_away(
    hq: Headquarters, north: Venue
) -> None:
    north.players(50)
    older = len(north.segments())
    kept = [stored.signed for stored in north.replica.after(0, 1_000)]
    north.players(60)
    hq.hear(*north.segments())
    held = hq.ids()
    restored = Replica(north.folder / "restored.db", bytes(ROOT.verify_key), new_store_id="r")
    with restored.batch() as batch:
        for signed in kept:
            batch.ingest(signed)
    with restored.batch() as batch:
        draft = Draft(entities.player("north.new"), PlayerRegistered("New", "north.masters"))
        batch.append(Author(north.keys.sign, "99" * 8), draft, at=NOW)
    segments = all_segments(restored, north.by, b"s" * 8)  # type: ignore[arg-type]
    status = hq.hear(*segments)
    assert older
    assert "older disk" in status.note
    assert hq.ids() > held
    assert "north.new" in hq.replica.state.players
    restored.close()


def test_a_clock_a_day_off_is_reported_and_decides_nothing(hq: Headquarters, north: Venue) -> None:
    north.players(1, at=NOW + DAY_MS)
    status = hq.hear(*north.segments())
    assert "about 1 d ahead" in status.note
    assert status.trouble == ""
    assert status.last == north.replica.end


def test_a_hall_writes_only_for_its_own_venue(hq: Headquarters, north: Venue, south: Venue) -> None:
    north.write(
        Draft(entities.division("south.masters"), DivisionOpened("Taken", "acf-masters", 4)),
        Draft(entities.table("south.1"), TableSet("Taken")),
        Draft(entities.player("south.p1"), PlayerRegistered("Taken", "south.masters")),
        Draft(entities.device(south.keys.node), DeviceRevoked((), "taken")),
    )
    hq.hear(*south.segments())
    hq.hear(*north.segments())
    state = hq.replica.state
    assert state.divisions["south.masters"].name != "Taken"
    assert state.tables["south.1"].label == "1 · south"
    assert state.players["south.p1"].name == "South One"
    assert not state.devices[south.keys.node].revoked
    assert sum("belongs to" in u.reason for u in state.unforced) == 4


def test_headquarters_reads_on_after_a_restart(hq: Headquarters, north: Venue) -> None:
    hq.hear(*north.segments())
    assert hq.intake.place("stream") == hq.place
    again = Intake(hq.replica, lambda: NOW)
    assert again.status["north"].last == north.replica.end
    assert again.place("another") == 0
