"""Everything that can be printed: its name, what it is, and how its sheets are made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hall_server.derived.prizes import division_payouts
from hall_server.paper.desk import incident_sheets, prize_list, receipts
from hall_server.paper.draws import knockout_sheets
from hall_server.paper.forms import (
    ballot_cards,
    blank_score_sheet,
    playing_cards,
    result_slips,
    score_sheets,
)
from hall_server.paper.kit import paper_kit
from hall_server.paper.look import Look, made_at
from hall_server.paper.sheet import CannotPrint, Document, PaperSheet
from hall_server.paper.wall import (
    by_name,
    by_table,
    crosstable_sheet,
    door_sheet,
    playoffs,
    rating_list,
    standings_sheet,
    wall_chart_sheet,
)
from shared.core.draughts.openings import Opening
from shared.core.standings.prizes import Dues, Payout, payouts
from shared.core.state import HallState, Round
from shared.core.text.language import ENGLISH, N_, Catalogue, Voice, of_official, speaking
from shared.pairing.places import division_standings


@dataclass(frozen=True, slots=True)
class Order:
    """What to print. ``made_ms`` (UTC) is printed at the foot of each page.

    ``division`` None is every division; ``round_no`` None is the newest round. Money is cents.
    """

    state: HallState
    made_ms: int
    division: str | None = None
    round_no: int | None = None
    prizes_cents: tuple[int, ...] = ()
    dues_cents: int = 0
    associates: frozenset[str] = frozenset()
    deck: tuple[Opening, ...] = ()
    seed: str = ""
    """The seed of a draw sheet before round 1."""
    pages_at: str = ""
    """Where the hall's pages are for phones, "" where that is not known."""
    catalogue: Catalogue = ENGLISH
    """The language of the paper."""


Make = Callable[[Order, Look], tuple[PaperSheet, ...]]


@dataclass(frozen=True, slots=True)
class Paper:
    """One thing that can be printed. ``make`` makes its sheets for a division."""

    words: str
    make: Make
    needs_one: bool = False
    """Whether one of several divisions must be named."""


def document(what: str, order: Order) -> Document:
    """Return the sheets called ``what``, in the language of the order.

    Raises CannotPrint, in English, if there are none.
    """
    looks, paper = _looks(order), PAPERS[what]
    if paper.needs_one and len(looks) > 1:
        names = ", ".join(look.division.id for look in looks)
        raise CannotPrint(f"Name the division for {what}: there are {names}. Nothing was printed.")
    sheets: list[PaperSheet] = []
    # Paper is the same for all, whatever the language of the person who prints it.
    with speaking(Voice(order.catalogue, order.state.official())):
        if what == "kit":
            sheets += paper_kit(looks)
        else:
            for look in looks:
                with of_official(look.book.sheet.official):
                    sheets += paper.make(order, look)
        event, made = looks[0].event, made_at(order.made_ms, looks[0].zone)
    return Document(what, event, made, tuple(sheets), order.catalogue)


def _looks(order: Order) -> tuple[Look, ...]:
    divisions = order.state.divisions
    if not divisions:
        raise CannotPrint("This hall has no division yet, so there is nothing to print.")
    if order.division is None:
        return tuple(Look(order.state, division) for division in divisions.values())
    if order.division not in divisions:
        raise CannotPrint(
            f"There is no division {order.division!r}; there are {', '.join(divisions)}. "
            "Nothing was printed."
        )
    return (Look(order.state, divisions[order.division]),)


def _round(order: Order, look: Look) -> Round:
    rounds = {paired.number: paired for paired in look.rounds}
    if not rounds:
        raise CannotPrint(
            f"{look.division.name} has no round paired yet. Pair one, then print again."
        )
    number = max(rounds) if order.round_no is None else order.round_no
    if number not in rounds:
        published = ", ".join(map(str, rounds))
        raise CannotPrint(
            f"{look.division.name} has no round {number}; published: {published}. "
            "Nothing was printed."
        )
    return rounds[number]


def _score_sheets(order: Order, look: Look) -> tuple[PaperSheet, ...]:
    if not look.rounds and order.round_no is None:
        return (blank_score_sheet(look),)
    return score_sheets(look, _round(order, look))


def _playing_cards(_order: Order, look: Look) -> tuple[PaperSheet, ...]:
    if look.book.open_play is None:
        raise CannotPrint(
            f"{look.division.name} is no open play, so it has no playing cards. "
            "Nothing was printed."
        )
    return playing_cards(look)


def _payouts(order: Order, look: Look) -> tuple[Payout, ...]:
    if not order.prizes_cents and look.division.id in order.state.awards.prizes:
        return division_payouts(order.state, look.division.id)
    if not order.prizes_cents:
        raise CannotPrint(
            "No prizes are posted. Say what the places pay, from the first:"
            " --prize 450 --prize 300 --prize 200."
        )
    rows = division_standings(order.state, look.division.id)
    try:
        return payouts(
            rows,
            order.prizes_cents,
            look.book,
            dues=Dues(order.dues_cents, order.associates),
        )
    except ValueError as error:
        message = f"{error}. Nothing was printed."
        raise CannotPrint(message[0].upper() + message[1:]) from error


def _door(order: Order, look: Look) -> tuple[PaperSheet, ...]:
    if not order.pages_at:
        raise CannotPrint(
            "Say where the pages are, as the hall server's output has it:"
            " --pages-at http://192.168.1.10:8080. Nothing was printed."
        )
    first = next(iter(order.state.divisions))
    return (
        (door_sheet(look, order.pages_at),) if look.division.id in (order.division, first) else ()
    )


def _incidents(order: Order, look: Look) -> tuple[PaperSheet, ...]:
    first = order.division or next(iter(order.state.divisions))
    return incident_sheets(look, between_matches=look.division.id == first)


PAPERS: Final[Mapping[str, Paper]] = MappingProxyType(
    {
        "pairings": Paper(
            N_("the round by table and by name"),
            lambda order, look: (
                by_table(look, _round(order, look)),
                by_name(look, _round(order, look)),
                *(playoffs(look) if order.round_no is None else ()),
            ),
        ),
        "rating-list": Paper(
            N_("the players by rating, the unrated last"), lambda _, look: (rating_list(look),)
        ),
        "standings": Paper(N_("places and points"), lambda _, look: (standings_sheet(look),)),
        "crosstable": Paper(N_("who played whom"), lambda _, look: (crosstable_sheet(look),)),
        "wall-chart": Paper(
            N_("the crosstable with boxes to go on by hand"),
            lambda _, look: (wall_chart_sheet(look),),
        ),
        "slips": Paper(
            N_("result slips to sign"),
            lambda order, look: (result_slips(look, _round(order, look)),),
        ),
        "score-sheets": Paper(N_("sheets to record games on"), _score_sheets),
        "ballot-cards": Paper(
            N_("the deck of openings on cards"),
            lambda order, look: (
                ballot_cards(
                    order.state.decks.get(look.division.deck, order.deck),
                    look.book.cards,
                    look.division.name,
                ),
            ),
            needs_one=True,
        ),
        "playing-cards": Paper(N_("a card a player for open play"), _playing_cards, needs_one=True),
        "draw-sheet": Paper(
            N_("a bracket or the lives as they stand"),
            lambda order, look: knockout_sheets(look, order.seed),
            needs_one=True,
        ),
        "prizes": Paper(
            N_("the prize list"),
            lambda order, look: (prize_list(look, _payouts(order, look)),),
            needs_one=True,
        ),
        "receipts": Paper(
            N_("receipts for prizes"),
            lambda order, look: (receipts(look, _payouts(order, look)),),
            needs_one=True,
        ),
        "door": Paper(N_("the address of the pages for phones, to scan at the door"), _door),
        "incidents": Paper(N_("incident reports"), _incidents),
        "kit": Paper(N_("everything to go on by hand"), lambda _, look: paper_kit((look,))),
    }
)
"""Everything that can be printed, by name."""
