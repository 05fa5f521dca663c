"""Who may do what on the cluster: an nkey for each hall, and the lines of the server's
configuration that let it publish under its own venue alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from hall_server.championship.stream import ask_subject, inbox, stream_name, subject
from hall_server.championship.venue import DOWN
from shared.node.home import write_secret


class NewKey(NamedTuple):
    """A fresh nkey: its secret seed, and its public part as the server's configuration has it."""

    seed: str
    public: str


def new_key() -> NewKey:
    """A fresh nkey of a user."""
    import nkeys

    seed = nkeys.encode_seed(os.urandom(32), nkeys.PREFIX_BYTE_USER)
    public = nkeys.from_seed(bytearray(seed)).public_key
    return NewKey(seed.decode(), public.decode())


def keep_seed(path: Path, key: NewKey) -> None:
    """Write the seed into a file that only its owner may read. Raises OSError."""
    write_secret(path, key.seed + "\n")


def hall_user(tournament: str, venue: str, public: str) -> str:
    """The configuration of a hall's user: it adds to its own subject, reads its last word there
    and all that headquarters says, asks for what it lacks of that, and hears what it is asked."""
    own, stream = subject(tournament, venue), stream_name(tournament)
    down = subject(tournament, DOWN)
    calls = (f"STREAM.INFO.{stream}", f"CONSUMER.CREATE.{stream}.*.{down}",
             f"CONSUMER.INFO.{stream}.*", f"CONSUMER.MSG.NEXT.{stream}.*",
             f"DIRECT.GET.{stream}.{own}", f"DIRECT.GET.{stream}.{down}")  # fmt: skip
    said = (own, ask_subject(tournament, DOWN), *(f"$JS.API.{call}" for call in calls))
    allowed = ", ".join(f'"{one}"' for one in said)
    asked = ask_subject(tournament, venue)
    return (
        f"{{ nkey: {public}, permissions: {{ publish: {{ allow: [{allowed}] }},"
        f' subscribe: {{ allow: ["{inbox(public)}.>", "{asked}"] }} }} }}'
    )


def headquarters_user(tournament: str, public: str) -> str:
    """The configuration of headquarters' user: it makes the stream, reads all of it, adds to
    its own subject, asks the halls for what it lacks, and hears what it is asked."""
    own, stream = subject(tournament, DOWN), stream_name(tournament)
    calls = ("STREAM.INFO", "STREAM.CREATE", "CONSUMER.CREATE", "CONSUMER.INFO",
             "CONSUMER.MSG.NEXT", "CONSUMER.DELETE")  # fmt: skip
    allowed = ", ".join(
        [
            f'"{own}"',
            *(f'"$JS.API.{call}.{stream}", "$JS.API.{call}.{stream}.>"' for call in calls),
            f'"$JS.API.DIRECT.GET.{stream}.>"',
            f'"{ask_subject(tournament, "*")}"',
        ]
    )
    asked = ask_subject(tournament, DOWN)
    return (
        f"{{ nkey: {public}, permissions: {{ publish: {{ allow: [{allowed}] }},"
        f' subscribe: {{ allow: ["{inbox(public)}.>", "{asked}"] }} }} }}'
    )
