"""The dialogues of a pairing by hand: what is done with a line, and reason, witnesses and yes."""

from collections.abc import Sequence

from hall_server.referee.asked.ask import Ask, Left, dialogue, something
from hall_server.referee.asked.round_in_hand import HandDraft
from hall_server.referee.derived.lines import ListLine
from hall_server.referee.derived.pairing import by_hand, played_there, typed_pairs
from hall_server.referee.derived.pairing import draft_round as rounds
from hall_server.referee.derived.pairing.by_hand import Answered, Hand
from hall_server.referee.derived.pairing.played_there import Played
from hall_server.referee.derived.rounds import latest
from hall_server.referee.derived.writing import Writing
from hall_server.referee.said import hand_words as words
from shared.core.events import HandReason
from shared.core.text.language import _, ngettext
from shared.pairing.by_hand.draft import (
    HandRound,
    give_bye,
    pair_up,
    put_at,
    stand_in,
    swap,
    take_apart,
)
from shared.pairing.log.words import HAND_REASONS


@dialogue
async def change_line(ask: Ask, made: HandDraft, key: str) -> None:
    """Ask what is done with a line of the list, and do it in the draft."""
    hand = made.hand
    title, lines = words.chances(hand, key)
    if len(made.drafts) > 1:
        lines.append(ListLine("undo", " " + _("Take the last change back")))
    what = await ask.pick(title, lines)
    if what == "undo":
        made.take_back()
        return
    ident = key.partition(":")[2]
    made.take(await _changed(ask, hand, ident, what))


@dialogue
async def type_pairs(ask: Ask, made: HandDraft) -> None:
    """Ask for one pair after the other until nothing is typed."""
    hint = _("Ann - Bo, or 12: Ann - Bo at table 12, or Ann for the bye. Empty: done.")

    def objection(text: str) -> str:
        return typed_pairs.read(made.hand, text).trouble if text else ""

    while True:
        count = len(made.hand.free)
        title = ngettext(
            "Who plays whom? {count} player is free.",
            "Who plays whom? {count} players are free.",
            count,
        ).format(count=count)
        text = await ask.text(title, hint=hint, objection=objection)
        if not text:
            return
        made.take(typed_pairs.put(made.hand, typed_pairs.read(made.hand, text)))


async def _changed(ask: Ask, hand: Hand, ident: str, what: str) -> HandRound:
    draft, moment = hand.draft, hand.moment
    pair = next((p.players for p in draft.pairs if ident in p.players), (ident, ident))
    match what:
        case "first" | "second":
            out = pair[what == "second"]
            title = _("Who sits there instead of {name}?").format(name=moment.name(out))
            others = tuple(p for p in (*hand.free, *draft.named) if p not in pair)
            other = await ask.pick(title, words.player_lines(hand, others), filtered=True)
            return stand_in(draft, out, other) if other in hand.free else swap(draft, out, other)
        case "seats":
            return swap(draft, *pair)
        case "apart":
            return take_apart(draft, ident)
        case "bye":
            return give_bye(draft, ident)
        case "into":
            title = _("In whose place does {name} play?").format(name=moment.name(ident))
            lines = words.player_lines(hand, draft.named)
            return stand_in(draft, await ask.pick(title, lines, filtered=True), ident)
        case "table":
            return put_at(draft, ident, await _table(ask, hand, ident))
        case _:
            title = _("{name} plays whom?").format(name=moment.name(ident))
            others = tuple(p for p in (*draft.byes, *hand.free) if p != ident)
            other = await ask.pick(title, words.player_lines(hand, others), filtered=True)
            return pair_up(draft, ident, other, hand.table())


async def _table(ask: Ask, hand: Hand, ident: str) -> str:
    """Return the id of a table that is typed by what stands on its sign."""
    moment = hand.moment
    by_label = {moment.label(table).casefold(): table for table in moment.state.tables_up}

    def objection(text: str) -> str:
        known = text.casefold() in by_label
        return "" if known else _("There is no table {label}.").format(label=text)

    hint = _("A pair that is put there already gets the old table.")
    title = _("{names}: at which table?").format(names=_names(hand, ident))
    return by_label[(await ask.text(title, hint=hint, objection=objection)).casefold()]


def _names(hand: Hand, ident: str) -> str:
    pair = next(p.players for p in hand.draft.pairs if ident in p.players)
    return " – ".join(map(hand.moment.name, pair))


@dialogue
async def go_on(ask: Ask, made: HandDraft) -> None:
    """Ask reason and witnesses, show every warning, and write after a yes.

    A round that is not published is not written: it goes back to the pairing made.
    """
    hand = made.hand
    reason, told, own = await _reason(ask, hand)
    published = hand.base.published
    names = made.witnesses if published is None else await _witnesses(ask, hand)
    answered = Answered(reason, own, names)
    along = [each for each in played_there.found(hand) if await _goes_along(ask, hand, each)]
    seen_playing = played_there.going_on(hand)
    asked = [await _plays_on(ask, hand, each, reason) for each in seen_playing]
    playing = [each for each in asked if each is not None]
    kept = (*along, *playing)
    warned = words.warning_lines(hand, kept)
    if warned:
        await ask.read(_("Warnings that you overrule"), warned)
    if published is None:
        await ask.yes(_("Pair it so: {reason}?").format(reason=told), yes=_("Yes"))
        made.left((hand, answered))
        return
    desk, seen = ask.desk, published.event

    def entry() -> Writing:
        draft = by_hand.change(
            hand,
            answered,
            token=desk.token,
            now_ms=desk.hall_ms,
            goes_on=played_there.seated(playing),
        )
        results = played_there.go_along(hand, draft, along)
        said = _("round {number} of {division} changed by hand: {reason}").format(
            number=hand.base.round_no,
            division=desk.hall.divisions[hand.base.division].name,
            reason=told,
        )
        return Writing(said, (draft, *results))

    def changed() -> str:
        now = latest(desk.moment(), hand.base.division)
        if now is None or now.event != seen or now.contested:
            return _("Another pairing is published since.")
        again = Hand(desk.moment(), by_hand.from_round(desk.moment(), now), hand.draft)
        same = words.warning_lines(again, kept) == warned
        same = same and _same_games(played_there.going_on(again), seen_playing)
        return "" if same else _("Players or results changed since: look at the warnings again.")

    fact = words.change_sentence(hand, told, names, along, playing)
    desk.rule(await ask.confirm(fact, entry, yes=_("Change it"), changed=changed))
    made.left((hand, answered))


async def _goes_along(ask: Ask, hand: Hand, played: Played) -> bool:
    """Return whether a result that a table has is that of the two who are paired there now."""
    lines = [
        ListLine("theirs", " " + words.goes_with(hand, played)),
        ListLine("nobody", " " + _("It does not count: they play again")),
    ]
    return await ask.pick(words.result_there(hand, played), lines) == "theirs"


async def _plays_on(ask: Ask, hand: Hand, played: Played, reason: HandReason) -> Played | None:
    """Return the two who go on with the game at a table, in seat order; None where neither does."""
    turned = Played(played.match, played.players[::-1])
    # Who sits where they were called keeps that side.
    by_seat = sorted((played, turned), key=lambda each: not _keeps_a_seat(each))
    names = [" – ".join(map(hand.moment.name, each.players)) for each in by_seat]
    theirs = [ListLine(f"seats:{number}", f" {pair}") for number, pair in enumerate(names)]
    nobody = ListLine("nobody", " " + words.game_stays(hand, played))
    moves = words.stays_paired(hand, played) and reason != "sat_wrongly"
    lines = [nobody, *theirs] if moves else [*theirs, nobody]
    what = await ask.pick(words.game_there(hand, played), lines)
    return None if what == "nobody" else by_seat[int(what.partition(":")[2])]


def _keeps_a_seat(played: Played) -> bool:
    return any(a == b for a, b in zip(played.players, played.match.players, strict=True))


def _same_games(one: Sequence[Played], other: Sequence[Played]) -> bool:
    return played_there.seated(one) == played_there.seated(other)


async def _reason(ask: Ask, hand: Hand) -> tuple[HandReason, str, str]:
    """Return the reason, as it is said here, and the referee's own words of it, "" for one of the
    list."""
    clause = hand.moment.state.divisions[hand.base.division].book.draw_clause
    lines = [
        *(ListLine(reason, f" {_(text)}") for reason, text in HAND_REASONS.items()),
        ListLine("other", f" {_(words.OTHER)}"),
        ListLine("family", f" {_(words.FAMILY)}", "ink-soft"),
    ]
    title = _("Why is round {number} paired by hand?").format(number=hand.base.round_no)
    key = await ask.pick(title, lines)
    if key == "family":
        await ask.read(title, (words.family_refused(clause),))
        raise Left
    for reason, text in HAND_REASONS.items():
        if key == reason:
            return reason, _(text), ""

    def objection(text: str) -> str:
        return words.family_refused(clause) if words.names_family(text) else something(text)

    typed = await ask.text(title, hint=_("It stays in the pairing log."), objection=objection)
    return "other", typed, typed


async def _witnesses(ask: Ask, hand: Hand) -> tuple[str, ...]:
    state, published = hand.moment.state, hand.base.published

    def objection(text: str) -> str:
        return rounds.witness_trouble(state, hand.base.division, rounds.witnesses(state, text))

    before = () if published is None else published.witnesses
    typed = await ask.text(
        _("Who witnesses? One assistant referee or two players, with commas."),
        value=", ".join(before),
        objection=objection,
    )
    return rounds.witnesses(state, typed)
