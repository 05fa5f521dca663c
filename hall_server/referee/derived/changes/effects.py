"""What follows from a change of a division: said before the yes, and to nobody else. Pure."""

import json
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from hall_server.referee.derived.changes.refusals import CALLED
from hall_server.referee.derived.changes.versions import FIELDS, as_apart, first_open
from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.rounds import latest, matches_of
from hall_server.referee.derived.rulings.effects import moved, moved_lines
from shared.core.rulebooks.base import PairingSystem
from shared.core.standings.records import round_complete
from shared.core.state import PLAYED_BY, Division, HallState, Player
from shared.core.text.language import N_, _, ngettext
from shared.pairing.from_hall import rounds_of_new_opponents, span
from shared.pairing.places import division_standings

_SHOWN = 6
_OF_THE_EVENT = ("honor", "tied_places", "titles", "prizes", "entry", "schedule")
"""Rules of no single round."""

LABELS = {
    "rounds": N_("Rounds"), "pairing_system": N_("Pairing"), "control": N_("Time control"),
    "lengths": N_("Match lengths"), "overrides": N_("Rules set by the event"),
    "tables": N_("Tables of its own"), "name": N_("Name"), "rulebook": N_("Rule sheet"),
    "first_day": N_("First day"), "deck": N_("Deck of openings"),
}  # fmt: skip
"""What of a division can be changed, and what a version may say otherwise."""
SYSTEMS: dict[PairingSystem, str] = {
    "swiss": N_("Swiss"),
    "round_robin": N_("Round robin"),
    "open_play": N_("Open play"),
    "knockout": N_("Knockout"),
    "double_knockout": N_("Double knockout"),
    "draw_sheet": N_("Draw sheet"),
}


def value(moment: Moment, division: Division, what: str) -> str:
    """Return what a division has for one of ``LABELS``, in words."""
    match what:
        case "pairing_system":
            return _(SYSTEMS[division.book.pairing_system])
        case "control":
            return division.control or _("the players choose")
        case "lengths":
            return lengths_words(division)
        case "overrides":
            told = (f"{path} = {json.dumps(rule)}" for path, rule in _rules(division).items())
            return ", ".join(told) or _("none")
        case "tables":
            return ", ".join(map(moment.label, division.tables)) or _("any")
        case _:
            return str(getattr(division, what) or "–")


def value_told(moment: Moment, division: Division, what: str) -> tuple[tuple[str, str], ...]:
    """Return one of ``LABELS`` in full, as lines of a tone and a text, and from which round it was
    otherwise, and why; () for none of them."""
    if not what:
        return ()
    now = division.at(first_open(moment.state, division.id))
    lines = [("accent", _(LABELS[what])), ("ink", value(moment, now, what)), ("ink-soft", "")]
    for version, before in pairwise(division.versions):
        was = value(moment, as_apart(division, before), what)
        said = value(moment, as_apart(division, version), what)
        if said != was:
            words = _("{time}, from round {number} on: {before} → {now} – {why}").format(
                time=moment.minute(version.at),
                number=max(1, version.from_round),
                before=was,
                now=said,
                why=version.why or "–",
            )
            lines.append(("ink-soft", words))
    return tuple(lines)


def lengths_words(division: Division) -> str:
    """Return the match lengths of a draw sheet by its parts, in points."""
    plan = division.bracket
    parts = (
        (_("main"), plan.main),
        (_("losers' side"), plan.losers),
        (_("consolation"), plan.consolation_lengths),
        (_("last chance"), plan.last_chance_lengths),
        (_("final"), plan.final),
    )
    told = (f"{part} {', '.join(map(str, points))}" for part, points in parts if points)
    return "; ".join(told) or "–"


def differences(moment: Moment, before: Division, now: Division) -> Iterator[str]:
    """Yield what two versions of a division say otherwise, one line each."""
    names = [name for name in FIELDS if getattr(before, name) != getattr(now, name)]
    if "overrides" in names and not now.unreadable and not before.unreadable:
        if before.book.pairing_system != now.book.pairing_system:
            names.append("pairing_system")
        if _rules(before) == _rules(now):
            names.remove("overrides")
    for name in names:
        what = "lengths" if name == "bracket" else name
        yield _("{what}: {before} → {now}").format(
            what=_(LABELS[what]),
            before=value(moment, before, what),
            now=value(moment, now, what),
        )


def _rules(division: Division) -> dict[str, object]:
    """Return what the event sets otherwise, but for the system, which is said by itself."""
    rules = json.loads(division.overrides) if division.overrides else {}
    return {path: rule for path, rule in rules.items() if path != "pairing_system"}


def consequences(moment: Moment, before: Division, now: Division, from_round: int) -> list[str]:
    """Return what follows for rounds, players and places when a division becomes ``now``."""
    state = msgspec.structs.replace(moment.state, divisions={**moment.state.divisions, now.id: now})
    at = before.at(from_round), now.at(from_round)
    lines: list[str] = []
    if any(getattr(at[0], name) != getattr(at[1], name) for name in PLAYED_BY):
        lines += _as_it_began(moment, before, from_round)
    if at[0].book.pairing_system != at[1].book.pairing_system:
        lines += _other_system(state, now, from_round)
    if (
        not before.unreadable
        and not now.unreadable
        and any(getattr(before.book, name) != getattr(now.book, name) for name in _OF_THE_EVENT)
    ):
        lines.append(_("Standings, titles and prizes follow it at once, for all rounds."))
    if before.rounds != now.rounds:
        lines += _other_rounds(moment, state, before, now)
    if latest(moment, now.id) is not None and not now.unreadable and not before.unreadable:
        changed = moved(moment.state, state, now.id)
        lines += moved_lines(changed, (), _SHOWN) if changed else ()
    return lines


def _as_it_began(moment: Moment, division: Division, from_round: int) -> Iterator[str]:
    if division.book.pairing_system in CALLED:
        yield _("Matches that are called from now on; those called before stay as they are.")
        return
    yield _("From round {number} on; rounds before it stay as they are.").format(number=from_round)
    last = latest(moment, division.id)
    going = [] if last is None else [m for m in matches_of(moment, last) if not m.settled]
    if last is not None and going:
        yield ngettext(
            "Round {number}: {count} match is not over, and is played as it began.",
            "Round {number}: {count} matches are not over, and are played as they began.",
            len(going),
        ).format(number=last.number, count=len(going))


def _other_rounds(
    moment: Moment, after: HallState, before: Division, now: Division
) -> Iterator[str]:
    last = latest(moment, now.id)
    if last is not None and last.number == now.rounds:
        done = round_complete(moment.state, last)
        yield (
            _("Round {number} was the last: places are final, titles and prizes can be given.")
            if done
            else _("Round {number} is the last: with its results places are final.")
        ).format(number=last.number)
    else:
        yield _("The last round is round {number}.").format(number=now.rounds)
    players = [p for p in moment.state.players.values() if p.division == now.id]
    yield from _repeats(moment, after, now, players)
    skips = [p.name for p in players if p.opt_out and p.opt_out.round_no == before.rounds]
    if skips:
        yield _(
            "! Skipping the last round was told for round {number}: {names}. Ask them again, and"
            " note it at the standings."
        ).format(number=before.rounds, names=", ".join(skips))
    hours = [number for ident, number in moment.state.moved if ident == now.id]
    if any(number > now.rounds for number in hours):
        yield _("The hours that were posted for later rounds fall away.")
    rule = now.book.honor
    gone = [p for p in players if p.withdrawn_after is not None]
    if rule is not None and gone and division_standings(moment.state, now.id):
        yield ngettext(
            "Honor points: {count} withdrawn player is projected over {rounds} rounds.",
            "Honor points: {count} withdrawn players are projected over {rounds} rounds.",
            len(gone),
        ).format(count=len(gone), rounds=now.rounds)


def _repeats(
    moment: Moment, after: HallState, now: Division, players: list[Player]
) -> Iterator[str]:
    """Yield what a number of rounds means for who meets whom, by the system of the next round."""
    number = min(first_open(moment.state, now.id), now.rounds)
    count = sum(p.withdrawn_after is None for p in players)
    system = now.at(number).book.pairing_system
    rounds = len(span(after, now.id, number))
    meets = rounds_of_new_opponents(count)
    if system == "swiss" and count and now.rounds > meets:
        yield _("! {count} players can meet anew in {meets} rounds: then pairs meet again.").format(
            count=count, meets=meets
        )
    if system == "round_robin" and rounds < meets:
        yield _("! Not everybody meets everybody: that takes {meets} rounds, and {rounds} are"
                " left for it.").format(meets=meets, rounds=rounds)  # fmt: skip
    if system in ("knockout", "draw_sheet", "double_knockout"):
        yield _(
            "The draw sheet says who plays on: it may need fewer rounds, and no more are drawn."
        )


def _other_system(after: HallState, now: Division, from_round: int) -> Iterator[str]:
    """ACF-2.VI.A: a round robin, or a Swiss, or a part of the event each."""
    here = span(after, now.id, from_round)
    count = sum(p.division == now.id and p.withdrawn_after is None for p in after.players.values())
    if now.at(from_round).book.pairing_system != "round_robin":
        yield _("Rounds {first} to {last} are a Swiss: players of like points meet.").format(
            first=here.start, last=here.stop - 1
        )
        return
    meets = rounds_of_new_opponents(count)
    yield _(
        "Rounds {first} to {last} are a round robin of the {count} players who are in. Points"
        " and byes of the rounds before count on; who met before may meet again."
    ).format(first=here.start, last=here.stop - 1, count=count)
    yield _("It is drawn once, with round {first}: who enters later has no place in it.").format(
        first=here.start
    )
    if len(here) < meets:
        yield _("! Not everybody meets everybody: that takes {meets} rounds, and {rounds} are"
                " left for it.").format(meets=meets, rounds=len(here))  # fmt: skip


def apart_lines(moment: Moment, division: Division) -> Iterator[str]:
    """Yield each change that was made apart: who, when, from which round, what, why."""
    for event in division.apart:
        version = division.named(event)
        assert version is not None
        told = "; ".join(differences(moment, division, as_apart(division, version)))
        words = _("{device}, {time}, from round {number} on: {what} – {why}")
        yield words.format(
            device=moment.device_name(version.node),
            time=moment.minute(version.at),
            number=max(1, version.from_round),
            what=told or _("as before"),
            why=version.why or "–",
        )
