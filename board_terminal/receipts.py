"""Where each thing that this table wrote is: being saved, held here, or not saved.

Owns the tickets. Claims nothing about the hall: that is read from the state and its unsent ids.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from shared.port import Draft, NodePort

Where = Literal["saving", "held", "not_saved"]


class Receipt(Struct, frozen=True):
    """What became of one draft. ``sentence`` says why it was not saved."""

    draft: Draft
    where: Where = "saving"
    event: str = ""
    sentence: str = ""


class Receipts:
    """The drafts of this process by purpose. Each purpose is written once, unless it failed."""

    def __init__(self, port: NodePort) -> None:
        self._port = port
        self._tickets: dict[int, str] = {}
        self._by_purpose: dict[str, Receipt] = {}

    @property
    def now(self) -> dict[str, Receipt]:
        """A copy: purpose → receipt, oldest first."""
        return dict(self._by_purpose)

    def __contains__(self, purpose: str) -> bool:
        return purpose in self._by_purpose

    def write(self, purpose: str, draft: Draft) -> None:
        """Write ``draft``; what was written for this purpose before is superseded."""
        self._by_purpose.pop(purpose, None)
        self._by_purpose[purpose] = Receipt(draft)
        self._tickets[self._port.append(draft)] = purpose

    def write_once(self, purpose: str, draft: Draft) -> None:
        """Write ``draft`` unless this purpose has been written already, saved or not."""
        if purpose not in self._by_purpose:
            self.write(purpose, draft)

    def retry(self, purposes: tuple[str, ...] = ("",)) -> None:
        """Write again, unchanged, what was not saved; ``purposes`` are beginnings of purposes."""
        for purpose, receipt in self.now.items():
            if receipt.where == "not_saved" and purpose.startswith(purposes):
                self.write(purpose, receipt.draft)

    def saved(self, ticket: int, events: tuple[str, ...]) -> str | None:
        """Note that ``ticket`` is held here; returns its purpose, or None if it is not ours."""
        purpose = self._tickets.pop(ticket, None)
        if purpose is not None and purpose in self._by_purpose:
            event = events[0] if events else ""
            self._put(purpose, replace(self._by_purpose[purpose], where="held", event=event))
        return purpose

    def failed(self, ticket: int, sentence: str) -> str | None:
        """Note that ``ticket`` was not saved; returns its purpose, or None if it is not ours."""
        purpose = self._tickets.pop(ticket, None)
        if purpose is not None and purpose in self._by_purpose:
            receipt = replace(self._by_purpose[purpose], where="not_saved", sentence=sentence)
            self._put(purpose, receipt)
        return purpose

    def _put(self, purpose: str, receipt: Receipt) -> None:
        self._by_purpose[purpose] = receipt
