"""A division's title: who stands first, what that makes them, what can be declared. Pure."""

from dataclasses import dataclass

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rulings import playoff, ties
from shared.core.decisions.writing import REFEREE, Ground
from shared.core.events import TitleDecided, TitleKind, entities
from shared.core.events.measures import TieBroken
from shared.core.rulebooks import RULEBOOKS
from shared.core.standings.explain import beside_note, title_words
from shared.core.standings.titles import FirstPlace, first_place, junior_champion
from shared.core.state.office import Decided
from shared.core.text.language import N_, _, listed, ngettext
from shared.pairing.places import beside_standings, division_standings, is_final
from shared.port import Draft

# These are written with the title, so they are English there and said where they are shown.
_AFTER_PLAYOFF = N_("after a playoff")
_NOT_PLAYED = N_("the playoff was not played")
_DECLINED = N_("the playoff was declined")


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
    """Return who stands first as it counts now (ACF-1.XIII.B)."""
    rows = division_standings(moment.state, division)
    return first_place(rows, moment.state.divisions[division].book)


def declarations(moment: Moment, division: str) -> tuple[Declaration, ...]:
    """Return what the referee may declare now, the likeliest first."""
    first = standing_first(moment, division)
    known = moment.state.awards.titles.get(division)
    found: list[Declaration] = []
    if not _may_declare(moment, division):
        pass
    elif known is not None and known.title == "playoff":
        found += [
            Declaration(
                f"won {player}",
                _("{name} won the playoff: champion").format(name=moment.name(player)),
                "champion",
                (player,),
                known.clause,
                _AFTER_PLAYOFF,
            )
            for player in _likeliest(moment, known, division)
        ]
        found.append(_shared(moment, known.players, known.clause, _NOT_PLAYED))
    elif first.title == "champion":
        words = _("{name} is champion").format(name=_names(moment, first.players))
        found.append(Declaration("first", words, "champion", first.players, first.clause))
    elif first.title == "playoff_offered":
        words = _("Offer a playoff to {names}").format(names=_names(moment, first.players))
        found.append(Declaration("playoff", words, "playoff", first.players, first.clause))
        found.append(_shared(moment, first.players, first.clause, _DECLINED))
    elif first.title == "co_winners":
        words = _("{names} are co-winners").format(names=_names(moment, first.players))
        found.append(Declaration("first", words, "co_winners", first.players, first.clause))
    if known is not None:
        words = _("Take back: {title}").format(title=in_words(moment, known))
        found.append(Declaration("none", words, known.title, (), known.clause))
        found = [
            each for each in found if (each.title, each.players) != (known.title, known.players)
        ]
    return tuple(found)


def _may_declare(moment: Moment, division: str) -> bool:
    """Not before the last result; open play ends when the director says so."""
    open_play = moment.state.divisions[division].book.pairing_system == "open_play"
    return open_play or is_final(moment.state, division)


def _likeliest(moment: Moment, known: Decided, division: str) -> tuple[str, ...]:
    """Return who plays for a title, first the one who has won the playoff at the table."""
    best = playoff.won(moment.state, division, known.players)
    return tuple(sorted(known.players, key=lambda player: player != best))


def title_lines(moment: Moment, division: str) -> tuple[ListLine, ...]:
    """Return the matches of a playoff that is on, then the declarations, as lines."""
    found = [ListLine(each.key, f" {each.words}") for each in declarations(moment, division)]
    known = moment.state.awards.titles.get(division)
    if _may_declare(moment, division):
        # The tie of a playoff that is on is broken by declaring who has won it.
        on = known.players if known is not None and known.title == "playoff" else ()
        found += ties.lines(moment, division, on)
    if known is None or known.title != "playoff":
        return tuple(found)
    return (*playoff.lines(moment, division, known), *found)


def concerned(moment: Moment, division: str, key: str) -> tuple[str, ...]:
    """Return the players whom a line of ``title_lines`` is about; () for none."""
    if key.startswith(playoff.CALL):
        return playoff.pair_of(key)
    if key.startswith(ties.OPEN):
        rows = division_standings(moment.state, division)
        return tuple(row.player for row in rows if str(row.rank) == key.removeprefix(ties.OPEN))
    for decision, tie, _there in ties.broken(moment, division):
        if key == f"{ties.BROKEN}{decision.event}":
            return tie.players
    known = moment.state.awards.titles.get(division)
    found = next((one for one in declarations(moment, division) if one.key == key), None)
    if found is None:
        return ()
    return found.players or (known.players if known is not None else ())


def in_words(moment: Moment, decided: Decided) -> str:
    """``Co-champions: Ann Lee and Bo King (ACF-1.XIII.B), the playoff was declined``."""
    return title_words(decided, _names(moment, decided.players))


def notes(moment: Moment, division: str) -> tuple[str, ...]:
    """Return what is decided, what is not safe yet, and what the title obliges to."""
    opened = moment.state.divisions[division]
    known = moment.state.awards.titles.get(division)
    found = [f"√ {in_words(moment, known)}" if known is not None else _("No title is decided yet.")]
    first = standing_first(moment, division)
    if not is_final(moment.state, division):
        found.append(_("! Not every round is complete: first place may still change."))
    if known is not None and not set(known.players) <= set(first.players):
        said = _("! By the standings now it is {names}.")
        found.append(said.format(names=_names(moment, first.players)))
    for part, beside in beside_standings(moment.state, division).items():
        found += beside_note(part, beside)
    found += _juniors(moment)
    found += playoff.notes(moment, division)
    entry = opened.book.entry
    if entry is not None and entry.winner_plays_up_to:
        said = ngettext(
            "The winner plays in {division} for the next {count} tournament ({clause}).",
            "The winner plays in {division} for the next {count} tournaments ({clause}).",
            entry.winner_plays_up_for,
        )
        found.append(
            said.format(
                division=_(RULEBOOKS[entry.winner_plays_up_to].title),
                count=entry.winner_plays_up_for,
                clause=opened.book.clauses["entry.winner_plays_up_to"],
            )
        )
    return tuple(found)


def _juniors(moment: Moment) -> list[str]:
    """Return the Junior Champion over all divisions, as it stands (ACF-1.XIII.D)."""
    state = moment.state
    readable = [d for d in state.divisions.values() if not d.unreadable]
    tables = [(d.book, division_standings(state, d.id)) for d in readable]
    found = junior_champion(tables, {p.id: p.flags for p in state.players.values()})
    if not found:
        return []
    where = next(d for d in readable if d.book.name == found[0].rulebook)
    names = _names(moment, tuple(junior.player for junior in found))
    said = (
        _("Junior Champion: {names}, place {place} in {division} ({clause}).")
        if len(found) == 1
        else _(
            "Junior Champion: {names}, place {place} in {division} ({clause}); the Executive"
            " Committee decides between them."
        )
    )
    clause = where.book.clause("titles.junior_max_age")
    rank = found[0].rank
    return [said.format(names=names, place=rank, division=where.name, clause=clause)]


def sentence(moment: Moment, declaration: Declaration, division: str) -> str:
    """Return the fact that is confirmed."""
    name = moment.state.divisions[division].name
    said = _("{division}: {words} ({clause})?").format(
        division=name, words=declaration.words, clause=declaration.clause
    )
    return said if is_final(moment.state, division) else said + " " + _("Rounds are still open.")


def drafts(moment: Moment, declaration: Declaration, division: str) -> tuple[Draft, ...]:
    """Return the declaration, to be written; with a playoff that was won the places it decides."""
    body = TitleDecided(
        declaration.title, declaration.players, declaration.clause, declaration.note
    )
    title = Draft(entities.title(division), body, REFEREE)
    known = moment.state.awards.titles.get(division)
    tied = known.players if known is not None and known.title == "playoff" else ()
    if declaration.title != "champion" or not ties.open_tie(moment.state, division, tied):
        return (title,)
    [best] = declaration.players
    measure = TieBroken(playoff.places(moment.state, division, tied, best), "playoff")
    return (title, ties.breaking(division, measure, Ground(declaration.clause)))


def _shared(moment: Moment, players: tuple[str, ...], clause: str, why: str) -> Declaration:
    said = _("{names} are co-champions: {why}")
    words = said.format(names=_names(moment, players), why=_(why))
    return Declaration("shared", words, "co_champions", players, clause, why)


def _names(moment: Moment, players: tuple[str, ...]) -> str:
    return listed([moment.name(player) for player in players]) or _("nobody")
