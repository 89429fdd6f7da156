"""The window title, meta tags, last change and source link of a page."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote, urlencode

from markupsafe import Markup

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.html.template_data import MetaTag
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx_docsjson.site.model import Organization, Site
    from sphinx_docsjson.theme_options import ThemeOptions


# When each page was last changed, and by whom, asked from git once per build.


def change_dates(srcdir: Path) -> dict[str, datetime]:
    """Return path below *srcdir* → the time of the last commit that changed it.

    The oldest commits of a shallow clone are omitted: git reports every file as changed in
    them. Without git, or outside a repository, nothing is known.
    """
    return parse_log(_log(srcdir, "%cI"), frozenset(_shallow_commits(srcdir)))


def contributors(srcdir: Path) -> dict[str, tuple[str, ...]]:
    """Return path below *srcdir* → who committed a change of it, the most frequent first.

    Names are those of ``.mailmap``. Programs that commit, ``name[bot]``, are omitted.
    """
    cut = frozenset(_shallow_commits(srcdir))
    counts: dict[str, Counter[str]] = {}
    for commit, name, paths in commits_of(_log(srcdir, "%aN")):
        if commit not in cut and name and not name.endswith("[bot]"):
            for path in paths:
                counts.setdefault(path, Counter())[name] += 1
    return {
        path: tuple(sorted(known, key=lambda name: (-known[name], name)))
        for path, known in counts.items()
    }


def _log(srcdir: Path, field: str) -> str:
    return run_git(
        srcdir,
        *("log", "-z", f"--format=%x00%H {field}"),
        *("--name-only", "--relative", "--no-renames", "--", "."),
    )


def parse_log(log: str, cut: frozenset[str] = frozenset()) -> dict[str, datetime]:
    """Return path → time of the newest commit with it in the output of ``git log -z``.

    :param cut: commits to leave out.
    """
    found: dict[str, datetime] = {}
    for commit, written, paths in commits_of(log):
        if written and commit not in cut:
            for path in paths:
                found.setdefault(path, datetime.fromisoformat(written))
    return found


def commits_of(log: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each commit in the output of ``git log -z``: its hash, its field, its paths.

    The only character that no path has, NUL, ends each of them and is before a commit, so
    that an empty piece comes before one; a line end comes before its first path.
    """
    pieces = iter(log.split("\0"))
    commit, field = "", ""
    paths: list[str] = []
    for piece in pieces:
        if piece:
            paths.append(piece if paths else piece[1:])
            continue
        if commit:
            yield commit, field, paths
        commit, _, field = next(pieces, "").partition(" ")
        paths = []
    if commit:
        yield commit, field, paths


def _shallow_commits(srcdir: Path) -> list[str]:
    if run_git(srcdir, "rev-parse", "--is-shallow-repository") != "true":
        return []
    name = run_git(srcdir, "rev-parse", "--git-path", "shallow")
    try:
        return (srcdir / name).read_text(encoding="ascii").split()
    except (OSError, UnicodeDecodeError):
        return []


def page_date(
    front: Mapping[str, str], path: str, dates: Mapping[str, datetime]
) -> datetime | None:
    """Return the date that a page shows.

    :param front: the front matter; ``lastUpdatedDate`` counts more than git does.
    """
    written = front.get("lastupdateddate", "").strip()
    if written:
        try:
            return datetime.fromisoformat(written)
        except ValueError:
            return None
    return dates.get(path)


# The title of the window and the meta tags of a page.

OPEN_GRAPH_PREFIXES = ("og:", "article:", "fb:")
PASSED_ON = ("og:", "twitter:", "article:", "robots")


def plain(title: str) -> str:
    """Return a title that Sphinx rendered as HTML as text."""
    return Markup(title).striptags()


def window_title(title: str, site_name: str) -> str:
    """Return the title of the window: that of the page, then the name of the site."""
    text = plain(title)
    return f"{text} — {site_name}" if text and text != site_name else site_name


def head_tags(
    title: str,
    *,
    front: Mapping[str, str],
    is_written: bool,
    site_name: str,
    site_description: str | None,
    site_tags: Mapping[str, str],
    url: str | None,
    card: str | None,
    on_read_the_docs: bool,
) -> tuple[MetaTag, ...]:
    """Return the meta tags of a page.

    The page's own front matter beats the tags of the whole site, and both beat what is derived.

    :param front: the front matter of the page, names in lower case.
    :param is_written: whether someone wrote the page; one that Sphinx makes, such as an index,
        is described by its title if nobody described the site.
    :param url: the canonical address of the page.
    :param card: the address of the picture that was drawn for the page, of 1200 by 630 pixels.
    """
    description = front.get("description") or site_description or ""
    if not description and not is_written:
        description = window_title(title, site_name)
    tags = {
        "description": description,
        "og:title": plain(title) or site_name,
        "og:description": description,
        "og:site_name": site_name,
        "og:type": "website",
        "og:url": url or "",
        "twitter:card": "summary",
        "keywords": front.get("keywords", ""),
        "article:published_time": _time(front, "createddate"),
        "article:modified_time": _time(front, "lastupdateddate"),
        "generator": "sphinx-docsjson",
    }
    if card:
        site_tags = {name: value for name, value in site_tags.items() if name != "og:image"}
        tags |= {
            "og:image": card,
            "og:image:width": "1200",
            "og:image:height": "630",
            "og:image:alt": window_title(title, site_name),
            "twitter:card": "summary_large_image",
        }
    tags |= {name: value for name, value in site_tags.items() if name != "canonical"}
    tags |= {name: value for name, value in front.items() if name.startswith(PASSED_ON)}
    if on_read_the_docs:
        tags["readthedocs-addons-api-version"] = "1"
    return tuple(
        MetaTag(kind=_kind(name), name=name, content=value)
        for name, value in tags.items()
        if value
    )


def tags_of_page(front: Mapping[str, Any]) -> tuple[MetaTag, ...]:
    """Return the meta tags for social networks that the front matter of a page asks for."""
    lower = {str(name).lower(): str(value) for name, value in front.items() if value}
    tags = {
        "article:published_time": _time(lower, "createddate"),
        "article:modified_time": _time(lower, "lastupdateddate"),
        **{n: v for n, v in lower.items() if n.startswith(PASSED_ON) and n != "robots"},
    }
    return tuple(
        MetaTag(kind=_kind(name), name=name, content=value)
        for name, value in tags.items()
        if value
    )


def _time(front: Mapping[str, str], field: str) -> str:
    """Return a date of the front matter as meta tags have it; what is none is omitted."""
    try:
        return datetime.fromisoformat(front.get(field, "").strip()).isoformat()
    except ValueError:
        return ""


def tags_of_site(site: Site, docname: str) -> dict[str, str]:
    """Return the meta tags of ``docs.json`` for a page: those of its folders beat the general.

    Where no picture is drawn, the background of the pictures is used.
    """
    tags = dict(site.metatags)
    if ground := site.thumbnails and site.thumbnails.background:
        tags = {"og:image": ground if is_external(ground) else f"/{ground}"} | tags
    for folder, own in site.metatags_below.items():
        if f"{docname}/".startswith(f"{folder}/"):
            tags |= own
    return tags


def announced_uri(uri: str, site: Site) -> str:
    """Return the address of a page below the root of the site as search engines get it."""
    return uri.rstrip("/") if site.trailing_slash is False else uri


def _kind(name: str) -> str:
    return "property" if name.startswith(OPEN_GRAPH_PREFIXES) else "name"


# What search engines read beside the text, as JSON-LD of schema.org.


def structured_data(
    site: Site, *, base: str, logo: str | None, steps: Sequence[tuple[str, str]]
) -> Markup | None:
    """Return the publisher of a site and the way to a page, ``None`` where nothing is known.

    :param base: the address of the site with a slash at its end, or ``""``.
    :param logo: the address of the logo of the site.
    :param steps: label and address of each page on the way; a single one is not a trail.
    """
    graph: list[dict[str, Any]] = []
    if site.organization is not None:
        graph.append(_organization(site.organization, site.name, base, logo))
    return json_ld(graph, steps)


def json_ld(graph: list[dict[str, Any]], steps: Sequence[tuple[str, str]]) -> Markup | None:
    """Return what a graph says, with the way to a page; ``None`` where that is nothing."""
    if len(steps) > 1:
        items = [
            {"@type": "ListItem", "position": number, "name": label, "item": address}
            for number, (label, address) in enumerate(steps, 1)
        ]
        graph.append({"@type": "BreadcrumbList", "itemListElement": items})
    if not graph:
        return None
    dumped = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False)
    return Markup(well_formed(dumped).replace("<", "\\u003c"))


def _organization(
    organization: Organization, name: str, base: str, logo: str | None
) -> dict[str, Any]:
    known = {
        "@id": organization.id or (f"{base}#organization" if base else None),
        "name": organization.name or name,
        "legalName": organization.legal_name,
        "url": organization.url or base,
        "logo": organization.logo or logo,
        "sameAs": list(organization.same_as),
    }
    return {"@type": "Organization"} | {key: value for key, value in known.items() if value}


# Where the sources of a site are kept on the web, and the addresses of the feedback buttons.

Host = Literal["github", "gitlab", "bitbucket"]

_HOSTS: tuple[Host, ...] = ("github", "gitlab", "bitbucket")
_DOMAINS: Mapping[Host, str] = {
    "github": "github.com",
    "gitlab": "gitlab.com",
    "bitbucket": "bitbucket.org",
}
_REMOTE = re.compile(
    r"^(?:https?://(?:[^@/]+@)?|ssh://(?:[^@/]+@)?|git://|[\w.-]+@)"
    r"(?P<domain>[\w.-]+)(?::\d+)?[:/](?P<path>[\w./~-]+?)(?:\.git)?/?$"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Repository:
    """A repository on one of the hosts that we know the addresses of.

    :param url: such as ``https://github.com/owner/name``.
    :param folder: the source directory inside the repository, without slashes at the ends.
    """

    host: Host
    url: str
    branch: str = "main"
    folder: str = ""

    def edit_url(self, path: str) -> str:
        """Return where a reader edits the source file *path*."""
        file = quote("/".join(part for part in (self.folder, path) if part))
        branch = quote(self.branch)
        if self.host == "github":
            return f"{self.url}/edit/{branch}/{file}"
        if self.host == "gitlab":
            return f"{self.url}/-/edit/{branch}/{file}"
        return f"{self.url}/src/{branch}/{file}?mode=edit"

    def view_url(self, path: str) -> str:
        """Return where a reader sees the source file *path*."""
        file = quote("/".join(part for part in (self.folder, path) if part))
        branch = quote(self.branch)
        if self.host == "github":
            return f"{self.url}/blob/{branch}/{file}?plain=true"
        return f"{self.url}/{'-/blob' if self.host == 'gitlab' else 'src'}/{branch}/{file}"

    def issue_url(self, title: str, page: str) -> str:
        """Return where a reader opens an issue about the page called *title*."""
        subject = f"Issue on docs: {title}"
        body = f"Path: /{page}"
        if self.host == "gitlab":
            query = urlencode({"issue[title]": subject, "issue[description]": body})
            return f"{self.url}/-/issues/new?{query}"
        query = urlencode({"title": subject, "body": body})
        return f"{self.url}/issues/new?{query}"


def find_repository(
    options: ThemeOptions,
    html_context: Mapping[str, Any],
    environment: Mapping[str, str],
    srcdir: Path,
) -> Repository | None:
    """Return the repository of a site.

    Asked are, in this order: the options of the theme as Furo names them, ``html_context`` with
    the keys of the Read the Docs and PyData themes, the environment of Read the Docs, the git
    remote ``origin``.
    """
    return (
        from_options(options)
        or _from_context(html_context)
        or _from_read_the_docs(environment, srcdir)
        or _from_git(srcdir)
    )


def from_options(options: ThemeOptions) -> Repository | None:
    """Return the repository that ``source_repository`` names."""
    return parse_remote(
        options.source_repository or "",
        branch=options.source_branch or "main",
        folder=(options.source_directory or "").strip("/"),
    )


def _from_context(context: Mapping[str, Any]) -> Repository | None:
    for host in _HOSTS:
        user, name = context.get(f"{host}_user"), context.get(f"{host}_repo")
        if not (user and name):
            continue
        base = str(context.get(f"{host}_url") or f"https://{_DOMAINS[host]}").rstrip("/")
        version = context.get(f"{host}_version") or context.get("github_version") or "main"
        folder = context.get("doc_path") or context.get("conf_py_path") or ""
        return Repository(
            host=host,
            url=f"{base}/{user}/{name}",
            branch=str(version),
            folder=str(folder).strip("/"),
        )
    return None


def _from_read_the_docs(environment: Mapping[str, str], srcdir: Path) -> Repository | None:
    remote = environment.get("READTHEDOCS_GIT_CLONE_URL")
    if not remote:
        return None
    identifier = environment.get("READTHEDOCS_GIT_IDENTIFIER", "")
    kind = environment.get("READTHEDOCS_VERSION_TYPE")
    branch = identifier if kind == "branch" and identifier else "main"
    return parse_remote(remote, branch=branch, folder=_folder_in_checkout(srcdir))


def _from_git(srcdir: Path) -> Repository | None:
    remote = run_git(srcdir, "remote", "get-url", "origin")
    if not remote:
        return None
    head = run_git(srcdir, "symbolic-ref", "--short", "refs/remotes/origin/HEAD")
    branch = head.removeprefix("origin/") if head else "main"
    return parse_remote(remote, branch=branch, folder=_folder_in_checkout(srcdir))


def parse_remote(remote: str, *, branch: str, folder: str) -> Repository | None:
    """Return the repository that a git remote names, ``None`` for an unknown host."""
    match = _REMOTE.match(remote.strip())
    if match is None:
        return None
    domain, path = match.group("domain"), match.group("path").strip("/")
    host = next((host for host in _HOSTS if host in domain.split(".")), None)
    if host is None or "/" not in path:
        return None
    return Repository(host=host, url=f"https://{domain}/{path}", branch=branch, folder=folder)


def _folder_in_checkout(srcdir: Path) -> str:
    return run_git(srcdir, "rev-parse", "--show-prefix").strip("/")


def run_git(folder: Path, *arguments: str) -> str:
    """Return what git prints, empty when there is no git or no repository."""
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            capture_output=True,
            timeout=60,
            encoding="utf-8",
            errors="replace",
            check=False,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
