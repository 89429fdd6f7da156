"""Functions that only return an element, read as source: their parameters and what they return."""

from __future__ import annotations

import re

from sphinx_docsjson.mdx.javascript.js_values import NotConstant, Parameters, Template
from sphinx_docsjson.mdx.javascript.pieces import (
    IDENTIFIER,
    matching_parenthesis,
    skip_expression,
    skip_space,
    split_commas,
)

_ARROW = re.compile(r"(?:async\s+)?(?:\(|[A-Za-z_$][\w$]*\s*=>)")


def read_function(source: str) -> Template:
    """Read ``(parameters) { return …; }``, what follows the name of a function.

    :raises NotConstant: when the function does anything but return.
    """
    end = matching_parenthesis(source, 0)
    parameters = _parameters(source[1 : end - 1].strip()) if end is not None else None
    if end is None or parameters is None:
        raise NotConstant(source)
    returned, _ = _returned(source, end)
    return Template(returned, parameters)


def read_arrow(source: str, position: int) -> tuple[Template, int] | None:
    """Read ``(parameters) => …`` at *position*.

    :returns: the function and where it ends; ``None`` when there is none.
    :raises NotConstant: when the function does anything but return.
    """
    if not _ARROW.match(source, position):
        return None
    if source.startswith("async", position):
        position = skip_space(source, position + len("async"))
    parameters: Parameters | None
    if name := IDENTIFIER.match(source, position):
        parameters, position = Parameters(whole=name.group()), name.end()
    else:
        end = matching_parenthesis(source, position)
        if end is None:
            return None
        parameters, position = _parameters(source[position + 1 : end - 1].strip()), end
    position = skip_space(source, position)
    if parameters is None or not source.startswith("=>", position):
        return None
    returned, position = _returned(source, position + len("=>"))
    return Template(returned, parameters), position


def _parameters(inner: str) -> Parameters | None:
    """Read what stands between the parentheses: ``{a, b = 1}``, ``props`` or nothing.

    :returns: ``None`` when the parameters are of another form.
    """
    if not inner:
        return Parameters()
    if not inner.startswith("{"):
        name = re.split(r"[:,\s]", inner, maxsplit=1)[0]
        return Parameters(whole=name) if IDENTIFIER.fullmatch(name) else None
    end = skip_expression(inner, 0, len(inner))
    if end is None:
        return None
    defaults: dict[str, str | None] = {}
    for part in split_commas(inner[1 : end - 1]):
        name, equals, default = part.partition("=")
        name = name.split(":", 1)[-1].strip()
        if name.startswith("..."):
            continue
        if not IDENTIFIER.fullmatch(name):
            return None
        defaults[name] = default.strip() if equals else None
    return Parameters(defaults=defaults)


def _returned(source: str, position: int) -> tuple[str, int]:
    """Return the source of what the body at *position* returns, and where the body ends.

    :raises NotConstant: when the body does anything but return.
    """
    position = skip_space(source, position)
    if not source.startswith("{", position):
        return _statement(source[position:]), len(source)
    end = skip_expression(source, position, len(source))
    inner = source[position + 1 : end - 1].strip() if end is not None else ""
    if end is None or not inner.startswith("return"):
        raise NotConstant(source)
    return _statement(inner.removeprefix("return")), end


def _statement(source: str) -> str:
    return source.strip().rstrip(";").strip()
