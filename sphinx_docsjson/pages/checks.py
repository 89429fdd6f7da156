"""Checks each page: the fields of its front matter, and the conventions that are switched on.

The conventions are those of the specification (2.2, 2.4). They are off unless
``docsjson_conventions`` names them or is ``"all"``. A page is checked when it is read, so an
incremental build reports only what changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging

from sphinx_docsjson.base.messages import without_effect, words
from sphinx_docsjson.base.near_names import did_you_mean, near_name
from sphinx_docsjson.base.nodes import ancestors
from sphinx_docsjson.base.source_files import (
    META_FILES,
    find_or_await,
    location_of_field,
    location_of_setting,
    show_file,
)
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.build import base_path
from sphinx_docsjson.components.directive import IDLE, why_idle
from sphinx_docsjson.configuration import build_of_page, owns_markdown
from sphinx_docsjson.pages.front_matter import (
    FIELDS,
    FIELDS_WITHOUT_EFFECT,
    SPHINX_FIELDS,
    YES_OR_NO,
)
from sphinx_docsjson.pages.project import is_generated
from sphinx_docsjson.pages.redirects import own_path
from sphinx_docsjson.site.model import (
    AUTH_METHODS,
    PLAYGROUND_MODES,
    WHAT_BOOST_IS,
    boost_of,
)
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


logger = logging.getLogger(__name__)

ENDPOINT_FIELDS = ("openapi", "api", "asyncapi", "openapi-schema")
EXAMPLES = ("RequestExample", "ResponseExample")
FRAMES = frozenset({"Frame", "Card", "Tile", "Tooltip"})
DECORATED = frozenset({"Card", "Tile"})
"""Components whose own title says what their picture shows."""

EMPTY_WORDS = frozenset(
    {
        "click",
        "click here",
        "details",
        "here",
        "learn more",
        "link",
        "more",
        "more info",
        "more information",
        "page",
        "read more",
        "see here",
        "see more",
        "this",
        "this link",
        "this page",
    }
)
"""Texts of links that say nothing about where they lead."""

_FENCE = re.compile(r"^ {0,3}(?P<marks>`{3,}+|~{3,}+|:{3,}+)(?P<info>.*)$")
_HEADING = re.compile(r"^ {0,3}#(?:[ \t]|$)")
_PUNCTUATION = re.compile(r"[^\w\s]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckedPage:
    """A page as the conventions see it.

    :param source: its text, or nothing when it is not a Markdown file of the author.
    """

    docname: str
    doctree: nodes.document
    front: Mapping[str, Any]
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """Something that a page does against a convention."""

    message: str
    location: nodes.Node | tuple[str, int | None]


def front_matter(page: CheckedPage) -> Iterator[Finding]:
    """Find a title or a description that is missing; an operation gives its page both."""
    given = {name for name, value in page.front.items() if str(value).strip()}
    is_bound = any(name.startswith(("openapi", "asyncapi")) for name in given)
    if page.doctree.next_node(_is_description) is not None:
        given.add("description")
    if (is_bound or not page.source) and page.doctree.next_node(nodes.title) is not None:
        given.add("title")
    for name in ("title", "description"):
        if name not in given:
            yield Finding(
                message=f"the page has no {name}: add '{name}: …' to its front matter",
                location=(page.docname, 1),
            )


def _is_description(node: nodes.Node) -> bool:
    return isinstance(node, nodes.meta) and node.get("name") == "description"


def heading_one(page: CheckedPage) -> Iterator[Finding]:
    """Find headings of the first level in the body of a Markdown page."""
    for line in first_level_headings(page.source):
        yield Finding(
            message="level 1 heading in the body: only the title of the page is at level 1; start "
            "with '##'",
            location=(page.docname, line),
        )


def first_level_headings(source: str) -> Iterator[int]:
    """Yield the lines, from 1, of ``# headings`` outside front matter and code."""
    lines = source.split("\n")
    start = _end_of_front_matter(lines)
    fence = ""
    for number, line in enumerate(lines[start:], start=start + 1):
        match = _FENCE.match(line)
        if match and match["marks"][0] != ":":
            marks = match["marks"]
            if not fence:
                fence = marks
            elif marks.startswith(fence) and not match["info"].strip():
                fence = ""
        elif not fence and _HEADING.match(line):
            yield number


def _end_of_front_matter(lines: list[str]) -> int:
    if not lines or lines[0].strip() != "---":
        return 0
    ends = (n for n, line in enumerate(lines[1:], start=2) if line.strip() in ("---", "..."))
    return next(ends, 0)


def image_frame(page: CheckedPage) -> Iterator[Finding]:
    """Find images without a frame around them."""
    for image in page.doctree.findall(nodes.image):
        if not any(map(_is_frame, ancestors(image))):
            yield Finding(
                message="image without a frame: wrap it in <Frame>…</Frame>",
                location=place_of(image),
            )


def place_of(node: nodes.Node) -> nodes.Node:
    """Return the nearest node around *node* that knows its line."""
    return next((near for near in (node, *ancestors(node)) if near.line), node)


def _is_frame(node: nodes.Element) -> bool:
    return isinstance(node, nodes.figure) or node.get("component") in FRAMES


def image_alt(page: CheckedPage) -> Iterator[Finding]:
    """Find images that say nothing to those who do not see them."""
    for image in page.doctree.findall(nodes.image):
        is_decoration = any(near.get("component") in DECORATED for near in ancestors(image))
        if not is_decoration and not str(image.get("alt", "")).strip():
            yield Finding(
                message="image without alt text: describe what it shows, as in ![text](image)",
                location=place_of(image),
            )


def link_text(page: CheckedPage) -> Iterator[Finding]:
    """Find links whose text does not say where they lead."""
    for link in page.doctree.findall(_is_link):
        text = " ".join(_PUNCTUATION.sub(" ", link.astext().casefold()).split())
        if text in EMPTY_WORDS:
            yield Finding(
                message="this link text does not say where the link leads: "
                f"{link.astext().strip()!r}; name the target",
                location=place_of(link),
            )


def _is_link(node: nodes.Node) -> bool:
    return isinstance(node, nodes.reference | addnodes.pending_xref)


def secret(page: CheckedPage) -> Iterator[Finding]:
    """Find what looks like a real key in code."""
    for block in page.doctree.findall(nodes.literal_block):
        for kind in find_secrets(block.astext()):
            yield Finding(
                message=f"this code contains what looks like a real secret ({kind}): "
                "use a placeholder such as <API_KEY>, and revoke the secret if it is real",
                location=place_of(block),
            )


def example_place(page: CheckedPage) -> Iterator[Finding]:
    """Find examples of requests and responses on pages that are not endpointss."""
    if any(page.front.get(name) for name in ENDPOINT_FIELDS):
        return
    for node in page.doctree.findall(nodes.Element):
        name = node.get("component")
        if name in EXAMPLES:
            yield Finding(
                message=f"<{name}> belongs on the page of an endpoint, which says 'openapi:' or "
                "'api:' in its front matter; elsewhere use <CodeGroup>",
                location=place_of(node),
            )


# What looks like a real secret in code, by the detectors of the optional detect-secrets package.
#
# Only detectors of known formats are used. Those that guess by entropy or by names such as
# ``password`` would report every example, and nothing is verified, so nothing is sent anywhere.

GUESSING = frozenset(
    {"Base64HighEntropyString", "HexHighEntropyString", "KeywordDetector", "IPPublicDetector"}
)

_PLACEHOLDER = re.compile(
    r"(?i)example|placeholder|your|dummy|fake|sample|redacted|change-?me|xxx|\*{3}|\.{3}|…"
    r"|(.)\1{7}|^<.*>$|^\$?\{.*\}$|^(user(name)?:)?(pass(word)?|pwd|secret|token)$"
)


@cache
def detector() -> tuple[Any, ...] | None:
    """Return the detectors, or ``None`` when the package is not installed."""
    try:
        from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    except ImportError:
        return None
    classes: Iterable[Any] = get_mapping_from_secret_type_to_class().values()
    return tuple(found() for found in classes if found.__name__ not in GUESSING)


def find_secrets(code: str) -> Iterator[str]:
    """Yield the kind of each secret in *code*, such as ``AWS Access Key``."""
    seen = set()
    for line in code.split("\n"):
        for plugin in detector() or ():
            for value in plugin.analyze_string(line):
                text = str(value)
                if (plugin.secret_type, text) not in seen and not _PLACEHOLDER.search(text):
                    seen.add((plugin.secret_type, text))
                    yield plugin.secret_type


CONVENTIONS: dict[Warn, Callable[[CheckedPage], Iterator[Finding]]] = {
    Warn.FRONT_MATTER_MISSING: front_matter,
    Warn.HEADING_ONE: heading_one,
    Warn.IMAGE_FRAME: image_frame,
    Warn.IMAGE_ALT: image_alt,
    Warn.LINK_TEXT: link_text,
    Warn.SECRET: secret,
    Warn.EXAMPLE_PLACE: example_place,
}
"""Each convention by its warning; the value of the warning is its name in the configuration."""


def setup_conventions(app: Sphinx) -> None:
    """Register the setting."""
    app.add_config_value(
        "docsjson_conventions",
        [],
        "env",
        frozenset({list, tuple, str}),
        description="The page conventions to check, by name, or `all`.",
    )


def chosen(config: Config) -> Collection[Warn]:
    """Return the conventions that the configuration asks for."""
    names = asked_for(config)
    if "all" in names:
        return CONVENTIONS.keys()
    return [kind for kind in CONVENTIONS if kind.value in names]


def asked_for(config: Config) -> list[str]:
    """Return the names in ``docsjson_conventions``, which may also be one text with commas."""
    setting = config.docsjson_conventions
    names = setting.split(",") if isinstance(setting, str) else setting
    return [str(name).strip() for name in names if str(name).strip()]


def check_setting(app: Sphinx) -> None:
    """Report names that are not conventions, and a detector that is asked for and missing."""
    known = [kind.value for kind in CONVENTIONS]
    place = location_of_setting(app, "docsjson_conventions")
    for name in asked_for(app.config):
        if name != "all" and name not in known:
            warn(
                Warn.CONFIG,
                f"docsjson_conventions: there is no convention {name!r}; "
                f"the conventions are: all, {', '.join(known)}",
                location=place,
            )
    if Warn.SECRET in chosen(app.config) and detector() is None:
        warn(
            Warn.SECRET,
            "docsjson_conventions turns on the search for secrets, which needs the package "
            'detect-secrets: pip install "sphinx-docsjson[conventions]", or remove "secret"',
            location=place,
        )


def check_page(app: Sphinx, doctree: nodes.document) -> None:
    """Report what the page does against the conventions that are asked for."""
    kinds = chosen(app.config)
    docname = app.env.docname
    if not kinds or is_generated(app, docname):
        return
    source = Path(app.env.doc2path(docname))
    is_markdown = source.suffix in {".md", ".mdx"}
    page = CheckedPage(
        docname=docname,
        doctree=doctree,
        front=app.env.metadata.get(docname, {}),
        source=source.read_text(encoding="utf-8-sig") if is_markdown else "",
    )
    for kind in kinds:
        for finding in CONVENTIONS[kind](page):
            warn(kind, finding.message, location=finding.location)


# Front matter: a name that is not a field and a value that a field cannot have are reported.

PAGE_MODES = ("wide", "custom", "center", "frame")
DEFAULT = "default"

CHOICES: Mapping[str, Mapping[str, str]] = {
    "playground": PLAYGROUND_MODES,
    "authmethod": AUTH_METHODS,
}
"""Fields with a few values, in lower case: each value, and the one that it is another word for."""

YES, NO = frozenset({"true", "yes", "on", "1", ""}), frozenset({"false", "no", "off", "0"})

_FIELDS = {name.casefold(): name for name in (*FIELDS, *FIELDS_WITHOUT_EFFECT, *SPHINX_FIELDS)}

FOREIGN_FIELDS = words(
    "author authors card categories category class code created css date desc draft footer "
    "group header html_meta html_theme id image images jupytext kernelspec label labels lang "
    "language languages layout link links locale model models modes modified move myst name "
    "names order path paths permalink published role section sections slug status "
    "subtitle substitutions summary tags template text theme time title_to_header toc type "
    "updated urls versions weight"
)
"""Fields of other tools, which are kept as they are and no slips."""


def check_fields(app: Sphinx, doctree: nodes.document) -> None:
    """Report fields that nothing reads, and values that a field cannot have."""
    docname = app.env.docname
    metadata = app.env.metadata.get(docname, {})
    if build_of_page(app.env, docname) is None or not metadata or is_generated(app, docname):
        return
    path = Path(app.env.doc2path(docname))
    ours = path.suffix == ".mdx" or (path.suffix == ".md" and owns_markdown(app.config))
    for name, value in metadata.items():
        lower, written = str(name).casefold(), str("" if value is None else value).strip()
        message = ""
        if lower == "mode":
            message = _wrong_mode(written) if has_our_theme(app.config) else ""
        elif lower in CHOICES:
            message = _wrong_choice(str(name), written, CHOICES[lower])
        elif ours and lower in YES_OR_NO and written.casefold() not in YES | NO:
            message = f"{name}: {written!r} is neither true nor false. Write one of them."
        elif ours and (near := near_field(str(name))):
            message = f"{name!r} is not a front matter field.{did_you_mean(near)}"
        if message:
            warn(
                Warn.FRONT_MATTER, message, location=location_of_field(app.env, docname, str(name))
            )


SAID = "docsjson_idle_fields"
"""The attribute of the environment that holds what was said to do nothing."""


def idle_remarks(app: Sphinx) -> list[str]:
    """Return a line for what pages use that is accepted and does nothing.

    Those are fields of front matter, components, and attributes of components. A line says which
    are meant, on which page and line they are first, and what to use instead.
    """
    idle = {name.casefold(): name for name in FIELDS_WITHOUT_EFFECT}
    used: dict[tuple[str, str], dict[str, int]] = {}
    for docname, front in sorted(app.env.metadata.items()):
        fields = {idle[low] for name in front if (low := str(name).casefold()) in idle}
        if not is_generated(app, docname):
            for name in sorted(fields):
                used.setdefault(("front matter", name), {})[docname] = 0
        for name, line in (front.get(IDLE) or {}).items():
            used.setdefault(("components", name), {})[docname] = line
    alike: dict[tuple[str, str, int, str], dict[str, int]] = {}
    for (part, name), pages in sorted(used.items(), key=_front_matter_first):
        why = FIELDS_WITHOUT_EFFECT[name] if part == "front matter" else why_idle(name)
        first, line = next(iter(pages.items()))
        if part == "front matter":
            line = location_of_field(app.env, first, name)[1]
        alike.setdefault((part, first, len(pages) - 1, why), {})[name] = line
    remarks = []
    for (part, first, others, why), names in alike.items():
        line = min(names.values())
        where = f"{app.env.doc2path(first, False)}"
        where += f":{line}" if line else ""
        where += f" and {others} more" if others else ""
        remarks.append(f"{part}: {without_effect(sorted(names), where)} {why}".rstrip())
    return remarks


def report_unused_fields(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Say what does nothing on pages, once until there is something else."""
    remarks = idle_remarks(app)
    # Not again for another page with the same.
    known = {_PLACE.sub("", line) for line in remarks}
    if not known <= getattr(env, SAID, set()):
        for line in remarks:
            logger.info("%s", line)
    setattr(env, SAID, known)
    return []


def _front_matter_first(
    used: tuple[tuple[str, str], dict[str, int]],
) -> tuple[bool, tuple[str, str]]:
    (part, name), _pages = used
    return part != "front matter", (part, name)


_PLACE = re.compile(r" \([^()]*\)\. ")


@lru_cache(maxsize=512)
def near_field(name: str) -> str | None:
    """Return the field that *name* is a slip for; what other tools call their fields is none.

    The pages of a site have the same few fields, and comparing each with all known ones would take
    2 % of the time of a page.
    """
    folded = name.casefold()
    if folded in _FIELDS or folded in FOREIGN_FIELDS or not name.replace("-", "").isascii():
        return None
    return near_name(name, _FIELDS.values())


def _wrong_mode(mode: str) -> str:
    if not mode or mode in (*PAGE_MODES, DEFAULT):
        return ""
    hint = did_you_mean(near_name(mode, PAGE_MODES)) or f" Write one of {', '.join(PAGE_MODES)}."
    return f"mode: {mode!r} is not a layout; the default layout is used.{hint}"


def _wrong_choice(name: str, value: str, known: Mapping[str, str]) -> str:
    if not value or value.casefold() in known:
        return ""
    choices = list(dict.fromkeys(known.values()))
    hint = did_you_mean(near_name(value, choices))
    allowed = f"{', '.join(choices[:-1])} or {choices[-1]}"
    return f"'{name}: {value}' is not known; use {allowed}.{hint}"


def check_boost(app: Sphinx, doctree: nodes.document) -> None:
    """Report a ``boost`` that the search cannot count with."""
    docname = app.env.docname
    written = app.env.metadata.get(docname, {}).get("boost")
    if written is None or boost_of(str(written)) is not None or not has_our_theme(app.config):
        return
    warn(
        Warn.FRONT_MATTER,
        f"boost: {str(written)!r} is left out; {WHAT_BOOST_IS}",
        location=location_of_field(app.env, docname, "boost"),
    )


def check_meta_files(app: Sphinx, doctree: nodes.document) -> None:
    """Publish the files that meta tags of the page name, ``og:image``; report missing ones.

    Only our theme writes these tags.
    """
    env, docname = app.env, app.env.docname
    if not has_our_theme(app.config):
        return
    for name, value in list(env.metadata.get(docname, {}).items()):
        if str(name).lower() not in META_FILES:
            continue
        written = own_path(env, str(value).strip())
        if not written or is_external(written):
            continue
        found = find_or_await(env, written, docname, base_path(app.config))
        if found is not None:
            show_file(env, found)
            continue
        warn(
            Warn.IMAGE,
            f"{name}: the file {written!r} does not exist; write its path from the folder of "
            "docs.json, or an https:// address",
            location=location_of_field(env, docname, str(name)),
        )
