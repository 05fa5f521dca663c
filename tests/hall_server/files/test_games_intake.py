"""Games in PDN find their match; what cannot be is named with game and move; nothing is lost."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hall_server.files.games_intake import GamesPlan, is_pdn, plan_games
from hall_server.files.outlets import export
from shared.core.draughts.pdn.game import PdnGame, Result
from shared.core.draughts.pdn.lexer import PdnError
from shared.core.draughts.pdn.reader import read_pdn
from shared.core.draughts.pdn.writer import write_pdn
from shared.core.draughts.record import GameRecord, Made, begun
from shared.core.draughts.rules import ENGLISH, POOL
from shared.core.events import MovesEntered, MovesLogged, entities
from shared.core.state import NO_RESULT, HallState
from tests.core.draughts.kit import games as legal_games
from tests.hall_server.paper.fields import field

STATE = field(4, 3, book="acf-majors", names=("Ann Lee", "Bo King", "Dee Novák", "山田 太郎"))
FIRST = min(STATE.matches.values(), key=lambda match: match.key)
NAMES = tuple(STATE.players[player].name for player in FIRST.players)


def pdn(
    *moves: str, by: tuple[str, str] = (NAMES[0], NAMES[1]), no: str = "1.1", won: Result = "open"
) -> str:
    record = begun(ENGLISH, moves)
    return write_pdn([PdnGame(record=record, first=by[0], second=by[1], round=no, result=won)])


def planned(text: str, state: HallState = STATE) -> GamesPlan:
    return plan_games(state, text, "club.pdn")


def done(state: HallState, plan: GamesPlan) -> HallState:
    """Return the state once the plan is carried out."""
    matches = dict(state.matches)
    for game in plan.games:
        assert isinstance(game.draft.body, MovesEntered)
        uid = game.draft.ent.split("/")[2]
        entered = {**matches[uid].entered, game.draft.ent: game.draft.body}
        matches[uid] = msgspec.structs.replace(matches[uid], entered=entered)
    return msgspec.structs.replace(state, matches=matches)


def logging(state: HallState, game: int, text: str) -> HallState:
    moves = {entities.moves(FIRST.key, game): MovesLogged(game, text)}
    match = msgspec.structs.replace(state.matches[FIRST.uid], moves=moves)
    return msgspec.structs.replace(state, matches={**state.matches, FIRST.uid: match})


def left_out(text: str, state: HallState = STATE) -> str:
    [why] = planned(text, state).left_out
    return why


def test_a_game_goes_to_the_match_of_its_players_its_round_and_its_number() -> None:
    [game] = planned(pdn("11-15", "23-19", no="1.2")).games
    assert game.words == f"+ round 1, game 2: {NAMES[0]} – {NAMES[1]}, 2 moves"
    assert game.draft.ent == entities.moves(FIRST.key, 2)
    body = game.draft.body
    assert isinstance(body, MovesEntered)
    assert (body.game, body.source) == (2, "club.pdn")


@pytest.mark.parametrize("by", [("Lee, Ann", "太郎 山田"), ("ann LEE", "山田 太郎")])
def test_names_are_found_in_any_order_of_their_words_and_any_case(by: tuple[str, str]) -> None:
    assert NAMES == ("Ann Lee", "山田 太郎")
    assert len(planned(pdn("11-15", by=by)).games) == 1


def test_games_without_a_number_are_the_next_ones_of_their_match() -> None:
    text = pdn("11-15", no="1") + "\n" + pdn("9-14", no="1") + "\n" + pdn("9-13", no="1")
    plan = planned(text)
    assert [game.draft.ent for game in plan.games] == [
        entities.moves(FIRST.key, 1),
        entities.moves(FIRST.key, 2),
    ]
    assert plan.left_out == (f"game 3 ({NAMES[0]} – {NAMES[1]}, round 1): this match has 2 games.",)


def test_a_game_without_a_match_is_left_out_with_the_reason() -> None:
    assert "it names no players" in left_out("1. 11-15 *")
    assert "there is no player 'Zoe'" in left_out(pdn("11-15", by=("Zoe", NAMES[1])))
    assert "these two have no match in round 2" in left_out(pdn("11-15", no="2.1"))
    assert "this match has 2 games" in left_out(pdn("11-15", no="1.3"))
    pool = write_pdn(
        [PdnGame(record=GameRecord(POOL), first=NAMES[0], second=NAMES[1], round="1.1")]
    )
    assert "a game of pool checkers" in left_out(pool)
    twice = pdn("11-15") + "\n" + pdn("9-14")
    assert "game 1 of this match stands in the file already" in left_out(twice)
    backgammon = field(4, 1, book="usbgf-open", names=("Ann Lee", "Bo King", "Dee", "Cy"))
    one = min(backgammon.matches.values(), key=lambda match: match.key)
    names = (backgammon.players[one.players[0]].name, backgammon.players[one.players[1]].name)
    assert "not played on a checkers board" in left_out(pdn("11-15", by=names), backgammon)


def test_moves_of_a_match_without_a_result_stay_at_its_table() -> None:
    match = msgspec.structs.replace(FIRST, result=NO_RESULT)
    state = msgspec.structs.replace(STATE, matches={**STATE.matches, FIRST.uid: match})
    assert "has no result that counts yet" in left_out(pdn("11-15"), state)


def test_an_illegal_move_is_named_with_game_and_move_and_the_game_is_left_out() -> None:
    text = pdn("11-15", no="1.1") + "\n" + pdn("11-15", "23-19", no="1.2").replace("23-19", "23-14")
    plan = planned(text)
    assert len(plan.games) == 1
    [why] = plan.left_out
    assert why.startswith(f"game 2 ({NAMES[0]} – {NAMES[1]}, round 1.2): line ")
    assert "move 1, White: 23-14: " in why


def test_an_illegal_move_that_was_played_and_is_marked_as_such_is_entered() -> None:
    record = begun(ENGLISH, ("11-15",)).with_entry(Made((23, 14)))
    text = write_pdn([PdnGame(record=record, first=NAMES[0], second=NAMES[1], round="1.1")])
    [game] = planned(text).games
    assert isinstance(game.draft.body, MovesEntered)
    assert "[%illegal 23-14]" in game.draft.body.pdn


def test_moves_that_the_table_logged_stay_and_the_difference_is_reported() -> None:
    state = logging(STATE, 1, pdn("11-15", "23-19"))
    assert planned(pdn("11-15", "23-19"), state) == GamesPlan((), 1, ())
    [game] = planned(pdn("11-15", "22-17"), state).games
    assert game.notes == (
        "the table has other moves: move 1, White, it has 23-19, the file 22-17; both are kept",
    )
    after = done(state, planned(pdn("11-15", "22-17"), state))
    exported = export(after, "moves", "pdn", None)
    assert len(read_pdn(exported.data.decode())) == 2
    assert exported.notes == ("Twice, from the table and from the desk: 1 game.",)


def test_a_second_import_says_that_it_takes_the_place_of_the_first() -> None:
    state = done(STATE, planned(pdn("11-15")))
    assert planned(pdn("11-15"), state).unchanged == 1
    [game] = planned(pdn("9-14"), state).games
    assert game.notes == ("it takes the place of what was entered before",)


def test_another_result_in_the_file_changes_nothing_and_is_said() -> None:
    [game] = planned(pdn("11-15", won="second")).games
    assert game.notes == ("the file says 0-1, and 1-0 counts: the result stays as it is",)


def test_text_that_is_no_pdn_is_refused_with_its_line() -> None:
    with pytest.raises(PdnError, match=r"line 2, column 8: a comment is opened and never closed"):
        planned('[Round "1"]\n1. 9-14{ ')


@pytest.mark.parametrize(
    ("text", "games"),
    [('[Event "x"]', True), ("\ufeff% note\n\n[Black \"A\"]", True), ("1. 11-15 22x17", True),
     ("name,rating\nAnn,1", False), ("001    1 x", False), ("no\tname\tr1\t", False), ("", False)],
)  # fmt: skip
def test_a_file_of_games_is_known_by_how_it_begins(text: str, games: bool) -> None:
    assert is_pdn(text) is games


@settings(max_examples=40)
@given(st.lists(legal_games(ENGLISH), min_size=1, max_size=6), st.randoms())
def test_games_that_were_imported_are_exported_and_imported_again_as_they_are(
    played: list[tuple[object, ...]], random: object
) -> None:
    slots = [(m, g) for m in sorted(STATE.matches.values(), key=lambda m: m.key) for g in (1, 2)]
    texts = []
    for (match, number), moves in zip(slots, played, strict=False):
        record = GameRecord(ENGLISH, entries=tuple(Made(move.path) for move in moves))  # type: ignore[attr-defined]
        names = [STATE.players[player].name for player in match.players]
        texts.append(
            write_pdn(
                [
                    PdnGame(
                        record=record,
                        first=names[number % 2],
                        second=names[1 - number % 2],
                        round=f"{match.key.round_no}.{number}",
                    )
                ]
            )
        )
    plan = planned("\n".join(texts))
    assert (len(plan.games), plan.left_out) == (len(texts), ())
    after = done(STATE, plan)
    exported = export(after, "moves", "pdn", None).data.decode()
    assert planned(exported, after) == GamesPlan((), len(texts), ())
    again = [read.game.record for read in read_pdn(exported)]
    assert again == [read.game.record for text in texts for read in read_pdn(text)]
