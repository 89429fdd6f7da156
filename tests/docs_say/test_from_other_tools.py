"""A repository of another tool becomes a site by three commands, and its words stay."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter

import pytest
from bs4 import BeautifulSoup

from tests._support.building import write_files
from tests.docs_say.blocks import ROOT

MKDOCS = {
    "mkdocs.yml": "site_name: Acme\nnav:\n  - Home: index.md\n  - Guides: [guides/install.md]\n",
    "docs/index.md": "# Home\n\n!!! warning\n    Alpha\n\n    - beta\n\n"
    "See [it](guides/install.md).\n",
    "docs/guides/install.md": '# Install\n\n=== "Linux"\n\n    Gamma\n\n=== "macOS"\n\n'
    '    Delta\n\n```text\n--8<-- "docs/code.txt"\n```\n\n??? tip "Fold"\n    Epsilon `zeta`\n',
    "docs/code.txt": "included code\n",
}
DOCUSAURUS = {
    "docusaurus.config.js": "export default {title: 'Acme', presets: [['classic', {}]]};\n",
    "sidebars.js": "module.exports = {docs: ['index', {Guides: ['guides/install']}]};\n",
    "docs/index.md": "# Home\n\n:::warning\nAlpha\n\n- beta\n:::\n\n"
    "See [it](/docs/guides/install).\n",
    "docs/guides/install.mdx": "import Tabs from '@theme/Tabs';\nimport TabItem from "
    '\'@theme/TabItem\';\n\n# Install\n\n<Tabs>\n<TabItem value="l" label="Linux">\n\nGamma\n\n'
    '</TabItem>\n<TabItem value="macOS">\n\nDelta\n\n</TabItem>\n</Tabs>\n\n```text\n'
    "included code\n```\n\n<details>\n<summary>Fold</summary>\n\nEpsilon `zeta`\n\n</details>\n",
}
SHOWN = {
    "index": "Home Warning Alpha beta See it",
    "guides/install": "Install Linux Gamma macOS Delta included code Fold Epsilon zeta",
}
"""What the pages show as they are built by their own tool; MkDocs 1.6 was asked."""


@pytest.mark.parametrize(
    "files",
    [pytest.param(MKDOCS, id="mkdocs"), pytest.param(DOCUSAURUS, marks=pytest.mark.nightly)],
)
def test_a_site_of_another_tool_keeps_its_words(files, tmp_path):
    write_files(tmp_path, files)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "before"]):
        known = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *known, *words], cwd=tmp_path, check=True, capture_output=True)

    for words in (["init", "--convert"], ["build", "docs", "out", "-W"]):
        command = [sys.executable, "-m", "sphinx_docsjson", *words]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}
        )
        assert done.returncode == 0, done.stdout + done.stderr

    for page, words in SHOWN.items():
        text = (tmp_path / "out" / f"{page}.html").read_text("utf-8")
        article = BeautifulSoup(text, "html.parser").select_one(".dj-content")
        found = Counter(re.findall(r"\w+", article.get_text(" ")))
        assert Counter(words.split()) - found == Counter()
