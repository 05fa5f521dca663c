"""Any value of a type that travels, for Hypothesis: made from the declaration of the type."""

from typing import Any, Final

from hypothesis import strategies as st
from msgspec import inspect

_MOST = 3
"""Members of a tuple, where the declaration allows more."""
_LONGEST = 500
"""Longer texts are not made as long as they may be: an event of them has no room."""
SIGN: Final = st.characters(exclude_categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
TEXT: Final = st.text(SIGN, max_size=20)


def any_value(kind: Any) -> st.SearchStrategy[Any]:
    """Return values of a type: ends of ranges, longest texts and all members of unions among
    them."""
    return _of(inspect.type_info(kind))


def _of(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.Metadata(type=inner):
            return _of(inner)
        case inspect.StructType():
            return st.builds(info.cls, *(_of(field.type) for field in info.fields))
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            size = max(least or 0, min(most or _MOST, _MOST))
            return st.lists(_of(item), min_size=least or 0, max_size=size).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*map(_of, items))
        case inspect.DictType(key_type=key, value_type=item):
            return st.dictionaries(_of(key), _of(item), max_size=_MOST)
        case inspect.UnionType(types=types):
            return st.one_of(*map(_of, types))
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.EnumType(cls=cls):
            return st.sampled_from(cls)
        case _:
            return _simple(info)


def _simple(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.StrType(max_length=most, pattern=pattern):
            if pattern is not None:
                return st.from_regex(pattern, fullmatch=True)
            longest = st.just("é" * most) if most and most <= _LONGEST else st.nothing()
            return TEXT.filter(lambda text: len(text) <= (most or 20)) | longest
        case inspect.IntType(ge=least, le=most):
            least = -(2**63) if least is None else least
            most = 2**63 - 1 if most is None else most
            return st.integers(least, most) | st.sampled_from([least, most])
        case inspect.BytesType(min_length=least, max_length=most):
            return st.binary(min_size=least or 0, max_size=min(most or 40, max(least or 0, 300)))
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case _:
            message = f"nothing is made of {info} here yet"
            raise NotImplementedError(message)
