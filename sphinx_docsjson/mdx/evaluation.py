"""Evaluates the trees of :mod:`.syntax` to constants, if they are only data. Pure.

Data are texts, numbers, lists and objects, what operators choose and make of them, and elements:
also those of a component that is one expression over its attributes. Whatever calls a function
raises :class:`NotConstant`; JavaScript itself runs in :mod:`sphinx_docsjson.ext.jsx` only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.scripts import can_run
from sphinx_docsjson.mdx.tokens import Node, NotConstant, Undefined
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Dynamic,
    Function,
    JsxElement,
    LexicalScope,
    OverBudget,
    binary,
    js_text,
    pay,
    truthy,
)

MAX_CALLS = 40
"""So many components may be in each other."""


def evaluate_node(node: Node, scope: LexicalScope) -> Any:
    """Return the value of the expression *node*.

    :raises Undefined: for a name that nothing defines.
    :raises OverBudget: when the page has spent its budget.
    :raises NotConstant: for what is no data.
    """
    pay("steps", 1)
    read = _EXPRESSIONS.get(node.kind)
    if read is None:
        raise NotConstant(str(node))
    try:
        return read(node.parts, scope)
    except NotConstant:
        raise
    except Exception as error:  # Python has no value for what JavaScript has one for
        raise NotConstant(node.kind) from error


def component_value(function: Function, props: dict[str, Any], depth: int = 0) -> Any:
    """Return what a component gives for *props*.

    :param depth: in how many components it stands.
    :raises NotConstant: when it is more than an expression over them.
    """
    body = function.body
    if body.kind != "return" or depth > MAX_CALLS:
        raise NotConstant(function.name or "a function")
    scope = LexicalScope({}, function.scope, depth + 1)
    if function.parameters:
        bind(function.parameters[0], props, scope)
    for other in function.parameters[1:]:
        bind(other, UNDEFINED, scope)
    return evaluate_node(body.parts[0], scope)


def declare(pairs: tuple[Any, ...], scope: LexicalScope) -> None:
    """Give the names of a declaration their values; what is no data waits until it is used."""
    for target, value in pairs:
        try:
            given = UNDEFINED if value is None else evaluate_node(value, scope)
        except OverBudget:
            raise
        except NotConstant:
            _bind_unknown(target, scope)
            continue
        if isinstance(given, Function) and not given.name and target.kind == "name":
            given.name = target.parts[0]
        bind(target, given, scope)


def bind(target: Node, value: Any, scope: LexicalScope) -> None:
    """Give the names of *target* what *value* is made of."""
    if target.kind == "name":
        scope.names[target.parts[0]] = value
    elif target.kind == "with default":
        if value is UNDEFINED:
            value = evaluate_node(target.parts[1], scope)
        bind(target.parts[0], value, scope)
    elif target.kind == "object pattern":
        _bind_object(target.parts[0], value, scope)
    else:
        raise NotConstant(str(target))


def _bind_object(pairs: tuple[Any, ...], value: Any, scope: LexicalScope) -> None:
    if value is None or value is UNDEFINED:
        raise NotConstant("{…} of nothing")
    taken = set()
    for key, target in pairs:
        if key is None:
            rest = value if isinstance(value, dict) else {}
            bind(target, {k: v for k, v in rest.items() if k not in taken}, scope)
            continue
        name = _key(key, scope)
        taken.add(name)
        bind(target, get_member(value, name), scope)


def _bind_unknown(target: Node, scope: LexicalScope) -> None:
    """Give the names of *target* a value that only JavaScript can make."""
    for name in names_in(target):
        scope.names[name] = Dynamic(name)


def names_in(target: Node) -> list[str]:
    """Return the names in a pattern."""
    waiting: list[Node | None] = [target]
    found = []
    while waiting:
        each = waiting.pop()
        if each is None:
            continue
        if each.kind == "name":
            found.append(each.parts[0])
        elif each.kind == "array pattern":
            waiting += each.parts[0]
        elif each.kind == "object pattern":
            waiting += [inner for _, inner in each.parts[0]]
        else:
            waiting.append(each.parts[0])
    return found


def lookup(name: str, scope: LexicalScope) -> Any:
    """Return the value of a name.

    :raises Undefined: when it has none.
    """
    inner: LexicalScope | None = scope
    while inner is not None:
        if name in inner.names:
            return inner.names[name]
        inner = inner.around
    if name == "undefined":
        return UNDEFINED
    raise Undefined(name)


def get_member(value: Any, key: Any) -> Any:
    """Return ``value[key]`` of data.

    :raises NotConstant: when the value has no members, or this one is a function.
    """
    if isinstance(value, dict):
        return value.get(js_text(key), UNDEFINED)
    if isinstance(value, list | str):
        if key == "length":
            return len(value) if isinstance(value, list) else len(value.encode("utf-16-le")) // 2
        number = int(key) if isinstance(key, str) and key.isdecimal() else key
        if isinstance(number, int) and not isinstance(number, bool):
            return value[number] if 0 <= number < len(value) else UNDEFINED
    raise NotConstant(f"….{js_text(key)}")


def is_handler(name: str) -> bool:
    """Whether an attribute is what happens after a click."""
    return name.startswith("on") and name[2:3].isupper()


# Expressions: each is given the parts of its node.


def _value(parts: tuple[Any, ...], _scope: LexicalScope) -> Any:
    return parts[0]


def _name(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    value = lookup(parts[0], scope)
    if isinstance(value, Dynamic):
        raise NotConstant(value.name)
    return value


def _template(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    found = []
    for part in parts[0]:
        text = part if isinstance(part, str) else js_text(evaluate_node(part, scope))
        pay("characters", len(text))
        found.append(text)
    return "".join(found)


def _array(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    found: list[Any] = []
    for item in parts[0]:
        if item.kind != "spread":
            found.append(evaluate_node(item, scope))
            continue
        given = evaluate_node(item.parts[0], scope)
        if not isinstance(given, list):
            raise NotConstant("a list of no list")
        pay("steps", len(given))
        found += given
    return found


def _object(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    found: dict[str, Any] = {}
    for key, value in parts[0]:
        given = evaluate_node(value, scope)
        if key is not None:
            found[_key(key, scope)] = given
        elif isinstance(given, dict):
            pay("steps", len(given))
            found.update(given)
        elif isinstance(given, list):
            found.update((str(number), each) for number, each in enumerate(given))
    return found


def _key(key: Node, scope: LexicalScope) -> str:
    return js_text(evaluate_node(key.parts[0], scope) if key.kind == "computed" else key.parts[0])


def _function(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    parameters, body = parts
    return Function(name="", parameters=parameters, body=body, scope=scope)


def _choice(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    test, then, other = parts
    return evaluate_node(then if truthy(evaluate_node(test, scope)) else other, scope)


def _logic(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    mark, left, right = parts
    value = evaluate_node(left, scope)
    if mark == "&&":
        return evaluate_node(right, scope) if truthy(value) else value
    if mark == "||":
        return value if truthy(value) else evaluate_node(right, scope)
    return evaluate_node(right, scope) if value is None or value is UNDEFINED else value


def _binary(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    mark, left, right = parts
    return binary(mark, evaluate_node(left, scope), evaluate_node(right, scope))


def _unary(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    mark, operand = parts
    value = evaluate_node(operand, scope)
    if mark == "!":
        return not truthy(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NotConstant(mark)
    return -value if mark == "-" else value


def _member(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    target, key, optional = parts
    value = evaluate_node(target, scope)
    if optional and (value is None or value is UNDEFINED):
        return UNDEFINED
    found = get_member(value, evaluate_node(key, scope))
    if isinstance(found, Dynamic):
        raise NotConstant(found.name)
    return found


# Elements.


def _element(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    name, attributes, inside = parts
    props: dict[str, Any] = {}
    for key, value in attributes:
        if key in {"key", "ref"}:
            continue
        if is_handler(key) and value is not None:
            if can_run(scope.scripts()):
                raise NotConstant(key)
            continue
        given = True if value is None else evaluate_node(value, scope)
        if key:
            props[key] = given
        elif isinstance(given, dict):
            props.update(given)
    children = [evaluate_node(child, scope) for child in inside]
    if children:
        props["children"] = children[0] if len(children) == 1 else children
    return _made(name, props, scope)


def _made(name: str, props: dict[str, Any], scope: LexicalScope) -> Any:
    """Return the element *name*, or what the component of that name gives."""
    first, *rest = name.split(".")
    if not name or (first[:1].islower() and not rest):
        return JsxElement(name=name, props=props)
    try:
        target = lookup(first, scope)
    except Undefined:
        return JsxElement(name=name, props=props)
    for key in rest:
        target = get_member(target, key) if isinstance(target, dict) else target
    if isinstance(target, Dynamic):
        raise NotConstant(name)
    if isinstance(target, str):  # the name of an element, as an attribute gave it
        return JsxElement(name=target, props=props)
    if not isinstance(target, Function):
        return JsxElement(name=name, props=props, target=target)
    if not page_budget().take("inserts", 1):
        raise OverBudget("inserts")
    shown = component_value(target, props, scope.depth)
    return JsxElement(name="", props={"children": shown})


_EXPRESSIONS: Mapping[str, Callable[[tuple[Any, ...], LexicalScope], Any]] = {
    "value": _value,
    "name": _name,
    "template": _template,
    "array": _array,
    "object": _object,
    "function": _function,
    "choice": _choice,
    "logic": _logic,
    "binary": _binary,
    "unary": _unary,
    "member": _member,
    "element": _element,
}
