"""Clauses stand in the rulebooks alone, and each of their fields is read by the programs."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from shared.core.rulebooks import RULEBOOKS
from shared.core.rulebooks.base import NAMES, Rulebook
from shared.core.rulebooks.fields import group_of, paths
from shared.core.rulebooks.sheet import RuleSheet
from tests.core.reached import modules, run

RULEBOOKS_HERE = "shared.core.rulebooks"
PREFIXES = {clause.split("-")[0] for book in RULEBOOKS.values() for clause in book.clauses.values()}
CLAUSE = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(PREFIXES | {'WCDF'}))})-[0-9A-Za-z.-]+")


def outside() -> dict[str, ast.Module]:
    """Return every module of the programs but the rulebooks, by its dotted name."""
    return {name: tree for name, tree in modules().items() if not name.startswith(RULEBOOKS_HERE)}


def statements() -> Iterator[ast.stmt]:
    """Yield what runs outside the rulebooks."""
    for (module, _name), running in run().items():
        if not module.startswith(RULEBOOKS_HERE):
            yield from running


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the strings of a module that are no docstrings."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node


def test_clause_stands_outside_the_rulebooks_only_where_a_docstring_cites_it() -> None:
    found = [
        f"{module}:{node.lineno} {node.value}"
        for module, tree in outside().items()
        for node in literals(tree)
        if CLAUSE.search(str(node.value))
    ]
    assert not found


def last_name(node: ast.expr) -> str:
    """Return the word behind the last dot: ``book`` of ``moment.book(match)``."""
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
    for statement in statements():
        for node in ast.walk(statement):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                found.add((last_name(node.value), node.attr))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {(IN_BRACES, name) for name in re.findall(r"\{(\w+)\}", node.value)}
    return frozenset(found)


@cache
def called() -> dict[str, set[str]]:
    """Return what the values of fields are called where they are read, by field."""
    found: dict[str, set[str]] = {}
    for statement in statements():
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
        *(f"sheet.{field}" for field in RuleSheet.__struct_fields__),
    }
)


@pytest.mark.parametrize("path", FIELDS)
def test_field_of_a_rulebook_is_read_by_a_program(path: str) -> None:
    assert is_read(path)
