"""The texts of a description on a page, in the language of the build.

They are translated before nodes are made from them: Sphinx would parse translations like the page,
with tags, expressions and directives, which text from outside must not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.gettext import I18nBuilder

from sphinx_docsjson.build import build_of
from sphinx_docsjson.ext.openapi.content.markdown import inline_texts, prepared
from sphinx_docsjson.ext.openapi.reading.resolver import FILES
from sphinx_docsjson.translation import messages_of

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.ext.openapi.model.api import Specification


_Value = TypeVar("_Value")

LONG_ENOUGH = 40
"""How many characters of a text tell it from others."""

_STARTS = re.compile(r"^|[:,{\[>|-]\s+")


@dataclass(kw_only=True)
class PageTexts:
    """What is known of the texts of one page.

    :param known: original → translation.
    :param found: the texts that the page has, in reading order; ``None`` unless templates for
        translators are made.
    """

    known: Mapping[str, str]
    found: dict[str, None] | None = None

    @property
    def idle(self) -> bool:
        """Whether all texts stay what they are."""
        return not self.known and self.found is None

    def plain(self, text: str) -> str:
        """Return a text of one line."""
        original = " ".join(text.split())
        if self.found is not None and original:
            self.found[original] = None
        return self.known.get(original, text)

    def markdown(self, text: str) -> str:
        """Return a description, each of its paragraphs, items and cells a text of its own."""
        if self.idle or not text.strip():
            return text
        lines: list[str | None] = list(prepared(text).split("\n"))
        done: dict[int, int] = {}
        for place, content in inline_texts(text):
            new = self.plain(content)
            if new == content:
                continue
            first, *rest = content.split("\n")
            line = lines[place] or ""
            at = line.find(first, done.get(place, 0))
            if at < 0:
                continue
            new = " ".join(new.split())
            lines[place] = line[:at] + new + line[at + len(first) :]
            done[place] = at + len(new)
            for below in range(place + 1, place + 1 + len(rest)):
                lines[below] = None
        return "\n".join(line for line in lines if line is not None)


def texts_of_page(env: BuildEnvironment) -> PageTexts:
    """Return what translates the texts of the page that is read."""
    if isinstance(getattr(build_of(env.config), "builder", None), I18nBuilder):
        return PageTexts(known={}, found={})
    return PageTexts(known=messages_of(env.config, Path(env.srcdir), env.docname))


def translated(value: _Value, texts: PageTexts) -> _Value:
    """Return data of an operation or a field tree with every text that readers see translated."""
    if texts.idle:
        return value
    return cast("_Value", _translated(value, texts))


def _translated(value: Any, texts: PageTexts) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        changes = {}
        for item in fields(value):
            old = getattr(value, item.name)
            new = _field(type(value).__name__, item.name, old, texts)
            if new is not old:
                changes[item.name] = new
        return replace(value, **changes) if changes else value
    if isinstance(value, tuple):
        items = tuple(_translated(item, texts) for item in value)
        changed = any(new is not old for new, old in zip(items, value, strict=True))
        return items if changed else value
    if isinstance(value, dict) and any(map(_is_ours, value.values())):
        # A mapping of anything else is a schema or an example of the file.
        return {key: _translated(item, texts) for key, item in value.items()}
    return value


def _is_ours(value: Any) -> bool:
    return is_dataclass(value) or (
        isinstance(value, tuple) and bool(value) and is_dataclass(value[0])
    )


def _field(owner: str, name: str, value: Any, texts: PageTexts) -> Any:
    if not value:
        return value
    if name == "description" and isinstance(value, str):
        return texts.markdown(value)
    if name == "summary" and isinstance(value, str):
        return texts.plain(value)
    if name == "scopes" and isinstance(value, Mapping):
        return {scope: texts.plain(about) for scope, about in value.items()}
    return _translated(value, texts)


class api_text(nodes.comment, addnodes.translatable):  # noqa: N801 (docutils spells its nodes so)
    """A text of the page as a message; no builder writes it, as no builder writes a comment.

    Only documents that are read for templates have these nodes.
    """

    def preserve_original_messages(self) -> None:
        """Do nothing: the text stays."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Do nothing: the page is translated already."""

    def extract_original_messages(self) -> Sequence[str]:
        """Return the text."""
        return [self["message"]]


def text_nodes(texts: PageTexts, spec: Specification, srcdir: Path) -> Iterator[api_text]:
    """Yield a node for each text of a page, with the place where it is."""
    keys = [spec.key, *spec.document.get(FILES, {})]
    files = [str(srcdir / key) for key in keys if "://" not in key]
    lines = [(file, _lines(file, Path(file).stat().st_mtime_ns)) for file in files]
    for text in texts.found or ():
        node = api_text("", "", message=text)
        node.source, node.line = _place(text, lines, spec.key)
        yield node


def _place(
    text: str, lines: Sequence[tuple[str, Mapping[str, Sequence[tuple[int, str]]]]], key: str
) -> tuple[str, int]:
    """Return where a text is: the first line of a file that has its first words."""
    start = _words(text)[:LONG_ENOUGH]
    for file, known in lines:
        for line, words in known.get(start.split(" ")[0], ()):
            if words.startswith(start) or (words and start.startswith(f"{words} ")):
                return file, line
    return (lines[0][0] if lines else key), 1


@lru_cache(maxsize=4)
def _lines(file: str, _changed: int) -> Mapping[str, Sequence[tuple[int, str]]]:
    """Return the first word of each text that a line of a file may begin → line and words.

    The file is not parsed: this works for YAML as for JSON, and for texts of several lines.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    with Path(file).open(encoding="utf-8-sig", errors="replace") as raw:
        for number, line in enumerate(raw, start=1):
            for start in _STARTS.finditer(line):
                words = _words(line[start.end() :])
                found.setdefault(words.split(" ")[0], []).append((number, words))
    return found


def _words(text: str) -> str:
    """Return the words of a text, without marks and markup between them."""
    return re.sub(r"[\W_]+", " ", re.sub(r"<[^<>]*>|\\[nt]", " ", text)).strip()
