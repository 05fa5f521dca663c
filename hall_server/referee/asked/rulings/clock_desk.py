"""The clock desk: the options that tables carry out, for one table or for all."""

from collections.abc import Sequence

from hall_server.referee.asked.ask import Ask, dialogue
from hall_server.referee.asked.rulings.deciding import deciding_case
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment, clipped, name_width
from hall_server.referee.derived.questions.cases import case_of
from hall_server.referee.derived.writing import Writing
from shared.core.decisions.facts import Case, stands_paused
from shared.core.decisions.options import Option, options
from shared.core.decisions.words import offered
from shared.core.decisions.writing import Ground, decide
from shared.core.events import entities
from shared.core.events.measures import OF_TABLE, Measure, Paused, Resumed
from shared.core.state import Match
from shared.core.text.language import _, ngettext

_ALL: dict[str, Measure] = {"pause_all": Paused(), "resume_all": Resumed()}


def of_table(case: Case) -> tuple[Option, ...]:
    """Return the options of a case that a table carries out."""
    return tuple(
        option
        for option in options(case)
        if option.asks == "times" or any(isinstance(one, OF_TABLE) for one in option.measures)
    )


@dialogue
async def order_clocks(ask: Ask, match: Match | None) -> None:
    """Choose what a table, or every table, is told to do; ``match`` is the one looked at."""
    desk, moment = ask.desk, ask.desk.moment()
    case, found = None, tuple[Option, ...]()
    if match is not None and not match.result.counts:
        case = case_of(moment, "clock", match, ident=desk.token())
        found = of_table(case)
    everywhere = _everywhere(moment)
    width = name_width(ask.app.size.width)
    said = {str(n): _words(moment, case, option, width) for n, option in enumerate(found)}
    said |= {key: _all_words(key, matches) for key, matches in everywhere.items()}
    lines = [
        ListLine(key, f" {number if number < 10 else '':>1} {words}")
        for number, (key, words) in enumerate(said.items(), 1)
    ]
    if not lines:
        await ask.read(_("Clocks"), (_("No match is open: there is no clock to stop."),))
        return
    title = _("Clocks")
    if case is not None and match is not None:
        title = _("Clocks, {table}").format(table=moment.table(match.table))
    key = await ask.pick(title, lines)
    if key in everywhere:
        await _all(ask, key, everywhere[key])
    elif case is not None:
        await deciding_case(ask, case, found[int(key)])


def _words(moment: Moment, case: Case | None, option: Option, width: int) -> str:
    assert case is not None
    assert case.match is not None
    words = offered(option, clipped(moment.names(case.match), width), case.match)
    return f"{words} ({option.clause})"


def _everywhere(moment: Moment) -> dict[str, tuple[Match, ...]]:
    """Return which tables can be paused all at once, and which can go on."""
    open_ones = tuple(match for match in moment.playing if not match.result.counts)
    paused = tuple(match for match in open_ones if stands_paused(match))
    running = tuple(match for match in open_ones if match not in paused)
    return {k: v for k, v in {"pause_all": running, "resume_all": paused}.items() if v}


def _all_words(key: str, matches: Sequence[Match]) -> str:
    tables = ngettext("{count} table", "{count} tables", len(matches)).format(count=len(matches))
    if key == "pause_all":
        return _("Pause every table: {tables}").format(tables=tables)
    return _("Let every paused table go on: {tables}").format(tables=tables)


async def _all(ask: Ask, key: str, matches: Sequence[Match]) -> None:
    """Stop or start all clocks. Every table reads the referee's words with it; they may stay
    empty."""
    desk, moment = ask.desk, ask.desk.moment()
    words = _all_words(key, matches)
    hint = _("The players read it at the table. It may stay empty.")
    why = await ask.text(words, hint=hint, objection=lambda text: "")
    token = desk.token()
    drafts = tuple(
        decide(
            entities.match_decision(match.key),
            f"{token}/{match.uid}",
            (_ALL[key],),
            Ground(moment.book(match).sheet.authority, why),
        )
        for match in matches
    )
    desk.note(Writing(words, drafts))
