"""Where the pages of an API went, and what of them authors have written or chosen. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.pages.binding import matching_specifications
from sphinx_docsjson.site.containers import Container, OpenApiSource
from sphinx_docsjson.site.model import Site
from sphinx_docsjson.site.place import Location

FOLDER = "api-reference"
Key = tuple[str, str, str]
"""A specification, a method and a path."""


Label = Callable[[str, Specification], str]


@dataclass(frozen=True, kw_only=True, slots=True)
class About:
    """A page about a specification, or about one of its tags.

    :param label: how the navigation names it; nothing: by its title.
    """

    spec: Specification
    tag: str = ""
    label: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Download:
    """A file that readers can have.

    :param path: where it is written, from the root of the site; of a description that was read
        from a URL, that URL.
    :param as_given: it is the author's file, byte for byte.
    """

    label: str
    path: str
    as_given: bool = False


@dataclass(kw_only=True)
class OwnPages:
    """What authors have written themselves.

    :param operations: document → what its front matter says of its operation.
    :param about: specification and tag (nothing: the whole) → document.
    :param documents: all documents that are files.
    """

    operations: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[tuple[str, str], str] = field(default_factory=dict)
    documents: Set[str] = frozenset()


@dataclass(kw_only=True)
class Placed:
    """Where operations went.

    :param pages: document → the operation that is generated there.
    :param about: document → what it is about; documents of authors are not in it.
    :param about_pages: specification and tag → document, those of authors too.
    :param listed: the generated pages of hidden operations that the navigation names.
    :param folders: specification → the folder of its generated pages.
    :param unknown: messages about what the navigation names and no specification has.
    """

    site: Site
    pages: dict[str, tuple[Specification, Operation]] = field(default_factory=dict)
    about: dict[str, About] = field(default_factory=dict)
    about_pages: dict[tuple[str, str], str] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    folders: dict[str, str] = field(default_factory=dict)
    unknown: list[tuple[str, Location | None]] = field(default_factory=list)


def choices_of(site: Site, specs: Sequence[Specification]) -> dict[str, OpenApiSource]:
    """Return what ``docs.json`` says of each specification: the innermost part that names it."""
    sources = [site.openapi] if site.openapi else []
    for _above, node in site.navigation.walk():
        if isinstance(node, Container) and node.openapi:
            sources.append(node.openapi)
    found = {spec.key: OpenApiSource(sources=(spec.key,)) for spec in specs}
    for source in sources:
        for word in source.sources:
            found |= {spec.key: source for spec in matching_specifications(specs, word)}
    return found
