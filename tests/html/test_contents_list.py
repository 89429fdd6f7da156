"""The list of a page's headings is cut out of Sphinx's own where its elements begin and end."""

import pytest

from sphinx_docsjson.html.contents_list import contents_list

PART = '<li><a class="reference internal" href="#part">A &amp; <em>B</em></a></li>'
LONG = '<li><a class="reference internal" href="#docsjson_openapi_check_examples">{}</a></li>'
TITLE = '<li><a class="reference internal" href="#">T</a>'


@pytest.mark.parametrize(
    ("toc", "wanted"),
    [
        (f"<ul>\n{TITLE}<ul>\n{PART}\n</ul>\n</li>\n</ul>\n", f"<ul>\n{PART}\n</ul>"),
        (f"<ul>\n{TITLE}<ul>\n</ul>\n</li>\n</ul>\n", ""),
        (f"<ul>\n{TITLE}</li>\n</ul>\n", ""),
        (
            f"<ul>{TITLE}<ul>{LONG.format('docsjson_openapi_check_examples')}</ul></li></ul>",
            f"<ul>{LONG.format('docsjson_<wbr>openapi_<wbr>check_<wbr>examples')}</ul>",
        ),
        ("", ""),
    ],
)
def test_what_stands_below_the_title_is_left(toc, wanted):
    assert contents_list(toc) == wanted


@pytest.mark.parametrize(
    "toc",
    [
        f"<ul>\n{TITLE}</li>\n{TITLE}<ul>\n{PART}\n</ul>\n</li>\n</ul>\n",
        f"<ul>{TITLE}<ul>{PART}",
        "<ul>" + " " * 100_000,
    ],
)
def test_several_titles_and_what_is_no_list_stay_whole(toc):
    assert contents_list(toc) == toc
