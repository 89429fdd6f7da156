"""What the pure part of JavaScript gives: the trees of :mod:`.syntax` as values. Pure.

Everything here is read by our own reader, under the budget of the page, and shows what React shows
on a server: the first state of ``useState``, no effects, no handlers. What reaches beyond the page
(the network, the clock, chance, the window) raises :class:`NotConstant`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.builtins import ELSEWHERE, GLOBALS, construct, get_member
from sphinx_docsjson.mdx.regular_expressions import regex_of
from sphinx_docsjson.mdx.tokens import Node, NotConstant
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Builtin,
    Dynamic,
    Function,
    JsxElement,
    LexicalScope,
    OverBudget,
    TemplateTexts,
    Undefined,
    binary,
    js_text,
    keys_of,
    pay,
    truthy,
)

MAX_CALLS = 40
"""So many functions may call each other."""


@dataclass(frozen=True, slots=True)
class _Returned:
    value: Any


class _Thrown(NotConstant):
    def __init__(self, value: Any) -> None:
        super().__init__("throw")
        self.value = value


@dataclass(kw_only=True)
class Evaluation:
    """One walk through a tree, or several that belong together.

    :param left_out: what was left out of elements: its source, and why it has no value.
    """

    left_out: list[tuple[str, NotConstant]] = field(default_factory=list)
    calls: int = 0

    def evaluate(self, node: Node, scope: LexicalScope) -> Any:
        """Return the value of the expression *node*.

        :raises Undefined: for a name that nothing defines.
        :raises OverBudget: when the page has spent its budget.
        :raises NotConstant: for what is not pure.
        """
        budget = page_budget()
        budget.steps -= 1
        if budget.steps < 0:
            budget.steps = 0
            budget.spent = budget.spent or "steps"
            raise OverBudget("steps")
        try:
            return _EXPRESSIONS[node.kind](self, node.parts, scope)
        except NotConstant:
            raise
        except Exception as error:  # Python has no value for what JavaScript has one for
            raise NotConstant(node.kind) from error

    def component(self, function: Function | Builtin, props: dict[str, Any]) -> Any:
        """Return what a component gives for *props*.

        :raises NotConstant: when it is more than pure.
        """
        return self.call(function, [props])

    def call(self, function: Any, arguments: list[Any]) -> Any:
        """Return what *function* gives for *arguments*."""
        if isinstance(function, Builtin):
            return function.call(self.call, arguments)
        if not isinstance(function, Function):
            raise NotConstant(f"{js_text(function) or 'a value'}(…)")
        if function.dynamic:
            raise NotConstant(function.name or "async")
        if self.calls >= MAX_CALLS:
            raise NotConstant(f"{function.name or 'a function'}(…)")
        scope = LexicalScope({}, function.scope)
        self.calls += 1
        try:
            self._bind_parameters(function.parameters, arguments, scope)
            done = self._statement(function.body, scope)
        except NotConstant:
            raise
        except Exception as error:
            raise NotConstant(f"{function.name or 'a function'}(…)") from error
        finally:
            self.calls -= 1
        return done.value if isinstance(done, _Returned) else UNDEFINED

    # -- names ------------------------------------------------------------------------------

    def _bind_parameters(
        self, parameters: tuple[Node, ...], arguments: list[Any], scope: LexicalScope
    ) -> None:
        for number, parameter in enumerate(parameters):
            if parameter.kind == "rest":
                self.bind(parameter.parts[0], arguments[number:], scope)
                return
            given = arguments[number] if number < len(arguments) else UNDEFINED
            self.bind(parameter, given, scope)

    def bind(self, target: Node, value: Any, scope: LexicalScope) -> None:
        """Give the names of *target* what *value* is made of."""
        if target.kind == "name":
            scope.names[target.parts[0]] = value
        elif target.kind == "with default":
            if value is UNDEFINED:
                value = self.evaluate(target.parts[1], scope)
            self.bind(target.parts[0], value, scope)
        elif target.kind == "array pattern":
            self._bind_list(target.parts[0], _values_of(value), scope)
        elif target.kind == "object pattern":
            self._bind_object(target.parts[0], value, scope)
        else:
            raise NotConstant(str(target))

    def _bind_list(self, targets: tuple[Any, ...], values: list[Any], scope: LexicalScope) -> None:
        for number, each in enumerate(targets):
            if each is not None and each.kind == "rest":
                self.bind(each.parts[0], values[number:], scope)
            elif each is not None:
                given = values[number] if number < len(values) else UNDEFINED
                self.bind(each, given, scope)

    def _bind_object(self, pairs: tuple[Any, ...], value: Any, scope: LexicalScope) -> None:
        if value is None or value is UNDEFINED:
            raise NotConstant("{…} of nothing")
        taken = set()
        for key, target in pairs:
            if key is None:
                rest = value if isinstance(value, dict) else {}
                self.bind(target, {k: v for k, v in rest.items() if k not in taken}, scope)
                continue
            name = self._key(key, scope)
            taken.add(name)
            self.bind(target, get_member(value, name), scope)

    def _key(self, key: Node, scope: LexicalScope) -> str:
        if key.kind == "computed":
            return js_text(self.evaluate(key.parts[0], scope))
        return js_text(key.parts[0])

    # -- statements ---------------------------------------------------------------------------

    def _block(self, statements: tuple[Node, ...], scope: LexicalScope) -> Any:
        for statement in statements:
            # A function may be called above the line that declares it.
            if statement.kind == "declare" and _is_function_statement(statement):
                self._declare(statement.parts[0], scope)
        for statement in statements:
            done = self._statement(statement, scope)
            if done is not None:
                return done
        return None

    def _statement(self, node: Node, scope: LexicalScope) -> Any:
        """Run a statement; return what ends the block around it, if anything does."""
        if not page_budget().take("steps", 1):
            raise OverBudget("steps")
        kind, parts = node.kind, node.parts
        if kind == "return":
            return _Returned(UNDEFINED if parts[0] is None else self.evaluate(parts[0], scope))
        if kind == "declare":
            self._declare(parts[0], scope)
        elif kind == "expression":
            self._effect(parts[0], scope)
        elif kind == "block":
            return self._block(parts[0], LexicalScope({}, scope))
        elif kind == "if":
            chosen = parts[1] if truthy(self.evaluate(parts[0], scope)) else parts[2]
            return None if chosen is None else self._statement(chosen, scope)
        elif kind == "throw":
            raise _Thrown(self.evaluate(parts[0], scope))
        elif kind in {"break", "continue"}:
            return f"{kind} {parts[0]}" if parts else kind
        elif kind != "nothing":
            return _LONGER_STATEMENTS[kind](self, parts, scope)
        return None

    def _declare(self, pairs: tuple[Any, ...], scope: LexicalScope) -> None:
        for target, value in pairs:
            if value is None:
                self.bind(target, UNDEFINED, scope)
                continue
            try:
                given = self.evaluate(value, scope)
            except OverBudget:
                raise
            except NotConstant:
                # It may be used in a handler only; where it is used, it is not constant.
                self._bind_unknown(target, str(value), scope)
                continue
            if isinstance(given, Function) and not given.name and target.kind == "name":
                given.name = target.parts[0]
            self.bind(target, given, scope)

    def _bind_unknown(self, target: Node, why: str, scope: LexicalScope) -> None:
        """Give the names of *target* a value that only JavaScript can make."""
        if target.kind == "name":
            scope.names[target.parts[0]] = Dynamic(target.parts[0], why)
            return
        if target.kind == "object pattern":
            inner = [each for _, each in target.parts[0]]
        else:
            inner = list(target.parts[0]) if target.kind == "array pattern" else [target.parts[0]]
        for each in inner:
            if each is not None:
                self._bind_unknown(each, why, scope)

    def run(self, node: Node, scope: LexicalScope) -> None:
        """Run a statement at the top of a file."""
        try:
            self._statement(node, scope)
        except NotConstant:
            raise
        except Exception as error:
            raise NotConstant(node.kind) from error

    def _effect(self, node: Node, scope: LexicalScope) -> None:
        """Run an expression whose value nobody uses."""
        self.evaluate(node, scope)

    def _for(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        first, test, step, body = parts
        scope = LexicalScope({}, scope)
        if first is not None:
            (self._statement if first.kind == "declare" else self._effect)(first, scope)
        while test is None or truthy(self.evaluate(test, scope)):
            done = self._statement(body, LexicalScope({}, scope))
            if done == "break":
                break
            if done is not None and done != "continue":
                return done
            if step is not None:
                self.evaluate(step, scope)
        return None

    def _for_of(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        target, values, keys, body = parts
        given = self.evaluate(values, scope)
        if keys:
            each_of: list[Any] = keys_of(given) if isinstance(given, dict) else []
            if isinstance(given, list):
                each_of = [str(number) for number in range(len(given))]
        else:
            each_of = _values_of(given)
        for each in each_of:
            inner = LexicalScope({}, scope)
            self.bind(target, each, inner)
            done = self._statement(body, inner)
            if done == "break":
                break
            if done is not None and done != "continue":
                return done
        return None

    def _labelled(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        label, body = parts
        loop = body
        if body.kind in {"for", "for of"}:
            # To go on with the loop is to leave the round that it is in.
            *head, inner = body.parts
            loop = Node(body.kind, (*head, Node("round", (label, inner))))
        done = self._statement(loop, scope)
        return None if done == f"break {label}" else done

    def _round(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        done = self._statement(parts[1], scope)
        return None if done == f"continue {parts[0]}" else done

    def _do(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        body, test = parts
        while True:
            done = self._statement(body, LexicalScope({}, scope))
            if done == "break":
                return None
            if done is not None and done != "continue":
                return done
            if not truthy(self.evaluate(test, scope)):
                return None

    def _switch(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        value, cases = self.evaluate(parts[0], scope), parts[1]
        scope = LexicalScope({}, scope)
        begin = next(
            (
                number
                for number, (test, _) in enumerate(cases)
                if test is not None and binary("===", value, self.evaluate(test, scope))
            ),
            None,
        )
        if begin is None:
            begin = next((n for n, (test, _) in enumerate(cases) if test is None), len(cases))
        for _, body in cases[begin:]:
            done = self._block(body, scope)
            if done == "break":
                return None
            if done is not None:
                return done
        return None

    def _try(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        body, name, caught, last = parts
        try:
            done = self._statement(body, scope)
        except _Thrown as error:
            inner = LexicalScope({}, scope)
            if name is not None:
                self.bind(name, error.value, inner)
            done = self._statement(caught, inner) if caught is not None else None
        if last is not None:
            done = self._statement(last, scope) or done
        return done

    def _broken(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        scope.names[parts[0]] = Dynamic(parts[0])

    # -- expressions ----------------------------------------------------------------------------

    def _value(self, parts: tuple[Any, ...], _scope: LexicalScope) -> Any:
        return parts[0]

    def _group(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        return self.evaluate(parts[0], scope)

    def _name(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        value = lookup(parts[0], scope)
        if isinstance(value, Dynamic):
            raise NotConstant(value.why or value.name)
        return value

    def _sequence(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        value: Any = UNDEFINED
        for each in parts[0]:
            value = self.evaluate(each, scope)
        return value

    def _template(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        found = []
        for part in parts[0]:
            text = part if isinstance(part, str) else js_text(self.evaluate(part, scope))
            pay("characters", len(text))
            found.append(text)
        return "".join(found)

    def _tagged(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        function = self.evaluate(parts[0], scope)
        texts, raw = parts[1].parts
        given = TemplateTexts(texts[::2], list(raw))
        return self.call(function, [given, *(self.evaluate(each, scope) for each in texts[1::2])])

    def _list(self, items: tuple[Node, ...], scope: LexicalScope) -> list[Any]:
        found: list[Any] = []
        for item in items:
            if item.kind == "spread":
                given = _values_of(self.evaluate(item.parts[0], scope))
                pay("steps", len(given))
                found += given
            else:
                found.append(self.evaluate(item, scope))
        return found

    def _array(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        return self._list(parts[0], scope)

    def _object(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        found: dict[str, Any] = {}
        for key, value in parts[0]:
            if key is not None:
                found[self._key(key, scope)] = self.evaluate(value, scope)
                continue
            given = self.evaluate(value, scope)
            if isinstance(given, dict):
                pay("steps", len(given))
                found.update(given)
            elif isinstance(given, list):
                found.update((str(number), each) for number, each in enumerate(given))
        return found

    def _function(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        name, parameters, body, dynamic = parts
        inner = LexicalScope({}, scope) if name else scope
        found = Function(name=name, parameters=parameters, body=body, scope=inner, dynamic=dynamic)
        if name:
            inner.names[name] = found
        return found

    def _regex(self, parts: tuple[Any, ...], _scope: LexicalScope) -> Any:
        return regex_of(parts[0], parts[1])

    def _choice(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        test, then, other = parts
        return self.evaluate(then if truthy(self.evaluate(test, scope)) else other, scope)

    def _logic(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        mark, left, right = parts
        value = self.evaluate(left, scope)
        if mark == "&&":
            return self.evaluate(right, scope) if truthy(value) else value
        if mark == "||":
            return value if truthy(value) else self.evaluate(right, scope)
        return self.evaluate(right, scope) if value is None or value is UNDEFINED else value

    def _binary(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        mark, left, right = parts
        return binary(mark, self.evaluate(left, scope), self.evaluate(right, scope))

    def _unary(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        mark, operand = parts
        if mark == "typeof":
            return self._typeof(operand, scope)
        if mark == "await":
            raise NotConstant(mark)
        if mark == "delete":
            return self._delete(operand, scope)
        value = self.evaluate(operand, scope)
        if mark == "!":
            return not truthy(value)
        if mark == "void":
            return UNDEFINED
        if mark == "~":
            return binary("-", binary("-", 0, value), 1)
        return binary("-" if mark == "-" else "+", 0, binary("-", value, 0))

    def _delete(self, operand: Node, scope: LexicalScope) -> bool:
        holder = self.evaluate(operand.parts[0], scope) if operand.kind == "member" else None
        if not isinstance(holder, dict):
            raise NotConstant("delete")
        holder.pop(js_text(self.evaluate(operand.parts[1], scope)), None)
        return True

    def _typeof(self, operand: Node, scope: LexicalScope) -> str:
        try:
            value = self.evaluate(operand, scope)
        except (Undefined, _Elsewhere):
            return "undefined"
        if value is UNDEFINED:
            return "undefined"
        if isinstance(value, bool):
            return "boolean"
        if isinstance(value, str):
            return "string"
        if isinstance(value, int | float):
            return "number"
        return "function" if isinstance(value, Function | Builtin) else "object"

    def _chain(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        try:
            return self.evaluate(parts[0], scope)
        except _Missing:
            return UNDEFINED

    def _member(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        target, key, optional = parts
        value = self.evaluate(target, scope)
        if optional and (value is None or value is UNDEFINED):
            raise _Missing("?.")
        if value is None or value is UNDEFINED:
            raise NotConstant(f"{target}.{_name_of(key)} of nothing")
        found = get_member(value, self.evaluate(key, scope))
        if isinstance(found, Dynamic):
            raise NotConstant(found.name)
        return found

    def _call(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        target, arguments, optional = parts
        function = self.evaluate(target, scope)
        if optional and (function is None or function is UNDEFINED):
            raise _Missing("?.")
        if not isinstance(function, Function | Builtin):
            raise NotConstant(f"{target}(…)")
        return self.call(function, self._list(arguments, scope))

    def _new(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        target, arguments = parts
        return construct(str(target), self._list(arguments, scope))

    def _assign(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        mark, target, operand = parts
        if mark in {"&&", "||", "??"}:
            value = self._logic((mark, target, operand), scope)
        elif mark:
            value = binary(mark, self.evaluate(target, scope), self.evaluate(operand, scope))
        else:
            value = self.evaluate(operand, scope)
        if target.kind == "name":
            holder: LexicalScope | None = scope
            while holder is not None and target.parts[0] not in holder.names:
                holder = holder.around
            if holder is None:
                raise Undefined(target.parts[0])
            holder.names[target.parts[0]] = value
        elif target.kind == "member":
            self._set_member(target, value, scope)
        elif target.kind == "array":
            for number, each in enumerate(target.parts[0]):
                given = get_member(value, number) if isinstance(value, list) else UNDEFINED
                self._assign(("", each, Node("value", (given,))), scope)
        else:
            raise NotConstant(str(target))
        return value

    def _set_member(self, target: Node, value: Any, scope: LexicalScope) -> None:
        holder = self.evaluate(target.parts[0], scope)
        key = self.evaluate(target.parts[1], scope)
        if isinstance(holder, dict):
            pay("steps", 1)
            holder[js_text(key)] = value
        elif isinstance(holder, list) and isinstance(key, int) and 0 <= key <= len(holder):
            holder[key : key + 1] = [value]
        elif isinstance(holder, Function):
            holder.members[js_text(key)] = value
        else:
            raise NotConstant(str(target))

    def _increase(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        mark, target = parts
        before = self.evaluate(target, scope)
        self._assign((mark, target, Node("value", (1,))), scope)
        return before

    # -- elements ---------------------------------------------------------------------------------

    def _element(self, parts: tuple[Any, ...], scope: LexicalScope) -> Any:
        name, attributes, inside = parts
        props: dict[str, Any] = {}
        for key, value in attributes:
            self._attribute(key, value, props, scope)
        children = self._children(inside, scope)
        if children:
            props["children"] = children[0] if len(children) == 1 else children
        return self._made(name, props, scope)

    def _attribute(
        self, name: str, value: Node | None, props: dict[str, Any], scope: LexicalScope
    ) -> None:
        if name in {"key", "ref"}:
            return
        if value is None:
            props[name] = True
            return
        try:
            given = self.evaluate(value, scope)
        except OverBudget:
            raise
        except NotConstant as error:
            if not is_handler(name):
                self.left_out.append((f"{name}={{{value}}}", error))
            return
        if name:
            props[name] = given
        elif isinstance(given, dict):
            props.update(given)

    def _children(self, inside: tuple[Node, ...], scope: LexicalScope) -> list[Any]:
        found = []
        for child in inside:
            if child.kind != "child":
                found.append(self.evaluate(child, scope))
                continue
            try:
                found.append(self.evaluate(child.parts[0], scope))
            except OverBudget:
                raise
            except NotConstant as error:
                self.left_out.append(("{" + " ".join(child.parts[1].split()) + "}", error))
        return found

    def _made(self, name: str, props: dict[str, Any], scope: LexicalScope) -> Any:
        """Return the element *name*, or what the component of that name gives."""
        if not name:
            return JsxElement(name="", props=props)
        first, *rest = name.split(".")
        target: Any = None
        if rest or not first[:1].islower():
            try:
                target = lookup(first, scope)
            except Undefined:
                return JsxElement(name=name, props=props)
            for key in rest:
                target = get_member(target, key) if isinstance(target, dict) else target
        return self.made_of(target, name, props)

    def made_of(self, target: Any, name: str, props: dict[str, Any]) -> Any:
        """Return what the component *target* gives, or an element of it."""
        if target is None or isinstance(target, str):
            return JsxElement(name=target or name, props=props)
        if not isinstance(target, Function | Builtin):
            return JsxElement(name=name, props=props, target=target)
        if not page_budget().take("inserts", 1):
            raise OverBudget("inserts")
        before = len(self.left_out)
        try:
            return JsxElement(name="", props={"children": self.component(target, props)})
        except OverBudget:
            raise
        except NotConstant as error:
            del self.left_out[before:]
            return JsxElement(name=name, props=props, target=Dynamic(name, str(error)))


class _Elsewhere(NotConstant):
    """A name that only a browser knows."""


class _Missing(NotConstant):
    """A chain with ``?.`` ends here."""


def is_handler(name: str) -> bool:
    """Whether an attribute is what happens after a click: a page runs no code of its own."""
    return name.startswith("on") and name[2:3].isupper()


def lookup(name: str, scope: LexicalScope) -> Any:
    """Return the value of a name.

    :raises Undefined: when it has none.
    """
    inner: LexicalScope | None = scope
    while inner is not None:
        if name in inner.names:
            return inner.names[name]
        inner = inner.around
    if name in GLOBALS:
        return GLOBALS[name]
    raise (_Elsewhere if name in ELSEWHERE else Undefined)(name)


def _values_of(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        pay("steps", len(value))
        return list(value)
    iterated = getattr(value, "iterated", None)
    if iterated is not None:
        found: list[Any] = iterated()
        return found
    raise NotConstant("a list of no list")


def _name_of(key: Node) -> str:
    return str(key.parts[0]) if key.kind == "value" else "[…]"


def _is_function_statement(node: Node) -> bool:
    (target, value), *others = node.parts[0]
    return (
        not others
        and value is not None
        and value.kind == "function"
        and value.parts[0] == (target.parts[0])
    )


_Reader = Callable[[Evaluation, tuple[Any, ...], LexicalScope], Any]

_LONGER_STATEMENTS: Mapping[str, _Reader] = {
    "for": Evaluation._for,
    "for of": Evaluation._for_of,
    "switch": Evaluation._switch,
    "try": Evaluation._try,
    "broken": Evaluation._broken,
    "labelled": Evaluation._labelled,
    "round": Evaluation._round,
    "do": Evaluation._do,
}

_EXPRESSIONS: Mapping[str, _Reader] = {
    "value": Evaluation._value,
    "group": Evaluation._group,
    "name": Evaluation._name,
    "sequence": Evaluation._sequence,
    "template": Evaluation._template,
    "tagged": Evaluation._tagged,
    "array": Evaluation._array,
    "object": Evaluation._object,
    "function": Evaluation._function,
    "regex": Evaluation._regex,
    "choice": Evaluation._choice,
    "logic": Evaluation._logic,
    "binary": Evaluation._binary,
    "unary": Evaluation._unary,
    "chain": Evaluation._chain,
    "member": Evaluation._member,
    "call": Evaluation._call,
    "new": Evaluation._new,
    "assign": Evaluation._assign,
    "increase": Evaluation._increase,
    "element": Evaluation._element,
}
