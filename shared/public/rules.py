"""A division's rules in a player's words, each with its clause, and their pages. Pure.

Every number comes from the rulebook."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.cells import cell_len

from shared.core.draughts.position import PIECES
from shared.core.rulebooks import RULEBOOKS, Rulebook
from shared.core.rulebooks.fields import said
from shared.core.standings.prizes import dollars
from shared.core.state import Division
from shared.core.text.language import N_, _, ngettext, pgettext
from shared.public.lookup import HOMES
from shared.public.page import Frame, Page, PageLine, Part, split
from shared.tui.names import pad, wrap

SAID = ("base_rules", "device_rule", "tied_places", "time_controls")
"""Fields whose values are words that people read as they stand."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence and where it stands; ``by_event``: the event has set a number of it."""

    text: str
    clause: str
    by_event: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences under one heading; there is at least one."""

    title: str
    rules: tuple[Rule, ...]


def in_brief(book: Rulebook) -> tuple[Section, ...]:
    """Return the rules that players ask about, in the language spoken."""
    found = (
        (_("The match"), _match(book)),
        (_("Points"), _points(book)),
        (_("Time and clocks"), _time(book)),
        (_("At the table"), _table(book)),
        (_("Leaving"), _leaving(book)),
        (_("Entry"), _entry(book)),
        (_("Everything else"), _rest(book)),
    )
    sections = ((title, tuple(rules)) for title, rules in found)
    return tuple(Section(title, rules) for title, rules in sections if rules)


def _rule(book: Rulebook, text: str, *paths: str, clause: str = "") -> Rule:
    """Return a sentence that says the fields ``paths``, with the clause of the first."""
    by_event = any(path in book.overridden for path in paths)
    return Rule(text, clause or book.clauses[paths[0]], by_event)


def _long(ms: int) -> str:
    """Return a length of time as a sheet writes it: whole minutes, or seconds below one."""
    minutes, rest = divmod(ms, 60_000)
    if minutes and not rest:
        return _("{count} min").format(count=minutes)
    return _("{count} s").format(count=ms // 1000)


def _match(book: Rulebook) -> Iterator[Rule]:
    if book.sheet.board:
        words = _("{first} moves first, on squares 1–{count}; your left corner is dark.")
        first = pgettext("side", book.sides[0])
        text = words.format(first=first[:1].upper() + first[1:], count=PIECES)
        yield _rule(book, text, "sides", clause=book.sheet.board)
    count = book.games_per_match
    if book.scoring == "points":
        yield _rule(book, _("A match is played to the length posted for its round."), "scoring")
    elif book.contest is not None:
        words = _("A match is the best of {count} games: {wins} wins.")
        text = words.format(count=count, wins=book.contest.wins_needed)
        yield _rule(book, text, "contest.wins_needed", "games_per_match")
    else:
        words = ngettext("A match is {count} game.", "A match is {count} games.", count)
        yield _rule(book, words.format(count=count), "games_per_match")
        if book.even_games:
            yield _rule(book, _("A match has an even number of games."), "even_games")
    if book.opening_mode == "three_move":
        words = _("Opening and colours are drawn once both sit at the table.")
        yield _rule(book, words, "colour_choice", "opening_mode")
    if book.pairing_system in ("knockout", "draw_sheet"):
        words = _("Who wins goes on in the draw sheet.")
        yield _rule(book, words, "pairing_system")
    if book.open_play is not None:
        first_play = ", ".join(_(HOMES[home]) for home in book.open_play.first_play)
        words = _("First play those who share these with you: {homes}.").format(homes=first_play)
        yield _rule(book, words, "open_play.first_play")
        words = _("Accept every challenge. If you refuse, your card waits until you are ready.")
        yield _rule(book, words, "pairing_system")


def _points(book: Rulebook) -> Iterator[Rule]:
    if book.scoring in ("ballot", "per_game"):
        words = (
            _("Match points: better of the games {win}, equal {draw}, bye {bye}.")
            if book.scoring == "ballot"
            else _("Match points a game: won {win}, drawn {draw}, lost {loss}; bye {bye}.")
        )
        text = words.format(
            win=book.win_points, draw=book.draw_points, loss=book.loss_points,
            bye=" / ".join(map(str, book.bye_points)),
        )  # fmt: skip
        yield _rule(book, text, "win_points", "draw_points", "loss_points", "bye_points")
    if book.honor is not None and book.tied_places == "honor_points":
        dropped = book.honor.drop_lowest
        words = _("Match points decide; among equals the opponents' points do.")
        yield _rule(book, words, "tied_places")
        if dropped:
            words = ngettext(
                "Of these honor points the {count} lowest opponent is left out.",
                "Of these honor points the {count} lowest opponents are left out.",
                dropped,
            )
            yield _rule(book, words.format(count=dropped), "honor.drop_lowest")
    elif book.scoring == "per_game" and book.open_play is not None:
        yield _rule(book, _("Players of equal points share the place."), "tied_places")
    if book.titles is not None:
        words = _("Shared places share their prize money equally.")
        yield _rule(book, words, "tied_places")


def _time(book: Rulebook) -> Iterator[Rule]:
    controls = said("time_controls", book.time_controls)
    yield _rule(book, _("Clocks: {controls}.").format(controls=controls), "time_controls")
    if book.move_time is not None:
        words = _("Without a clock a move may take {time}.")
        yield _rule(book, words.format(time=_long(book.move_time.move_ms)), "move_time.move_ms")
    if book.turn is not None:
        words = _("Move within {time}, or your turn passes.")
        yield _rule(book, words.format(time=_long(book.turn.turn_ms)), "turn.turn_ms")
    if book.contest is not None:
        words = _("After {time} or the last game time is called: captures decide.")
        text = words.format(time=_long(book.contest.match_ms))
        yield _rule(book, text, "contest.match_ms")
    flags = {
        "game": N_("Whose time runs out loses the game."),
        "game_and_next": N_(
            "Whose time runs out loses the game, and the next if it has not begun."
        ),
        "match": N_("Whose time runs out loses the match."),
    }
    if set(book.time_controls) != {"unclocked"}:
        yield _rule(book, _(flags[book.flag_costs]), "flag_costs")
    yield from _late(book)
    if book.imposed_clocks is not None:
        words = _("A match may take {time}; then the director may bring clocks.")
        text = words.format(time=_long(book.imposed_clocks.match_alarm_ms))
        yield _rule(book, text, "imposed_clocks.match_alarm_ms")
    if book.draw_sheet is not None:
        words = _("Your next match starts {time} after both matches before it.")
        text = words.format(time=_long(book.draw_sheet.next_start_ms))
        yield _rule(book, text, "draw_sheet.next_start_ms")


def _late(book: Rulebook) -> Iterator[Rule]:
    late = book.lateness
    if late is not None:
        words = _("Late by more than {first}: a game is lost; by {second}: two.").format(
            first=_long(late.first_forfeit_ms), second=_long(late.second_forfeit_ms)
        )
        paths = ("lateness.first_forfeit_ms", "lateness.second_forfeit_ms")
        yield _rule(book, words, *paths)
        words = _("With clocks yours is started after {time} instead.")
        yield _rule(book, words.format(time=_long(late.grace_ms)), "lateness.grace_ms")
    delay = book.usbgf_time
    if delay is not None:
        words = _("A delay of {first} costs a point, every {more} more another one.").format(
            first=_long(delay.first_penalty_ms), more=_long(delay.further_penalty_ms)
        )
        paths = ("usbgf_time.first_penalty_ms", "usbgf_time.further_penalty_ms")
        yield _rule(book, words, *paths)


def _table(book: Rulebook) -> Iterator[Rule]:
    yield _rule(book, _(book.device_rule), "device_rule")
    if book.game != "backgammon" and book.move_count_authority == "score_sheet":
        words = _("Record the game or count the moves: what is written beats the clock's counter.")
        yield _rule(book, words, "move_count_authority")
    counts = book.counts
    if counts is not None and counts.repetitions is not None:
        words = _("Drawn when a position has stood {count} times")
        if book.count_profile == "pool":
            words = _("Drawn when a position has stood {count} times during a move count")
        text = words.format(count=counts.repetitions)
        if counts.quiet_moves is not None:
            more = _("or {count} moves a side brought no capture and no man forward")
            text = f"{text}, {more.format(count=counts.quiet_moves)}"
        paths = ("counts.repetitions", "counts.quiet_moves", "count_profile")
        yield _rule(book, f"{text}.", *paths)
    if book.smoking_break_ms:
        words = _("Between the games you may take {time}.")
        yield _rule(book, words.format(time=_long(book.smoking_break_ms)), "smoking_break_ms")
    if book.usbgf_time is not None:
        words = _("Between the games you may take {time} in every hour.")
        text = words.format(time=_long(book.usbgf_time.break_ms))
        yield _rule(book, text, "usbgf_time.break_ms")
    if book.sheet.score_report:
        words = _("Your first duty after a match: report the score. Both of you confirm it.")
        yield _rule(book, words, clause=book.sheet.score_report)
    copies = book.prizes.sheet_copies if book.prizes is not None else 0
    if copies:
        words = ngettext(
            "{count} copy of your games is due before the next round.",
            "{count} copies of your games are due before the next round.",
            copies,
        )
        yield _rule(book, words.format(count=copies), "prizes.sheet_copies")


def _leaving(book: Rulebook) -> Iterator[Rule]:
    if book.draw_sheet is not None:
        words = _("Away for more than {time}: sign out here, or ask the director.")
        text = words.format(time=_long(book.draw_sheet.sign_out_ms))
        yield _rule(book, text, "draw_sheet.sign_out_ms")
    if book.sheet.withdrawal:
        words = _("Who withdraws tells the referee before the next pairing.")
        yield _rule(book, words, clause=book.sheet.withdrawal)
    if book.opt_out_points is not None:
        words = _("Who skips the last round by leave scores {count}, told before its pairing.")
        yield _rule(book, words.format(count=book.opt_out_points), "opt_out_points")


def _entry(book: Rulebook) -> Iterator[Rule]:
    entry = book.entry
    if entry is None:
        if book.sheet.classing:
            words = _("The director may refuse a player a lower division.")
            yield _rule(book, words, clause=book.sheet.classing)
        return
    words = _("You name your division when you register; the referee may place you in another.")
    yield _rule(book, words, clause=book.sheet.classing or book.clause("entry"))
    low, high = entry.rating_min, entry.rating_max
    ratings = f"{low}–{high}" if low is not None and high is not None else ""
    if high is None:
        ratings = _("{rating} and above").format(rating=low)
    elif low is None:
        ratings = _("up to {rating}").format(rating=high)
    words = _("Ratings here: {ratings}.").format(ratings=ratings)
    yield _rule(book, words, "entry.rating_min", "entry.rating_max")
    above = RULEBOOKS.get(entry.winner_plays_up_to)
    if above is not None and entry.winner_plays_up_for:
        words = ngettext(
            "Who wins here plays {division} in the next {count} tournament.",
            "Who wins here plays {division} in the next {count} tournaments.",
            entry.winner_plays_up_for,
        ).format(division=_(above.title), count=entry.winner_plays_up_for)
        yield _rule(book, words, "entry.winner_plays_up_for", "entry.winner_plays_up_to")
    words = _("Entry {fee}; Life members pay {less} less.").format(
        fee=dollars(entry.fee_cents), less=dollars(entry.life_discount_cents)
    )
    yield _rule(book, words, "entry.fee_cents", "entry.life_discount_cents")
    age = book.prizes.associate_under_age if book.prizes is not None else None
    if age is not None:
        words = _("Entrants are members; under {age}, Associates: a prize pays their dues.")
        yield _rule(book, words.format(age=age), "prizes.associate_under_age")


def _rest(book: Rulebook) -> Iterator[Rule]:
    yield _rule(book, f"{_(book.base_rules)}.", "base_rules")


_GAP = 2


def rules_pages(division: Division, frame: Frame) -> tuple[Page, ...]:
    """Return no page if the rules cannot be read here. A heading never ends a page."""
    if division.unreadable:
        return ()
    sections = in_brief(division.book)
    clauses = [rule.clause for section in sections for rule in section.rules]
    clause = max(map(cell_len, clauses), default=0)
    lines: list[PageLine] = []
    for section in sections:
        _add(lines, section, frame, clause)
    note = _("* set by the event") if division.book.overridden else ""
    title = _("{rulebook} in brief").format(rulebook=_(division.book.title))
    page = Page(f"{division.id}/rules", f"{division.name} · {title}", note, band=0)
    return split(page, tuple(lines), frame)


def _add(lines: list[PageLine], section: Section, frame: Frame, clause: int) -> None:
    """Add the section below what stands there, or on a new page where its first sentence needs
    one."""
    rules = [_lines(rule, frame, clause) for rule in section.rules]
    heading: PageLine = (Part(section.title, "key"),)
    blocks = [(heading, *rules[0]), *rules[1:]]
    if lines and len(lines) % frame.rows:
        lines.append(())
    for block in blocks:
        left = frame.rows - len(lines) % frame.rows
        if len(block) > left and len(block) <= frame.rows:
            lines += [()] * left
        lines += block


def _lines(rule: Rule, frame: Frame, clause: int) -> tuple[PageLine, ...]:
    width = frame.width - clause - _GAP
    texts = wrap(rule.text + ("*" if rule.by_event else ""), width)
    first = (Part(pad(texts[0], width + _GAP)), Part(rule.clause, "soft"))
    return (first, *((Part(text),) for text in texts[1:]))
