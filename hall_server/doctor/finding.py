"""What the doctor finds, and how it is printed."""

from typing import Literal

import msgspec

Level = Literal["good", "caution", "bad"]
SIGNS: dict[Level, str] = {"good": "√", "caution": "!", "bad": "‼"}


class Finding(msgspec.Struct, frozen=True):
    """One line: what was examined, how it is, and what to do if it is not good."""

    about: str
    level: Level
    says: str
    remedy: str = ""


def good(about: str, says: str) -> Finding:
    return Finding(about, "good", says)


def caution(about: str, says: str, remedy: str) -> Finding:
    return Finding(about, "caution", says, remedy)


def bad(about: str, says: str, remedy: str) -> Finding:
    return Finding(about, "bad", says, remedy)


def line(finding: Finding) -> str:
    """Return a finding as it is printed, the remedy on a line of its own."""
    head = f"{SIGNS[finding.level]} {finding.about}: {finding.says}"
    return f"{head}\n    → {finding.remedy}" if finding.remedy else head


def verdict(findings: list[Finding]) -> str:
    """Return the last line, which sums up."""
    bad_ones = sum(found.level == "bad" for found in findings)
    cautions = sum(found.level == "caution" for found in findings)
    if bad_ones:
        return f"{SIGNS['bad']} {bad_ones} to mend before the event, {cautions} to know about."
    if cautions:
        return f"{SIGNS['caution']} Fit for the event; {cautions} to know about."
    return f"{SIGNS['good']} Fit for the event."
