"""Which pages have to be written again although their own source did not change.

A change of the configuration changes every page. A new title changes the pages whose sidebar
shows it. Neither makes any document be read again; a change of the variables does, because they
stand in the text of the pages, and one of what is a formula there.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sphinx_docsjson.build import the_build

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.navigation.page_view import PlaceView
    from sphinx_docsjson.navigation.sidebars.sidebar import Sidebars
    from sphinx_docsjson.navigation.sidebars.splice import Spliced
    from sphinx_docsjson.site.model import Site

DIGEST = "docsjson_digest"
VARIABLES = "docsjson_variables"
FOLDER = "docsjson-written"
NOT_ON_PAGES = frozenset({"location", "locations", "redirects", "openapi", "variables"})


def digest_site(app: Sphinx, config: Config) -> None:
    """Put digests of the site into configuration values.

    Sphinx writes all pages again after a change of the first, and reads them after the second.
    """
    site = the_build(config).site
    setattr(config, DIGEST, digest(site_essence(site)))
    setattr(config, VARIABLES, digest((sorted(site.variables.items()), site.latex)))


def digest(value: object) -> str:
    """Return a short fingerprint of a value made of plain data."""
    return sha256(repr(value).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def site_essence(site: Site) -> object:
    """Return what pages show of the configuration: all but where in the file it stands."""
    return _essence(site)


_names: dict[type[Any], tuple[str, ...]] = {}


def _shown_fields(cls: type[Any]) -> tuple[str, ...]:
    if cls not in _names:
        names = (field.name for field in fields(cls))
        _names[cls] = tuple(name for name in names if name not in NOT_ON_PAGES)
    return _names[cls]


def _essence(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if is_dataclass(value):
        return [(name, _essence(getattr(value, name))) for name in _shown_fields(type(value))]
    if isinstance(value, (list, tuple)):
        return [_essence(item) for item in value]
    if isinstance(value, dict):
        return [(key, _essence(item)) for key, item in value.items()]
    return str(value)


def find_stale_pages(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages around which the navigation looks different from when they were written.

    After a build that did not end these are all pages: nobody knows what it still had to write,
    but an application that builds again does. A page that is written ahead tells nothing.
    """
    build = the_build(app.config)
    if build.sidebars is None or build.is_ahead:
        return []
    record = record_path(app)
    written = build.tokens if build.tokens is not None else read_tokens(record)
    record.unlink(missing_ok=True)
    if build.tokens is None or build.tokens_of is not build.sidebars:
        build.tokens = page_tokens(build.nav, build.sidebars, env.found_docs)
        build.tokens_of = build.sidebars
    tokens = build.tokens
    if written is None:
        return list(tokens)
    return [name for name, token in tokens.items() if written.get(name, token) != token]


def page_tokens(nav: Nav, sidebars: Sidebars, docnames: Iterable[str]) -> dict[str, str]:
    """Return a fingerprint of what the navigation shows on each page."""
    scopes: WeakKeyDictionary[Spliced, str] = WeakKeyDictionary()
    shared: dict[int, object] = {}

    def scope_token(sidebar: Spliced) -> str:
        if sidebar not in scopes:
            scopes[sidebar] = digest(sidebar.common)
        return scopes[sidebar]

    tokens = {}
    for docname in sorted(docnames):  # those that share a sidebar one after the other
        view = nav.view(docname)
        around = [scope_token(sidebar) for sidebar in sidebars.around(docname)]
        shown = [_plain(place, shared) for place in view.places]
        tokens[docname] = digest((around, view.docname, shown))
    return tokens


def _plain(place: PlaceView, shared: dict[int, object]) -> list[object]:
    """Return a view as plain data; its switches are the same objects on many pages."""
    parts: list[object] = []
    for name in _shown_fields(type(place)):
        value = getattr(place, name)
        if isinstance(value, tuple):
            if id(value) not in shared:
                shared[id(value)] = digest(_essence(value))
            parts.append(shared[id(value)])
        else:
            parts.append(_essence(value))
    return parts


def record_path(app: Sphinx) -> Path:
    """Return the file that remembers what was written to the output folder of this build."""
    name = digest((app.builder.name, str(Path(app.outdir).resolve())))
    return Path(app.doctreedir) / FOLDER / f"{name}.json"


def read_tokens(path: Path) -> dict[str, str] | None:
    """Return the remembered fingerprints, or ``None`` when there are none to be trusted."""
    try:
        tokens = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return tokens if isinstance(tokens, dict) else None


def remember_what_was_written(app: Sphinx, failure: Exception | None) -> None:
    """Store the fingerprints once all pages are written."""
    tokens = the_build(app.config).tokens
    if tokens is not None and failure is None:
        path = record_path(app)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(tokens), encoding="utf-8")
