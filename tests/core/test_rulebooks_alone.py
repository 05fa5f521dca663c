"""Clauses stand in the rulebooks alone, and each of their fields is read by the programs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from shared.core.rulebooks import RULEBOOKS
from shared.core.rulebooks.base import NAMES, Rulebook
from shared.core.rulebooks.fields import group_of, paths
from shared.core.rulebooks.sheet import Sheet

ROOT = Path(__file__).parents[2]
PROGRAMS = ("shared", "hall_server", "kiosk", "board_terminal")
FOLDER = ROOT / "shared/core/rulebooks"
PREFIXES = {clause.split("-")[0] for book in RULEBOOKS.values() for clause in book.clauses.values()}
CLAUSE = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(PREFIXES | {'WCDF'}))})-[0-9A-Za-z.-]+")
NOT_READ_YET = {
    "count_profile": "chooses the counts where an event overrides it",
    "withdrawn_after_pairing": "the opponent of a player who withdraws always gets the forfeit",
    "round_robin.keep_after_rounds": "no program proposes what a departure leaves behind",
    "round_robin.ask_until_rounds": "no program proposes what a departure leaves behind",
    "counts.lone_king_pieces": "no program looks at the board when a count is announced",
    "counts.long_line": "no program looks at the board when a count is announced",
}
"""Fields without effect. An entry that has become wrong fails; none may be added."""


@cache
def sources() -> dict[Path, ast.Module]:
    """Every module of the programs but the rulebooks."""
    files = (file for program in PROGRAMS for file in (ROOT / program).rglob("*.py"))
    outside = (file for file in files if FOLDER not in file.parents)
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in outside}


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """The strings of a module that are no docstrings."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node


def test_clause_stands_outside_the_rulebooks_only_where_a_docstring_cites_it() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.value}"
        for file, tree in sources().items()
        for node in literals(tree)
        if CLAUSE.search(str(node.value))
    ]
    assert not found


Function = ast.FunctionDef | ast.AsyncFunctionDef


def named(nodes: Iterable[ast.stmt]) -> set[str]:
    """Every name that statements use, imports aside; what is imported as another name is both."""
    found = set()
    for statement in nodes:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return found | {name for other in found for name in other_names().get(other, ())}


@cache
def other_names() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for tree in sources().values():
        for node in ast.walk(tree):
            for alias in node.names if isinstance(node, ast.ImportFrom) else ():
                if alias.asname:
                    found.setdefault(alias.asname, set()).add(alias.name)
    return found


@cache
def run() -> tuple[ast.stmt, ...]:
    """The statements that a program can reach: a function of a module only if it is called."""
    functions: dict[str, list[Function]] = {}
    reached: list[ast.stmt] = []
    for tree in sources().values():
        for node in tree.body:
            if isinstance(node, Function) and not node.decorator_list:
                functions.setdefault(node.name, []).append(node)
            elif not isinstance(node, ast.Import | ast.ImportFrom):
                reached.append(node)
    new: list[ast.stmt] = list(reached)
    while new:
        called = sorted(named(new) & functions.keys())
        new = [function for name in called for function in functions.pop(name)]
        reached += new
    return tuple(reached)


def last_name(node: ast.expr) -> str:
    """The word behind the last dot: ``book`` of ``moment.book(match)``."""
    match node:
        case ast.Call(func=func):
            return last_name(func)
        case ast.Subscript(value=value):
            return last_name(value)
        case ast.Attribute(attr=attr):
            return attr
        case ast.Name(id=name):
            return name
    return ""


IN_BRACES = "{}"


@cache
def reads() -> frozenset[tuple[str, str]]:
    """Of what which attribute is read, by their names; a sentence reads what it has in braces."""
    found = set()
    for statement in run():
        for node in ast.walk(statement):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                found.add((last_name(node.value), node.attr))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {(IN_BRACES, name) for name in re.findall(r"\{(\w+)\}", node.value)}
    return frozenset(found)


@cache
def called() -> dict[str, set[str]]:
    """What the values of fields are called where they are read, by field."""
    found: dict[str, set[str]] = {}
    for statement in run():
        for node in ast.walk(statement):
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute(attr=field))
                    | ast.NamedExpr(target=ast.Name(id=name), value=ast.Attribute(attr=field))
                ):
                    found.setdefault(field, set()).add(name)
    return found


def is_read(path: str) -> bool:
    group, _, inner = path.partition(".")
    if not inner:
        return any((name, path) in reads() for name in ("book", "rulebook"))
    names = {group, "rule", "each", *called().get(group, ())}
    if group == "counts":
        names.add(IN_BRACES)
    return any((name, inner) in reads() for name in names)


FIELDS = sorted(
    {
        *(path for path in paths() if path not in NAMES),
        *(field for field in Rulebook.__struct_fields__ if group_of(field)),
        *(f"sheet.{field}" for field in Sheet.__struct_fields__),
    }
)


@pytest.mark.parametrize("path", FIELDS)
def test_field_of_a_rulebook_is_read_by_a_program(path: str) -> None:
    assert is_read(path) != (path in NOT_READ_YET)
