"""What the pairing screen says, as plain lines."""

from __future__ import annotations

from hall_server.pairing import Finding
from hall_server.referee.pairing.pair_words import check_lines


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
