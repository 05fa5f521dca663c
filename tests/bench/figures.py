"""Percentiles and the way a row is printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory


def percentile(values: Sequence[int], part: float) -> int:
    """The value below which ``part`` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def ms(ns: float) -> str:
    """Nanoseconds as milliseconds."""
    return f"{ns / 1e6:8.2f} ms"


def row(what: str, values: Sequence[int]) -> int:
    """Print median and p99 of nanoseconds; return the p99."""
    p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
    print(f"  {what:<58} p50 {ms(p50)}   p99 {ms(p99)}   n={len(values)}")  # noqa: T201
    return p99


def on_this_disk() -> TemporaryDirectory[str]:
    """A scratch folder on the disk of this checkout: what is temporary elsewhere may be memory."""
    folder = Path("build") / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    return TemporaryDirectory(dir=folder)
