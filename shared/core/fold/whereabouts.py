"""Where the nodes that may be the hall are found, and how long devices may ask to be admitted."""

from __future__ import annotations

from shared.core.events import EnrolmentSet, NodePlaced
from shared.core.state import Place


class Whereabouts:
    """Kept up to date by the fold."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.enrolling_until = 0

    def place(self, node: str, body: NodePlaced | None) -> None:
        """What a node says of itself, None for nothing that is in force."""
        self.places.pop(node, None)
        if body is not None:
            self.places[node] = Place(body.host, body.sync_port, body.feed_port, body.enrol_port)
            self.places = dict(sorted(self.places.items()))

    def enrolment(self, body: EnrolmentSet | None) -> None:
        """Until when devices may ask (UTC ms), None for never."""
        self.enrolling_until = 0 if body is None else body.until
