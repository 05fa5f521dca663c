"""A table's buttons, for the page of keys: those that stand in tables, and those that a page makes.

A button whose key is one of several in a row (a digit, a line of a list) is told by the page's
head; of every other the key is found here, whatever match it belongs to.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from board_terminal.view.view import Choice

Button = tuple[tuple[str, ...], str, str]
"""Textual's names of its keys, its label and its help."""
_SEATS = (0, 1)
_PLACE = re.compile(r"\{\w+\}")


def buttons(module: ModuleType, told: set[int]) -> list[Button]:
    """Return the buttons of a module, each once; ``told`` has those of modules before and is added
    to."""
    together: dict[tuple[str, str], tuple[str, ...]] = {}
    for keys, label, help_ in _made(module):
        together[label, help_] = (*together.get((label, help_), ()), *keys)
    own = [c for c in vars(module).values() if isinstance(c, Choice) and c.key]
    new = [choice for choice in own if id(choice) not in told and choice.help]
    told |= {id(choice) for choice in own}
    found = [(choice.keys, choice.label, choice.help) for choice in new]
    made = [(tuple(dict.fromkeys(keys)), *words) for words, keys in together.items()]
    return [*found, *(button for button in made if button not in found)]


def _made(module: ModuleType) -> Iterator[Button]:
    """Yield the buttons that functions of a module make."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    calls = {id(n): n for function in functions for n in ast.walk(function) if _makes(n)}
    for call in calls.values():
        assert isinstance(call, ast.Call)
        given = dict(zip(Choice.__struct_fields__, call.args, strict=False))
        given |= {word.arg: word.value for word in call.keywords if word.arg}
        keys = _keys(module, given["key"])
        if keys:
            also = _keys(module, given["also"]) if "also" in given else ()
            label, help_ = _sentence(module, given["label"]), _sentence(module, given["help"])
            if label or help_:
                yield tuple(dict.fromkeys((*keys, *also))), label, help_ or label


def _makes(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Choice"


def _keys(module: ModuleType, node: ast.expr) -> tuple[str, ...]:
    """Return the keys that an expression stands for, for either seat; none where a loop gives
    them."""
    found: list[str] = []
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    if names - vars(module).keys() - {"seat"}:
        return ()
    code = compile(ast.Expression(node), module.__name__, "eval")
    for seat in _SEATS:
        value = eval(code, vars(module), {"seat": seat})
        found += [value] if isinstance(value, str) else value
    return tuple(dict.fromkeys(found))


def _sentence(module: ModuleType, node: ast.expr) -> str:
    """Return what is said, with … where a name or a number goes in; "" where all of it is one."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        said = getattr(vars(module).get(node.value.id), node.attr, "")
        return said if isinstance(said, str) else ""
    contexts = {
        id(call.args[0])
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "pgettext"
    }
    said = [
        n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and id(n) not in contexts
    ]
    words = [word for word in said if isinstance(word, str) and re.search(r"[a-z]{3}", word)]
    return _PLACE.sub("…", max(words, key=len, default=""))
