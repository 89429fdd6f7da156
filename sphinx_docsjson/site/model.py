"""The site that a ``docs.json`` describes, as frozen data.

Both shapes of the file, the flat one of the specification and the newer nested one, become the
same :class:`Site`. Its navigation is in :mod:`~sphinx_docsjson.site.containers`, what stands
around its pages in :mod:`~sphinx_docsjson.site.frame`, and how it looks in
:mod:`~sphinx_docsjson.site.appearance`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from sphinx_docsjson.site.appearance import Appearance, Background, Colors, Fonts, ImagePair, Logo
from sphinx_docsjson.site.containers import Container, OpenApiSource
from sphinx_docsjson.site.frame import (
    Banner,
    CallToAction,
    ContextualLink,
    Feedback,
    FooterColumn,
    NotFound,
    TopbarLink,
)
from sphinx_docsjson.site.place import Location


@dataclass(frozen=True, kw_only=True, slots=True)
class Auth:
    """How requests to the documented API are authenticated (specification, section 5)."""

    method: Literal["bearer", "basic", "key", "none"]
    name: str | None = None
    input_prefix: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Api:
    """The API settings.

    :param base_urls: base URLs of all endpoints; several can be toggled by the reader.
    :param maintain_order: keep the key order of the OpenAPI file.
    """

    base_urls: tuple[str, ...] = ()
    auth: Auth | None = None
    playground: Literal["show", "simple", "hide"] = "show"
    maintain_order: bool = True
    params_expanded: bool = False
    example_languages: tuple[str, ...] = ()
    example_defaults: Literal["required", "all"] = "all"
    examples_autogenerate: bool = True
    examples_prefill: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Redirect:
    """A move of an address. ``source`` and ``destination`` may hold ``:name*`` or ``*``."""

    source: str
    destination: str
    permanent: bool = True
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """A documentation site: everything that ``docs.json`` says, with defaults filled in.

    :param navigation: the root of the navigation tree, of kind ``site``.
    :param openapi: specifications of the whole site: paths or URLs.
    :param socials: platform key → account URL, in the order of the file.
    :param latex: whether text between single dollar signs is a formula in ``.mdx``; ``None``:
        where it can only be one.
    :param timestamps: show when each page was last changed.
    :param code_mode: code blocks follow the mode of the page (``system``) or are always dark.
    :param contextual_links: entries of the page menu beside the named ``contextual_options``.
    :param locations: dotted path of a field, such as ``feedback.raiseIssue`` → where it stands.
    """

    name: str
    navigation: Container
    description: str | None = None
    logo: Logo | None = None
    favicon: ImagePair | None = None
    colors: Colors = field(default_factory=Colors)
    topbar_links: tuple[TopbarLink, ...] = ()
    call_to_action: CallToAction | None = None
    api: Api = field(default_factory=Api)
    openapi: OpenApiSource | None = None
    socials: Mapping[str, str] = field(default_factory=dict)
    footer_columns: tuple[FooterColumn, ...] = ()
    feedback: Feedback = field(default_factory=Feedback)
    appearance: Appearance = field(default_factory=Appearance)
    background: Background = field(default_factory=Background)
    banner: Banner | None = None
    icon_library: Literal["fontawesome", "lucide", "tabler"] = "fontawesome"
    eyebrows: Literal["section", "breadcrumbs"] = "section"
    latex: bool | None = None
    search_prompt: str | None = None
    metatags: Mapping[str, str] = field(default_factory=dict)
    index_hidden_pages: bool = False
    contextual_options: tuple[str, ...] | None = None
    agent_instructions: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    redirects: tuple[Redirect, ...] = ()
    source_file: str = "docs.json"
    fonts: Fonts = field(default_factory=Fonts)
    not_found: NotFound = field(default_factory=NotFound)
    timestamps: bool = False
    code_mode: Literal["system", "dark"] = "system"
    contextual_display: Literal["header", "toc"] = "header"
    contextual_links: tuple[ContextualLink, ...] = ()
    locations: Mapping[str, Location] = field(default_factory=dict, compare=False)

    def location(self, path: str) -> Location | None:
        """Return where the field with the dotted *path* stands in the config, if it does."""
        return self.locations.get(path)

    def nearest(self, path: str) -> Location | None:
        """Return where the field stands, or the nearest one around it: two levels are known."""
        while path and path not in self.locations:
            path = path.rpartition(".")[0]
        return self.locations.get(path)

    def openapi_of(self, ancestors: Iterable[Container]) -> OpenApiSource | None:
        """Return the specifications for an entry with these *ancestors*, nearest last."""
        own = [container.openapi for container in ancestors if container.openapi]
        return own[-1] if own else self.openapi
