"""The services in ``integrations`` of ``docs.json``: one script, and its CSP.

A site that names none loads nothing. The script contains what the named services need, and starts
nothing on the computer of an author or before a reader consents: that is decided in
``theme/scripts/integrations/start.js``. Source of the fields: mintlify/docs, ``integrations/``.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx.util import logging

from sphinx_docsjson.base.theme_files import (
    SERVICES_SCRIPT,
    one_scope,
    script_literal,
    theme_path,
    write_if_new,
)
from sphinx_docsjson.build import the_build
from sphinx_docsjson.site.loading import CONSENT
from sphinx_docsjson.steps import Turn, add_step
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    Services = Mapping[str, Mapping[str, str]]

logger = logging.getLogger(__name__)

TABLE = Path(__file__).with_suffix(".toml")

BUILDERS = frozenset({"dirhtml", "html", "singlehtml"})
"""What makes pages for the web; others make books to be read without a network."""

PREVIEWS = {
    "CONTEXT": frozenset({"branch-deploy", "deploy-preview"}),
    "READTHEDOCS_VERSION_TYPE": frozenset({"external"}),
    "VERCEL_ENV": frozenset({"development", "preview"}),
}
"""What hosts (Netlify, Read the Docs, Vercel) say about builds that preview a change."""

FETCHES = (
    "script-src",
    "connect-src",
    "img-src",
    "style-src",
    "font-src",
    "frame-src",
    "media-src",
    "worker-src",
)
"""The directives of a policy that rows name, in the order in which they are printed."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the step."""
    add_step(
        app,
        "builder-inited",
        Turn.AMONG,
        load_services,
        "load analytics and other services of docs.json",
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


@cache
def known_services() -> Mapping[str, Mapping[str, Any]]:
    """Return the table of services: name in ``docs.json`` → its row."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def services_script(services: Services) -> str:
    """Return the script of a site: the services that it names, and what they wait for."""
    folder = theme_path() / "scripts"
    names = ("loading", "consent", *sorted(services), "start")
    sources = [folder / "shared" / "own.js", *(folder / "integrations" / f"{n}.js" for n in names)]
    data = {name: dict(fields) for name, fields in sorted(services.items())}
    return one_scope(sources, f"const DATA={script_literal(data)};\n")


def policy(services: Services) -> dict[str, list[str]]:
    """Return what a ``Content-Security-Policy`` has to allow: directive → sources, sorted."""
    found: dict[str, list[str]] = {}
    for directive in FETCHES:
        sources = {
            source
            for name, fields in services.items()
            for source in _sources(known_services().get(name, {}), directive, fields)
        }
        if sources:
            found[directive] = sorted(sources)
    return found


def policy_line(services: Services) -> str:
    """Return :func:`policy` as it is written in the header."""
    pairs = policy(services).items()
    return "; ".join(f"{directive} {' '.join(sources)}" for directive, sources in pairs)


def _sources(row: Mapping[str, Any], directive: str, fields: Mapping[str, str]) -> Iterator[str]:
    given: dict[str, str] = {**row.get("defaults", {}), **fields}
    for source in row.get(directive, ()):
        before, mark, after = source.partition("{")
        field, _end, rest = after.partition("}")
        yield f"{before}{_origin(given[field])}{rest}" if mark else source


def _origin(value: str) -> str:
    """Return the origin of an address; a host stays what it is."""
    parts = urlsplit(value)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else value


def load_services(app: Sphinx) -> None:
    """Write the script, let every page load it, and say what it does."""
    build = the_build(app.config)
    services = build.site.integrations
    if not services or app.builder.name not in BUILDERS:
        return
    if is_preview(os.environ):
        message = "integrations: no service is loaded by the preview of a change."
        logger.info("%s: %s", build.site.source_file, message)
        return
    target = Path(app.outdir, "_static", SERVICES_SCRIPT)
    write_if_new(target, services_script(services))
    build.published.add(target)
    app.add_js_file(SERVICES_SCRIPT, loading_method="defer")
    logger.info("%s: %s", build.site.source_file, said(services))


def is_preview(environment: Mapping[str, str]) -> bool:
    """Whether a host builds what only those see who look at a change."""
    return any(environment.get(name) in values for name, values in PREVIEWS.items())


def said(services: Services) -> str:
    """Return in words which services pages load, when, and the policy that this needs."""
    asking, loaded = _names(services, CONSENT), _names(services, services.keys() - set(CONSENT))
    waits = f", after the consent of readers ({asking})" if asking else ""
    return (
        f"integrations: pages on the web load {loaded or 'no service'}{waits}. Not on this "
        f"computer. A Content-Security-Policy has to allow: {policy_line(services)}"
    )


def _names(services: Services, wanted: Iterable[str]) -> str:
    chosen = set(wanted)
    return ", ".join(name for name in sorted(services) if name in chosen)
