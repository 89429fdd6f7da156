"""A page → everything that it says, done in its order.

A page is told from an empty folder, or from what it says its reader has already. Commands run as
they are written; files are written where the page puts them; what a service would do with its
configuration is done, too.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.docs_say.blocks import ROOT, Block, blocks_of
from tests.docs_say.formats import PLANTS
from tests.docs_say.machine import Done, Machine

NOT_RUN = (
    "sphinx-docsjson lsp",
    "python3 tools/dev.py test",
    "python -m tests.projects sphinx django",
)
"""What commands begin with that are not run; ``fences.toml`` has the reasons."""

OF_THE_REPOSITORY = re.compile(r"python3? (?:tools/|-m tests\.)")
"""Commands for those who work on this project; they are run in a clone."""

BUILDS = re.compile(r"sphinx-build|sphinx-docsjson build")
"""Commands that are run again with their warnings as errors."""

SERVES = re.compile(r"sphinx-docsjson serve|make serve")
"""Commands that run until Ctrl+C."""

TOLD_BY_HOSTS = {
    "ADDRESS": "https://acme.github.io/tool",
    "CI_PAGES_URL": "https://acme.gitlab.io/tool",
    "URL": "https://acme.netlify.app",
    "VERCEL_PROJECT_PRODUCTION_URL": "acme.vercel.app",
}
"""What the files of hosts ask the machine for."""

DOWNLOAD = re.compile(r"\{download\}`([^`<]+?) <([^`>]+)>`")
"""A file that readers are asked to save: where, and which one it is."""

EXTENSION = 'extensions = ["sphinx_docsjson"]\n'

HOSTED = {
    "docs/mint.json": json.dumps(
        {
            "name": "Acme",
            "colors": {"primary": "#0a7d63"},
            "navigation": [{"group": "Start", "pages": ["introduction", "guides/first"]}],
        }
    ),
    "docs/introduction.mdx": "---\ntitle: Introduction\n---\n\nimport Hint from "
    "'/snippets/hint.mdx'\n\n<Hint />\n\nSee the [guide](/guides/first).\n",
    "docs/guides/first.mdx": '---\ntitle: "First: steps"\n---\n\n<Steps>\n  <Step title="One">'
    "\n    Text.\n  </Step>\n</Steps>\n",
    "docs/snippets/hint.mdx": "<Note>A note.</Note>\n",
}

SPHINX = {
    "docs/conf.py": EXTENSION,
    "docs/docs.json": json.dumps(
        {"name": "Acme", "navigation": [{"group": "Start", "pages": ["index"]}]}
    ),
    "docs/index.md": "---\ntitle: Home\n---\n\nText.\n",
}

GIVEN = {
    "docs/start/moving.md": HOSTED,
    "docs/start/docusaurus.md": {
        "docusaurus.config.js": "module.exports = {title: 'Acme'};\n",
        "sidebars.js": "module.exports = {docs: ['intro']};\n",
        "docs/intro.md": "# Intro\n\nText.\n",
    },
    "docs/start/jupyter-book.md": {
        "_toc.yml": "format: jb-book\nroot: intro\n",
        "intro.md": "# Intro\n\nText.\n",
    },
    "docs/start/mkdocs.md": {
        "mkdocs.yml": "site_name: Acme\nnav: [index.md, {Guides: [guides/install.md]}]\n",
        "docs/index.md": "# Home\n\nSee [how to install](guides/install.md).\n",
        "docs/guides/install.md": "# Install\n\nText.\n",
    },
    "docs/start/openapi.md": {
        "index.rst": "Home\n====\n\n.. toctree::\n\n   api\n",
        "api.rst": "API\n===\n",
        "openapi.yaml": PLANTS,
    },
    "docs/start/serve.md": SPHINX,
    "docs/start/sphinx.md": {
        "docs/conf.py": 'project = "Acme"\nhtml_theme = "alabaster"\n',
        "docs/index.rst": "Home\n====\n\n.. toctree::\n\n   First steps <use>\n",
        "docs/use.rst": "Use\n===\n\nText.\n",
    },
    "docs/start/troubleshooting.md": SPHINX,
    "docs/start/upgrade.md": SPHINX,
    "docs/start/themes.md": {"index.rst": "Home\n====\n\nText.\n"},
    "docs/publish/hosting.md": SPHINX,
    "docs/publish/translation.md": SPHINX,
    "docs/publish/versions.md": SPHINX,
}
"""What the reader of a page has already, where it is not an empty folder."""


@dataclass(frozen=True, kw_only=True)
class Story:
    """A page that is told in a folder.

    :param clone: makes a clone of this repository, for the commands that are run there.
    """

    page: str
    text: str
    folder: Path
    user: Machine
    developer: Machine
    clone: Callable[[], Path]

    def problems(self) -> Iterator[str]:
        """Do all that the page says; yield what went wrong, with the place of the block."""
        for name, text in GIVEN.get(self.page, {}).items():
            self._write(self.folder / name, text)
        blocks = list(blocks_of(self.text, self.page))
        for name, target in DOWNLOAD.findall(self.text):
            source = (ROOT / self.page).parent / target
            self._write(self.folder / name, source.read_text(encoding="utf-8"))
        for do in (self._block, self._service):
            for block in blocks:
                for line, problem in do(block):
                    yield f"{self.page}:{line}: {problem}"
        for match in re.finditer(r"Open `([^`\s:]+)`", self.text):
            if not (self.folder / match[1]).is_file():
                line = self.text.count("\n", 0, match.start()) + 1
                yield f"{self.page}:{line}: there is no {match[1]} to open"

    def _block(self, block: Block) -> Iterator[tuple[int, str]]:
        if block.language == "sh":
            for line, command in block.commands:
                if not command.startswith(NOT_RUN):
                    for problem in self._command(command):
                        yield line, problem
        elif block.title:
            for problem in self._file(block):
                yield block.line, problem

    def _command(self, command: str) -> Iterator[str]:
        if OF_THE_REPOSITORY.match(command):
            yield from _failure(command, self._in_clone(command))
        elif SERVES.match(command):
            yield from _failure(command, self.user.look_at_server(command, self.folder))
        else:
            yield from _failure(command, self.user.run(command, self.folder))
            if (builds := BUILDS.match(command)) and " -W" not in command:
                strict = command.replace(builds[0], f"{builds[0]} -W -E", 1)
                yield from _failure(strict, self.user.run(strict, self.folder))

    def _in_clone(self, command: str) -> Done:
        clone = self.clone()
        for name in re.findall(r" (path/\S+)", command):
            for file, text in HOSTED.items():
                self._write(clone / name / Path(file).relative_to("docs"), text)
        machine = self.developer
        if "tools/dev.py" in command:
            machine = Machine(path=self.user.path)
        return machine.run(command, clone)

    def _file(self, block: Block) -> Iterator[str]:
        """Write a file; a conf.py is added to what is there, and the site is built with it."""
        path = self.folder / block.title
        text = block.text
        if path.name == "conf.py":
            before = path.read_text(encoding="utf-8") if path.is_file() else ""
            if not before and "extensions" not in text:
                before = EXTENSION
            self._write(path, before + text)
            source = path.parent.relative_to(self.folder)
            command = f"sphinx-build -q -W {source} {source}/_build/with-conf"
            yield from _failure(command, self.user.run(command, self.folder))
            return
        self._write(path, text)

    def _service(self, block: Block) -> Iterator[tuple[int, str]]:
        """Do what a service does with its file, once the page has named all files."""
        for command in commands_of_host(block.title, block.text):
            if block.title == ".readthedocs.yaml":
                done = self._on_read_the_docs(command)
            else:
                done = self.user.run(command, self.folder, **TOLD_BY_HOSTS)
            for problem in _failure(command, done):
                yield block.line, problem

    def _on_read_the_docs(self, command: str) -> Done:
        """Run a command with what Read the Docs tells it."""
        return self.user.run(
            command,
            self.folder,
            READTHEDOCS="True",
            READTHEDOCS_OUTPUT=str(self.folder / "_readthedocs"),
            READTHEDOCS_CANONICAL_URL="https://acme.readthedocs.io/en/latest/",
        )

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def commands_of_host(name: str, text: str) -> list[str]:
    """Return what a host runs, by the name and the text of its file."""
    if name.startswith(".github/workflows/"):
        jobs = yaml.safe_load(text)["jobs"].values()
        return [step["run"] for job in jobs for step in job["steps"] if "run" in step]
    if name == ".gitlab-ci.yml":
        return [line for job in yaml.safe_load(text).values() for line in job["script"]]
    if name == ".readthedocs.yaml":
        config = yaml.safe_load(text)
        if jobs := config["build"].get("jobs"):
            return [*jobs["install"], *jobs["build"]["html"]]
        folder = Path(config["sphinx"]["configuration"]).parent
        return [
            *(f"pip install -r {each['requirements']}" for each in config["python"]["install"]),
            f"cd {folder} && python -m sphinx -T -b html . $READTHEDOCS_OUTPUT/html",
        ]
    if name in ("netlify.toml", "wrangler.toml"):
        return [tomllib.loads(text)["build"]["command"]]
    if name == "vercel.json":
        config = json.loads(text)
        return [config["installCommand"], config["buildCommand"]]
    return []


def _failure(command: str, done: Done) -> Iterator[str]:
    """Yield what a command did wrong: an exit code, or a warning of Sphinx."""
    if done.code:
        yield f"`{command}` ends with {done.code}:\n{done.output[-3000:]}"
    elif "WARNING: " in done.output and BUILDS.search(command):
        yield f"`{command}` warns:\n{done.output[-3000:]}"
