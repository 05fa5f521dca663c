"""Cases as the desk has them: what is known of a match now, put together for ``decisions``."""

from typing import Any

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.lateness import absent_controls, clock_replaces
from hall_server.referee.derived.questions.round_time import lowder_told
from shared.core.decisions.facts import Case, CaseKind
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import FALLBACK, Match, Report


def case_of(
    moment: Moment,
    kind: CaseKind,
    match: Match | None,
    reports: tuple[Report, ...] = (),
    ident: str = "",
    **facts: Any,
) -> Case:
    """Return a case about a match, or about reports of a table without one.

    ``ident`` is that of the first report, or of the match, unless another is given; ``facts`` are
    further fields of the case.
    """
    if match is None:
        first = ident or reports[0].event
        return Case(kind=kind, ident=first, book=RULEBOOKS[FALLBACK], reports=reports, **facts)
    known: dict[str, Any] = {
        "game": moment.game_now(match),
        "lowder_told": lowder_told(moment, match),
        "controls": absent_controls(moment, match),
        "clock_replaces": clock_replaces(moment, match),
        "put_out": any(
            player.suspended is not None
            for ident in match.players
            if (player := moment.state.players.get(ident)) is not None
        ),
    }
    return Case(
        kind=kind,
        ident=ident or (reports[0].event if reports else match.uid),
        book=moment.book(match),
        match=match,
        reports=reports,
        **(known | facts),
    )
