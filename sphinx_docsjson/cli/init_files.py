"""The files that ``init --hosting`` writes: what each host needs to build and publish a site."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

# What each host wants to read in a repository, to build and publish the site. Pure.
#
# A path of the repository may contain spaces, quotes and other characters: :func:`shell_word`
# quotes it for the shell of a host, :func:`scalar` for a YAML or TOML file.

PYTHON = "3.13"
OUTPUT = "_site"

_PLAIN = re.compile(r"[A-Za-z$./][\w$./=, -]*", re.ASCII)
"""Neither a sign of YAML nor one of its words; ``: `` and `` #`` would end it."""

_ESCAPED_TOO = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""What JSON leaves as it is, and YAML or TOML does not."""


@dataclass(frozen=True, kw_only=True)
class SitePaths:
    """Where things are, seen from the root of the repository.

    :param folder: the folder of ``docs.json``.
    :param requirements: the file that lists what the build needs.
    :param name: a name for the project at the host, of letters, digits and dashes.
    :param needed: what else pip installs: lists of the project, and the project itself.
    :param builder: the builder, on which the addresses of pages depend.
    :param strict: whether a warning fails the build.
    """

    folder: str
    requirements: str
    name: str
    needed: tuple[str, ...] = ()
    builder: str = "dirhtml"
    strict: bool = True

    @property
    def install(self) -> str:
        """The command that installs what the build needs."""
        parts = [f"-r {shell_word(self.requirements)}"]
        for each in self.needed:
            option, gap, name = each.rpartition(" ")
            parts.append(f"{option}{gap}{shell_word(name)}")
        return f"pip install {' '.join(parts)}"

    def build(self, output: str = OUTPUT, address: str = "") -> str:
        """Return the command that writes the site into *output*.

        The command reads ``conf.py`` when there is one, also one that is added later.

        :param address: how the shell of the host says where the site will be read.
        """
        strict = "-W " if self.strict else ""
        where = f" --base-url {address}" if address else ""
        builder = f"{strict}-b {self.builder}{where}"
        return f"sphinx-docsjson build {shell_word(self.folder)} {output} {builder}"


def shell_word(path: str) -> str:
    """Return a relative path as one word of a POSIX shell, which is not an option of a program."""
    return shlex.quote(f"./{path}" if path.startswith("-") else path)


def scalar(text: str) -> str:
    """Return *text* as a scalar of YAML: as it is where it means nothing else, or in quotes."""
    usual = _PLAIN.fullmatch(text) and not text.endswith(" ")
    return text if usual else quoted(text)


def quoted(text: str) -> str:
    """Return *text* as a string of TOML, and of YAML: both read what JSON has in quotes."""
    found = json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False)
    return _ESCAPED_TOO.sub(lambda character: f"\\u{ord(character[0]):04x}", found)


def in_github(text: str) -> str:
    """Return the scalar of a workflow of GitHub, in which nothing is an expression."""
    return scalar(text.replace("${{", "${{ '${{' }}"))


def read_the_docs(site: SitePaths) -> str:
    """Return ``.readthedocs.yaml``: https://docs.readthedocs.com/platform/stable/config-file/v2.html."""
    return f"""\
version: 2
build:
  os: ubuntu-24.04
  tools:
    python: "{PYTHON}"
  jobs:
    install:
      - {scalar(site.install)}
    build:
      html:
        - {scalar(site.build("$READTHEDOCS_OUTPUT/html"))}
"""


ON_DEFAULT_BRANCH = """\
on:
  push:
  workflow_dispatch:"""
IS_DEFAULT_BRANCH = "github.ref_name == github.event.repository.default_branch"
"""A workflow cannot name the default branch of its repository in ``on``; a job can ask for it."""


def github_pages(site: SitePaths) -> str:
    """Return ``.github/workflows/docs.yml``."""
    return f"""\
name: docs
{ON_DEFAULT_BRANCH}
permissions:
  contents: read
  pages: write
  id-token: write
concurrency:
  group: pages
jobs:
  docs:
    if: {IS_DEFAULT_BRANCH}
    runs-on: ubuntu-latest
    environment:
      name: github-pages
      url: ${{{{ steps.deployment.outputs.page_url }}}}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "{PYTHON}"
      - run: {in_github(site.install)}
      - id: pages
        uses: actions/configure-pages@v5
      - run: {in_github(site.build(address='"$ADDRESS/"'))}
        env:
          ADDRESS: ${{{{ steps.pages.outputs.base_url }}}}
      - run: touch {OUTPUT}/.nojekyll
      - uses: actions/upload-pages-artifact@v3
        with:
          path: {OUTPUT}
      - uses: actions/deploy-pages@v4
        id: deployment
"""


def gitlab(site: SitePaths) -> str:
    """Return ``.gitlab-ci.yml``; Pages publishes the folder ``public``."""
    return f"""\
pages:
  image: python:{PYTHON}
  script:
    - {scalar(site.install)}
    - {scalar(site.build("public", '"$CI_PAGES_URL/"'))}
  artifacts:
    paths:
      - public
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
"""


NETLIFY = '"$URL/"'


def netlify(site: SitePaths) -> str:
    """Return ``netlify.toml``."""
    return f"""\
[build]
  command = {quoted(f"{site.install} && {site.build(address=NETLIFY)}")}
  publish = "{OUTPUT}"

[build.environment]
  PYTHON_VERSION = "{PYTHON}"
"""


_TYPES = "avif gif ico jpeg jpg mp4 pdf png svg webm webp zip"
MEDIA: Final = tuple(_TYPES.split(" "))
"""Types of files that no script of a host is asked for. A page may have a dot: ``v1.2``."""

WORKER = '"${SITE_URL:-}"'
"""Cloudflare tells a Worker no address; a variable of the build does, where it is set."""


def vercel(site: SitePaths) -> str:
    """Return ``vercel.json``; Vercel tells the address without its scheme."""
    address = '"https://$VERCEL_PROJECT_PRODUCTION_URL/"'
    config = {
        "$schema": "https://openapi.vercel.sh/vercel.json",
        "framework": None,
        "installCommand": site.install,
        "buildCommand": site.build(address=address),
        "outputDirectory": OUTPUT,
        "cleanUrls": True,
        "headers": [
            {
                "source": f"/((?!_static/|.*\\.(?:{'|'.join(MEDIA)})$).*)",
                "headers": [
                    {"key": "Vary", "value": "Accept"},
                    {"key": "Link", "value": '</llms.txt>; rel="describedby"; type="text/plain"'},
                ],
            },
            {
                "source": "/.well-known/api-catalog",
                "headers": [{"key": "Content-Type", "value": "application/linkset+json"}],
            },
        ],
    }
    return json.dumps(config, indent=2, ensure_ascii=False) + "\n"


def azure(site: SitePaths) -> str:
    """Return ``.github/workflows/azure-docs.yml`` for Azure Static Web Apps."""
    return f"""\
name: docs
{ON_DEFAULT_BRANCH}
jobs:
  docs:
    if: {IS_DEFAULT_BRANCH}
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "{PYTHON}"
      - run: {in_github(site.install)}
      - run: {in_github(site.build(address='"$ADDRESS"'))}
        env:
          ADDRESS: ${{{{ vars.SITE_URL }}}}
      - uses: Azure/static-web-apps-deploy@v1
        with:
          azure_static_web_apps_api_token: ${{{{ secrets.AZURE_STATIC_WEB_APPS_API_TOKEN }}}}
          action: upload
          app_location: {OUTPUT}
          skip_app_build: true
          skip_api_build: true
"""


def cloudflare(site: SitePaths) -> str:
    """Return ``wrangler.toml``: the site as static assets of a Worker, which is asked first."""
    return f"""\
name = "{site.name}"
main = "{SCRIPTS["cloudflare"]}"
compatibility_date = "2025-01-01"

[build]
command = {quoted(f"{site.install} && {site.build(address=WORKER)}")}

[assets]
directory = "./{OUTPUT}"
binding = "ASSETS"
run_worker_first = {json.dumps(["/*", "!/_static/*", *(f"!/*.{kind}" for kind in MEDIA)])}
not_found_handling = "404-page"
html_handling = "auto-trailing-slash"
"""


HOSTS: dict[str, tuple[str, Callable[[SitePaths], str]]] = {
    "readthedocs": (".readthedocs.yaml", read_the_docs),
    "github-pages": (".github/workflows/docs.yml", github_pages),
    "gitlab": (".gitlab-ci.yml", gitlab),
    "azure": (".github/workflows/azure-docs.yml", azure),
    "vercel": ("vercel.json", vercel),
    "netlify": ("netlify.toml", netlify),
    "cloudflare": ("wrangler.toml", cloudflare),
}
"""Name on the command line → the file at the root of the repository, and what writes it."""

# Answers requests for Markdown at the address of a page with the twin of the page. The files in
# the folder ``hosts`` are written unchanged: the same tests run them in the servers.

SERVERS = {"nginx": "nginx.conf", "caddy": "Caddyfile", "apache": "apache.conf"}
"""Name on the command line → the file that a server of your own reads."""

SCRIPTS = {
    "cloudflare": "_worker.js",
    "netlify": "netlify/edge-functions/markdown.js",
    "vercel": "middleware.js",
}
"""Name on the command line → the script that the host runs beside the file in ``HOSTS``."""

HOST_FILES = files("sphinx_docsjson").joinpath("cli", "hosts")


def server_file(server: str) -> str:
    """Return the file of one of the ``SERVERS``."""
    return HOST_FILES.joinpath(SERVERS[server]).read_text(encoding="utf-8")


def host_script(host: str) -> str:
    """Return the script of one of the ``SCRIPTS``: what they share, and how the host calls it."""
    parts = ("negotiation.js", f"{host}.js")
    return "".join(HOST_FILES.joinpath(part).read_text(encoding="utf-8") for part in parts)
