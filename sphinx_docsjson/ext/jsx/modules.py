"""The modules of the components on a page, as browsers load them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.components.html_elements import keep_classes
from sphinx_docsjson.components.registry import Content, registry
from sphinx_docsjson.ext.jsx.interactive import (
    MODULES,
    component_template,
    interactive_component,
    interactive_text,
    page_content,
    page_text,
)
from sphinx_docsjson.mdx.evaluation import is_handler
from sphinx_docsjson.mdx.javascript import evaluate
from sphinx_docsjson.mdx.jsx import AttributeValue, Form, TagBudget, read_tag
from sphinx_docsjson.mdx.syntax import text_of_jsx
from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import Dynamic, Function, JsxElement, Within
from sphinx_docsjson.pages.rendered_elements import TEXT_ONLY
from sphinx_docsjson.pages.snippet_files import Snippet

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.components.registry import Component
    from sphinx_docsjson.mdx.jsx import Tag
    from sphinx_docsjson.pages.snippet_files import Library, ScriptFile

_USED_AS_TAG = re.compile(r"\bcreateElement\(([A-Z][\w$]*+)")
_NAME = re.compile(r"(?<![.\w$])[A-Z][\w$]*+")
_USED_AS_VALUE = re.compile(r"[=:?({,\[|&]\s*+([A-Z][\w.]*+)(?=\s*+[;,)\]}:|&\n])")

_IMPORT = re.compile(r'^import (?:([^"\n]*?) from )?"([^"\n]*)";$', re.MULTILINE)
_EXPORT = re.compile(r'^(export [^"\n]*? from )"([^"\n]*)";$', re.MULTILINE)
_TAG = re.compile(r"<(?=([A-Z][\w.]*+)[\s/>])")
_TEXT = re.compile(r"""\\.|(["'`])((?:(?!\1)[^\\\n]|\\.){2,2000}+)\1""")
_NO_ADDRESS = re.compile(r"[^a-z0-9]+")


class NotPortable(Exception):
    """A browser cannot draw a component as the build does; the text says why, and what to do."""


CODE_GROUPS = words("CodeGroup SnippetGroup RequestExample ResponseExample")
"""Components that hold blocks of code."""

LITERAL_TEXT = TEXT_ONLY | words("Latex")
"""Components that the build draws by what their text says."""


@dataclass
class PageModules:
    """What the browser is given of the components on one page.

    :param plain: returns the code of a file without JSX and TypeScript.
    :param functions: those that the page wrote as attributes, by the numbers that the engine has
        for them: the file, what returns the function, and the names that it is given, as JSON.
    """

    env: BuildEnvironment
    library: Library
    plain: Callable[[str], str]
    functions: dict[int, tuple[str, str, Any]] = field(default_factory=dict)
    _codes: dict[str, str] = field(default_factory=dict)
    _made: set[str] = field(default_factory=set)

    def known(self) -> dict[str, str]:
        """Return the modules of the page, to which others are added."""
        found: dict[str, str] = self.env.metadata[self.env.docname].setdefault(MODULES, {})
        return found

    def component(
        self, file: str, name: str, props: Any, value: Any, hidden: list[tuple[int, Any]]
    ) -> Within:
        """Return a component in its first state, as the element that the script takes over.

        :param props: its attributes as JSON.
        :param hidden: what the page wrote and the first state does not show, with its numbers.
        :raises NotPortable: where the browser cannot be given an attribute.
        """
        files, given = {file}, set[str]()
        told = self._portable(props, files, given)
        data = {
            "data_module": self._address(file),
            "data_name": self._exported(file, name),
            "data_props": json.dumps(told, ensure_ascii=False, separators=(",", ":")),
        }
        needed = sorted({each for one in files for each in self._closure(one)})
        modules = self.known()
        for each in needed:
            modules[self._address(each)] = self._module(each)
            keep_classes(self.env, _classes(self._code(each)))
        contents = [content(number, each, hidden=True) for number, each in hidden]
        templates = list(self._templates(needed, given))
        return Within([value, *contents], partial(_component_node, data), templates)

    def expression(self, file: str, code: str) -> str:
        """Return the name of a file that has the code of another one and exports ``Value``.

        :param code: a function that returns the value of an expression.
        """
        script = self._script(file)
        known = f"{file}.{len(self.library.scripts)}"
        self.library.scripts[known] = replace(
            script,
            code=f"{script.code}\nexport const Value = {code};",
            exports={**script.exports, "Value": None},
        )
        return known

    def _portable(self, value: Any, files: set[str], given: set[str]) -> Any:
        """Return attributes for the browser.

        :param files: gets those of the functions among them.
        :param given: gets the names of the site's components among them.
        """
        if isinstance(value, list):
            return [self._portable(each, files, given) for each in value]
        if not isinstance(value, dict):
            return value
        if "$function" in value:
            if value["$function"] not in self.functions:
                raise NotPortable(_OF_FUNCTION)
            file, code, names = self.functions[value["$function"]]
            made = self.expression(file, code)
            files.add(made)
            return {"$made": [self._address(made), self._portable(names, files, given)]}
        if "$own" in value:
            file, name = value["$own"]
            files.add(file)
            return {"$own": [self._address(file), self._exported(file, name)]}
        if "$component" in value:
            given.add(value["$component"][0])
            return {"$component": value["$component"][0]}
        return {key: self._portable(each, files, given) for key, each in value.items()}

    # -- modules --------------------------------------------------------------------------------

    def _script(self, file: str) -> ScriptFile:
        return self.library.scripts[file]

    def _code(self, file: str) -> str:
        if file not in self._codes:
            self._codes[file] = self.plain(self._script(file).code).strip()
        return self._codes[file]

    def _imported(self, file: str, path: str) -> str | None:
        """Return the file of the site that an import means, if its code is to be loaded."""
        found, _ = self._script(file).imports.get(path, (None, frozenset()))
        return str(found) if found is not None and str(found) in self.library.scripts else None

    def _closure(self, file: str) -> list[str]:
        """Return a file and all that it imports."""
        seen = [file]
        for each in seen:
            code = self._code(each)
            paths = [match[2] for match in (*_IMPORT.finditer(code), *_EXPORT.finditer(code))]
            found = (self._imported(each, path) for path in paths)
            seen += dict.fromkeys(one for one in found if one is not None and one not in seen)
        return seen

    def _address(self, file: str) -> str:
        """Return the file name of a module: another one as soon as anything in it is another."""
        digest = sha256()
        for each in sorted(self._closure(file)):
            shown = Path(each).relative_to(self.library.root).as_posix()
            values = json.dumps(_data(self._script(each)), sort_keys=True)
            digest.update(f"{shown}\n{self._code(each)}\n{values}\n".encode("utf-8", "replace"))
        name = Path(file).relative_to(self.library.root).as_posix().lower()
        return f"{_NO_ADDRESS.sub('-', name).strip('-')[-60:]}-{digest.hexdigest()[:10]}.js"

    def _module(self, file: str) -> str:
        """Return the code of a file as browsers load it."""
        code = self._code(file)
        if (data := _data(self._script(file))) is not None:
            return f"export default JSON.parse({json.dumps(json.dumps(data))});\n"  # __proto__
        tags = names_of_site(code)
        code = _IMPORT.sub(lambda match: self._import(file, match[1] or "", match[2]), code)
        code = _EXPORT.sub(lambda match: self._export(file, match[1], match[2]), code)
        known = "".join(f"docsjsonComponents.declare({json.dumps(tags)});\n" if tags else "")
        others = [name for name in self._functions(file) if self._is_declared(file, name)]
        own = ", ".join(f"{name} as ${name}" for name in others)
        return f"{known}{code.strip()}\n" + (f"export {{ {own} }};\n" if own else "")

    def _import(self, file: str, names: str, path: str) -> str:
        """Return an import as the browser can follow it."""
        target = None if path == "react" else self._imported(file, path)
        default, _, named = names.partition("{")
        default = default.strip().rstrip(",").strip()
        named = named.rpartition("}")[0].replace(" as ", ": ").strip()
        if target is not None and not isinstance(self._value(file, path), Snippet):
            given = f"{names} from " if names else ""
            return f'import {given}"./{self._address(target)}";'
        space = default.partition("* as ")[2]
        if path == "react":
            taken = [space or default, f"{{ {named} }}" if named else ""]
            return " ".join(f"const {each} = docsjsonComponents.React;" for each in taken if each)
        made = [each.partition(": ")[2] or each for each in named.split(", ") if each]
        host = [f"{each} = docsjsonComponents.host({json.dumps(each)})" for each in made]
        if default and not space:
            host.insert(0, f"{default} = docsjsonComponents.host({json.dumps(default)})")
        return f"const {', '.join(host)};" if host else ""

    def _export(self, file: str, before: str, path: str) -> str:
        target = self._imported(file, path)
        return f'{before}"./{self._address(target)}";' if target is not None else ""

    def _value(self, file: str, path: str) -> Any:
        """Return what the default of an imported file stands for."""
        target = self._imported(file, path)
        return self._script(target).exports.get("default") if target is not None else None

    def _functions(self, file: str) -> list[str]:
        """Return the names of a file's functions that it exports under another name."""
        exports = self._script(file).exports
        made = (each.name for each in exports.values() if isinstance(each, Function | Dynamic))
        return sorted({name for name in made if name and name not in exports})

    def _is_declared(self, file: str, name: str) -> bool:
        word = r"(?:function\*?|const|let|var|class)"
        declared = rf"^(?:export default )?(?:async )?{word} {re.escape(name)}(?![\w$])"
        return re.search(declared, self._code(file), re.MULTILINE) is not None

    def _exported(self, file: str, name: str) -> str:
        """Return the name by which the module of a file exports one of its functions."""
        exports = self._script(file).exports
        if getattr(exports.get("default"), "name", None) == name:
            return "default"
        if name in exports:
            return name
        if self._is_declared(file, name):
            return f"${name}"
        raise NotPortable(f"its code does not export {name}. Export it")

    # -- components of the site -----------------------------------------------------------------

    def _templates(self, files: list[str], given: set[str]) -> Iterator[Within]:
        """Yield the components of the site that code uses, in each way once on a page.

        :param given: the names of those that its attributes hold.
        """
        uses = [use for file in files for use in self._uses(file)]
        uses += [_any_use(name) for name in sorted(given) if name in registry]
        parents = [use for use in uses if _members(use.name) and use.target is None]
        fillers = map(_any_use, sorted({_members(each.name)[-1] for each in parents}))
        for use in [*fillers, *uses]:
            shown = [(_shell(use) if use in parents else use.element(), "")]
            for parent in parents:
                if use.name in _members(parent.name):
                    shown.append((parent.element(use.element(), use.element()), parent.key))
            for element, parent_key in shown:
                key = json.dumps([use.key, sorted(use.props), parent_key])
                if key not in self._made:
                    self._made.add(key)
                    data = {"data_component": use.name, "data_parent": parent_key}
                    data["data_props"] = use.key.removeprefix(f"{use.name} ")
                    yield Within(element, partial(_template_node, data))

    def _uses(self, file: str) -> Iterator[_Use]:
        """Yield the tags in a file that stand for components of the site."""
        code = self._script(file).code
        budget = TagBudget(len(code))
        for match in _TAG.finditer(code):
            target = self._target(file, match[1])
            tag = read_tag(code, match.start(), budget) if target is not False else None
            if tag is not None and tag.form is not Form.CLOSE:
                literals, props = _props_of(tag, code)
                yield _Use(name=tag.name, literals=literals, props=props, target=target)
        for name in sorted(set(_USED_AS_VALUE.findall(code))):
            if self._target(file, name) is None:
                yield _any_use(name)

    def _target(self, file: str, name: str) -> Any:
        """Return what a tag in code stands for where the build draws it; ``False`` elsewhere."""
        for path, (_, names) in self._script(file).imports.items():
            value = self._value(file, path)
            if isinstance(value, Snippet) and re.search(rf"\b{name}\b", " ".join(names) or name):
                return value
        is_own = name in self._script(file).exports or self._is_declared(file, name)
        return None if name in registry and not is_own else False


_OF_FUNCTION = (
    "a value in its attributes contains a function. Give it the function as an attribute, or "
    "import it where the component is"
)


def names_of_site(code: str) -> list[str]:
    """Return the names in code without JSX that may stand for components of the site."""
    named = {name for name in _NAME.findall(code) if name in registry}
    return sorted(named.union(_USED_AS_TAG.findall(code)))


def _data(script: ScriptFile) -> Any:
    """Return the value of a JSON file; ``None`` for code."""
    return None if script.code or script.imports else script.exports.get("default")


def _classes(code: str) -> set[str]:
    """Return what may be classes in the texts of code, as Tailwind does."""
    texts = (match[2] or "" for match in _TEXT.finditer(code))
    return {each for text in texts for each in re.split(r"[\s${}'\"`]+", text)}


MARK = "\ue000{}\ue001"
"""Stands for a text in a template; for an address it is one below ``URL``."""

URL = "https://docsjson.invalid/"


@dataclass(frozen=True, kw_only=True)
class _Use:
    """A component of the site in code.

    :param literals: the attributes that a browser finds its template by.
    :param props: all that the template has.
    """

    name: str
    literals: dict[str, Any]
    props: dict[str, Any]
    target: Any

    @property
    def key(self) -> str:
        """The name of its template."""
        return f"{self.name} {json.dumps(self.literals, ensure_ascii=False)}"

    def element(self, *children: JsxElement) -> JsxElement:
        """Return it with marks, or with other *children*."""
        props = {**self.props, "children": list(children)} if children else self.props
        return JsxElement(name=self.name, props=props, target=self.target)


def _any_use(name: str) -> _Use:
    """Return a component of which any text may be given."""
    return _Use(name=name, literals={}, props=_marked(registry.get(name)), target=None)


def _members(name: str) -> list[str]:
    """Return the components that have their place in another one."""
    if name in CODE_GROUPS:
        return ["CodeBlock"]
    return [each.name for each in registry if name in each.parents]


def _shell(parent: _Use) -> JsxElement:
    """Return a component with two members, whose texts are marks of their places."""
    name = _members(parent.name)[-1]
    marked = _marked(registry.get(name))
    return parent.element(
        *(
            JsxElement(name=name, props=dict.fromkeys(marked, MARK.format(number)))
            for number in (1, 2)
        )
    )


def _marked(component: Component | None) -> dict[str, Any]:
    """Return marks for all texts of a component."""
    assert component is not None
    names = [each.name for each in component.attributes if each.type in {"text", "markdown"}]
    names += [] if component.content is Content.NONE else ["children"]
    return {name: MARK.format(name) for name in names}


def _props_of(tag: Tag, code: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the literal attributes of a tag, and all as the template has them."""
    component = registry.get(tag.name)
    types = {each.name: each.type for each in component.attributes} if component else {}
    literals: dict[str, Any] = {}
    props: dict[str, Any] = {}
    for each in tag.attributes:
        if each.kind is AttributeValue.BARE:
            literals[each.name] = True
        elif each.kind is AttributeValue.STRING:
            literals[each.name] = each.text
        elif each.kind is AttributeValue.EXPRESSION and not is_handler(each.name):
            if (value := _literal(each.text)) is not None:
                literals[each.name] = value
            elif (kind := types.get(each.name, "text")) in {"href", "image"}:
                props[each.name] = URL + each.name
            elif kind in {"text", "markdown"}:
                props[each.name] = MARK.format(each.name)
    if tag.form is Form.OPEN:
        props["children"] = MARK.format("children")
        text = code[tag.end : code.find(f"</{tag.name}", tag.end)]
        if tag.name in LITERAL_TEXT and "<" not in text:
            is_code = text.strip().startswith("{")
            value = _literal(text.strip()[1:-1]) if is_code else text_of_jsx(text)
            if isinstance(value, str) and (is_code or "{" not in text):
                literals["children"] = value
    return literals, props | literals


def _literal(source: str) -> Any:
    """Return the value that an expression always has; ``None`` for one that it may have."""
    try:
        value = evaluate(source, {})
        json.dumps(value)
    except (NotConstant, TypeError, ValueError):
        return None
    return value


# Nodes around values.


def content(number: int, value: Any, *, hidden: bool = False) -> Within:
    """Return what the page wrote, as the element that the script finds it by."""
    return Within(value, partial(_content_node, number, hidden))


def _content_node(number: int, hidden: bool, in_text: bool) -> nodes.Element:
    return (page_text if in_text else page_content)("", number=number, hidden=hidden)


def _component_node(data: dict[str, str], in_text: bool) -> nodes.Element:
    return (interactive_text if in_text else interactive_component)("", data=data)


def _template_node(data: dict[str, str], _in_text: bool) -> nodes.Element:
    return component_template("", data=data)
