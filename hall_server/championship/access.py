"""Rights on the cluster: an nkey for each hall, and its line of the servers' configuration.

With that line a hall can publish under its own venue only.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from hall_server.championship.stream import ask_subject, inbox, stream_name, subject
from hall_server.championship.venue import DOWN
from shared.machine.saving import write_secret


class NewKey(NamedTuple):
    """A fresh nkey: its secret seed, and its public part."""

    seed: str
    public: str


def new_key() -> NewKey:
    """Return a fresh nkey of a user."""
    import nkeys

    seed = nkeys.encode_seed(os.urandom(32), nkeys.PREFIX_BYTE_USER)
    public = nkeys.from_seed(bytearray(seed)).public_key
    return NewKey(seed.decode(), public.decode())


def new_user(path: Path, tournament: str, venue: str) -> str:
    """Write a fresh seed to ``path``; return the user's line of the servers' configuration.

    Without a ``venue`` the user is headquarters. Raises OSError.
    """
    key = new_key()
    write_secret(path, key.seed + "\n")
    if venue:
        return hall_user(tournament, venue, key.public)
    return headquarters_user(tournament, key.public)


def hall_user(tournament: str, venue: str, public: str) -> str:
    """Return the configuration of a hall's user.

    It adds to its own subject and reads its last message there. It reads everything from
    headquarters and can ask for what it lacks. It hears what headquarters asks it.
    """
    own, stream, down = (
        subject(tournament, venue),
        stream_name(tournament),
        subject(tournament, DOWN),
    )
    calls = (f"STREAM.INFO.{stream}", f"CONSUMER.CREATE.{stream}.*.{down}",
             f"CONSUMER.INFO.{stream}.*", f"CONSUMER.MSG.NEXT.{stream}.*",
             f"DIRECT.GET.{stream}.{own}", f"DIRECT.GET.{stream}.{down}")  # fmt: skip
    says = (own, ask_subject(tournament, DOWN), *(f"$JS.API.{call}" for call in calls))
    return _user(public, says, ask_subject(tournament, venue))


def headquarters_user(tournament: str, public: str) -> str:
    """Return the configuration of headquarters' user.

    It makes the stream, reads all of it and adds to its own subject. It asks the halls for what
    it lacks, and hears what they ask.
    """
    own, stream = subject(tournament, DOWN), stream_name(tournament)
    calls = ("STREAM.INFO", "STREAM.CREATE", "CONSUMER.CREATE", "CONSUMER.INFO",
             "CONSUMER.MSG.NEXT", "CONSUMER.DELETE")  # fmt: skip
    named = (f"$JS.API.{call}.{stream}{rest}" for call in calls for rest in ("", ".>"))
    says = (own, *named, f"$JS.API.DIRECT.GET.{stream}.>", ask_subject(tournament, "*"))
    return _user(public, says, ask_subject(tournament, DOWN))


def _user(public: str, says: Iterable[str], hears: str) -> str:
    allowed = ", ".join(f'"{one}"' for one in says)
    return (
        f"{{ nkey: {public}, permissions: {{ publish: {{ allow: [{allowed}] }},"
        f' subscribe: {{ allow: ["{inbox(public)}.>", "{hears}"] }} }} }}'
    )
