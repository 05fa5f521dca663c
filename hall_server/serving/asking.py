"""Requests from a command to the process that uses a folder, and the process's answers.

A command writes a request. The process answers in its evidence with the request's token, so what
it wrote before it died is no answer.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

import msgspec

from hall_server.serving.evidence import EVIDENCE, Evidence
from shared.machine.saving import write_secret

REQUEST = "request.json"


class Request(msgspec.Struct, frozen=True):
    """A command's request: for the evidence, or with a ``reason`` to take over."""

    token: str
    reason: str = ""

    @classmethod
    def new(cls, reason: str = "") -> Request:
        """Return a request with a fresh token."""
        return cls(secrets.token_hex(8), reason)


def write_evidence(home: Path, evidence: Evidence) -> str:
    """Write the evidence; return why that failed, "" if it did not."""
    try:
        write_secret(home / EVIDENCE, msgspec.json.encode(evidence).decode())
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def forget(home: Path) -> None:
    """Take away the evidence and the request of an earlier process."""
    for name in (EVIDENCE, REQUEST):
        with suppress(OSError):
            (home / name).unlink(missing_ok=True)


def put(home: Path, request: Request) -> None:
    """Write a request for the process of a folder. Raises OSError."""
    write_secret(home / REQUEST, msgspec.json.encode(request).decode())


def asked(home: Path) -> Request | None:
    """Return the request to the process of a folder, None if there is none."""
    try:
        return msgspec.json.decode((home / REQUEST).read_bytes(), type=Request)
    except (OSError, msgspec.MsgspecError):
        return None


def withdraw(home: Path) -> None:
    """Take the request away: a process that was stopped does not find it later."""
    with suppress(OSError):
        (home / REQUEST).unlink(missing_ok=True)
