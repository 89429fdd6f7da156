"""The directives ``openapi:operation``, ``openapi:schema``, ``openapi:tag`` and ``openapi:file``.

The last one is also called ``openapi``, ``openapi:httpdomain`` and ``openapi:httpdomain:old``
where sphinxcontrib-openapi is not loaded, and takes its options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from sphinx_docsjson.compat.docutils import directive_of
from sphinx_docsjson.compat.sphinx import values_of_conf
from sphinx_docsjson.ext.openapi.pages.embedding import (
    FillApiParts,
    OperationChoice,
    api_part,
)
from sphinx_docsjson.warnings import Warn, safe_directive, safe_transform, warn

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import OptionSpec


WITHOUT_EFFECT = {
    "uri": "references are resolved relative to the file",
    "http-methods-order": "methods are in the order of the file",
    "request-parameters-order": "parameters are in the order of the request",
    "response-examples-for": "each response with an example shows it",
    **dict.fromkeys(
        ("example-preference", "request-example-preference", "response-example-preference"),
        "all media types are shown, in the order of the file",
    ),
    "no-json-schema-description": "bodies are shown as fields",
}
"""The options of sphinxcontrib-openapi that do nothing here, and why."""


def words(value: str | None) -> tuple[str, ...]:
    """Return the words of an option.

    :raises ValueError: when there is none.
    """
    found = tuple((value or "").split())
    if not found:
        raise ValueError("one or more words, with spaces between them, are expected")
    return found


class ApiDirective(SphinxDirective):
    """Leaves a place that is filled when the whole page is read."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = False
    kind: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Return the place."""
        place = api_part(
            "",
            kind=self.kind,
            target=self.arguments[0].strip(),
            choice=OperationChoice(),
            examples="examples" in self.options,
            generated=True,
            file=self.options.get("file", ""),
            title=self.options.get("title", ""),
            full="full" in self.options,
            encoding=self.options.get("encoding", ""),
        )
        place["no-index"] = "no-index" in self.options or "noindex" in self.options
        self.set_source_info(place)
        self.choose(place)
        return [place]

    def choose(self, place: api_part) -> None:
        """Note what else the options ask for."""


_COMMON: OptionSpec = {
    "file": directives.unchanged_required,
    "encoding": directives.encoding,
    "no-index": directives.flag,
    "noindex": directives.flag,
}


class OperationDirective(ApiDirective):
    """An operation or a webhook: ``GET /plants``, ``createOrder``, ``webhook frost``."""

    kind = "operation"
    option_spec: ClassVar[OptionSpec] = {
        **_COMMON,
        "title": directives.unchanged_required,
        "examples": directives.flag,
    }


class SchemaDirective(ApiDirective):
    """A schema with its fields."""

    kind = "schema"
    option_spec: ClassVar[OptionSpec] = {**_COMMON, "title": directives.unchanged_required}


class TagDirective(ApiDirective):
    """The operations of a tag: a list of links, or with ``:full:`` all that they say."""

    kind = "tag"
    option_spec: ClassVar[OptionSpec] = {
        **_COMMON,
        "full": directives.flag,
        "examples": directives.flag,
    }


class ApiFileDirective(ApiDirective):
    """The operations of a file, all of them or those that options choose."""

    kind = "file"
    option_spec: ClassVar[OptionSpec] = {
        "encoding": directives.encoding,
        "no-index": directives.flag,
        "noindex": directives.flag,
        **dict.fromkeys(("paths", "include", "exclude", "methods"), words),
        **dict.fromkeys(("request", "examples", "group"), directives.flag),
        "generate-examples-from-schemas": directives.flag,
        **dict.fromkeys(("format", "markup", *WITHOUT_EFFECT), directives.unchanged),
    }

    def choose(self, place: api_part) -> None:
        """Note which operations are shown, and how much of each."""
        asked: dict[str, Any] = self.options
        place["file"] = place["target"]
        place["choice"] = OperationChoice(
            paths=asked.get("paths", ()),
            include=asked.get("include", ()),
            exclude=asked.get("exclude", ()),
            methods=asked.get("methods", ()),
            grouped="group" in asked,
        )
        self._say_what_is_not_done(place)

    def _say_what_is_not_done(self, place: api_part) -> None:
        for name in ("format", "markup"):
            value = str(self.options.get(name, "markdown")).strip().lower()
            if value not in ("markdown", "commonmark", "md"):
                message = (
                    f"':{name}: {value}' has no effect: descriptions are Markdown, as OpenAPI "
                    "specifies; remove the option"
                )
                warn(Warn.OPENAPI_DIRECTIVE, message, location=place)
        for name, reason in WITHOUT_EFFECT.items():
            if name in self.options:
                message = f"':{name}:' has no effect: {reason}; remove the option"
                warn(Warn.OPENAPI_DIRECTIVE, message, location=place)


class HttpDomainDirective(ApiFileDirective):
    """The same, with the examples that the renderer ``httpdomain`` shows by itself."""

    def choose(self, place: api_part) -> None:
        """Note that examples are shown, and whether they are made where the file has none."""
        super().choose(place)
        place["examples"] = True
        place["generated"] = "generate-examples-from-schemas" in self.options


def register_older_names(app: Sphinx, *_event: object) -> None:
    """Take the names of sphinxcontrib-openapi, where it is not loaded."""
    newer = values_of_conf(app.config).get("openapi_default_renderer") == "httpdomain"
    names = {
        "openapi": HttpDomainDirective if newer else ApiFileDirective,
        "openapi:httpdomain": HttpDomainDirective,
        "openapi:httpdomain:old": ApiFileDirective,
    }
    for name, directive in names.items():
        if directive_of(name) is None:
            app.add_directive(name, safe_directive(directive))


def setup_directives(app: Sphinx) -> None:
    """Register the directives under the names that are ours, and what fills their places."""
    for name, directive in (
        ("operation", OperationDirective),
        ("schema", SchemaDirective),
        ("tag", TagDirective),
        ("file", ApiFileDirective),
    ):
        app.add_directive_to_domain("openapi", name, safe_directive(directive))
    app.add_node(api_part)
    app.add_transform(safe_transform(FillApiParts))
