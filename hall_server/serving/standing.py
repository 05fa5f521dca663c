"""The state of a hall in one line, and as a value for programs that watch it. Pure."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from hall_server.serving.evidence import Evidence
from shared.core.state import HallState, Round
from shared.core.text.for_people import counted


def summary(state: HallState) -> str:
    """Return the hall in one line."""
    if state.tournament is None:
        return "no tournament yet"
    words = [state.tournament.name, counted(len(state.players), "player")]
    newest = _newest(state.rounds.values())
    if newest is not None:
        about = _round(state, newest)
        name = f"{newest.division} round {newest.number}"
        words.append(f"{name}: {about['results']} of {about['matches']} results")
    if state.alarms:
        words.append(counted(len(state.alarms), "alarm"))
    return " · ".join(words)


def standing(
    state: HallState, events: int, served: Evidence | None, now: int, free_bytes: int
) -> dict[str, Any]:
    """Return the hall as JSON values; ``now`` is UTC ms.

    ``served`` is what the process of the folder last wrote down, None if none runs.
    """
    results = [match.result for match in state.matches.values()]
    return {
        "tournament": state.tournament.name if state.tournament else None,
        "events": events,
        "term": state.term,
        "players": len(state.players),
        "rounds": len(state.rounds),
        "matches": len(state.matches),
        "results": sum(1 for result in results if result.counts),
        "open_questions": sum(1 for result in results if result.open_question),
        "open_reports": sum(1 for report in state.reports.values() if report.open),
        "alarms": [[alarm.kind, alarm.ent, alarm.sentence] for alarm in state.alarms],
        "not_in_force": len(state.unforced),
        "divisions": {name: _division(state, name) for name in sorted(state.divisions)},
        "devices": dict(
            sorted(Counter(d.role for d in state.devices.values() if not d.revoked).items())
        ),
        "free_bytes": free_bytes,
        "node": None if served is None else _node(served, now),
    }


def _division(state: HallState, name: str) -> dict[str, Any]:
    newest = _newest(each for each in state.rounds.values() if each.division == name)
    players = sum(1 for player in state.players.values() if player.division == name)
    return {"players": players, "round": None if newest is None else _round(state, newest)}


def _newest(rounds: Iterable[Round]) -> Round | None:
    return max(rounds, key=lambda each: (each.starts_at, each.number), default=None)


def _round(state: HallState, newest: Round) -> dict[str, int]:
    matches = [match for match in state.matches.values() if match.key[:2] == newest.key]
    return {
        "number": newest.number,
        "starts_at": newest.starts_at,
        "matches": len(matches),
        "results": sum(1 for match in matches if match.result.counts),
    }


def _node(served: Evidence, now: int) -> dict[str, Any]:
    return {
        "serves": served.serves,
        "link": "serving" if served.serves else served.link,
        "for_s": max(0, now - served.since) // 1000,
        "behind": served.behind,
        "unsent": served.unsent,
        "may_be_hall": served.able,
    }
