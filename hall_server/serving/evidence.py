"""What a person should know before a node becomes the hall; the process of a folder writes it."""

from pathlib import Path

import msgspec

from shared.core.text.language import _
from shared.port import LinkState

EVIDENCE = "evidence.json"


class Evidence(msgspec.Struct, frozen=True):
    """What a person should know before this node becomes the hall.

    ``why_not`` says why it cannot, "" if it can. ``since`` is UTC ms of the last change of the
    link, ``behind`` the number of events missing here, ``unsent`` the number of this node's events
    that the hall does not have. ``hall`` is where a command on this machine asks: host, sync and
    feed port, and the hall's key. ``notice`` says that no hall seems to be there. ``pid`` and
    ``incarnation`` name the process and its start, ``answers`` is the token of the last answered
    request. ``managed``: a service manager starts the program again.
    """

    serves: bool
    link: LinkState
    since: int
    behind: int
    unsent: int
    able: bool
    tables_here: int
    tables: int
    term: int
    why_not: str = ""
    hall: tuple[str, int, int, bytes] | None = None
    notice: str = ""
    pid: int = 0
    incarnation: str = ""
    answers: str = ""
    managed: bool = False

    def sentences(self, now: int) -> tuple[str, ...]:
        """Return the evidence in words; ``now`` is UTC ms."""
        if self.serves:
            return (_("This node is the hall, in term {term}.").format(term=self.term),)
        age = max(0, now - self.since) // 1000
        heard = {
            "live": _(
                "The hall ANSWERS this node: taking over would make two halls until it stops."
            ),
            "catching_up": _("The hall ANSWERS this node, which is still reading from it."),
            "refused": _("A hall answers and refuses this node."),
        }.get(self.link, _("No word from the hall for {count} s.").format(count=age))
        lacks = (
            _("{count} events are known to be missing here.").format(count=self.behind)
            if self.behind
            else _(
                "Everything that this node heard of is here; what the hall took in after that is"
                " not, but the tables still hold it."
            )
        )
        reach = _("{here} of {all} tables have lost the hall and reach this node.")
        return (
            *(_(said) for said in (self.why_not, self.notice) if said),
            heard,
            reach.format(here=self.tables_here, all=self.tables),
            lacks,
        )


def read_evidence(home: Path) -> Evidence | None:
    """Return what the process of a folder last wrote down, None for nothing."""
    try:
        return msgspec.json.decode((home / EVIDENCE).read_bytes(), type=Evidence)
    except (OSError, msgspec.MsgspecError):
        return None
