"""Everything that can be exported: its name, its formats, and how its bytes are made."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hall_server.derived.lists import by_debt, by_rating, taking_part
from hall_server.files.cells import FILE_ENCODING
from hall_server.files.players_csv import write_fees, write_players, write_rating_list
from hall_server.files.tables import (
    HEADING,
    crosstable_csv,
    crosstable_json,
    page,
    rating_csv,
    rating_rows,
    standings_csv,
    standings_json,
)
from hall_server.files.trf_writing import TrfVersion, write_trf
from hall_server.paper.look import Look
from hall_server.paper.wall import chart_of, crosstable_legend, places
from shared.core.standings.explain import points_heading, points_or_exit, two_places
from shared.core.standings.order import StandingsRow
from shared.core.standings.wall_chart import crosstable_tsv, poster
from shared.core.state import Division, HallState, Player
from shared.core.state.office import Beside, Known
from shared.core.text.for_people import ForPeople, counted
from shared.core.text.language import (
    ENGLISH,
    N_,
    Catalogue,
    _,
    in_catalogue,
    pgettext,
    shown_number,
)
from shared.pairing.places import beside_standings, division_standings


class CannotExport(ForPeople, ValueError):
    """There is nothing to export; the sentence says why and what can be exported."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The bytes of a file, and notes on what its format cannot hold."""

    data: bytes
    notes: tuple[str, ...] = ()


Write = Callable[[Look], Exported]


def export(
    state: HallState,
    what: str,
    layout: str,
    division: str | None,
    words: Catalogue = ENGLISH,
) -> Exported:
    """Return a file of the hall: a page for people in ``words``, else English, which programs read.

    Raises CannotExport if no division or the wrong one is named.
    """
    if what == "players":
        return _csv(write_players(_players(state, division)))
    if what == "rating-list":
        only = "" if division is None else _division(state, division).id
        return _csv(write_rating_list(taking_part(by_rating(state, only))))
    with in_catalogue(words if layout == "html" else ENGLISH):
        return OUTLETS[what][layout](Look(state, _division(state, division)))


def private_players(
    state: HallState, division: str | None, private: Mapping[str, Known], *, fees: bool = False
) -> Exported:
    """Return the players with their private facts, or their ``fees`` alone with the totals, for
    the hall's desk only.

    Raises CannotExport for an unknown division.
    """
    notes = []
    for ident, known in private.items():
        name = state.players[ident].name if ident in state.players else ident
        if known.differing:
            notes.append(f"{name}: there are two versions, and the file has one of them.")
        if known.unread:
            notes.append(f"{name}: something is sealed to other keys than this folder's.")
    players = _players(state, division)
    text = write_fees(by_debt(players, private)) if fees else write_players(players, private)
    return Exported(text.encode(FILE_ENCODING), tuple(notes))


def _players(state: HallState, division: str | None) -> list[Player]:
    only = None if division is None else _division(state, division).id
    return [player for player in state.players.values() if only in (None, player.division)]


def _division(state: HallState, wanted: str | None) -> Division:
    there = ", ".join(state.divisions)
    if not state.divisions:
        raise CannotExport("This hall has no division yet, so there is nothing to export.")
    if wanted is None:
        if len(state.divisions) > 1:
            raise CannotExport(f"Name the division with --division: {there}. Nothing was written.")
        return next(iter(state.divisions.values()))
    if wanted not in state.divisions:
        raise CannotExport(
            f"There is no division {wanted!r}; there are {there}. Nothing was written."
        )
    return state.divisions[wanted]


def _text(text: str) -> Exported:
    return Exported(text.encode())


def _csv(text: str) -> Exported:
    return Exported(text.encode(FILE_ENCODING))


def _moves(look: Look) -> Exported:
    """Return the finished games with known moves in PDN, in the order of the rounds.

    If the desk entered other moves than the table logged, both are written.
    """
    texts: list[str] = []
    twice = 0
    for match in sorted(look.state.matches.values(), key=lambda match: match.key):
        if match.key.division != look.division.id or match.standing == "withdrawn":
            continue
        logged = [(moves.game, 0, moves.pdn) for moves in match.moves.values()]
        both = logged + [(moves.game, 1, moves.pdn) for moves in match.entered.values()]
        texts += [pdn for _, _, pdn in sorted(both)]
        twice += len(both) - len({game for game, _, _ in both})
    if not texts:
        none = "No moves were entered in this division."
        return Exported(f"% {none}\n".encode(), (none,))
    notes = (
        (f"Twice, from the table and from the desk: {counted(twice, 'game')}.",) if twice else ()
    )
    return Exported("\n".join(texts).encode(), notes)


def _trf(look: Look, version: TrfVersion) -> Exported:
    report = write_trf(look, version)
    return Exported(report.text.encode(), report.notes)


def _places(title: str, part: Beside | None = None) -> Mapping[str, Write]:
    """Return the formats of a list of places, of a division or a part of it."""

    def rows_of(look: Look) -> tuple[StandingsRow, ...]:
        if part is None:
            return division_standings(look.state, look.division.id)
        return beside_standings(look.state, look.division.id).get(part, ())

    return {
        "csv": lambda look: _csv(standings_csv(rows_of(look))),
        "json": lambda look: _text(standings_json(rows_of(look))),
        "html": lambda look: _places_page(look, title, rows_of(look)),
    }


def _places_page(look: Look, title: str, rows: tuple[StandingsRow, ...]) -> Exported:
    honor = look.book.honor is not None
    points = points_heading(look.book)
    heading = (_("Place"), _("Name"), points, *((_("Honor"),) if honor else ()))
    lines = [
        (
            place,
            row.name,
            points_or_exit(row),
            *((shown_number(two_places(row.honor_points)),) if honor else ()),
        )
        for place, row in zip(places(rows), rows, strict=True)
    ]
    return _page(look, title, [heading, *lines], {_("Place"), points, _("Honor")})


def _rating_page(look: Look) -> Exported:
    names = [_(_RATING_NAMES[column]) for column in HEADING]
    words = {cell: _(word) for cell, word in _RATING_WORDS.items()}
    rows = [(*row[:-2], *(words.get(cell, cell) for cell in row[-2:])) for row in rating_rows(look)]
    return _page(look, N_("Rating report"), [names, *rows])


_RATING_NAMES = {
    "division": N_("Division"),
    "round": N_("Round"),
    "player": N_("Player's id"),
    "name": N_("Name"),
    "rating": N_("Rating"),
    "opponent": N_("Opponent's id"),
    "opponent_name": N_("Opponent"),
    "opponent_rating": N_("Opponent's rating"),
    "won": N_("Games won"),
    "drawn": N_("Games drawn"),
    "lost": N_("Games lost"),
    "points": N_("Match points"),
    "opponent_points": N_("Opponent's match points"),
    "rated": N_("Rated"),
    "why": N_("Remark"),
}
"""Column of the report → what a page calls it."""
_RATING_WORDS = {
    "yes": N_("Yes"),
    "no": N_("No"),
    "forfeited": N_("forfeited without a game"),
    "agreed": N_("result agreed without a game"),
    "passed_over": N_("round passed over"),
    "void": N_("void"),
    "again": N_("void, to be played again"),
}
"""What stands in the last two columns → what a page says."""


def _page(
    look: Look,
    title: str,
    rows: Sequence[Sequence[str]],
    numeric: Collection[str] = (),
    legend: str = "",
) -> Exported:
    note = f"{look.division.name}, {look.how_far()}" + (f". {legend}" if legend else "")
    return _text(page(f"{look.event}: {_(title)}", note, rows, numeric))


OUTLETS: Final[Mapping[str, Mapping[str, Write]]] = MappingProxyType(
    {
        "players": {"csv": lambda look: export(look.state, "players", "csv", look.division.id)},
        "rating-list": {
            "csv": lambda look: export(look.state, "rating-list", "csv", look.division.id)
        },
        "standings": _places(N_("Standings")),
        "consolation": _places(N_("Consolation"), "consolation"),
        "last-chance": _places(N_("Last chance"), "last_chance"),
        "crosstable": {
            "tsv": lambda look: _text(crosstable_tsv(chart_of(look))),
            "csv": lambda look: _csv(crosstable_csv(chart_of(look))),
            "json": lambda look: _text(crosstable_json(chart_of(look))),
            "html": lambda look: _page(
                look,
                N_("Crosstable"),
                poster(chart_of(look)),
                {
                    pgettext("number", "No"),
                    pgettext("column", "Match pts"),
                    _("Honor"),
                    _("Place"),
                },
                crosstable_legend(),
            ),
        },
        "ratings": {
            "csv": lambda look: _csv(rating_csv(look)),
            "html": _rating_page,
        },
        "moves": {"pdn": _moves},
        "trf": {
            "trf16": lambda look: _trf(look, "trf16"),
            "trf26": lambda look: _trf(look, "trf26"),
        },
    }
)
"""Name → format → writer of a division's file; the first format is the usual one."""
