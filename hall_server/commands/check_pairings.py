"""``hall-server check-pairings``: checks the pairing in a file against the rules.

The checker shares no code with the pairing.
"""

from collections import Counter
from collections.abc import Iterable

import click
import msgspec
from rich.cells import cell_len

from hall_server.commands.field_options import FieldAsked, Unusable, field_options, note
from hall_server.files.round_file import FORMATS, RoundFile
from shared.core.text.sentence import Players, Sentence
from shared.pairing import (
    Drawn,
    Finding,
    FirstRound,
    PairingImpossible,
    Relaxation,
    SwissRound,
    Systems,
    Verdict,
    check_round,
    explain_round,
)
from shared.tui.names import pad

_FAILED = 1
_SAID: dict[Verdict, str] = {"holds": "holds", "fails": "FAILS", "not_tried": "not tried"}


@click.command(
    "check-pairings",
    help="Check the pairing of a round that FILE holds, clause by clause. Exit code 1 if a "
    "clause is broken.\n\n" + FORMATS,
)
@field_options("json")
@click.option("--seed", help="Draw the round again from this seed as well, and compare.")
def check_pairings_command(asked: FieldAsked, seed: str | None) -> None:
    file, round_no, relaxed = asked.file, asked.round_no, asked.relaxed
    field = asked.load()
    rules = field.rulebook
    if rules.pairing_system != "swiss" or rules.swiss is None:
        system = rules.pairing_system.replace("_", " ")
        raise Unusable(
            f"{file}: this command checks the Swiss system, and {rules.title} pairs by {system}. "
            "Name the rulebook of the round with --rulebook."
        )
    if field.standing is None:
        raise Unusable(
            f"{file}: the file holds no pairing of round {round_no}. Name a round that is paired, "
            "or pair it with pair."
        )
    findings = [*_check(field, field.standing, round_no, relaxed)]
    if seed is not None:
        findings.append(_drawn_again(field, field.standing, round_no, relaxed, seed))
    told = explain_round(field.entrants, field.standing) if asked.explain else ()
    note(field.notices)
    write = _as_json if asked.form == "json" else _as_table
    click.echo(write(field, round_no, findings, told), nl=False)
    if any(finding.verdict == "fails" for finding in findings):
        raise SystemExit(_FAILED)


def _check(
    field: RoundFile, standing: Drawn, round_no: int, relaxed: frozenset[Relaxation]
) -> tuple[Finding, ...]:
    more = tuple(
        Finding(
            field.rulebook.clause("max_byes"),
            "fails",
            Sentence(
                "{player} has a bye as well: a round has one at most.", player=Players(player)
            ),
        )
        for player in field.more_byes
    )
    return more + check_round(
        field.entrants,
        standing,
        SwissRound(round_no, field.total_rounds, field.rulebook, relaxed),
        opted_out=field.opted_out,
    )


def _drawn_again(
    field: RoundFile, standing: Drawn, round_no: int, relaxed: frozenset[Relaxation], seed: str
) -> Finding:
    """Return whether the program draws the same round from the seed."""
    clause = field.rulebook.draw_clause
    firsts: tuple[FirstRound | None, ...] = ("draw", "top_half") if round_no == 1 else (None,)
    others = []
    for first in firsts:
        try:
            drawn = Systems().pair_file(field.field, round_no, seed, relaxed, first)
        except PairingImpossible as error:
            why = Sentence(
                "From the seed {seed} no round comes: {why}", seed=seed, why=error.sentence
            )
            return Finding(clause, "fails", why)
        again = _meetings(drawn.pairs, drawn.byes)
        others.append(len(_meetings(standing.player_pairs, _byes(standing)) - again))
    if not min(others):
        same = Sentence("The seed {seed} draws exactly these pairs.", seed=seed)
        return Finding(clause, "holds", same)
    sentence = Sentence(
        "The seed {seed} draws another round; {count} of these pairs are not in it.",
        seed=seed,
        count=min(others),
    )
    return Finding(clause, "fails", sentence)


def _byes(drawn: Drawn) -> tuple[str, ...]:
    return () if drawn.bye is None else (drawn.bye,)


def _meetings(
    pairs: Iterable[tuple[str, str]], byes: Iterable[str]
) -> frozenset[frozenset[str | None]]:
    return frozenset([*map(frozenset, pairs), *(frozenset((bye, None)) for bye in byes)])


def _as_table(
    field: RoundFile, round_no: int, findings: list[Finding], told: tuple[Sentence, ...]
) -> str:
    title = f"{field.rulebook.title}, round {round_no} of {field.total_rounds}"
    clauses = max(cell_len(finding.clause) for finding in findings)
    words = max(map(len, _SAID.values()))
    lines = [
        f"{pad(_SAID[f.verdict], words)}  {pad(f.clause, clauses)}  {f.sentence.said(field.called)}"
        for f in findings
    ]
    count = Counter(finding.verdict for finding in findings)
    summary = (
        "Everything that was tried holds."
        if not count["fails"]
        else (
            f"{count['fails']} of {len(findings)} do not hold: withdraw the pairing and pair the "
            "round again, or rule on it with --relax."
        )
    )
    explained = [*(line.said(field.called) for line in told), ""] if told else []
    return "\n".join([title, "", *lines, "", *explained, summary]) + "\n"


def _as_json(
    field: RoundFile, round_no: int, findings: list[Finding], told: tuple[Sentence, ...]
) -> str:
    out = {
        "round": round_no,
        "rulebook": field.rulebook.name,
        "holds": all(finding.verdict != "fails" for finding in findings),
        "findings": [
            {"clause": f.clause, "verdict": f.verdict, "sentence": f.sentence.said(field.called)}
            for f in findings
        ],
        **({"explain": [line.said(field.called) for line in told]} if told else {}),
    }
    return msgspec.json.format(msgspec.json.encode(out)).decode() + "\n"
