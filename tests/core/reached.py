"""Which functions of the programs run: those that the statements which run by themselves call.

A function of a module runs if a statement that runs names it, by its own name or by an import.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = ("shared", "hall_server", "kiosk", "board_terminal")
Function = ast.FunctionDef | ast.AsyncFunctionDef
Home = tuple[str, str]
"""A module and what it defines; "" for the module itself."""


def dotted(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def modules() -> dict[str, ast.Module]:
    """Return every module of the programs, by its dotted name."""
    files = (file for program in PROGRAMS for file in (ROOT / program).rglob("*.py"))
    return {dotted(file): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def imports(tree: ast.AST) -> dict[str, Home]:
    """Return what a module has imported, by the name that it uses for it; ``* MODULE`` for all of
    one."""
    return {
        alias.asname or alias.name.replace("*", f"* {node.module}"): (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


@cache
def imported(module: str) -> dict[str, Home]:
    return imports(modules()[module])


def home(module: str, name: str) -> Home:
    """Return where what a module calls ``name`` is defined."""
    known = imported(module) if module in modules() else {}
    if name in known:
        return home(*known[name])
    if f"{module}.{name}" in modules():
        return f"{module}.{name}", ""
    all_of = (of for each, (of, _) in known.items() if each.startswith("*"))
    return next(((of, name) for of in all_of if (of, name) in functions()), (module, name))


def named(nodes: Iterable[ast.AST], module: str, known: dict[str, Home]) -> Iterator[Home]:
    """Yield what statements of a module name: ``apply``, and ``clock.apply`` of a module."""
    for statement in nodes:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                yield home(*known.get(node.id, (module, node.id)))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                of = home(*known.get(node.value.id, ("", "")))
                if of[0] and not of[1]:
                    yield home(of[0], node.attr)


@cache
def functions() -> dict[Home, Function]:
    """Return the functions of all modules, but those that a decorator hands on."""
    return {
        (module, node.name): node
        for module, tree in modules().items()
        for node in tree.body
        if isinstance(node, Function) and not node.decorator_list
    }


@cache
def run() -> dict[Home, tuple[ast.stmt, ...]]:
    """Return the statements that run: those of modules, and those of the functions that they
    call."""
    waiting = dict(functions())
    found: dict[Home, tuple[ast.stmt, ...]] = {}
    for module, tree in modules().items():
        own = (node for node in tree.body if (module, getattr(node, "name", "")) not in waiting)
        found[module, ""] = tuple(n for n in own if not isinstance(n, ast.Import | ast.ImportFrom))
    new = dict(found)
    while new:
        called = {
            to
            for (module, _name), statements in new.items()
            for to in named(statements, module, imported(module))
        }
        new = {to: (waiting.pop(to),) for to in sorted(called & waiting.keys())}
        found |= new
    return found
