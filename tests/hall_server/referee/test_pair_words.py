"""What the pairing screen says, as plain lines."""

from __future__ import annotations

from hall_server.referee.pairing.pair_words import check_lines, not_here
from shared.core.office import Office, Request, RequestKind
from shared.pairing import Finding
from tests.hall_server.referee.halls import START, confirmed, masters, moment, under_way


def asked(player: str, what: RequestKind) -> Request:
    ent = f"player/{player}/request/{what}"
    return Request(ent, ent, player, what, 0, START, "n", "unverified press", "ruled")


def office(*requests: Request) -> Office:
    return Office(requests={request.ent: request for request in requests})


def test_before_round_1_it_is_said_who_has_not_checked_in_once_anybody_has() -> None:
    assert not_here(moment(masters(count=3)), "masters") == []
    some = masters(count=3, office=office(asked("p2", "check_in")))
    assert not_here(moment(some), "masters") == ["! Not checked in: Ann Lee, Cy Ortega."]
    played = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    later = masters(played, count=3, office=office(asked("p2", "check_in")))
    assert not_here(moment(later), "masters") == []


def test_who_has_signed_out_is_named_before_every_round() -> None:
    played = under_way("m1", "t1", ("p1", "p2"), result=confirmed("W D"))
    away = masters(
        played, count=12, office=office(*(asked(f"p{n}", "sign_out") for n in range(1, 9)))
    )
    [line] = not_here(moment(away), "masters")
    assert line.startswith("! Signed out, and not back: Ann Lee, Bo King,")
    assert line.endswith("and 2 more.")


def test_what_was_not_tried_is_neither_a_tick_nor_a_fault() -> None:
    findings = (
        Finding("ACF-2.V.B", "holds", "p1 has the bye."),
        Finding("ACF-2.V.D", "fails", "p2 and p3 have met before."),
        Finding("ACF-2.V.C", "not_tried", "Not tried: more than 20 players."),
    )
    assert check_lines(findings, lambda word: {"p1": "Ann Lee"}.get(word, word)) == [
        ("good", "√ ACF-2.V.B  Ann Lee has the bye."),
        ("danger", "‼ ACF-2.V.D  p2 and p3 have met before."),
        ("ink-soft", "· ACF-2.V.C  Not tried: more than 20 players."),
    ]
