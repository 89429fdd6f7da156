"""What the Markdown twin of a page says: see ``fixtures/``."""

from __future__ import annotations

from sphinx_docsjson.outputs.markdown.inline import html_to_markdown
from tests._support.texts import cases


@cases(__file__, "*.markdown.md")
def test_twin(case, page_cases, agrees):
    agrees(case, page_cases.outcome(case))


@cases(__file__, "*.raw.md")
def test_raw_html(case, agrees):
    agrees(case, html_to_markdown(case.source, lambda address: address))
