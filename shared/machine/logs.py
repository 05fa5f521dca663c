"""The logs of the programs: one JSON object a line, in rotating files.

A log that cannot be written is given up silently: the screen shows no error of it.
"""

import json
import logging
import logging.handlers
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from shared.core.state import Alarm
from shared.machine.aloud import Aloud
from shared.port import HallChanged, Link, LinkChanged, Listener, NotSaved, Ready, Stopped, Told

LOG_FILE = "hall.log"
LARGEST = 1_000_000
"""Bytes of a log file before a new one begins."""
OLDER = 3
"""Full log files that are kept."""

_PRIORITY = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6}
"""syslog's numbers; a service manager reads them at the beginning of a line."""


class JsonLines(logging.Formatter):
    """A record as one line of JSON: ``at`` (UTC), ``level``, ``program``, ``part``, ``text``.

    ``extra={"facts": {...}}`` adds more fields. An exception adds ``trace``.
    """

    def __init__(self, program: str) -> None:
        super().__init__()
        self._program = program

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without its end."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "at": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "program": self._program,
            "part": record.name,
            "text": record.getMessage(),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, Mapping):
            line |= {name: value for name, value in facts.items() if name not in line}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class _Rotating(logging.handlers.RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        """Ignore a full disk: a player's screen must show no traceback."""


class _Journal(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = " ".join(super().format(record).split("\n"))
        return f"<{_PRIORITY.get(record.levelno, 7)}>{text}"


def log_to(home: Path, program: str, *, aloud: bool = False) -> None:
    """Write the log of ``program`` to a rotating file in its folder.

    ``aloud`` is for programs without a screen: warnings go to standard error too, with a priority
    under a service manager.
    """
    handlers: list[logging.Handler] = []
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = _Rotating(
            home / LOG_FILE, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8", delay=True
        )
        file.setFormatter(JsonLines(program))
        handlers.append(file)
    except OSError:
        handlers.append(logging.NullHandler())
    if aloud:
        said = logging.StreamHandler(Aloud(sys.stderr))
        said.setLevel(logging.WARNING)
        managed = "JOURNAL_STREAM" in os.environ
        said.setFormatter(_Journal() if managed else logging.Formatter("! %(message)s"))
        handlers.append(said)
    logging.basicConfig(level=logging.INFO, handlers=handlers, force=True)


def occurrences(log: logging.Logger) -> Listener:
    """Return a listener that logs what a node tells, each change once. Safe in any thread."""
    return _Occurrences(log).told


class _Occurrences:
    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._link: Link | None = None
        self._alarms: frozenset[tuple[str, str, str]] = frozenset()
        self._told_alarms: tuple[Alarm, ...] = ()
        self._stands: dict[str, object] = {}
        self._able: bool | None = None

    def told(self, told: Told) -> None:
        match told:
            case LinkChanged(link=link):
                self._linked(link)
            case HallChanged():
                self._changed(told)
            case NotSaved(sentence=sentence):
                self._say(logging.ERROR, "not saved", sentence=sentence)
            case Ready(able=able, why=why) if able != self._able:
                self._able = able
                self._say(logging.INFO, "ready to be the hall", able=able, why=why)
            case Stopped(sentence=sentence):
                self._say(logging.ERROR, "stopped", sentence=sentence)
            case _:
                return

    def _linked(self, link: Link) -> None:
        before, self._link = self._link, link
        if before is not None and before.state == link.state:
            return
        level = logging.WARNING if link.state in ("offline", "refused") else logging.INFO
        if before is None or before.state == "starting":
            level = logging.INFO
        self._say(
            level,
            f"link {link.state.replace('_', ' ')}",
            was=before.state if before else None,
            behind=link.behind,
            offset_ms=link.offset_ms,
            sentence=link.sentence,
        )

    def _changed(self, told: HallChanged) -> None:
        state = told.state
        if state.alarms is not self._told_alarms:
            self._tell_alarms(state.alarms)
        stands: dict[str, object] = {
            "term": state.term,
            "hall": state.hall,
            "rounds": len(state.rounds),
            "devices": sum(1 for device in state.devices.values() if not device.revoked),
        }
        new = {name: value for name, value in stands.items() if value != self._stands.get(name)}
        if new:
            self._say(logging.INFO, "the hall stands", **new)
        self._stands = stands

    def _tell_alarms(self, told: tuple[Alarm, ...]) -> None:
        self._told_alarms = told
        alarms = frozenset((str(a.kind), a.ent, a.sentence) for a in told)
        for alarm in sorted(alarms - self._alarms):
            self._alarm(logging.WARNING, "alarm", *alarm)
        for alarm in sorted(self._alarms - alarms):
            self._alarm(logging.INFO, "over", *alarm)
        self._alarms = alarms

    def _alarm(self, level: int, word: str, kind: str, ent: str, sentence: str) -> None:
        self._say(level, f"{word}: {sentence}", alarm=kind, ent=ent)

    def _say(self, level: int, text: str, **facts: object) -> None:
        kept = {name: value for name, value in facts.items() if value not in (None, "")}
        self._log.log(level, text, extra={"facts": kept})
