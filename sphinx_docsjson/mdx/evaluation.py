"""Evaluates the trees of :mod:`.syntax` to constants, if they are only data. Pure.

Data are strings, numbers, lists and objects, conditions that choose among them, and elements, also
those of a component that is one expression over its attributes. Everything else raises
:class:`NotConstant`; only :mod:`sphinx_docsjson.ext.jsx` runs JavaScript.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.scripts import SCRIPTS, can_run
from sphinx_docsjson.mdx.tokens import Node, NotConstant, Undefined
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Dynamic,
    Function,
    JsxElement,
    LexicalScope,
    OverBudget,
    Props,
    js_text,
    pay,
    truthy,
)


def evaluate_node(node: Node, scope: LexicalScope) -> Any:
    """Return the value of the expression *node*.

    :raises Undefined: for a name that nothing defines.
    :raises OverBudget: when the page has spent its budget.
    :raises NotConstant: for what is not data.
    """
    pay("steps", 1)
    read = _EXPRESSIONS.get(node.kind)
    if read is None:
        raise NotConstant(str(node))
    try:
        return read(node.parts, scope)
    except NotConstant:
        raise
    except Exception as error:  # Python has no value where JavaScript has one
        raise NotConstant(node.kind) from error


def component_value(function: Function, props: dict[str, Any]) -> Any:
    """Return what a component gives for *props*.

    :raises NotConstant: when it is more than an expression over them.
    """
    body = function.body
    if body.kind != "return":
        raise NotConstant(function.name or "a function")
    scope = LexicalScope({}, function.scope)
    bind(function.parameter, props, scope)
    return evaluate_node(body.parts[0], scope)


def declare(pairs: tuple[tuple[str, Node | None], ...], scope: LexicalScope) -> None:
    """Give the names of a declaration their values; what is not data waits until it is used."""
    for name, value in pairs:
        if value is not None and value.kind == "function":
            parameter, body = value.parts
            given: Any = Function(name=name, parameter=parameter, body=body, scope=scope)
        else:
            try:
                given = UNDEFINED if value is None else evaluate_node(value, scope)
            except OverBudget:
                raise
            except NotConstant:
                given = Dynamic(name)
        scope.names[name] = given


def bind(parameter: Props | None, props: dict[str, Any], scope: LexicalScope) -> None:
    """Give the names of the parameter of a component what its attributes are."""
    if parameter is None:
        raise NotConstant("a function")
    if isinstance(parameter, str):
        scope.names[parameter] = props
        return
    taken = {key for key, _, _ in parameter}
    for key, name, default in parameter:
        if key is None:
            scope.names[name] = {each: props[each] for each in props if each not in taken}
            continue
        value = props.get(key, UNDEFINED)
        if value is UNDEFINED and default is not None:
            value = evaluate_node(default, scope)
        scope.names[name] = value


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
    if isinstance(value, dict) and isinstance(key, str):
        return value.get(key, UNDEFINED)
    if isinstance(value, list) and type(key) is int and 0 <= key < len(value):
        return value[key]
    raise NotConstant(f"….{key}")


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
    return [evaluate_node(item, scope) for item in parts[0]]


def _object(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    if any(key is None for key, _ in parts[0]):
        raise NotConstant("{...}")
    return {key: evaluate_node(value, scope) for key, value in parts[0]}


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


def _member(parts: tuple[Any, ...], scope: LexicalScope) -> Any:
    target, key = parts
    found = get_member(evaluate_node(target, scope), evaluate_node(key, scope))
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
            if can_run(lookup(SCRIPTS, scope)):
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
    first, mark, _ = name.partition(".")
    if not name or (first[:1].islower() and not mark):
        return JsxElement(name=name, props=props)
    try:
        target = lookup(first, scope)
    except Undefined:
        return JsxElement(name=name, props=props)
    if mark or isinstance(target, Dynamic | str):
        raise NotConstant(name)
    if not isinstance(target, Function):
        return JsxElement(name=name, props=props, target=target)
    if not page_budget().take("inserts", 1):
        raise OverBudget("inserts")
    shown = component_value(target, props)
    return JsxElement(name="", props={"children": shown})


_EXPRESSIONS: Mapping[str, Callable[[tuple[Any, ...], LexicalScope], Any]] = {
    "value": _value,
    "name": _name,
    "template": _template,
    "array": _array,
    "object": _object,
    "choice": _choice,
    "logic": _logic,
    "member": _member,
    "element": _element,
}
