"""The rules files for coding assistants (specification, 2.4). Pure.

They describe how the documentation is written: language, structure, components, API pages. They
are generated from the site and the registry of components, so they name what the site really has.

Our part is between two marks; everything around it belongs to the owners of the repository.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_docsjson.components.registry import Component
    from sphinx_docsjson.site.model import Auth, Site


PATH = ".cursor/rules.md"
"""The file of the specification."""

CURSOR, AGENTS, CLAUDE = ".cursor/rules/docs.mdc", "AGENTS.md", "CLAUDE.md"
"""What Cursor, most assistants, and Claude Code read."""

FEW_CHOICES = 6
"""Longer lists of allowed values are left to the reference."""

_MARK = re.compile(r"<!-- made by sphinx-docsjson rules; (?P<digest>[0-9a-f]{16}) -->\n")
_END = "<!-- end of what sphinx-docsjson rules made -->\n"
_PLAIN = re.compile(r"[\w./-][\w./*,-]*")

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


@dataclass(frozen=True, kw_only=True, slots=True)
class RulesFile:
    """A file for assistants.

    :param path: from the root of the repository.
    :param body: our part of it.
    :param head: what a new file begins with.
    """

    path: str
    body: str
    head: str = ""


def rules_files(source: Source) -> tuple[RulesFile, ...]:
    """Return the files for assistants.

    Rules that are read with every task are short and link to the long ones.
    """
    name = " ".join(source.site.name.split())
    body = rules_text(source)
    start = "" if source.folder == "." else f"{source.folder}/"
    globs = ",".join(f"{start}{one}" for one in ("**/*.md", "**/*.mdx", source.site.source_file))
    head = (
        "---\n"
        f"description: {json.dumps(f'How to write the documentation of {name}')}\n"
        f"globs: {globs if _PLAIN.fullmatch(globs) else json.dumps(globs)}\n"
        "alwaysApply: false\n---\n\n"
    )
    short = "\n\n".join(
        [
            "## Documentation",
            _place(source),
            (
                f"Read `{PATH}` before you write a page: it says which component is for what, "
                "with its attributes, and how API pages are written."
            ),
            _commands(source, level=3),
        ]
    )
    return (
        RulesFile(path=PATH, body=body),
        RulesFile(path=CURSOR, body=body, head=head),
        RulesFile(path=AGENTS, body=f"{short}\n"),
        RulesFile(path=CLAUDE, body=f"@{AGENTS}\n"),
    )


def renewed(current: str | None, file: RulesFile, *, force: bool = False) -> str | None:
    """Return the text of a file with our part renewed, or ``None`` where that was changed by hand.

    :param current: the content of the file, ``None`` where there is none.
    :param force: renew it all the same; what is around it is kept.
    """
    if current is None:
        return file.head + with_marks(file.body)
    match = _MARK.search(current)
    if match is None:
        return f"{current.rstrip()}\n\n{with_marks(file.body)}".lstrip()
    inside, _end, after = current[match.end() :].partition(_END)
    if _digest(inside) != match["digest"] and not force:
        return None
    return current[: match.start()] + with_marks(file.body) + after


def is_marked(text: str) -> bool:
    """Whether a file has a part of ours."""
    return _MARK.search(text) is not None


def rules_text(source: Source) -> str:
    """Return the long rules."""
    body = "\n\n".join(
        [
            f"# How to write the documentation of {' '.join(source.site.name.split())}",
            _place(source),
            _commands(source),
            _pages(),
            _language(),
            _structure(),
            _choice(),
            _components(source.components),
            _api(source.site.api.auth),
            _code(),
        ]
    )
    return body + "\n"


def with_marks(body: str) -> str:
    """Return *body* between the lines that tell it from what people write; one has its digest."""
    return f"<!-- made by sphinx-docsjson rules; {_digest(body)} -->\n{body}{_END}"


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def _listed(title: str, items: Iterable[str], *, level: int = 2) -> str:
    return "\n".join([f"{'#' * level} {title}", "", *(f"- {item}" for item in items)])


def _commands(source: Source, *, level: int = 2) -> str:
    folder = shlex.quote(source.folder)
    uses = (
        ("serve", "previews the site and rebuilds it on changes"),
        ("check", "lists problems with file and line; run it before you commit"),
        ("build", "builds the site into `_build/html` in that folder"),
        ("rules", f"renews these rules; run it when `{source.site.source_file}` changed"),
    )
    items = [f"`sphinx-docsjson {name} {folder}` {does}." for name, does in uses]
    return _listed("Commands, from the root of the repository", items, level=level)


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
