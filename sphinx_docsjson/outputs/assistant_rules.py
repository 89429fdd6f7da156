"""The rules file for an assistant in a code editor (specification, 2.4). Pure.

The file says how the documentation is written: language, structure, components, API pages. It is
made of the site and of the registry of components, so it names what the site really has.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_docsjson.components.registry import Component
    from sphinx_docsjson.site.model import Auth, Site


PATH = ".cursor/rules.md"
FEW_CHOICES = 6
"""Longer lists of allowed values are left to the reference."""

_MARK = re.compile(r"<!-- made by sphinx-docsjson rules; (?P<digest>[0-9a-f]{16}) -->\n")

USES = (
    ("a procedure", "`Steps` with one `Step` for each action"),
    ("alternatives, such as platforms", "`Tabs`"),
    ("the same code in several languages", "`CodeGroup`"),
    ("details that few readers need", "`Accordion`, several in an `AccordionGroup`"),
    ("ways to other pages", "`Card` in a `CardGroup`"),
    ("a picture", "`Frame` around it"),
    ("parameters of a request", "`ParamField`"),
    ("fields of a response", "`ResponseField`, with `Expandable` for what is nested"),
    (
        "samples of requests and responses",
        "`RequestExample`, `ResponseExample`, on endpoints only",
    ),
    ("entries of a changelog", "`Update`"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """What the rules are made of.

    :param folder: the folder of the documentation below the root of the repository, or ``"."``.
    """

    site: Site
    components: tuple[Component, ...]
    folder: str


def rules_text(source: Source) -> str:
    """Return the whole file, with a mark by which changes of it are noticed."""
    body = "\n\n".join(
        [
            f"# How to write the documentation of {' '.join(source.site.name.split())}",
            _place(source),
            _pages(),
            _language(),
            _structure(),
            _choice(),
            _components(source.components),
            _api(source.site.api.auth),
            _code(),
        ]
    )
    return with_mark(body + "\n")


def with_mark(body: str) -> str:
    """Return *body* under the line that keeps its digest."""
    return f"<!-- made by sphinx-docsjson rules; {_digest(body)} -->\n{body}"


def is_untouched(text: str) -> bool:
    """Whether nobody changed the file since it was made."""
    match = _MARK.match(text)
    return match is not None and match["digest"] == _digest(text[match.end() :])


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def _listed(title: str, items: Iterable[str]) -> str:
    return "\n".join([f"## {title}", "", *(f"- {item}" for item in items)])


def _place(source: Source) -> str:
    where = "the root of the repository" if source.folder == "." else f"`{source.folder}/`"
    return (
        f"The pages and `{source.site.source_file}`, which holds the navigation and the settings, "
        f"are in {where}.\nA new page is a Markdown file there, and an entry in the navigation.\n"
        "The published index of all pages is `llms.txt`; read it to find what exists already."
    )


def _pages() -> str:
    return _listed(
        "Pages",
        [
            "Begin each page with front matter that holds `title` and `description`.",
            "Start headings in the body at level 2; the title of the page is the only level 1.",
            "Put each image into a `Frame`, and give it alt text that says what it shows.",
            "Name the target in the text of a link; never write “here” or “click here”.",
            "Link pages by their path from the root of the site, without file extension.",
        ],
    )


def _language() -> str:
    return _listed(
        "Language",
        [
            "Be clear and direct. Use short sentences and common words.",
            "Speak to the reader as “you”, in the active voice and the present tense.",
            "Use one term for one thing, everywhere.",
        ],
    )


def _structure() -> str:
    return _listed(
        "Structure",
        [
            "Say the most important thing first.",
            "State what is needed before the instructions that need it.",
            "Number the steps of everything that takes more than one action.",
            "After a procedure, show how to check that it worked.",
            "Say what can go wrong, how to recognise it, and what to do about it.",
        ],
    )


def _choice() -> str:
    return _listed("Which component for what", [f"For {what}: {name}." for what, name in USES])


def _components(components: Iterable[Component]) -> str:
    lines = []
    for component in sorted(components, key=lambda each: (each.newer, each.name)):
        names = []
        for attribute in component.attributes:
            if attribute.doc.startswith("Accepted"):
                continue
            few = 0 < len(attribute.choices) <= FEW_CHOICES
            choices = f" ({', '.join(attribute.choices)})" if few else ""
            star = "*" if attribute.required else ""
            names.append(f"`{attribute.name}`{star}{choices}")
        given = f" Attributes: {', '.join(names)}." if names else ""
        lines.append(f"`<{component.name}>`: {component.doc}{given}")
    listed = _listed("All components", lines)
    return f"{listed}\n\nAttributes with `*` are required. Close every tag."


def _api(auth: Auth | None) -> str:
    return _listed(
        "API reference",
        [
            "Document every parameter, the optional ones too: name, place, type, default, limits.",
            "Show a response of success and the responses of errors.",
            "Explain every HTTP status code that an endpoint returns, and what the caller does.",
            "State rate limits as numbers: how many requests in which time, and what follows.",
            f"Show how a request is authenticated: `{auth_header(auth)}`.",
        ],
    )


def auth_header(auth: Auth | None) -> str:
    """Return the header that authenticates a request, with placeholders (specification, 5)."""
    prefix = (auth.input_prefix or "") if auth else ""
    if auth is None or auth.method == "bearer":
        return f"Authorization: Bearer {prefix}<API_KEY>"
    if auth.method == "basic":
        names = (auth.name or "username:password").split(":", 1)
        user, password = names[0] or "username", (names[1:] or ["password"])[0] or "password"
        return f"Authorization: Basic <base64 of {user}:{password}>"
    if auth.method == "key":
        return f"{auth.name or 'X-API-Key'}: {prefix}<API_KEY>"
    return "no header: requests need no authentication"


def _code() -> str:
    return _listed(
        "Code",
        [
            "Give complete examples that run as they are, with realistic values.",
            "Begin each fence with its language, and give it a title when it is a file.",
            "Never write a real secret; use placeholders such as `<API_KEY>`.",
            "Handle errors in examples where a reader has to.",
        ],
    )
