"""Removes what runs, opens or hides something from the HTML, SVG or MathML of an author.

What a browser makes of markup depends on the context, and no regular expression finds every
spelling of a handler. So every tag is parsed and written again, with quoted attributes and
everything else as text: the output contains only what was checked.
"""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from sphinx_docsjson.base.messages import read_json, words
from sphinx_docsjson.urls import is_external, safe_source, safe_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


_WITH_CONTENT = words(
    "applet fencedframe frameset handler iframe listener noembed noframes noscript object "
    "plaintext portal script template textarea xmp"
)
"""Elements that are omitted with what is in them."""

_ALONE = words(
    "base basefont bgsound body button embed form frame head html input isindex keygen link "
    "listing meta option param select"
)
"""Elements of which only the tags are omitted."""

_ROOTS = frozenset({"svg", "math"})
_ANIMATIONS = words("animate animatecolor animatemotion animatetransform set discard")
_NEVER_ANIMATED = re.compile(r"(?:.*:)?(?:href|src|style|on\w+)", re.IGNORECASE)
_NEVER = words(
    "action archive background codebase data formaction manifest ping poster srcdoc srcset style"
)
_ADDRESSES = words("href xlink:href src cite longdesc definitionurl altimg")
_LOADING = words("audio feimage image img source track use video")
_VALUES = words("by from to values")
_SAID = words("alt class id title")

_NAME = re.compile(r"[A-Za-z_][\w:.-]*", re.ASCII)
_WRITTEN = re.compile(r"[^\s\"'<>/=]+")
_LOADS = re.compile(r"url\s*\(\s*['\"]?(?![\s'\"]*#)|\\|image-set|expression", re.IGNORECASE)
_NO_STYLE = re.compile(rf"[<&]|@import|behavior|-moz-binding|{_LOADS.pattern}", re.IGNORECASE)


_VALUE_LOADS = re.compile(
    r"(?:url|src|image|image-set|expression)\s*+\(|-moz-binding|behavior", re.IGNORECASE
)
_CLOSING = {"(": ")", "[": "]"}


def is_harmless_value(value: str) -> bool:
    """Whether a value of CSS loads nothing and ends where it ends."""
    is_open = re.search(r"[{};@\\<>\x00-\x1f]|/\*|\*/", value)
    return not is_open and not _VALUE_LOADS.search(value) and is_closed(value)


_CAMEL = re.compile(r"(?<!^)([A-Z])")
_PROPERTY = re.compile(r"-{0,2}[a-z][a-z0-9-]*")
_UNITLESS = words("opacity z-index flex flex-grow flex-shrink font-weight line-height order zoom")


def declarations(text: str) -> dict[str, str]:
    """Return the declarations of an attribute ``style``: CSS property → value.

    An object literal arrives as JSON, a string as CSS. What could leave the declaration, or load
    something, is omitted.
    """
    text = text.strip()
    if not text:
        return {}
    pairs: list[tuple[str, object]] = []
    if text.startswith("{"):
        try:
            data = read_json(text)
        except ValueError:
            return {}
        pairs = list(data.items()) if isinstance(data, dict) else []
    else:
        for part in text.split(";"):
            name, colon, value = part.partition(":")
            if colon:
                pairs.append((name.strip(), value.strip()))
    style: dict[str, str] = {}
    for name, given in pairs:
        prop = _CAMEL.sub(r"-\1", str(name)).lower()
        written = _css_value(prop, given)
        if _PROPERTY.fullmatch(prop) and written and is_harmless_value(written):
            style[prop] = written
    return style


def _css_value(prop: str, value: object) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return str(value) if value == 0 or prop in _UNITLESS else f"{value}px"
    return str(value).strip()


def is_closed(text: str) -> bool:
    """Whether the brackets and strings of a piece of CSS are closed in it.

    An unbalanced value would include the rules after it.
    """
    waiting: list[str] = []
    for letter in text:
        if waiting and waiting[-1] in "\"'":
            if letter == waiting[-1]:
                waiting.pop()
        elif letter in "\"'([":
            waiting.append(_CLOSING.get(letter, letter))
        elif letter in ")]" and (not waiting or waiting.pop() != letter):
            return False
    return not waiting


def harmless_markup(source: str, *, whole: bool = False) -> str:
    """Return *source* without scripts, handlers, frames, forms and addresses that run something.

    :param whole: it is inside an element: what closes more than it opens is omitted.
    """
    rewriter = _Rewriter(whole=whole)
    rewriter.feed(source)
    rewriter.close()
    return "".join(rewriter.parts)


def harmless_attributes(name: str, attributes: Iterable[tuple[str, str | None]]) -> str:
    """Return the attributes that the element *name* keeps, each with a space before it."""
    given = list(attributes)
    if name.lower() in _ANIMATIONS and any(map(_is_moved, given)):
        return ""
    kept = _kept(name.lower(), given)
    return "".join(f' {key}="{escape(value)}"' for key, value in kept)


def _is_moved(attribute: tuple[str, str | None]) -> bool:
    """Whether an attribute of an animation says that it changes an address or a handler."""
    name, value = attribute
    is_name = name.replace("-", "").lower() == "attributename"
    return is_name and bool(_NEVER_ANIMATED.fullmatch((value or "").strip()))


def _kept(name: str, attributes: Sequence[tuple[str, str | None]]) -> Iterator[tuple[str, str]]:
    for key, written in attributes:
        value, lower = written or "", key.lower()
        if not _NAME.fullmatch(key) or lower.startswith("on") or lower in _NEVER:
            continue
        judged: str | None = value
        if lower in _ADDRESSES:
            judged = _harmless_address(name, value)
        elif lower in _VALUES:
            judged = _harmless_values(value)
        if judged is None:
            continue
        is_said = lower in _SAID or lower.startswith(("aria-", "data-"))
        if not is_said and lower not in _ADDRESSES and _LOADS.search(value):
            continue
        yield key, judged


def _harmless_address(name: str, value: str) -> str | None:
    if name == "use":
        part = safe_source(value)
        return None if part is None or is_external(part) else part
    if name in _LOADING:
        return safe_source(value, picture=name in {"image", "img", "feimage"})
    return safe_url(value)


def _harmless_values(value: str) -> str | None:
    """Return what an animation goes through, unless an address in it is not allowed."""
    each = [safe_url(part) for part in value.split(";")]
    return None if None in each else ";".join(part or "" for part in each)


class _Rewriter(HTMLParser):
    """Writes what it reads; nothing of it is raw text, as in SVG nothing is."""

    def __init__(self, *, whole: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.whole = whole
        self.parts: list[str] = []
        self.roots = 0
        self.left_out: list[str] = []
        self.style: list[str] | None = None
        self._names: dict[str, str] = {}

    def set_cdata_mode(self, elem: str, **_more: object) -> None:
        """Read what is in a script or a style as anything else."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write the tag that opens an element."""
        if tag in _WITH_CONTENT and self.style is None:
            self.left_out.append(tag)
        elif tag == "style" and not self.left_out:
            self.style = []
        else:
            self._write(tag, attrs, ">")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write the tag of an element without content."""
        if tag not in _WITH_CONTENT | {"style"}:
            self._write(tag, attrs, " />" if self._text().endswith(" />") else "/>")

    def handle_endtag(self, tag: str) -> None:
        """Write the tag that closes an element."""
        if tag == "style" and self.style is not None:
            text, self.style = "".join(self.style), None
            if not _NO_STYLE.search(text):
                self.parts.append(f"<style>{text}</style>")
        elif tag in self.left_out:
            del self.left_out[self.left_out.index(tag) :]
        elif not self._is_silent(tag) and tag not in _WITH_CONTENT:
            if tag in _ROOTS:
                self.roots -= 1
                if self.whole and self.roots < 0:
                    self.roots = 0
                    return
            self.parts.append(f"</{self._names.get(tag, tag)}>")

    def handle_data(self, data: str) -> None:
        """Write text."""
        if self.style is not None:
            self.style.append(data)
        elif not self.left_out:
            self.parts.append(escape(data, quote=False))

    def _write(self, tag: str, attrs: list[tuple[str, str | None]], end: str) -> None:
        if self._is_silent(tag):
            return
        if tag in _ROOTS and end == ">":
            self.roots += 1
        known = {name.lower(): name for name in _WRITTEN.findall(self._text())}
        name = self._names[tag] = known.get(tag, tag)
        given = [(known.get(key, key), value) for key, value in attrs]
        self.parts.append(f"<{name}{harmless_attributes(tag, given)}{end}")

    def _is_silent(self, tag: str) -> bool:
        inside = bool(self.left_out) or self.style is not None
        return inside or tag in _ALONE or not _NAME.fullmatch(tag)

    def _text(self) -> str:
        return self.get_starttag_text() or ""
