"""The configurations under which the same pages are compared."""

from __future__ import annotations

from typing import Any

EVERYTHING: dict[str, Any] = {
    "myst_enable_extensions": [
        *("alert", "amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist"),
        *("dollarmath", "fieldlist", "html_admonition", "html_image", "replacements"),
        *("smartquotes", "strikethrough", "substitution", "tasklist"),
    ],
    "myst_heading_anchors": 4,
    "myst_substitutions": {"key": "a *value*", "block": "- one\n- two"},
}
CHOICES: dict[str, Any] = {
    "myst_all_links_external": False,
    "myst_links_external_new_tab": True,
    "myst_ref_domains": ["py"],
    "myst_title_to_header": True,
    "myst_html_meta": {"keywords": "a, b"},
    "myst_fence_as_directive": ["js"],
    "myst_number_code_blocks": ["python"],
    "myst_footnote_sort": False,
    "myst_heading_anchors": 2,
    "myst_url_schemes": {"https": None, "own": {"url": "https://own/{{path}}", "title": "Own"}},
    "myst_disable_syntax": ["table"],
    "myst_enable_extensions": ["dollarmath", "fieldlist"],
    "myst_dmath_double_inline": True,
    "highlight_language": "yaml",
    "suppress_warnings": ["myst.xref_missing", "toc.not_included"],
}
SETTINGS: dict[str, dict[str, Any]] = {
    "defaults": {},
    "everything": EVERYTHING,
    "choices": CHOICES,
    "commonmark": {"myst_commonmark_only": True},
    "gfm": {"myst_gfm_only": True},
}
