"""Mistakes planted into the product, each of which the simulation has to find."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from shared.core.events import Event
from shared.core.fold import authority, matches
from shared.core.fold.cuts import Terms
from shared.core.fold.matches import resolve_result
from shared.core.state import Result
from shared.node.hall import HallLink
from shared.node.work import WorkDone
from shared.wire.envelope import read
from shared.wire.sync.effects import HubEffect, TakeFrom
from shared.wire.sync.follower import Follower
from shared.wire.sync.repair import Repair

Plant = Callable[[ExitStack], None]


def _last_write_wins(stack: ExitStack) -> None:
    """The version with the latest clock time counts."""

    def resolve(events: Mapping[str, Event], in_force: Mapping[str, Event], *_: object) -> Result:
        if not in_force:
            return resolve_result(events, in_force)
        latest = max(in_force.values(), key=lambda event: (event.at, event.id))
        outcome = latest.body.outcome  # type: ignore[union-attr]
        return Result("confirmed", outcome, (), (latest.id,))

    stack.enter_context(patch.object(matches, "resolve_result", resolve))


def _no_anti_entropy(stack: ExitStack) -> None:
    """The feed alone brings events: nothing is pulled, nothing compared."""
    stack.enter_context(patch.object(Follower, "_pull", lambda self, now: []))
    stack.enter_context(patch.object(Repair, "next", lambda self, store: None))


def _ack_before_fsync(stack: ExitStack) -> None:
    """The hall acknowledges what it has heard, before it is on its disk."""
    carry_out = HallLink._carry_out

    def hasty(self: HallLink, effects: list[HubEffect]) -> None:
        carry_out(self, effects)
        for effect in effects:
            if isinstance(effect, TakeFrom):
                places = dict(self.node.replica.vector)
                for event in map(read, effect.events):
                    places[event.node, event.inc] = event.seq
                carry_out(self, self._hub.stored(effect, places, []))

    def silent(self: HallLink, outcomes: list[WorkDone], written: list[object]) -> None:
        if written:
            self._carry_out(self._hub.publish(written))  # type: ignore[arg-type]

    stack.enter_context(patch.object(HallLink, "_carry_out", hasty))
    stack.enter_context(patch.object(HallLink, "committed", silent))


def _revoked_key_accepted(stack: ExitStack) -> None:
    """The cut of a revocation is not looked at."""
    stack.enter_context(patch.object(authority, "beyond", lambda *_: False))


def _old_term_obeyed(stack: ExitStack) -> None:
    """A machine that was the hall once is obeyed for ever."""
    stack.enter_context(patch.object(Terms, "bar", lambda self, event, opens=0: 0))


BUGS: dict[str, Plant] = {
    "last-write-wins": _last_write_wins,
    "reused-incarnation": lambda stack: None,  # a habit of the machines: see ``world``
    "ack-before-fsync": _ack_before_fsync,
    "no-anti-entropy": _no_anti_entropy,
    "ruling-claims-unseen": lambda stack: None,  # a habit of the referees: see ``world``
    "old-term-obeyed": _old_term_obeyed,
    "revoked-key-accepted": _revoked_key_accepted,
}


@contextmanager
def planted(bug: str) -> Iterator[None]:
    """The product with one mistake in it; "" for none."""
    with ExitStack() as stack:
        if bug:
            BUGS[bug](stack)
        yield
