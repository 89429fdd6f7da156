"""The files on the page about hosting are those that ``init --hosting`` writes."""

from __future__ import annotations

import pytest

from sphinx_docsjson.cli.init_files import HOSTS
from sphinx_docsjson.cli.main import main
from tests._support.building import write_files
from tests.docs_say.blocks import blocks_in
from tests.docs_say.stories import SPHINX

PAGE = "docs/publish/hosting.md"
LIST = "docs/requirements.txt"
PLAIN = {name: text for name, text in SPHINX.items() if not name.endswith("conf.py")}


def written(folder, host, files):
    """Return what ``init`` writes for a host beside a site that is there: name → text."""
    (folder / ".git").mkdir(parents=True)
    write_files(folder, files)
    assert main(["init", str(folder / "docs"), "--hosting", host]) == 0
    name, _text = HOSTS[host]
    return {each: (folder / each).read_text() for each in (name, LIST)}


@pytest.mark.parametrize("host", HOSTS)
def test_the_page_shows_what_init_writes(host, tmp_path):
    plain = written(tmp_path / "plain" / "acme", host, PLAIN)
    sphinx = written(tmp_path / "sphinx" / "acme", host, SPHINX)
    name, _text = HOSTS[host]
    shown = [block.text for block in blocks_in(PAGE) if block.title == name]

    wanted = [sphinx[name], plain[name]] if host == "readthedocs" else [plain[name]]
    assert shown == wanted
    assert [block.text for block in blocks_in(PAGE) if block.title == LIST] == [plain[LIST]]
    assert sphinx[LIST] == plain[LIST]
    if host != "readthedocs":
        # With a conf.py nothing else differs than the sentence of the page says.
        ours = plain[name].replace("-C -D extensions=sphinx_docsjson ", "")
        assert sphinx[name] == ours.replace("-b dirhtml", "-b html")
