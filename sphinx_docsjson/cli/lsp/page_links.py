"""Finds the links to a page in the sources of a site, and updates them when it moves. Pure.

A page is renamed with all that leads to it: links of pages, toctrees, the navigation, and a
redirect from its old address.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.lsp.cursor import front_matter_end
from sphinx_docsjson.cli.lsp.json_cursor import JsonFile, JsonText, kind_of_field, read_json_text
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.cli.lsp import SiteIndex


# Every link that a text holds, with its place. Code is omitted.


@dataclass(frozen=True, kw_only=True, slots=True)
class TextLink:
    """A link as it is written.

    :param start: where it begins in the text, and ``end`` where it ends.
    :param is_document: it names a document as Sphinx does, in a role or a toctree: a path that
        does not begin with ``/`` is relative, and there is no ending.
    :param in_config: it is in ``docs.json``, where paths begin at the root.
    """

    href: str
    start: int
    end: int
    is_document: bool = False
    in_config: bool = False


_INLINE = re.compile(
    r"\]\([ \t]*<?(?P<md>[^()\s<>\"']+)"
    r"|^[ ]{0,3}\[[^\]\n]+\]:[ \t]*<?(?P<defined>[^\s<>]+)"
    r"|\b(?:href|url|to|link|path)[ \t]*=[ \t]*\{?[\"'`](?P<attribute>[^\"'`\n]+)"
    r"|^[ \t>]*:(?:href|url|link):[ \t]*(?P<option>\S+)"
    r"|(?:\{doc\}|:doc:)`(?:[^`<\n]*<)?(?P<doc>[^`<>\n]+)"
    r"|^(?:url|canonical):[ \t]*[\"']?(?P<field>/[^\s\"']*)"
)
_RST_LINK = re.compile(r"`[^`<>\n]*<(?P<rst>[^`<>\n]+)>`_")
_CODE = re.compile(r"[ \t>]*(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)")
_TOCTREE = re.compile(r"(?P<space>[ \t]*)(?:(?P<marks>`{3,}|:{3,})\{toctree\}|\.\. toctree::)")
_ENTRY = re.compile(
    r"[ \t]*(?:[^<\n]*<(?P<named>[^<>\n]+)>|(?P<bare>[^\s:<>#](?:[^<>\n]*[^\s<>])?))[ \t]*$"
)
_RELATED = re.compile(r"[ \t]*-[ \t]+[\"']?(?:[^:\n\"']+:[ \t]+)?(?P<path>/?[\w./-]+)")


def links_in(text: str, suffix: str) -> Iterator[TextLink]:
    """Yield the links of a page, or of a JSON file of the configuration, in their order."""
    if suffix == ".json":
        for each in read_json_text(text).texts:
            if not each.is_key and kind_of_field(each.path):
                yield TextLink(href=each.text, start=each.start, end=each.end, in_config=True)
        return
    fences: list[tuple[str, bool]] = []  # what closes each, and whether code is in it
    toctree, in_related, at = "", False, 0
    head = front_matter_end(text) if suffix != ".rst" else 0
    for line in text.splitlines(keepends=True):
        start, at = at, at + len(line)
        plain = line.rstrip("\r\n")
        if toctree:
            if _ends_toctree(plain, toctree):
                is_fence, toctree = toctree[0] in "`:", ""
                if is_fence:
                    continue
            elif (entry := _ENTRY.fullmatch(plain)) is not None and ".." not in plain[:4]:
                yield _link(entry, entry.lastgroup or "", start, is_document=True)
                continue
        in_code = bool(fences) and fences[-1][1]
        if not in_code and (opened := _TOCTREE.match(plain)) is not None:
            toctree = opened["marks"] or " " * (len(opened["space"]) + 1)
            continue
        code = _CODE.match(plain) if suffix != ".rst" else None
        if code is not None and not code["info"].strip() and _closes(code["marks"], fences):
            fences.pop()
            continue
        if code is not None and not in_code:
            is_code = not code["info"].startswith("{") or code["info"].startswith("{code")
            fences.append((code["marks"], is_code))
        if fences and fences[-1][1]:
            continue
        if start < head:
            in_related = plain.startswith("related:") or (in_related and plain[:1] in {" ", "-"})
            if in_related and (found := _RELATED.match(plain)) is not None:
                yield _link(found, "path", start)
                continue
        yield from sorted(_inline_links(plain, start, suffix), key=lambda link: link.start)


def _closes(marks: str, fences: list[tuple[str, bool]]) -> bool:
    return bool(fences) and marks.startswith(fences[-1][0])


def _inline_links(line: str, start: int, suffix: str) -> Iterator[TextLink]:
    for found in _INLINE.finditer(line):
        group = found.lastgroup or ""
        if not _in_code(line, found.start(group)) or group == "doc":
            yield _link(found, group, start, is_document=group == "doc")
    for found in _RST_LINK.finditer(line) if suffix == ".rst" else ():
        yield _link(found, "rst", start)


def _link(match: re.Match[str], group: str, at: int, *, is_document: bool = False) -> TextLink:
    return TextLink(
        href=match[group],
        start=at + match.start(group),
        end=at + match.end(group),
        is_document=is_document,
    )


def _ends_toctree(line: str, opened: str) -> bool:
    if opened[0] in "`:":
        return line.strip() == opened
    return bool(line.strip()) and not line.startswith(opened)


def _in_code(line: str, at: int) -> bool:
    """Whether a place of a line is between backticks."""
    return line.count("`", 0, at) % 2 == 1


def leads_to(link: TextLink, docname: str, index: SiteIndex) -> str:
    """Return the document that a link of the page *docname* leads to; nothing for none."""
    href = link.href
    if not href or is_external(href) or href.startswith(("#", "<", "mailto:")):
        return ""
    if link.is_document:
        folder = "" if href.startswith("/") else posixpath.dirname(docname)
        name = posixpath.normpath(posixpath.join(folder, href.strip("/")))
        found = (name, *(name.removesuffix(each) for each in index.suffixes))
        return next((each for each in found if each in index.pages), "")
    if link.in_config:
        href = "/" + href.lstrip("/")
    found_page = index.find(href, docname)
    return found_page[0].docname if found_page is not None else ""


# What is written in place of a link whose page moved.


@dataclass(frozen=True, kw_only=True, slots=True)
class TextChange:
    """A part of a text that is replaced."""

    start: int
    end: int
    text: str


def changes_for_rename(
    text: str, suffix: str, docname: str, old: str, new: str, index: SiteIndex
) -> list[TextChange]:
    """Return what changes in a file when the page *old* becomes *new*.

    :param docname: the document of the file; nothing for the configuration.
    """
    found = []
    moves = docname == old
    for link in links_in(text, suffix):
        target = leads_to(link, docname, index)
        if not target or not (target == old or moves) or _redirects(link, target, docname, index):
            continue
        path, hash_mark, fragment = link.href.partition("#")
        query = "?" + path.partition("?")[2] if "?" in path else ""
        path = path.partition("?")[0]
        to = new if target == old else target
        rest = f"{query}{hash_mark}{fragment}"
        written = _written(path, to, new if moves else docname, link, index)
        if path and written + rest != link.href:
            found.append(TextChange(start=link.start, end=link.end, text=written + rest))
    return found


def _redirects(link: TextLink, target: str, docname: str, index: SiteIndex) -> bool:
    """Whether a link leads to a page by a redirect, which stays true."""
    path = link.href.partition("#")[0].partition("?")[0]
    if link.is_document or not path:
        return False
    pages = index.links
    named = ("/" if link.in_config else "") + path.lstrip("/") if link.in_config else path
    return target not in {pages.page(each) for each in pages.candidates(named, docname)}


def _written(path: str, to: str, of: str, link: TextLink, index: SiteIndex) -> str:
    """Return the path of *to* in the way that *path* is written on the page *of*."""
    ending = next((e for e in (*index.suffixes, ".html") if path.endswith(e)), "")
    if path.endswith("/") and to.endswith("/index"):
        to = to.removesuffix("index")
    elif not ending and not link.is_document and not path.endswith("index"):
        to = to.removesuffix("/index")
    if link.in_config:
        return ("/" if path.startswith("/") else "") + to + ending
    if path.startswith("/"):
        base = f"/{index.base}/"
        below = index.base and path.startswith(base)
        return (base if below else "/") + to + ending
    folder = posixpath.dirname(of)
    if index.links.page(posixpath.normpath(path)) and folder and not path.startswith("."):
        # It was written from the root, as the hosted platform reads it.
        relative = posixpath.normpath(posixpath.join(folder, path))
        if index.links.page(relative) is None and not link.is_document:
            return to + ending
    found = posixpath.relpath(to or ".", folder or ".")
    found += "/" if to.endswith("/") else ""
    return ("./" if path.startswith("./") and not found.startswith(".") else "") + found + ending


def change_for_redirect(text: str, old: str, new: str) -> TextChange | None:
    """Return what adds a redirect to ``docs.json``; ``None`` where it is there, or cannot be.

    Where a redirect leads away from the address that the page has now, it gives way.
    """
    file = read_json_text(text)
    top = file.at(())
    if top is None or top.is_array or top.end < 0:
        return None
    entry = f'{{ "source": "{_address(old)}", "destination": "{_address(new)}" }}'
    known = file.at(("redirects",))
    if known is None:
        inside = text[top.start + 1 : top.end - 1].rstrip()
        at = top.start + 1 + len(inside)
        comma = "," if top.keys else ""
        return TextChange(start=at, end=at, text=f'{comma}\n  "redirects": [{entry}]')
    for each in _sources(file):
        if each.text.strip("/") == _address(old).strip("/"):
            return None
        holder = file.at(each.path[:-1])
        if each.text.strip("/") == _address(new).strip("/") and holder is not None:
            return TextChange(start=holder.start, end=holder.end, text=entry)
    at, inside = known.start + 1, text[known.start + 1 : known.end - 1]
    if not inside.strip():
        return TextChange(start=at, end=known.end - 1, text=entry)
    space = inside[: len(inside) - len(inside.lstrip())]
    return TextChange(start=at, end=at, text=f"{space}{entry},")


def _sources(file: JsonFile) -> Iterator[JsonText]:
    for each in file.texts:
        if each.path[:1] == ("redirects",) and each.path[-1:] == ("source",) and not each.is_key:
            yield each


def _address(docname: str) -> str:
    return "/" + docname.removesuffix("index").strip("/")
