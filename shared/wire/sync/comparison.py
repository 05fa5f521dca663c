"""How a node and its hall find out with little talk in which logs they differ.

The logs fall into groups, and two nodes that hold the same of a group have the same digest for it.
After a hall's end a thousand tables greet the next one at once, and each differs from it in a few
logs.
"""

from collections.abc import Collection
from hashlib import blake2b
from typing import NamedTuple
from zlib import crc32

from shared.core.events import LogKey
from shared.wire.limits import GROUPS
from shared.wire.messages import Compare, Compared, LogLine, Vector, Welcome, vector
from shared.wire.sync.log import Log


class Groups:
    """The groups of one log file. What has not changed since the last time is not read again."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._end = 0
        self._lines: dict[LogKey, LogLine] = {}
        self._members: list[list[LogKey]] = [[] for _ in range(GROUPS)]
        self._digests = [b""] * GROUPS

    def digests(self) -> tuple[bytes, ...]:
        """Return the digest of each group."""
        self._renew()
        return tuple(self._digests)

    def lines(self, groups: Collection[int]) -> tuple[LogLine, ...]:
        """Return the lines of some groups, in the order in which their logs began here.

        A device is enrolled before it writes, so that order leads from those who enrol to others.
        """
        self._renew()
        chosen = {log for group in groups for log in self._members[group]}
        return tuple(line for log, line in self._lines.items() if log in chosen)

    def _renew(self) -> None:
        log = self._log
        if self._end == log.end:
            return
        self._end = log.end
        changed: set[int] = set()
        for key, seq in log.vector.items():
            digest = log.digest(key, seq)
            line = self._lines.get(key)
            if line is None or line[2:] != (seq, digest):
                group = group_of(key)
                if line is None:
                    self._members[group].append(key)
                self._lines[key] = (bytes.fromhex(key[0]), bytes.fromhex(key[1]), seq, digest)
                changed.add(group)
        for group in changed:
            self._digests[group] = _digest([self._lines[key] for key in self._members[group]])


class _Question(NamedTuple):
    """What was asked about a Welcome, and the logs of which the hall holds what is here."""

    welcome: Welcome
    groups: tuple[int, ...]
    same: Vector
    until: int


class Comparison:
    """One node's comparison of its log with its hall's. ``now`` is monotonic milliseconds."""

    done = False
    """Whether the logs were compared over this connection."""

    def __init__(self, log: Log) -> None:
        self._groups = Groups(log)
        self._question: _Question | None = None

    def forget(self) -> None:
        """Expect no answer: the link is gone or new."""
        self._question, self.done = None, False

    def begin(self, welcome: Welcome, now: int, until: int) -> Compare | None:
        """Return the question for a hall; it names no group if the hall holds the same.

        None if just this is being asked and may still be answered, until ``until``.
        """
        open_one = self._question
        if open_one is not None and open_one.welcome == welcome and now < open_one.until:
            return None
        ours = enumerate(self._groups.digests())
        groups = tuple(number for number, digest in ours if digest != welcome.groups[number])
        others = set(range(GROUPS)).difference(groups)
        same = vector(self._groups.lines(others))
        self._question = _Question(welcome, groups, same, until)
        return Compare(welcome.store, groups)

    def end(self, answer: Compared) -> tuple[Welcome, Vector] | None:
        """Return the Welcome that was asked about and all that the hall holds.

        None if the answer is to another question, or of a hall that was restored since.
        """
        asked = self._question
        if asked is None or answer.end < asked.welcome.end:
            return None
        if (answer.store, answer.groups) != (asked.welcome.store, asked.groups):
            return None
        self._question, self.done = None, True
        return asked.welcome, asked.same | vector(answer.lines)


def group_of(log: LogKey) -> int:
    """Return the group of a log."""
    return crc32("".join(log).encode()) % GROUPS


def _digest(lines: Collection[LogLine]) -> bytes:
    """Return the digest of the lines of one group, in whatever order."""
    whole = b"".join(sorted(node + inc + seq.to_bytes(8) + each for node, inc, seq, each in lines))
    return blake2b(whole, digest_size=16).digest()
