"""What the screen of a pairing by hand says: lines, what can be done with one, report. Pure."""

from collections.abc import Sequence

from rich.cells import cell_len

from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.pairing.by_hand import Hand
from hall_server.referee.derived.pairing.played_there import Played
from hall_server.referee.said.pair_words import check_lines
from shared.core.text.language import N_, _, ngettext, pgettext
from shared.pairing.log.words import sentence
from shared.tui.names import columns

OTHER = N_("Another reason, in your own words")
FAMILY = N_("A brother, sister, friend or travel companion is to be kept apart")
NOT_A_REASON = N_("brother, sister, friend, travel companion")
"""Words that name what the sheet accepts as no reason (ACF-3.VIII)."""

PAIR, BYE, FREE = "pair:", "bye:", "free:"
_LABEL_CELLS = 12


def hand_lines(hand: Hand) -> list[ListLine]:
    """Return the pairs in the order of the draft, the byes, then who has neither."""
    moment = hand.moment
    points = {entrant.player: entrant.match_points for entrant in hand.base.field}

    def player(ident: str) -> str:
        return f"{moment.name(ident)} ({points.get(ident, 0)})"

    none, bye, free = pgettext("table", "none"), _("bye"), pgettext("player", "free")
    labels = [moment.label(pair.table) if pair.table else none for pair in hand.draft.pairs]
    width = min(_LABEL_CELLS, max(map(cell_len, (*labels, none, bye, free))))
    before = {pair.players for pair in hand.base.draft.pairs}
    lines = []
    for pair, label in zip(hand.draft.pairs, labels, strict=True):
        names = " – ".join(map(player, pair.players))
        mark = " " if pair.players in before else "*"
        tone = "ink" if pair.players in before else "notice"
        text = f"{columns((label,), (width,), '>')} {mark}{names}"
        lines.append(ListLine(PAIR + pair.players[0], text, tone if pair.table else "danger"))
    for key, word, idents, tone in (
        (BYE, bye, hand.draft.byes, "notice"),
        (FREE, free, hand.free, "caution"),
    ):
        lines += [
            ListLine(key + ident, f"{columns((word,), (width,), '>')}  {player(ident)}", tone)
            for ident in idents
        ]
    return lines


def chances(hand: Hand, key: str) -> tuple[str, list[ListLine]]:
    """Return what can be done with a line of the list: a title, and lines to choose from."""
    moment = hand.moment
    kind, ident = f"{key.partition(':')[0]}:", key.partition(":")[2]
    name = moment.name(ident)
    others = bool(hand.free or hand.draft.byes)
    if kind == PAIR:
        pair = next(p for p in hand.draft.pairs if ident in p.players)
        one, other = (moment.name(player) for player in pair.players)
        change = _("{name}: another player here")
        lines = [
            ListLine("first", " " + change.format(name=one)),
            ListLine("second", " " + change.format(name=other)),
            ListLine("seats", " " + _("The two change sides")),
            ListLine("table", " " + _("Another table")),
            ListLine("apart", " " + _("Take the pair apart")),
        ]
        return f"{one} – {other}", lines
    pair_up = ListLine("pair", " " + _("Pair with another player who is free or has a bye"))
    if kind == BYE:
        lines = [
            ListLine("first", " " + _("Another player gets the bye")),
            *([pair_up] if hand.free or len(hand.draft.byes) > 1 else []),
            ListLine("apart", " " + _("Take the bye back")),
        ]
        return _("{name} with the bye").format(name=name), lines
    lines = [
        *([pair_up] if others and (len(hand.free) > 1 or hand.draft.byes) else []),
        ListLine("into", " " + _("Takes the place of another player")),
        ListLine("bye", " " + _("Give the bye")),
    ]
    return name, lines


def player_lines(hand: Hand, players: tuple[str, ...]) -> list[ListLine]:
    """Return players to choose from, each with the table in the draft."""
    moment = hand.moment
    lines = []
    for ident in players:
        pair = next((pair for pair in hand.draft.pairs if ident in pair.players), None)
        # Without the opponent's name: what is typed is to find one player.
        if pair is not None:
            more = moment.table(pair.table or "")
        else:
            more = _("has the bye") if ident in hand.draft.byes else pgettext("player", "free")
        lines.append(ListLine(ident, f" {moment.name(ident)}, {more}"))
    return lines


def hand_report(hand: Hand) -> list[tuple[str, str]]:
    """Return (tone, line): what stops it, what must be overruled, what changes, the check."""
    moment, lines = hand.moment, []
    if hand.changed:
        lines.append(("accent", _("Changed")))
        lines += [("ink", moment.said(sentence(each))) for each in hand.differences()]
    if hand.warned:
        lines.append(("accent", _("Warnings")))
        lines += [
            ("danger" if each.stops else "caution", f"! {moment.said(each.sentence)}")
            for each in hand.warned
        ]
    lines.append(("accent", _("Check report")))
    return [*lines, *check_lines(moment, hand.findings)]


def warning_lines(hand: Hand, along: Sequence[Played] = ()) -> tuple[str, ...]:
    """Return what is read before the yes: every warning, and what of the check does not hold.

    Of pairs whose result or game goes ``along`` with who played it, it is not lost."""
    moment = hand.moment
    kept = {each.match.players for each in along}
    told = [
        f"! {moment.said(each.sentence)}"
        for each in hand.warned
        if each.kind != "begun" or each.about not in kept
    ]
    fails = tuple(finding for finding in hand.findings if finding.verdict == "fails")
    if fails:
        told += [line for _tone, line in check_lines(moment, fails)]
    return tuple(told)


def family_refused(clause: str) -> str:
    """Return the refusal of a reason that the sheet does not accept."""
    return _(
        "Nobody is paired otherwise for a brother, sister, friend or travel companion ({clause})."
        " Nothing was changed."
    ).format(clause=clause)


def names_family(text: str) -> bool:
    """Return whether a typed reason names what the sheet does not accept, in English or as
    spoken."""
    said = f" {' '.join(''.join(c if c.isalpha() else ' ' for c in text.casefold()).split())} "
    words = {*NOT_A_REASON.split(","), *_(NOT_A_REASON).split(",")}
    return any(f" {word.strip().casefold()} " in said for word in words)


def result_there(hand: Hand, played: Played) -> str:
    """Return the question whose a result is that was entered at a table for other players."""
    moment = hand.moment
    words = _("{table} has a result, {one} {score} {other}. Whose is it?")
    one, other = map(moment.name, played.match.players)
    return words.format(
        table=moment.table(played.match.table).capitalize(),
        one=one,
        other=other,
        score=played.score,
    )


def goes_with(hand: Hand, played: Played) -> str:
    """Return the result as that of the two who are paired at the table now."""
    one, other = map(hand.moment.name, played.players)
    return _("{one} {score} {other}: it was played by these two").format(
        one=one, score=played.score, other=other
    )


def game_there(hand: Hand, played: Played) -> str:
    """Return the question whose a game is that is played at a table under other names."""
    one, other = map(hand.moment.name, played.match.players)
    words = _("{table} is playing, called {one} – {other}. Who plays on there, left player first?")
    table = hand.moment.table(played.match.table).capitalize()
    return words.format(table=table, one=one, other=other)


def stays_paired(hand: Hand, played: Played) -> bool:
    """Return whether the two who were called to a match are still a pair, at another table."""
    return any(pair.players == played.match.players for pair in hand.draft.pairs)


def game_stays(hand: Hand, played: Played) -> str:
    """Return a game as not that of the two who are paired at its table now."""
    if stays_paired(hand, played):
        return _("The two who were called, at their other table")
    return _("Neither: they begin again")


def change_sentence(
    hand: Hand,
    reason: str,
    witnesses: tuple[str, ...],
    along: Sequence[Played] = (),
    playing: Sequence[Played] = (),
) -> str:
    """Return the fact that is confirmed before a published round is changed; ``along`` are the
    results that go with their pairs, and ``playing`` the games."""
    moment, base = hand.moment, hand.base
    stay = sum(pair.players in {p.players for p in base.draft.pairs} for pair in hand.draft.pairs)
    new = len(hand.draft.pairs) - stay
    warned = len(warning_lines(hand, (*along, *playing)))
    fact = _("Change {round} by hand: {new}, {stay}. {reason}. Witnessed by {names}.").format(
        round=_("round {number} of {division}").format(
            number=base.round_no, division=moment.state.divisions[base.division].name
        ),
        new=ngettext("{count} new pair", "{count} new pairs", new).format(count=new),
        stay=ngettext("{count} stays", "{count} stay", stay).format(count=stay),
        reason=reason,
        names=_(" and ").join(witnesses),
    )
    if along:
        kept = ngettext(
            "{count} result goes with its pair.", "{count} results go with their pairs.", len(along)
        )
        fact = f"{fact} {kept.format(count=len(along))}"
    if playing:
        kept = ngettext(
            "{count} game goes on: clock, moves and score stand.",
            "{count} games go on: clock, moves and score stand.",
            len(playing),
        )
        fact = f"{fact} {kept.format(count=len(playing))}"
    if any(each.match.taken for each in playing):
        ruled = _("! Rulings about a game that goes on hold for the players who sit there now.")
        fact = f"{fact} {ruled}"
    if not warned:
        return fact
    more = ngettext("You overrule {count} warning.", "You overrule {count} warnings.", warned)
    return f"{fact} {more.format(count=warned)}"
