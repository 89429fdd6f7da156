"""Finds whether the pages of a folder need the engine of the extra ``jsx``, as a build says."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util.logging import suppress_logging

from sphinx_docsjson.base.files import text_of
from sphinx_docsjson.mdx.budget import PageBudget, spending
from sphinx_docsjson.mdx.evaluation import is_handler
from sphinx_docsjson.mdx.javascript import Module, evaluate, rendered
from sphinx_docsjson.mdx.jsx import AttributeValue
from sphinx_docsjson.mdx.scan import scan
from sphinx_docsjson.mdx.tokens import NotConstant, Undefined
from sphinx_docsjson.mdx.values import UNDEFINED, Dynamic, Function, OverBudget
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.pages.ignored import IGNORED_FOLDERS
from sphinx_docsjson.pages.snippet_files import Library
from sphinx_docsjson.pages.targets import is_live

if TYPE_CHECKING:
    from collections.abc import Callable


def needed_extra(folder: Path) -> str:
    """Return the extra that runs the JavaScript of the pages, where some is more than data."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name[:1] != "." and name not in IGNORED_FOLDERS]
        for name in files:
            with suppress_logging(), spending(PageBudget()), suppress(RecursionError):
                if name.endswith((".mdx", ".md")) and _needs_engine(Path(place, name), folder):
                    return "[jsx]"
    return ""


def _needs_engine(page: Path, folder: Path) -> bool:
    """Whether a build without the engine would say that a page needs it."""
    text = text_of(page)
    body = text[read_front_matter(text).length :]
    found = scan(body)
    library = Library(folder, lambda _: None, lambda _: None, str, lambda _: None)
    names = library.names_of(Module.of(body, found), page)
    if any(isinstance(each, Dynamic) for each in names.values()):
        return True

    def value(make: Callable[..., Any], *given: Any) -> Any:
        with suppress(Undefined, OverBudget):  # which the build tells as what they are
            return make(*given)
        return None

    try:
        if page.suffix == ".mdx":  # elsewhere, braces are text
            for begin, end in found.expressions.items():
                source = body[begin + 1 : end - 1]
                if not source.lstrip().startswith(("#", ".", "%", "{<", "{%")):
                    value(evaluate, source, names)
        for element in found.elements.values():
            tag = element.tag
            if any(is_live(tag, each) for each in tag.attributes):
                return True
            props = {
                each.name: value(evaluate, each.text, names)
                if each.kind is AttributeValue.EXPRESSION
                else each.text
                for each in tag.attributes
                if not is_handler(each.name)
            }
            if isinstance(component := names.get(tag.name), Function):
                inside = body[tag.end : element.content_end] if element.close else UNDEFINED
                value(rendered, component, {**props, "children": inside})
    except NotConstant:
        return True
    return False
