"""What the pairing screen says, as plain lines."""

import msgspec

from hall_server.referee.said.pair_words import check_lines, not_here
from shared.core.events import RequestKind
from shared.core.state import Player
from shared.core.state.office import Office, Request
from shared.core.text.sentence import Players, Sentence
from shared.pairing import Drawn, Finding, check_round
from shared.pairing.from_hall import entrants
from shared.pairing.types import SwissRound
from tests.hall_server.referee.halls import START, confirmed, masters, moment, under_way


def asked(player: str, what: RequestKind) -> Request:
    ent = f"player/{player}/request/{what}"
    return Request(ent, ent, player, what, 0, START, "n", "unverified press", "granted")


def office(*requests: Request) -> Office:
    return Office(requests={request.ent: request for request in requests})


def test_absent_players_are_named_before_round_1_once_any_player_has_checked_in() -> None:
    assert not_here(moment(masters(count=3)), "masters") == []
    some = masters(count=3, office=office(asked("p2", "check_in")))
    assert not_here(moment(some), "masters") == ["! Not checked in: Ann Lee, Cy Ortega."]
    played = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    later = masters(played, count=3, office=office(asked("p2", "check_in")))
    assert not_here(moment(later), "masters") == []


def test_signed_out_player_is_named_before_every_round() -> None:
    played = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    away = masters(
        played, count=12, office=office(*(asked(f"p{n}", "sign_out") for n in range(1, 9)))
    )
    [line] = not_here(moment(away), "masters")
    assert line.startswith("! Signed out, and not back: Ann Lee, Bo King,")
    assert line.endswith("and 2 more.")


def test_untried_check_is_neither_a_tick_nor_a_fault() -> None:
    findings = (
        Finding("ACF-2.V.B", "holds", Sentence("{player} has the bye.", player=Players("p1"))),
        Finding("ACF-2.V.D", "fails", Sentence("{pair} met.", pair=Players("x2", "x3"))),
        Finding("ACF-2.V.C", "not_tried", Sentence("Not tried: more than 20 players.")),
    )
    assert check_lines(moment(masters(count=4)), findings) == [
        ("good", "√ ACF-2.V.B  Ann Lee has the bye."),
        ("danger", "‼ ACF-2.V.D  x2, x3 met."),
        ("ink-soft", "· ACF-2.V.C  Not tried: more than 20 players."),
    ]


def test_a_player_called_by_a_word_changes_no_other_word_of_the_report() -> None:
    known = {
        ident: Player(ident, name, "masters", 0, "")
        for ident, name in (("no", "Ann Lee"), ("bye", "Bo King"), ("round", "The Seed"))
    }
    state = msgspec.structs.replace(masters(), players=known)
    round_2 = Drawn((("no", "bye"),), "round", (), ())
    findings = check_round(entrants(state, "masters", 1), round_2, SwissRound(2))
    lines = [line for _tone, line in check_lines(moment(state), findings)]
    assert "√ ACF-2.V.B  The Seed has the bye, the first one for this player." in lines
    assert "√ ACF-2.V.D  No pairing repeats an earlier one." in lines
    assert "√ ACF-2.V.C  Each of 3 players stands in the round once." in lines
