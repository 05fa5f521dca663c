"""Events as a thief's own program writes them: signed, and not read back."""

from nacl.signing import SigningKey

from shared.core.events import KIND_OF, Actor, Body
from shared.wire.codec import pack
from shared.wire.envelope import VERSION, Envelope, Signed, node_of


def unchecked(
    key: SigningKey,
    ent: str,
    body: Body,
    *,
    inc: str,
    seq: int = 1,
    at: int = 1,
    prev: str = "",
    deps: tuple[str, ...] = (),
) -> Signed:
    """Return an event that ``seal`` may refuse, signed all the same."""
    kind = KIND_OF[type(body)]
    node = bytes.fromhex(node_of(bytes(key.verify_key)))
    seen = tuple(map(bytes.fromhex, deps))
    said = (kind.name, kind.version, ent, seen, Actor(), body, bytes.fromhex(prev))
    data = pack(Envelope(VERSION, node, bytes.fromhex(inc), seq, at, 0, *said))
    return Signed(data, key.sign(data).signature)
