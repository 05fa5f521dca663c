"""No sentence of one language inside another, and no name that is taken for a word.

Every question and option is said by a catalogue in which each word is masked: what can still be
read was not said by it.
"""

from collections.abc import Iterator

import msgspec
import pytest

from hall_server.referee.derived.moment import Moment
from hall_server.referee.derived.questions.question import Question
from hall_server.referee.derived.questions.questions import questions
from shared.core.decisions.words import offered
from shared.core.events import DecisionMade
from shared.core.events.measures import GameLost
from shared.core.events.office import Taken
from shared.core.rulebooks import RULEBOOKS
from shared.core.state import HallState, Player
from shared.core.text.language import Voice, speaking
from tests.core.decided import decision, with_decisions, would_write
from tests.hall_server.referee.halls import (
    LIVE,
    START,
    confirmed,
    reading,
    under_way,
)
from tests.hall_server.referee.test_own_sheet import PAIR, halls, under
from tests.words.spoken import Masked, readable

DATA = {"GA", "GAYP", "Divisions", "PDN"}
"""What stands as it is in every language."""


def looked_at(name: str) -> Iterator[tuple[HallState, int]]:
    """Yield every hall of a rulebook, and one whose result leaves a ruling out."""
    yield from halls(name)
    left_out = under_way("m1", "t1", PAIR, result=confirmed("W W"))
    made = decision("d", GameLost(0, 1), of=left_out, clause="X-1")
    yield with_decisions(under(name, left_out), left_out, made), START


def asked(state: HallState, now: int) -> tuple[Question, ...]:
    [of] = state.matches.values()
    flagged = questions(Moment(state, LIVE, now, reading(of, flag=1, clocked=True)))
    return (*questions(Moment(state, LIVE, now, {})), *flagged)


def said(state: HallState, now: int) -> Iterator[str]:
    """Yield all that the queue and the list of options say."""
    moment = Moment(state, LIVE, now)
    for question in asked(state, now):
        yield from (question.title, question.proposal, *question.evidence)
        match = moment.match(question.match)
        names = moment.names(match) if match is not None else ("", "")
        for option in question.options:
            yield offered(option, names, match)


def data(state: HallState) -> set[str]:
    """Return what people wrote, and what has no words: names, clauses, time controls."""
    told = {player.name for player in state.players.values()} | DATA
    told |= {division.name for division in state.divisions.values()}
    for book in RULEBOOKS.values():
        told |= {*book.clauses.values(), *book.time_controls, book.name}
        told |= {line.clause for line in book.sheet.incidents}
        told |= {value for value in msgspec.structs.astuple(book.sheet) if isinstance(value, str)}
    return told


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_word_of_a_question_and_its_options_is_said_in_the_language_spoken(
    name: str,
) -> None:
    unsaid: set[str] = set()
    for state, now in looked_at(name):
        with speaking(Voice(Masked())):
            texts = set(said(state, now))
        unsaid |= {f"{word}: {text}" for text in texts for word in readable(text, data(state))}
    assert not unsaid


def worded(measure: Taken) -> bool:
    """Return whether a measure carries a sentence."""
    return b" " in msgspec.json.encode(measure.what)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_written_entry_has_no_sentence_of_the_program(name: str) -> None:
    for state, now in looked_at(name):
        for question in asked(state, now):
            for option in question.options:
                for draft in would_write(state, question, option):
                    if isinstance(draft.body, DecisionMade):
                        assert not draft.body.reason, (question.key, draft)
                        assert not any(map(worded, draft.body.measures)), (question.key, draft)


@pytest.mark.parametrize(
    "names", [("Dealt with.", "Game 1"), ("{name}", "Game 1 is forfeited by Bo.")]
)
@pytest.mark.parametrize("name", ["acf-majors", "apca", "usbgf-open"])
def test_names_that_look_like_words_change_no_question_and_no_option(
    name: str, names: tuple[str, str]
) -> None:
    for state, now in looked_at(name):
        called = {
            ident: msgspec.structs.replace(state.players[ident], name=other)
            for ident, other in zip(PAIR, names, strict=True)
        }
        odd = msgspec.structs.replace(state, players={**state.players, **called})
        for plain, other in zip(asked(state, now), asked(odd, now), strict=True):
            assert (plain.key, plain.clause, plain.opens) == (other.key, other.clause, other.opens)
            assert plain.options == other.options


@pytest.mark.parametrize("ids", [("no", "bye"), ("bye", "m1"), ("game", "dismissed")])
def test_ids_that_look_like_words_stand_in_no_sentence(ids: tuple[str, str]) -> None:
    state, now = next(iter(looked_at("acf-masters")))
    plain = [(q.title, q.proposal, q.evidence) for q in asked(state, now)]
    [of] = state.matches.values()
    renamed = {
        ident: Player(ident, state.players[old].name, "masters", 0, "")
        for ident, old in zip(ids, PAIR, strict=True)
    }
    matches = {of.uid: msgspec.structs.replace(of, players=ids)}
    odd = msgspec.structs.replace(state, players=renamed, matches=matches)
    assert [(q.title, q.proposal, q.evidence) for q in asked(odd, now)] == plain


def test_a_sentence_that_is_not_said_is_found() -> None:
    state, _now = next(iter(looked_at("acf-masters")))
    assert readable("Ann Lee came late", data(state)) >= {"came"}
