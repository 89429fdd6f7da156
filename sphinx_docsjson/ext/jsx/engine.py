"""Runs the JavaScript of one page: its files as modules of the sandbox, values in and out.

Values cross as JSON. A value without JSON form is an object with one key that starts with ``$``:
elements, functions, ``undefined``, and values that are passed through, such as the Markdown inside
a tag (``runtime.js`` has the other half).
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cached_property
from math import inf, isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.ext.jsx.modules import NotPortable, PageModules, content, names_of_site
from sphinx_docsjson.ext.jsx.sandbox import Sandbox, ScriptError, without_jsx
from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.tokens import NotConstant, Undefined
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Dynamic,
    ElementValue,
    Function,
    JsxElement,
    OverBudget,
    ScriptFunction,
    fits,
)
from sphinx_docsjson.pages.rendered_elements import readable_texts
from sphinx_docsjson.pages.undrawn import note_undrawn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.mdx.scripts import FileScripts
    from sphinx_docsjson.pages.snippet_files import Library

_WORD = re.compile(r"[A-Za-z_$][\w$]*+")
_NO_PARAGRAPH = re.compile(r"\n[ \t]*+\n|^[ \t]*+(?:[-+*>#|<=~`]|\d{1,9}[.)]|\[\^)", re.MULTILINE)
"""What a text that is not one paragraph has: an empty line, or the beginning of another block."""

_MARKS = re.compile(r"[*_`<>{}\[\]\\&~$]|https?:|\bwww\.| {2}\n")
"""What a text has that Markdown does not show as it is."""

_UNDEFINED = re.compile(r"ReferenceError: '?([\w$]++)'? is not defined")
_OF_BROWSERS = words(
    "window document navigator location history screen localStorage sessionStorage fetch crypto "
    "XMLHttpRequest WebSocket alert setTimeout setInterval requestAnimationFrame matchMedia "
    "IntersectionObserver ResizeObserver MutationObserver performance getComputedStyle process "
    "Intl URL URLSearchParams TextEncoder TextDecoder structuredClone AbortController Headers "
    "Request Response Blob File FormData Event CustomEvent HTMLElement Image Audio customElements"
)
"""What the browser of a reader has, and JavaScript itself does not."""

_NUMBERS = {"NaN": nan, "Infinity": inf, "-Infinity": -inf}
_PACKAGE = "package:"


class OnlyBrowsers(NotConstant):
    """A component asks, while it is drawn, for what only the browser of a reader knows."""


class Answer(NamedTuple):
    """What code has made.

    :param value: as the build has it.
    :param shown: as JSON.
    :param is_interactive: whether a browser goes on from here.
    """

    value: Any
    shown: Any
    is_interactive: bool


class PageEngine:
    """Runs the JavaScript of a page and of what it imports.

    :param library: the files that the page imports.
    :param has_runtime: whether browsers can draw its components, too.
    """

    def __init__(self, library: Library, env: BuildEnvironment, *, has_runtime: bool) -> None:
        self._library = library
        self._has_runtime = has_runtime
        self._modules = PageModules(env, library, without_jsx)
        self._given: list[Any] = []
        self._shown: set[int] | None = None
        self._opened: dict[str, ScriptError | None] = {}
        self._unreadable: ScriptError | None = None

    @cached_property
    def _sandbox(self) -> Sandbox:
        made = Sandbox(self._resolve, self._load)
        page_budget().at_end.append(made.close)
        self._react = set(made.run("Object.keys($host.React).join()").split(","))
        return made

    # -- what a page asks ---------------------------------------------------------------------

    def value(self, file: str, source: str, names: Mapping[str, Any]) -> Any:
        """Return the value of an expression in a file.

        :param names: values that it may use; those of the file itself are known to it.
        :raises NotConstant: when it has none; the text says why.
        """
        script = self._library.scripts.get(file)
        own = {each for each in names if script and each in script.exports}
        used = {each for each in _WORD.findall(source) if each in names} - own
        taken = {each: names[each] for each in sorted(used) if not _is_of(names[each], file)}
        code = f"({{{', '.join(taken)}}}) => ({source}\n)"
        told = self._as_json(file, taken)
        try:
            answer = self._asked("value", file, f"({self._plain(code)})", told)
        except ScriptError as error:
            raise _told(error) from None
        if isinstance(answer.shown, dict) and "$function" in answer.shown:
            self._modules.functions[answer.shown["$function"]] = (file, code, told)
        if not answer.is_interactive:
            return answer.value
        return self._interactive(self._modules.expression(file, code), "Value", told, answer)

    def component(self, file: str, name: str, props: Mapping[str, Any]) -> Any:
        """Return what a component of a file shows for some attributes.

        :raises NotConstant: when it cannot be drawn; the text says why.
        """
        told = self._as_json(file, props)
        try:
            answer = self._asked("component", file, name, told)
        except OnlyBrowsers as error:
            if not self._has_runtime:
                raise
            value = readable_texts(dict(props))
            value += [content(each, self._given[each]) for each in _hidden(told, set())]
            try:
                return self._modules.component(file, name, told, value, [])
            except NotPortable:
                raise error from None
        if not answer.is_interactive:
            return answer.value
        return self._interactive(file, name, told, answer)

    def _interactive(self, file: str, name: str, told: Any, answer: Answer) -> Any:
        """Return the first state of a component, which the browser draws again if it can.

        :param told: its attributes as JSON.
        """
        if not self._has_runtime:
            self._modules.known()
            return answer.value
        self._shown = set()
        try:
            value = self._out(answer.shown)
            hidden = [(each, self._given[each]) for each in _hidden(told, self._shown)]
        finally:
            self._shown = None
        try:
            made = self._modules.component(file, name, told, value, hidden)
        except NotPortable as error:
            env = self._modules.env
            why = f"stays in its first state: {error}"
            note_undrawn(env, f"<{name}>", why, str(env.doc2path(env.docname)))
            return answer.value
        self._library.left_out.clear()  # the browser knows it
        return made

    def _as_json(self, file: str, values: Mapping[str, Any]) -> Any:
        """Return values of the page as JSON."""
        given = dict(values)
        if not fits(given):  # a few lists may be in each other 10^10 times
            raise OverBudget("nodes")
        self._library.left_out.clear()
        try:
            self._open(file)
            return self._in(given)
        except ScriptError as error:
            raise _told(error) from None

    def _asked(self, what: str, file: str, code: str, told: Any) -> Answer:
        if not page_budget().take("inserts", 1):
            raise OverBudget("inserts")
        given = ", ".join(map(json.dumps, (file, code, told)))
        try:
            text = self._sandbox.run(f"$host.{what}({given})")
        except ScriptError as error:
            raise _told(error) from None
        if not page_budget().take("characters", len(text)):
            raise OverBudget("characters")
        try:
            is_interactive, shown = json.loads(text)
            value = self._out(shown)
        except (ValueError, TypeError, LookupError, RecursionError):
            raise NotConstant("its code changes built-in JavaScript objects") from None
        left_out = self._library.left_out
        if value is UNDEFINED and left_out:
            raise OnlyBrowsers(f"it asks for {left_out[0]}, which is not known during a build")
        is_interactive |= bool(left_out) and self._has_runtime
        return Answer(value, shown, is_interactive)

    # -- files as modules ---------------------------------------------------------------------

    def _open(self, file: str) -> None:
        if file not in self._opened:
            self._opened[file] = None
            try:
                self._sandbox.run(f"import {json.dumps(file)};", is_module=True)
            except ScriptError as error:
                self._opened[file] = self._unreadable or error
        if why := self._opened[file]:
            raise why

    def _taken_from(self, path: str) -> set[str]:
        """Return the names that the files of the page take from a package."""
        scripts = self._library.scripts.values()
        return {name for each in scripts for name in each.imports.get(path, (None, ()))[1]}

    def _plain(self, code: str) -> str:
        made = without_jsx(code)
        if names := names_of_site(made):
            self._sandbox.run(f"$host.declare({json.dumps(names)})")
        return made.strip().removesuffix(";")

    def _resolve(self, base: str, path: str) -> str | None:
        script = self._library.scripts.get(base)
        if path in self._library.scripts or path == "react" or script is None:
            return path
        found, _names = script.imports.get(path, (None, frozenset()))
        return f"{_PACKAGE}{path}" if found is None else str(found)

    def _load(self, file: str) -> str | None:
        if file == "react":
            names = self._react | self._taken_from(file) - {"*"}
            return _exports({name: f"$host.React.{name}" for name in sorted(names)})
        if file.startswith(_PACKAGE):
            names = self._taken_from(file.removeprefix(_PACKAGE))
            return _exports({name: f"$named({json.dumps(name)})" for name in sorted(names)})
        script = self._library.scripts.get(file)
        if script is None:
            return None
        try:
            code = self._plain(script.code)
        except ScriptError as error:  # which the engine does not pass on
            shown = Path(file).relative_to(self._library.root).as_posix()
            self._unreadable = ScriptError(f"{shown} cannot be read: {error}")
            return None
        given = {
            name: f"$host.given({json.dumps(self._in(value))})"
            for name, value in script.exports.items()
            if name == "default"
            and not isinstance(value, Function | Dynamic)
            and "export default" not in script.code
        }
        own = f"import * as $self from {json.dumps(file)};"
        scope = f"$files[{json.dumps(file)}] = ($code) => eval($code);"
        return f"{code}\n;{_exports(given)}\n{own}\n{scope}"

    # -- values ---------------------------------------------------------------------------------

    def _number(self, value: Any) -> int:
        self._given.append(value)
        return len(self._given) - 1

    def _in(self, value: Any) -> Any:
        """Return a value of the build as JSON."""
        if value is UNDEFINED:
            return {"$undefined": True}
        if isinstance(value, float) and not isfinite(value):
            return {"$number": "NaN" if value != value else str(value).replace("inf", "Infinity")}
        if value is None or isinstance(value, str | int | float):
            return value
        if isinstance(value, list):
            return [self._in(each) for each in value]
        if isinstance(value, dict):
            pairs = [[str(key), self._in(each)] for key, each in value.items()]
            special = any(key.startswith("$") for key, _ in pairs)
            return {"$pairs": pairs} if special else dict(pairs)
        if isinstance(value, ScriptFunction):
            return {"$function": value.number}
        if isinstance(value, Function | Dynamic) and value.scripts is not None:
            self._open(value.scripts.file)
            return {"$own": [value.scripts.file, value.name or "default"]}
        if isinstance(value, JsxElement):
            target = None if value.target is None else self._in(value.target)
            props = self._in(value.props)
            number = None if value.name == "summary" else self._number(value)  # of its parent only
            return {"$element": [value.name, target, props, number]}
        if isinstance(value, ElementValue):
            return self._markdown(value)
        name = getattr(value, "name", "") or "Snippet"
        is_of_site = isinstance(value, Dynamic) and name.partition(".")[0] in registry
        return {"$component": [name, None if is_of_site else self._number(value)]}

    def _markdown(self, value: ElementValue) -> Any:
        """Return what a page wrote inside a tag: code may ask a single paragraph for its words."""
        given = {"$given": self._number(value)}
        text = value.source.strip()
        if value.in_line or _NO_PARAGRAPH.search(text):
            return given
        said: Any = text
        if _MARKS.search(text):
            said = {"$given": self._number(replace(value, source=text))}
        return {"$element": ["p", None, {"children": said}, given["$given"]]}

    def _out(self, value: Any) -> Any:
        """Return a value of the sandbox as the build has it."""
        if isinstance(value, list):
            return [self._out(each) for each in value]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((kind, told),) = value.items()
            if kind == "$undefined":
                return UNDEFINED
            if kind == "$number":
                return _NUMBERS[told]
            if kind == "$unknown":
                self._library.left_out.append(told)
                return UNDEFINED
            if kind == "$function":
                return ScriptFunction(told)
            if kind == "$given":
                if self._shown is None:
                    return self._given[told]
                self._shown.add(told)
                return content(told, self._given[told])
            if kind == "$component":
                name, number = told
                return Dynamic(name) if number is None else self._given[number]
            if kind == "$pairs":
                return {key: self._out(each) for key, each in told}
            if kind == "$element":
                name, number, props = told
                target = None if number is None else self._given[number]
                return JsxElement(name=name, props=self._out(props), target=target)
        return {key: self._out(each) for key, each in value.items()}


def _told(error: ScriptError) -> NotConstant:
    """Return why code has no value, as a page tells its author."""
    missing = _UNDEFINED.search(str(error))
    if missing is None:
        text = str(error).removeprefix("Error:").strip()
        if text.endswith("which is not known during a build"):
            return OnlyBrowsers(text)
        return NotConstant("it ends with an error" if text in {"", "null", "undefined"} else text)
    name = missing[1]
    if name in _OF_BROWSERS:
        return OnlyBrowsers(f"it uses {name}, which only browsers have")
    return Undefined(name)


def _hidden(told: Any, shown: set[int]) -> list[int]:
    """Return the numbers of what the page wrote and the first state does not show, in order.

    :param told: attributes as JSON.
    :param shown: the numbers of what it shows. An element is shown with what is inside it.
    """
    if isinstance(told, list):
        return [number for each in told for number in _hidden(each, shown)]
    if not isinstance(told, dict):
        return []
    if "$given" in told:
        return [] if told["$given"] in shown else [told["$given"]]
    if "$element" in told:
        _name, target, props, number = told["$element"]
        if number in shown:
            return []
        is_own = number is None or (isinstance(target, dict) and "$own" in target)
        if is_own or len(_hidden(props, shown)) < len(_hidden(props, set())):
            return _hidden(props, shown)
        return [number]
    return [number for each in told.values() for number in _hidden(each, shown)]


def _is_of(value: Any, file: str) -> bool:
    """Whether a value is one of the file's own components, which its code knows by name."""
    scripts: FileScripts | None = getattr(value, "scripts", None)
    return scripts is not None and scripts.file == file


def _exports(values: Mapping[str, str]) -> str:
    """Return the statements that export some values."""
    made: Iterable[str] = (
        f"export default {code};" if name == "default" else f"export const {name} = {code};"
        for name, code in values.items()
        if name != "*"
    )
    return "".join(made)
