"""Compares descriptions with older ones before their pages are generated."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_docsjson.base.files import read_cache, write_cache
from sphinx_docsjson.build import the_build
from sphinx_docsjson.ext.openapi.model.asyncapi import described
from sphinx_docsjson.ext.openapi.pages.loading import CACHE, DATA_SUFFIXES
from sphinx_docsjson.ext.openapi.pages.reference import api_reference, choices_of, digest_of
from sphinx_docsjson.ext.openapi.reading.locations import locate
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.ext.openapi.reading.specifications import Loaded

logger = logging.getLogger(__name__)


def compare_with_older(app: Sphinx, older: Callable[[str, str], Loaded]) -> None:
    """Compare the descriptions whose configuration names an older one.

    :param older: reads what a description is compared with, by its key and ``since``.
    """
    build = the_build(app.config)
    reference, cache = api_reference(build), Path(app.doctreedir) / CACHE
    fails = app.config.docsjson_fail_on == "breaking"
    for key, choice in choices_of(build.site, reference.specs).items():
        api, since = reference.known[key], choice.since
        if since is None:
            continue
        place = choice.location
        is_file = since.lower().endswith(DATA_SUFFIXES)
        if api.spec.is_async or (is_file and len(choice.sources) > 1):
            why = "is of AsyncAPI" if api.spec.is_async else "is one of several; name it alone"
            warn(
                Warn.OPENAPI_FILE,
                f"{key!r} is not compared with {since!r}: it {why}",
                location=place,
            )
            continue
        before = older(key, since)
        if before.document is None:
            for problem in before.problems[-1:]:
                warn(Warn.OPENAPI_FILE, f"since: {problem.message}", location=place)
            continue
        file = cache / f"changes-{digest_of([before.digest, api.digest, since])}.pickle"
        changes = read_cache(file)
        if changes is None:
            from sphinx_docsjson.ext.api_changes.compare import compare

            old = described(before.document, before.key, before.source_pointers, before.files)
            changes = compare(old, api.spec, since)
            write_cache(file, changes)
        api.changes = changes
        api.digest = digest_of([api.digest, before.digest, since])
        if not changes.complete:
            message = f"{key!r} is compared only in part: both have too many schemas"
            logger.info("%s", message)
        for change in changes.listed if fails else ():
            if change.level == "breaking":
                pointer = api.spec.source_pointers.source(change.pointer)
                where = locate(pointer, key, build.srcdir, named=api.spec.named)
                what = " ".join(word for word in (*change.owner, change.place) if word)
                message = f"breaks clients since {since}: {what}: {change.text} [{change.rule}]"
                warn(Warn.OPENAPI_BREAKING, message, location=where)
