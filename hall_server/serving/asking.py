"""How a command asks the process that uses a folder, and how that process answers.

A command writes a request, and the process answers in its evidence with the request's token: what a
process wrote before it died or was stopped answers nothing.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from hall_server.serving.evidence import EVIDENCE, Evidence
from shared.node.home import write_secret

REQUEST = "request.json"


class Request(msgspec.Struct, frozen=True):
    """What a command asks the process of a folder: its evidence, or to take over for a reason."""

    token: str
    reason: str = ""

    @classmethod
    def new(cls, reason: str = "") -> Request:
        """Return a request with a token of its own."""
        return cls(secrets.token_hex(8), reason)


def write_evidence(home: Path, evidence: Evidence) -> str:
    """Write down how a node stands; return why that failed, if it did. A hall goes on without."""
    try:
        write_secret(home / EVIDENCE, msgspec.json.encode(evidence).decode())
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def forget(home: Path) -> None:
    """Take away what an earlier process of a folder wrote, and what was asked of it."""
    for name in (EVIDENCE, REQUEST):
        with suppress(OSError):
            (home / name).unlink(missing_ok=True)


def put(home: Path, request: Request) -> None:
    """Lay a request where the process of a folder looks for it. May raise OSError."""
    write_secret(home / REQUEST, msgspec.json.encode(request).decode())


def asked(home: Path) -> Request | None:
    """Return what is asked of the process of a folder, None if nothing is."""
    try:
        return msgspec.json.decode((home / REQUEST).read_bytes(), type=Request)
    except (OSError, msgspec.MsgspecError):
        return None


def withdraw(home: Path) -> None:
    """Ask no longer: a process that was stopped must not find the request when it goes on."""
    with suppress(OSError):
        (home / REQUEST).unlink(missing_ok=True)
