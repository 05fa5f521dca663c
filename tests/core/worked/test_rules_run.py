"""A rule that a test proves is a rule that a program runs."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.core.reached import ROOT, Function, Home, functions, imports, named, run


@cache
def unreached() -> frozenset[Home]:
    return frozenset(functions().keys() - run().keys())


def clause_tests(tree: ast.Module) -> Iterator[Function]:
    """Yield the tests that prove a clause, and the helpers of the same file that they call."""
    defined = {node.name: node for node in tree.body if isinstance(node, Function)}
    waiting = [
        node
        for node in defined.values()
        if any(".clause(" in ast.unparse(mark) for mark in node.decorator_list)
    ]
    while waiting:
        node = waiting.pop()
        yield node
        called = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        waiting += [defined.pop(name) for name in sorted(called & defined.keys())]


def called_by(file: Path) -> set[Home]:
    """Return what the clause tests of a file call."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return set(named(clause_tests(tree), "", imports(tree)))


@pytest.mark.parametrize("folder", sorted(p for p in (ROOT / "tests").iterdir() if p.is_dir()),
                         ids=lambda folder: folder.name)  # fmt: skip
def test_clause_test_calls_the_program(folder: Path) -> None:
    found = {
        f"{file.name}: {module}.{name}"
        for file in folder.rglob("test_*.py")
        for module, name in called_by(file) & unreached()
    }
    assert not found


def test_rules_and_pairing_hold_no_function_that_no_program_calls() -> None:
    rooms = ("shared.core.", "shared.pairing.")
    assert not {home for home in unreached() if home[0].startswith(rooms)}
