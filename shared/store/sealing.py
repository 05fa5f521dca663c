"""Seals private facts to the keys of their readers, opens them, and shares them with new readers.

A fact is a box: XChaCha20-Poly1305 under a fresh key, bound to the entity. That key is sealed to
each reader in an anonymous box (X25519).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

import msgspec
from nacl.bindings import sodium_pad, sodium_unpad
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, PublicKey, SealedBox
from nacl.secret import Aead
from nacl.signing import SigningKey, VerifyKey
from nacl.utils import random

from shared.core.events import Draft, PlayerPrivate, Private, PrivateShared, entities
from shared.core.events.private import (
    MAX_READERS,
    MAX_SHARED,
    TOPIC_OF,
    TOPICS,
    BoxKey,
    ReaderKey,
    Topic,
)
from shared.core.state import Device
from shared.core.state.office import Known, Sealed, SealedFact
from shared.core.text.sentence import Sentence
from shared.wire.codec import CodecError, pack, prepare, unpack
from shared.wire.envelope import BadEvent, node_of

PAD = 256
"""Boxes are padded to a multiple of this many bytes, so their length tells little."""
FORMAT = 1
prepare(*TOPICS.values())

K = TypeVar("K")


class Unreadable(ValueError):
    """A private fact cannot be read here; the sentence says why."""


class Reader(NamedTuple):
    """A reader of private facts: a node id and its secret Curve25519 key."""

    node: str
    secret: bytes

    @classmethod
    def of_tournament_key(cls, key: SigningKey) -> Reader:
        """Return the tournament key as a reader; it reads everything."""
        return cls(node_of(bytes(key.verify_key)), bytes(key.to_curve25519_private_key()))


def readers(devices: Iterable[Device], root_key: bytes) -> dict[str, bytes]:
    """Return the public Curve25519 keys of all readers, by node id.

    They are the tournament key and each device with the right "hall" whose key is not revoked.
    """
    found = {device.node: device.curve_key for device in devices if may_read(device)}
    root_curve = bytes(VerifyKey(root_key).to_curve25519_public_key())
    return {**found, node_of(root_key): root_curve}


def may_read(device: Device | None) -> bool:
    """Return whether a device is a reader: hall, standby and referee, while not revoked."""
    return device is not None and "hall" in device.scopes and not device.revoked


def sealed(draft: Draft, keys: Mapping[str, bytes]) -> Draft:
    """Return the draft with a private body sealed to ``keys``; any other draft stays as it is.

    Raises BadEvent for facts that are too long or of another shape, or for the wrong entity.
    """
    body = draft.body
    if not isinstance(body, Private):
        return draft
    topic = TOPIC_OF[type(body)]
    parsed = entities.parse(draft.ent)
    if parsed is None or draft.ent != entities.private(parsed.ident, topic):
        raise BadEvent(f"{draft.ent} is no place for a private fact of the kind '{topic}'")
    data = pack((FORMAT, body))
    try:
        unpack(data, tuple[int, TOPICS[topic]])  # type: ignore[valid-type]
    except CodecError as error:
        raise BadEvent(
            Sentence(
                "The private entry was NOT saved: one of its fields is too long or has the wrong"
                " form. Correct it and save again."
            )
        ) from error
    key = random(Aead.KEY_SIZE)
    box = bytes(Aead(key).encrypt(sodium_pad(data, PAD), draft.ent.encode()))
    locks = [
        ReaderKey(bytes.fromhex(node), lock)
        for node, lock in _locks(key, dict(sorted(keys.items())))
    ]
    sealed_body = PlayerPrivate(box, tuple(locks[:MAX_READERS]))
    return msgspec.structs.replace(draft, body=sealed_body)


def _locks(key: bytes, keys: Mapping[K, bytes]) -> Iterator[tuple[K, bytes]]:
    """Yield the key of a box sealed to each public key, without those that are no keys."""
    for reader, public in keys.items():
        try:
            yield reader, bytes(SealedBox(PublicKey(public)).encrypt(key))
        except (CryptoError, ValueError, TypeError, RuntimeError):
            continue


class Opener:
    """Opens the boxes of one reader, and keeps what it opened in memory, by event."""

    def __init__(self, reader: Reader) -> None:
        self._node = reader.node
        self._box = SealedBox(PrivateKey(reader.secret))
        self._keys: dict[str, bytes] = {}
        self._bodies: dict[str, Private] = {}
        self._handed: dict[bytes, list[bytes]] = {}
        self._handed_of: object = None
        self._facts = Sealed()
        self._known: dict[str, Known] = {}

    def open(self, ent: str, fact: SealedFact, known: Sealed) -> Private:
        """Return the facts in a box. Raises Unreadable."""
        if fact.event in self._bodies:
            return self._bodies[fact.event]
        locks = self._locks_of(fact, known)
        if not locks:
            raise Unreadable("it is sealed to other keys than this node's")
        topic: Topic = ent.rpartition("/")[2]  # type: ignore[assignment]
        for lock in locks:
            try:
                key = self._box.decrypt(lock)
                data = sodium_unpad(Aead(key).decrypt(fact.box, ent.encode()), PAD)
                body = unpack(data, tuple[int, TOPICS[topic]])[1]  # type: ignore[valid-type, var-annotated]
            except (CryptoError, CodecError, ValueError, TypeError):
                continue
            assert isinstance(body, Private)
            self._keys[fact.event], self._bodies[fact.event] = key, body
            return body
        raise Unreadable("its box was damaged or made for something else")

    def _locks_of(self, fact: SealedFact, known: Sealed) -> list[bytes]:
        if self._handed_of is not known.shared:
            self._handed_of, self._handed = known.shared, {}
            for key in known.shared.get(entities.private_share(self._node), ()):
                self._handed.setdefault(key.event, []).append(key.sealed)
        own = [key.sealed for key in fact.keys if key.node.hex() == self._node]
        return own + self._handed.get(bytes.fromhex(fact.event), [])

    def known(self, facts: Sealed) -> dict[str, Known]:
        """Return all that this reader can read, by player. Equal versions count as one.

        Only players with a change since the last call are read again.
        """
        before, self._facts = self._facts, facts
        ents = facts.facts.keys() | before.facts.keys()
        if before.shared is facts.shared:
            ents = {ent for ent in ents if facts.facts.get(ent) is not before.facts.get(ent)}
        changed = {_player(ent) for ent in ents}
        known = {player: told for player, told in self._known.items() if player not in changed}
        for player in changed:
            told = self._of_player(player, facts)
            if told is not None:
                known[player] = told
        self._known = dict(sorted(known.items()))
        return self._known

    def _of_player(self, player: str, facts: Sealed) -> Known | None:
        found: dict[str, tuple[Private, ...]] = {}
        unread: list[Topic] = []
        for topic in sorted(TOPICS):
            ent = entities.private(player, topic)
            versions: dict[Private, None] = {}
            for fact in facts.facts.get(ent, ()):
                try:
                    versions[self.open(ent, fact, facts)] = None
                except Unreadable:
                    unread.append(topic)
            if ent in facts.facts:
                found[topic] = tuple(versions)
        if not found:
            return None
        return Known(**found, unread=tuple(dict.fromkeys(unread)))  # type: ignore[arg-type]

    def to_share(self, facts: Sealed, keys: Mapping[str, bytes]) -> list[Draft]:
        """Return the events that let each of ``keys`` (by node id) read what it cannot read yet."""
        given = {
            node: {key.event for key in facts.shared.get(entities.private_share(node), ())}
            for node in keys
        }
        nodes = {bytes.fromhex(node): node for node in keys}
        lacks: dict[str, dict[bytes, bytes]] = {}
        for fact in (fact for versions in facts.facts.values() for fact in versions):
            key, event = self._keys.get(fact.event), bytes.fromhex(fact.event)
            for missing in nodes.keys() - {key.node for key in fact.keys} if key else ():
                node = nodes[missing]
                if key and event not in given[node]:
                    lacks.setdefault(node, {})[event] = key
        drafts: list[Draft] = []
        for node, wanted in sorted(lacks.items()):
            locked = [
                BoxKey(event, lock)
                for event, key in sorted(wanted.items())
                for _, lock in _locks(key, {node: keys[node]})
            ]
            drafts += [
                Draft(entities.private_share(node), PrivateShared(tuple(locked[at:upto])))
                for at in range(0, len(locked), MAX_SHARED)
                for upto in (at + MAX_SHARED,)
            ]
        return drafts


def _player(ent: str) -> str:
    return ent.split("/")[1]


def handed_on(reader: Reader, facts: Sealed, keys: Mapping[str, bytes]) -> list[Draft]:
    """Return the events that let ``keys`` (by node id) read all that ``reader`` can read."""
    opener = Opener(reader)
    opener.known(facts)
    return opener.to_share(facts, keys)
