"""The stream between halls and headquarters, on NATS JetStream. Only this module knows NATS.

It passes messages and positions on. Three exceptions say what went wrong.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import nats.errors
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    StreamConfig,
)
from nats.js.errors import APIError, NotFoundError

from hall_server.championship.chain import hash_of

ANSWER_S = 5.0
"""How long the cluster has to store a segment before the link counts as lost."""
CONNECT_S = 2.0
RETRY_S = 0.05
"""The pause before a server of the cluster is tried again. Each is tried twice at most."""
CANCEL_S = 0.5
"""How long a cancelled task has to end before it is cancelled again."""
FETCH = 100
"""Messages asked for at once."""
T = TypeVar("T")
_WRONG_LAST_SEQUENCE = (10071, 10164)


class NoLink(Exception):
    """The cluster does not answer, or refuses this key; the sentence says which."""


class StreamFull(Exception):
    """The cluster answers, but it has no room."""


class Overtaken(Exception):
    """The last message of the subject is not the one that was expected."""


class Access(msgspec.Struct, frozen=True):
    """How to reach the cluster: addresses, this node's nkey file, the certificates for TLS."""

    servers: tuple[str, ...]
    nkey: Path | None = None
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None

    def tls(self) -> ssl.SSLContext | None:
        """Return the TLS context, None without certificates. Raises OSError for bad files."""
        if self.ca is None:
            return None
        context = ssl.create_default_context(cafile=str(self.ca))
        if self.cert is not None:
            context.load_cert_chain(self.cert, self.key)
        return context


class Tail(NamedTuple):
    """The last message of a subject, and its place in the stream: (0, None) if there is none."""

    place: int
    message: bytes | None


class Arrived(NamedTuple):
    """A message from the stream: its place, the last token of its subject, its bytes."""

    place: int
    token: str
    message: bytes


def stream_name(tournament: str) -> str:
    """Return the name of a tournament's stream; ``tournament`` is the node id of its key."""
    return f"CHAMP_{tournament}"


def subject(tournament: str, token: str) -> str:
    """Return the subject of a venue's segments. A dot in the name would split it."""
    return f"champ.{tournament}.{token.replace('.', '_')}"


def ask_subject(tournament: str, token: str) -> str:
    """Return the subject on which headquarters asks a venue for segments. It is not stored."""
    return f"champ_ask.{tournament}.{token.replace('.', '_')}"


def inbox(public: str) -> str:
    """Return the subject of answers to one user, by the public part of its nkey."""
    return f"_INBOX.{public}"


class Stream:
    """One connection."""

    def __init__(self, access: Access, tournament: str) -> None:
        self._access = access
        self._tournament = tournament
        self._name = stream_name(tournament)
        self._client = Client()
        self._opened = False
        self._trouble = ""
        self._asked: bytes | None = None
        self._gone = asyncio.Event()

    async def open(self) -> None:
        """Connect. Raises NoLink."""
        access = self._access
        options: dict[str, Any] = {
            "connect_timeout": CONNECT_S,
            "reconnect_time_wait": RETRY_S,
            "max_reconnect_attempts": 1,
            "ping_interval": 2,
            "max_outstanding_pings": 2,
            "allow_reconnect": False,
            "error_cb": self._on_error,
            "disconnected_cb": self._on_lost,
            "closed_cb": self._on_lost,
        }
        if access.nkey is not None:
            options["nkeys_seed"] = str(access.nkey)
        try:
            if access.nkey is not None:
                options["inbox_prefix"] = inbox(_public(access.nkey))
            tls = access.tls()
            if tls is not None:
                options["tls"] = tls
            self._opened = True
            await asyncio.wait_for(
                self._client.connect(list(access.servers), **options), 2 * CONNECT_S
            )
        except (TimeoutError, NatsError, OSError, ValueError) as error:
            said = self._trouble or str(error) or "it does not answer"
            raise NoLink(f"No link to the championship: {said}.") from error
        # The library goes on in the open where the server offers no TLS.
        if access.ca is not None and not self._client._server_info.get("tls_required"):
            raise NoLink("No link to the championship: the server speaks without TLS.")

    async def close(self) -> None:
        """Disconnect, also if this is cancelled on the way."""
        if self._opened:
            try:
                # After a refused certificate the library waits for an end that never comes.
                with suppress(NatsError, OSError, asyncio.TimeoutError):
                    await asyncio.wait_for(self._client.close(), CONNECT_S)
            finally:
                line = self._client._transport
                if line is not None:
                    line.close()  # type: ignore[no-untyped-call]

    def check(self) -> None:
        """Raise NoLink if the connection is gone."""
        if not self._client.is_connected:
            raise NoLink("No link to the championship: it was cut.")

    async def _on_error(self, error: Exception) -> None:
        self._trouble = _words(error)

    async def _answer(self, asked: Coroutine[Any, Any, T]) -> T:
        """Return an answer of the cluster. Raises NoLink as soon as the connection is lost."""
        answer, gone = asyncio.create_task(asked), asyncio.create_task(self._gone.wait())
        try:
            await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                raise NoLink("No link to the championship: it was cut.")
            return answer.result()
        finally:
            answer.cancel()
            gone.cancel()

    async def _on_lost(self) -> None:
        self._gone.set()

    async def found(self, *, replicas: int, max_bytes: int) -> None:
        """Make the stream if it does not exist. It can only grow."""
        config = StreamConfig(
            name=self._name,
            subjects=[subject(self._tournament, "*")],
            num_replicas=replicas,
            max_bytes=max_bytes,
            discard=DiscardPolicy.NEW,
            allow_direct=True,
            deny_delete=True,
            deny_purge=True,
        )
        with _told():
            try:
                await self._client.jetstream(timeout=ANSWER_S).stream_info(self._name)
            except NotFoundError:
                await self._client.jetstream(timeout=ANSWER_S).add_stream(config)

    async def tail(self, token: str) -> Tail:
        """Return the last message of a venue's subject. Raises NoLink."""
        with _told():
            try:
                streams = self._client.jetstream(timeout=ANSWER_S)
                own = subject(self._tournament, token)
                last = await self._answer(streams.get_msg(self._name, subject=own, direct=True))
            except NotFoundError:
                return Tail(0, None)
            return Tail(last.seq or 0, last.data)

    async def ask(self, token: str, held: bytes) -> None:
        """Tell a venue's uplink what is held of its log; it then sends what follows."""
        with _told():
            await self._client.publish(ask_subject(self._tournament, token), held)

    async def hear_asking(self, token: str) -> None:
        """Begin to hear what headquarters asks a venue."""

        async def heard(message: Any) -> None:
            self._asked = message.data

        with _told():
            await self._client.subscribe(ask_subject(self._tournament, token), cb=heard)

    def asked(self) -> bytes | None:
        """Return what was asked last and is not answered yet."""
        asked, self._asked = self._asked, None
        return asked

    async def publish(self, token: str, message: bytes, *, after: int) -> int:
        """Store a message after the one at ``after``; return its place once it is durable.

        Raises Overtaken, StreamFull or NoLink. After NoLink the message may be stored or not.
        """
        headers = {
            # A message that is sent again to fill a hole has another place.
            "Nats-Msg-Id": f"{hash_of(message).hex()}-{after}",
            "Nats-Expected-Last-Subject-Sequence": str(after),
        }
        with _told():
            streams = self._client.jetstream(timeout=ANSWER_S)
            own = subject(self._tournament, token)
            ack = await self._answer(
                streams.publish(own, message, stream=self._name, headers=headers)
            )
            return ack.seq

    async def created(self) -> str:
        """Return when the stream was made: a new one has another time. Raises NoLink."""
        with _told():
            info = await self._client.jetstream(timeout=ANSWER_S).stream_info(self._name)
            return str(info.created)

    async def arrivals(self, after: int, token: str = "*") -> AsyncIterator[list[Arrived]]:
        """Yield the messages after a place in order, of one venue or of all, without end.

        Raises NoLink.
        """
        start = ConsumerConfig(
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=after + 1,
            ack_policy=AckPolicy.NONE,
            inactive_threshold=60.0,
        )
        with _told():
            consumer = await self._client.jetstream(timeout=ANSWER_S).pull_subscribe(
                subject(self._tournament, token), stream=self._name, config=start
            )
            while True:
                try:
                    batch = await consumer.fetch(FETCH, timeout=1.0, heartbeat=0.4)
                except (TimeoutError, nats.errors.TimeoutError):
                    self.check()
                    # A consumer goes with its stream, and says so only when it is asked.
                    await consumer.consumer_info()
                    yield []
                    continue
                yield [
                    Arrived(m.metadata.sequence.stream, m.subject.rpartition(".")[2], m.data)
                    for m in batch
                ]


def _public(seed: Path) -> str:
    """Return the public part of an nkey. Raises OSError, or ValueError for another file."""
    import nkeys

    try:
        public: bytes = nkeys.from_seed(bytearray(seed.read_bytes().strip())).public_key
    except nkeys.NkeysError as error:
        raise ValueError(f"{seed} holds no nkey") from error
    return public.decode()


async def end(task: asyncio.Task[None]) -> None:
    """Cancel a task that uses a stream, and wait until it has ended.

    One cancel may not be enough: in Python 3.11 ``asyncio.wait_for`` forgets a cancel that comes
    together with an answer.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=CANCEL_S)
    if not task.cancelled():
        task.result()


class _told:
    """Turns the library's errors into the three exceptions of this module."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, APIError) and error.err_code in _WRONG_LAST_SEQUENCE:
            raise Overtaken from error
        if isinstance(error, APIError) and error.code != 404 and "exceeded" in _words(error):
            raise StreamFull("The championship's stream is full.") from error
        if isinstance(error, APIError) and "insufficient" in _words(error):
            raise StreamFull("The championship's cluster has no room left.") from error
        if isinstance(error, NatsError | OSError | asyncio.TimeoutError):
            said = _words(error) or "it does not answer"
            raise NoLink(f"No link to the championship: {said}.") from error


_CERTIFICATES = {
    9: "the server's certificate is not valid yet by this machine's clock",
    10: "the server's certificate has expired, by this machine's clock",
    18: "the server's certificate is signed by itself",
    19: "the server's certificate is of another authority than --ca names",
    20: "the server's certificate is of another authority than --ca names",
    62: "the server's certificate is another machine's",
    64: "the server's certificate is another machine's",
}
"""OpenSSL's code → what is wrong with the certificate."""


def _words(error: BaseException) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return _CERTIFICATES.get(error.verify_code, f"its certificate: {error.verify_message}")
    if isinstance(error, APIError) and error.description:
        return str(error.description)
    return str(error).removeprefix("nats: ").rstrip(".")
