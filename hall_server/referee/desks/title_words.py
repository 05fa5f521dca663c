"""A division's title: who stands first, what that makes them, what can be declared. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from hall_server.referee.desks import playoff
from hall_server.referee.moment import Moment
from hall_server.referee.parts.pick_list import Line
from hall_server.referee.questions.question import REFEREE
from shared.core import entities
from shared.core.championship import FirstPlace, first_place, junior_champion
from shared.core.desks import Decided
from shared.core.events import TitleDecided, TitleKind
from shared.core.rulebooks import RULEBOOKS
from shared.core.tables import division_standings
from shared.pairing.played_out import is_final
from shared.port import Draft

_TITLES: dict[TitleKind, str] = {
    "champion": "Champion",
    "co_champions": "Co-champions",
    "co_winners": "Co-winners",
    "playoff": "Playoff between",
}


@dataclass(frozen=True, slots=True)
class Declaration:
    """What can be declared: the words of the list and the body; no players take a title back."""

    key: str
    words: str
    title: TitleKind
    players: tuple[str, ...]
    clause: str
    note: str = ""


def standing_first(moment: Moment, division: str) -> FirstPlace:
    """Who stands first as it counts now (ACF-1.XIII.B)."""
    rows = division_standings(moment.state, division)
    return first_place(rows, moment.state.divisions[division].book)


def declarations(moment: Moment, division: str) -> tuple[Declaration, ...]:
    """What the referee may declare now, the likeliest first."""
    first = standing_first(moment, division)
    known = moment.state.desks.titles.get(division)
    found: list[Declaration] = []
    if not _may_declare(moment, division):
        pass
    elif known is not None and known.title == "playoff":
        found += [
            Declaration(f"won {player}", f"{moment.name(player)} won the playoff: champion",
                        "champion", (player,), known.clause, "after a playoff")
            for player in _likeliest(moment, known, division)
        ]  # fmt: skip
        found.append(_shared(moment, known.players, known.clause, "the playoff was not played"))
    elif first.title == "champion":
        words = f"{_names(moment, first.players)} is champion"
        found.append(Declaration("first", words, "champion", first.players, first.clause))
    elif first.title == "playoff_offered":
        words = f"Offer a playoff to {_names(moment, first.players)}"
        found.append(Declaration("playoff", words, "playoff", first.players, first.clause))
        found.append(_shared(moment, first.players, first.clause, "the playoff was declined"))
    elif first.title == "co_winners":
        words = f"{_names(moment, first.players)} are co-winners"
        found.append(Declaration("first", words, "co_winners", first.players, first.clause))
    if known is not None:
        words = f"Take back: {in_words(moment, known)}"
        found.append(Declaration("none", words, known.title, (), known.clause))
        found = [
            each for each in found if (each.title, each.players) != (known.title, known.players)
        ]
    return tuple(found)


def _may_declare(moment: Moment, division: str) -> bool:
    """Where the standings decide, not before the last result; a sheet or open play ends itself."""
    drawn = moment.state.divisions[division].book.pairing_system in ("swiss", "round_robin")
    return not drawn or is_final(moment.state, division)


def _likeliest(moment: Moment, known: Decided, division: str) -> tuple[str, ...]:
    """Who plays for a title, first the one who has won the playoff at the table."""
    best = playoff.won(moment.state, division, known.players)
    return tuple(sorted(known.players, key=lambda player: player != best))


def title_lines(moment: Moment, division: str) -> tuple[Line, ...]:
    """The matches of a playoff that is on, then the declarations, as lines."""
    found = [Line(each.key, f" {each.words}") for each in declarations(moment, division)]
    known = moment.state.desks.titles.get(division)
    if known is None or known.title != "playoff":
        return tuple(found)
    return (*playoff.lines(moment, division, known), *found)


def in_words(moment: Moment, decided: Decided) -> str:
    """``Co-champions: Ann Lee and Bo King (ACF-1.XIII.B), the playoff was declined``."""
    note = f", {decided.note}" if decided.note else ""
    names = _names(moment, decided.players)
    return f"{_TITLES[decided.title]}: {names} ({decided.clause}){note}"


def notes(moment: Moment, division: str) -> tuple[str, ...]:
    """What is decided, what is not safe yet, and what the title obliges to."""
    opened = moment.state.divisions[division]
    known = moment.state.desks.titles.get(division)
    found = [f"√ {in_words(moment, known)}" if known is not None else "No title is decided yet."]
    first = standing_first(moment, division)
    if not is_final(moment.state, division):
        found.append("! Not every round is complete: first place may still change.")
    if known is not None and not set(known.players) <= set(first.players):
        found.append(f"! By the standings now it is {_names(moment, first.players)}.")
    found += _juniors(moment)
    found += playoff.notes(moment, division)
    entry = opened.book.entry
    if entry is not None and entry.winner_plays_up_to:
        up = RULEBOOKS[entry.winner_plays_up_to].title
        found.append(
            f"Whoever wins plays in {up} for the next {entry.winner_plays_up_for}"
            f" tournaments ({opened.book.clauses['entry.winner_plays_up_to']})."
        )
    return tuple(found)


def _juniors(moment: Moment) -> list[str]:
    """The Junior Champion over all divisions, as it stands (ACF-1.XIII.D)."""
    state = moment.state
    readable = [d for d in state.divisions.values() if not d.unreadable]
    tables = [(d.book, division_standings(state, d.id)) for d in readable]
    found = junior_champion(tables, {p.id: p.flags for p in state.players.values()})
    if not found:
        return []
    where = next(d.name for d in readable if d.book.name == found[0].rulebook)
    names = _names(moment, tuple(junior.player for junior in found))
    shared = "; the Executive Committee decides between them" if len(found) > 1 else ""
    return [f"Junior Champion: {names}, place {found[0].rank} in {where} (ACF-1.XIII.D){shared}."]


def sentence(moment: Moment, declaration: Declaration, division: str) -> str:
    """The fact that is confirmed."""
    name = moment.state.divisions[division].name
    open_rounds = "" if is_final(moment.state, division) else " Rounds are still open."
    return f"{name}: {declaration.words} ({declaration.clause})?{open_rounds}"


def draft(declaration: Declaration, division: str) -> Draft:
    """The declaration, to be written."""
    body = TitleDecided(
        declaration.title, declaration.players, declaration.clause, declaration.note
    )
    return Draft(entities.title(division), body, REFEREE)


def _shared(moment: Moment, players: tuple[str, ...], clause: str, why: str) -> Declaration:
    words = f"{_names(moment, players)} are co-champions: {why}"
    return Declaration("shared", words, "co_champions", players, clause, why)


def _names(moment: Moment, players: tuple[str, ...]) -> str:
    names = [moment.name(player) for player in players]
    if len(names) < 2:
        return names[0] if names else "nobody"
    return f"{', '.join(names[:-1])} and {names[-1]}"
