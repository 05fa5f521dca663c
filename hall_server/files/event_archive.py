"""Makes the archive of a whole event from a replica."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hall_server.files.archive import pack
from hall_server.files.log_lines import log_lines
from hall_server.files.outlets import OUTLETS, export
from hall_server.paper.catalogue import Order, document
from hall_server.paper.keeping import render_pdf
from hall_server.paper.sheet import Document, PaperName
from shared.core.state import HallState
from shared.store.replica import Replica
from shared.store.snapshot import take_snapshot

LOG: Final = "log.jsonl"
SNAPSHOT: Final = "hall.db"


def archive_event(replica: Replica, paper: PaperName) -> bytes:
    """Return the archive of everything in a replica. Raises StoreError."""
    state = replica.state
    stored = replica.after(0, replica.end)
    made = max((each.event.at for each in stored), default=0)
    files = {
        LOG: "".join(log_lines(stored)).encode(),
        SNAPSHOT: _snapshot(replica),
        **_tables(state),
        **{
            f"papers/{name}.pdf": render_pdf(wanted, paper)
            for name, wanted in _papers(state, made).items()
        },
    }
    event = state.tournament.name if state.tournament else "Tournament"
    return pack(event, replica.end, files)


def _snapshot(replica: Replica) -> bytes:
    with TemporaryDirectory() as folder:
        target = Path(folder) / SNAPSHOT
        take_snapshot(replica, target)
        return target.read_bytes()


def _tables(state: HallState) -> dict[str, bytes]:
    return {
        f"tables/{division}-{what}.{'trf' if what == 'trf' else layout}": export(
            state, what, layout, division
        ).data
        for division in state.divisions
        for what, layouts in OUTLETS.items()
        for layout in layouts
        if layout != "trf26"
    }


def _papers(state: HallState, made: int) -> dict[str, Document]:
    papers = {}
    for division in state.divisions:
        for what in ("standings", "crosstable", "incidents"):
            papers[f"{division}-{what}"] = document(what, Order(state, made, division))
    for division, number in state.rounds:
        order = Order(state, made, division, number)
        papers[f"{division}-round-{number}"] = document("pairings", order)
    return papers
