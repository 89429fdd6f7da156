"""What an author wrote as an icon → HTML: a name, a file of the project, a URL, or SVG text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_docsjson.files.named_files import file_below
from sphinx_docsjson.icons.icon_elements import AS_TEXT, Wish
from sphinx_docsjson.icons.lookup import icon_svg, plain_name
from sphinx_docsjson.icons.sanitize import clean_svg
from sphinx_docsjson.urls import is_external, safe_source

if TYPE_CHECKING:
    from sphinx_docsjson.site.appearance import Icon


@dataclass(frozen=True, kw_only=True, slots=True)
class IconSource:
    """Where the icons of a build come from.

    :param library: the set that names without a library belong to.
    :param srcdir: the source directory; paths of icon files start here and stay inside.
    :param folders: ``{"fontawesome/light": folder}``, the SVG folders of licence holders, each
        asked before the data of the package. Relative folders start at *srcdir*.
    """

    library: str = "fontawesome"
    srcdir: Path | None = None
    folders: Mapping[str, str] = field(default_factory=dict)


def resolve_icon(
    icon: Icon,
    source: IconSource | None = None,
    *,
    root: str = "",
    wish: Wish = AS_TEXT,
) -> str | None:
    """Return an icon as HTML, decorative and in the colour of the text where it can be.

    :param icon: what the author named; see :class:`~sphinx_docsjson.site.appearance.Icon`.
    :param root: the way from the page to the root of the site, ``""`` or ``"../"`` and so on;
        needed for pictures that are not SVG and are linked instead of drawn.
    :returns: ``<svg …>`` or ``<img …>``, or ``None`` when there is no such icon.
    """
    source = source or IconSource()
    name = icon.name.strip()
    if name.startswith("<"):
        return clean_svg(name, wish=wish)
    if is_external(name):
        url = safe_source(name, picture=True)
        return wish.picture(url) if url else None
    if is_path(name):
        return _from_file(name, source, root, wish)
    library = icon.library or source.library
    return _from_folders(name, icon.type, library, source, wish) or icon_svg(
        name, icon.type, library, wish=wish
    )


def is_path(name: str) -> bool:
    """Whether an icon is named by the path of a file rather than by a name of a set."""
    return name.startswith(("/", "./", "../")) or Path(name).suffix.lower() in {
        ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".ico",
    }  # fmt: skip


def is_linked(name: str) -> bool:
    """Whether an icon is a picture of the project that HTML names instead of drawing it."""
    name = name.strip()
    return not is_external(name) and is_path(name) and Path(name).suffix.lower() != ".svg"


def _from_file(name: str, source: IconSource, root: str, wish: Wish) -> str | None:
    path = file_below(source.srcdir, name) if source.srcdir else None
    if path is None or source.srcdir is None:
        return None
    if path.suffix.lower() == ".svg":
        return clean_svg(path.read_text(encoding="utf-8", errors="replace"), wish=wish)
    return wish.picture(root + quote(path.relative_to(source.srcdir.resolve()).as_posix()))


def _from_folders(
    name: str, icon_type: str | None, library: str, source: IconSource, wish: Wish
) -> str | None:
    """Return an icon of a folder that the licence holder named for this library and style."""
    for key in (f"{library}/{icon_type or 'solid'}", library):
        folder = source.folders.get(key)
        if folder is None:
            continue
        base = (source.srcdir or Path()) / folder
        path = file_below(base, f"{plain_name(name)}.svg")
        if path is not None:
            return clean_svg(path.read_text(encoding="utf-8"), wish=wish)
    return None
