"""When examples are checked: once for each content of a specification, and on each page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.config import ENUM

from sphinx_docsjson.base.files import read_cache, write_cache
from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.builders import is_looking
from sphinx_docsjson.ext.openapi.pages.loading import CACHE, report_found
from sphinx_docsjson.ext.openapi.pages.reference import api_reference, digest_of
from sphinx_docsjson.ext.openapi.reading.locations import forget_places
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.ext.api_checks.values import SchemaValidators
    from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
    from sphinx_docsjson.ext.openapi.pages.reference import DescribedApi
    from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem


EXAMPLES = "docsjson_openapi_check_examples"
DOCUMENT = "docsjson_openapi_check_specification"
FAIL_ON = "docsjson_fail_on"
ATTRIBUTE = "docsjson_checked"

ALL = "all"
"""The value of a setting that reports each problem; else those of one cause are one message."""

Check = Callable[["Specification", Path, bool], "list[ApiProblem]"]
"""Finds what is wrong in a specification; the folder is for what it remembers."""


def check_document(spec: Specification, folder: Path, each: bool) -> list[ApiProblem]:
    """Check the parts of a specification that changed against the schema of OpenAPI, and all
    of it against itself.

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

    file = folder / f"right-{digest_of(spec.key)}.pickle"
    right: set[str] = read_cache(file) or set()
    problems = document_problems(spec, right, each=each)
    write_cache(file, right)
    more = (
        *inconsistencies(spec.document, spec.resolver),
        *mappings_to_nothing(spec.document),
        *contradictions(spec.document),
    )
    found = (Traced(one, one.message, one.message) for one in more)
    reported = all_of(found) if each else once_each(found)
    return [*problems, *reported, *described_twice(spec.document)]


def check_examples(spec: Specification, _folder: Path, each: bool) -> list[ApiProblem]:
    """Check the examples and defaults of a specification."""
    from sphinx_docsjson.ext.api_checks.examples import example_problems

    return example_problems(spec, each=each)


def check_messages(
    api: DescribedApi, spec: Specification, _folder: Path, each: bool
) -> list[ApiProblem]:
    """Check the requests that forms begin with, and the answers that pages show."""
    # openapi-core takes half a second to load
    from sphinx_docsjson.ext.api_checks.examples import example_problems
    from sphinx_docsjson.ext.api_checks.messages import message_problems, not_told

    found = message_problems(spec, api.examples, prefill=api.settings.examples_prefill)
    return list(found if each else not_told(found, example_problems(spec, each=True)))


CHECKS: dict[str, Check] = {DOCUMENT: check_document, EXAMPLES: check_examples}


def setup_checking(app: Sphinx) -> None:
    """Register the settings."""
    app.add_config_value(
        EXAMPLES,
        True,
        "env",
        types=frozenset({bool, str}),
        description="Validate the examples and defaults of OpenAPI files, and the examples of "
        'their pages. `"all"` reports each one that is wrong; else those that are wrong for '
        "the same reason are one message. It also holds the request that each form begins with "
        "and the responses of each page against the description, which takes longer; "
        "`sphinx-docsjson check` always does.",
    )
    app.add_config_value(
        FAIL_ON,
        "",
        "env",
        types=ENUM("", "breaking"),
        description="`breaking`: what breaks clients since the older description that "
        "`since` names is a warning; `sphinx-docsjson check --fail-on breaking` sets it.",
    )
    app.add_config_value(
        DOCUMENT,
        True,
        "env",
        types=frozenset({bool}),
        description="Check OpenAPI files against the schema of the OpenAPI Specification.",
    )


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
                problems = check(spec, folder, each)
                write_cache(file, problems)
            report_found(problems, spec, build.srcdir)
    setattr(env, ATTRIBUTE, now)
    forget_places()


def check_page(
    document: nodes.document, operation: Operation, fits: SchemaValidators | None
) -> None:
    """Report the examples that the author of a page wrote and that do not fit."""
    if fits is None:
        return
    for group in document.findall(nodes.container):
        component = group.get("component")
        if component not in ("RequestExample", "ResponseExample"):
            continue
        for block in group.findall(nodes.literal_block):
            if block.get("written_language", block.get("language")) not in ("json", "json5"):
                continue
            from sphinx_docsjson.ext.api_checks.examples import page_problems

            caption = next(iter(block.parent.findall(nodes.caption)), None)
            title = caption.astext() if caption is not None and block.parent is not group else ""
            request = component == "RequestExample"
            text = block.astext()
            for reason in page_problems(fits, operation, text, title, request=request):
                side = "request" if request else f"response {title}".strip()
                warn(
                    Warn.OPENAPI_EXAMPLE,
                    f"this {side} example does not fit {operation.method} {operation.path}: "
                    f"{reason}",
                    location=block,
                )
