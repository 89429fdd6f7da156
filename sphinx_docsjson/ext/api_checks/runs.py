"""Decides when to check examples: once for each content of a description, and on each page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_docsjson.base.files import read_cache, write_cache
from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.builders import is_looking
from sphinx_docsjson.ext.openapi.model.api import Operation
from sphinx_docsjson.ext.openapi.pages.loading import CACHE, report_found
from sphinx_docsjson.ext.openapi.pages.reference import api_reference
from sphinx_docsjson.ext.openapi.pages.transform import BindPages, reference_of_page
from sphinx_docsjson.ext.openapi.reading.locations import forget_places
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.ext.api_checks.values import SchemaValidators
    from sphinx_docsjson.ext.openapi.model.api import Specification
    from sphinx_docsjson.ext.openapi.pages.reference import DescribedApi
    from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem


EXAMPLES = "docsjson_openapi_check_examples"
DOCUMENT = "docsjson_openapi_check_specification"
ATTRIBUTE = "docsjson_checked"

ALL = "all"
"""The value of a setting that reports each problem; else those of one cause are one message."""

Check = Callable[["Specification", bool], "list[ApiProblem]"]
"""Finds what is wrong in a specification: each problem, or those of one cause as one."""


def check_document(spec: Specification, each: bool) -> list[ApiProblem]:
    """Check a specification against the schema of OpenAPI and against itself.

    The libraries that check are large; a site without an API does not load them.
    """
    from sphinx_docsjson.ext.api_checks.consistency import (
        contradictions,
        described_twice,
        inconsistencies,
        mappings_to_nothing,
    )
    from sphinx_docsjson.ext.api_checks.examples import (
        Traced,
        all_of,
        document_problems,
        once_each,
    )

    problems = document_problems(spec, each=each)
    more = (
        *inconsistencies(spec.document, spec.resolver),
        *mappings_to_nothing(spec.document),
        *contradictions(spec.document),
    )
    found = (Traced(one, one.message, one.message) for one in more)
    reported = all_of(found) if each else once_each(found)
    return [*problems, *reported, *described_twice(spec.document)]


def check_examples(spec: Specification, each: bool) -> list[ApiProblem]:
    """Check the examples and defaults of a specification."""
    from sphinx_docsjson.ext.api_checks.examples import example_problems

    return example_problems(spec, each=each)


def check_messages(api: DescribedApi, spec: Specification, each: bool) -> list[ApiProblem]:
    """Check the requests that forms begin with, and the answers that pages show."""
    # openapi-core takes half a second to load
    from sphinx_docsjson.ext.api_checks.examples import example_problems
    from sphinx_docsjson.ext.api_checks.messages import message_problems, unreported

    found = message_problems(spec, api.examples, prefill=api.settings.examples_prefill)
    return list(found if each else unreported(found, example_problems(spec, each=True)))


CHECKS: dict[str, Check] = {DOCUMENT: check_document, EXAMPLES: check_examples}


def check_specifications(app: Sphinx, env: BuildEnvironment) -> None:
    """Report what is wrong in specifications that changed since the last build."""
    build = the_build(app.config)
    reference = api_reference(build)
    before: dict[str, str] = getattr(env, ATTRIBUTE, {})
    now: dict[str, str] = {}
    each = app.config[EXAMPLES] == ALL
    for api in reference.known.values():
        spec = api.spec
        digest = now[spec.key] = api.digest
        if before.get(spec.key) == digest:
            continue
        if spec.is_async:
            continue  # these checks know the objects of OpenAPI
        asked = {name: check for name, check in CHECKS.items() if getattr(app.config, name)}
        if each or (app.config[EXAMPLES] and is_looking(app.builder)):
            how = f"messages-{api.settings.examples_prefill:d}-{api.settings.example_defaults}"
            asked[how] = partial(check_messages, api)
        folder = Path(app.doctreedir) / CACHE
        for name, check in asked.items():
            file = folder / f"{f'{name}-{each:d}-{digest}'[:90]}.pickle"
            problems = read_cache(file)
            if problems is None:
                problems = check(spec, each)
                write_cache(file, problems)
            report_found(problems, spec, build.srcdir)
    setattr(env, ATTRIBUTE, now)
    forget_places()


@dataclass(kw_only=True)
class Validators:
    """What holds values against the schemas of each description, by its key."""

    known: dict[str, SchemaValidators] = field(default_factory=dict)


class CheckPage(SphinxTransform):
    """Report the examples that the author of a page wrote and that do not fit."""

    default_priority = BindPages.default_priority - 1
    """Before the page gets the examples of its operation."""

    def apply(self, **kwargs: Any) -> None:
        """Check the page, if it has examples and shows an operation."""
        reference = reference_of_page(self.env) if self.config[EXAMPLES] else None
        docname = self.env.docname
        bound = reference.bound(self.env.metadata[docname], docname) if reference else None
        if bound is None or not isinstance(operation := bound[1], Operation):
            return
        if not (written := list(written_examples(self.document))):
            return
        # jsonschema takes a tenth of a second to load
        from sphinx_docsjson.ext.api_checks.examples import page_problems
        from sphinx_docsjson.ext.api_checks.values import SchemaValidators

        spec, known = bound[0].spec, the_build(self.config).state(Validators).known
        fits = known.get(spec.key) or known.setdefault(spec.key, SchemaValidators(spec))
        for block, title, request in written:
            for reason in page_problems(fits, operation, block.astext(), title, request=request):
                side = "request" if request else f"response {title}".strip()
                warn(
                    Warn.OPENAPI_EXAMPLE,
                    f"this {side} example does not match {operation.method} {operation.path}: "
                    f"{reason}",
                    location=block,
                )


def written_examples(document: nodes.document) -> Iterator[tuple[nodes.literal_block, str, bool]]:
    """Yield the examples in JSON of a page, each with its title and whether it is a request."""
    for group in document.findall(nodes.container):
        component = group.get("component")
        if component not in ("RequestExample", "ResponseExample"):
            continue
        for block in group.findall(nodes.literal_block):
            if block.get("written_language", block.get("language")) not in ("json", "json5"):
                continue
            caption = next(iter(block.parent.findall(nodes.caption)), None)
            title = caption.astext() if caption is not None and block.parent is not group else ""
            yield block, title, component == "RequestExample"
