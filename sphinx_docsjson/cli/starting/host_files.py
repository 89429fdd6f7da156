"""What each host wants to read in a repository, to build and publish the site. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

PYTHON = "3.13"
OUTPUT = "_site"


@dataclass(frozen=True, kw_only=True)
class SitePlaces:
    """Where things are, seen from the root of the repository.

    :param folder: the folder of ``docs.json``.
    :param has_conf: whether a conf.py names the extension.
    :param requirements: the file that lists what the build needs.
    :param name: a name for the project at the host, of letters, digits and dashes.
    """

    folder: str
    has_conf: bool
    requirements: str
    name: str

    @property
    def install(self) -> str:
        """The command that installs what the build needs."""
        return f"pip install -r {self.requirements}"

    def build(self, output: str = OUTPUT) -> str:
        """Return the command that writes the site into *output*."""
        without = "" if self.has_conf else "-C -D extensions=sphinx_docsjson "
        return f"sphinx-build -b dirhtml {without}{self.folder} {output}"


def read_the_docs(site: SitePlaces) -> str:
    """Return ``.readthedocs.yaml``: https://docs.readthedocs.com/platform/stable/config-file/v2.html."""
    head = f"""\
version: 2
build:
  os: ubuntu-24.04
  tools:
    python: "{PYTHON}"
"""
    if site.has_conf:
        conf = "conf.py" if site.folder == "." else f"{site.folder}/conf.py"
        return f"""\
{head}sphinx:
  configuration: {conf}
  builder: dirhtml
python:
  install:
    - requirements: {site.requirements}
"""
    return f"""\
{head}  jobs:
    install:
      - {site.install}
    build:
      html:
        - {site.build("$READTHEDOCS_OUTPUT/html")}
"""


def github_pages(site: SitePlaces) -> str:
    """Return ``.github/workflows/docs.yml``."""
    return f"""\
name: docs
on:
  push:
    branches: [main]
  workflow_dispatch:
permissions:
  contents: read
  pages: write
  id-token: write
concurrency:
  group: pages
jobs:
  docs:
    runs-on: ubuntu-latest
    environment:
      name: github-pages
      url: ${{{{ steps.deployment.outputs.page_url }}}}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "{PYTHON}"
      - run: {site.install}
      - run: {site.build()}
      - run: touch {OUTPUT}/.nojekyll
      - uses: actions/upload-pages-artifact@v3
        with:
          path: {OUTPUT}
      - uses: actions/deploy-pages@v4
        id: deployment
"""


def gitlab(site: SitePlaces) -> str:
    """Return ``.gitlab-ci.yml``; Pages publishes the folder ``public``."""
    return f"""\
pages:
  image: python:{PYTHON}
  script:
    - {site.install}
    - {site.build("public")}
  artifacts:
    paths:
      - public
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
"""


def netlify(site: SitePlaces) -> str:
    """Return ``netlify.toml``."""
    return f"""\
[build]
  command = "{site.install} && {site.build()}"
  publish = "{OUTPUT}"

[build.environment]
  PYTHON_VERSION = "{PYTHON}"
"""


def cloudflare(site: SitePlaces) -> str:
    """Return ``wrangler.toml``: the site as static assets of a Worker."""
    return f"""\
name = "{site.name}"
compatibility_date = "2025-01-01"

[build]
command = "{site.install} && {site.build()}"

[assets]
directory = "./{OUTPUT}"
not_found_handling = "404-page"
html_handling = "auto-trailing-slash"
"""


HOSTS: dict[str, tuple[str, Callable[[SitePlaces], str]]] = {
    "readthedocs": (".readthedocs.yaml", read_the_docs),
    "github-pages": (".github/workflows/docs.yml", github_pages),
    "gitlab": (".gitlab-ci.yml", gitlab),
    "netlify": ("netlify.toml", netlify),
    "cloudflare": ("wrangler.toml", cloudflare),
}
"""Name on the command line → the file at the root of the repository, and what writes it."""
