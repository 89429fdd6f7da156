"""Pages with JavaScript: what the engine is for, and what is shown without it."""

from __future__ import annotations

import pytest

from sphinx_docsjson.ext import jsx
from tests._support.building import build_site

PAGE = """---
title: A
---

import Plans, { Price } from '/snippets/plans.jsx'
import Hint from '/snippets/hint.mdx'
import { Star } from 'lucide-react'

export const costs = [1, 2]
export const Plain = ({ plan }) => <b>{plan}</b>
export const Title = ({ children }) => <em>{children.props.title}</em>

<Plain plan="Data" />

{costs.map((cost) => <i key={cost}>cost {cost * 2}</i>)}

<Plans costs={costs} render={(cost) => <u>{cost}</u>}>kept</Plans>

<Title><Card title="Asked">x</Card></Title>

<Hint name="ann" />

<Star />
"""
FILES = {
    "docs.json": '{"name": "X", "navigation": ["a"]}',
    "a.mdx": PAGE,
    "snippets/plans.jsx": """import { useState } from 'react'
import { currency } from './money.ts'

export function Price({ cost }: { cost: number }) {
  const [first] = useState(() => cost * 10)
  return <span>{currency}{first.toFixed(2)}</span>
}
export default ({ costs, render, children }) => (
  <>
    {costs.map((cost) => <Price key={cost} cost={cost} />)}
    {render(costs.length)}
    <Note>{children}</Note>
  </>
)
""",
    "snippets/money.ts": "export const currency: string = '€'\n",
    "snippets/hint.mdx": "Hello {name.toUpperCase()}.\n",
}


def test_what_is_javascript_is_drawn(tmp_path):
    built = build_site(tmp_path / "src", FILES)
    text = " ".join(built.article("a").text.split())

    assert "Data" in text
    for words in ("cost 2", "cost 4", "€10.00", "€20.00", "2", "kept", "Asked", "Hello ANN."):
        assert words in text
    assert [line for line in built.warning_lines if "lucide-react" not in line] == []


@pytest.mark.parametrize("parallel", [1, 2])
def test_without_the_engine_data_is_drawn_and_the_rest_is_told_once(tmp_path, parallel):
    other = (
        "---\ntitle: B\n---\n\nimport Plans from '/snippets/plans.jsx'\n\n<Plans />\n\n<Plans />\n"
    )
    site = '{"name": "X", "navigation": ["a", "b", "c", "d", "e", "f"]}'
    empty = {f"{name}.mdx": f"---\ntitle: {name}\n---\n" for name in "cdef"}
    files = {**FILES, **empty, "b.mdx": other, "docs.json": site}
    off = {"docsjson_features": {"jsx": False}}
    built = build_site(tmp_path / "src", files, conf=off, parallel=parallel)
    text = built.article("a").text

    assert "Data" in text
    assert "kept" in text
    assert "€" not in text
    (told,) = (line for line in built.warning_lines if "lucide-react" not in line)
    assert told == (
        "a.mdx:15: WARNING: <Plans>, <Title> and 3 expressions on 2 pages need JavaScript: only "
        'their texts are shown. Run `pip install "sphinx-docsjson[jsx]"` to draw them. '
        "[docsjson.snippet]"
    )
    again = build_site(tmp_path / "src", {"b.mdx": f"{other}\n\nmore\n"}, conf=off)
    assert [line for line in again.warning_lines if "lucide-react" not in line] == []


def test_what_a_component_cannot_know_is_left_out_of_it(tmp_path):
    page = """---
title: A
---

export const Footer = ({ name }) => (
  <p id={Math.random()}>© {new Date().getFullYear()} <a href="https://a.b">{name}</a></p>
)

<Footer name="Acme" />

<Footer name="Other" />

<Card title={Date.now()}>kept</Card>
"""
    built = build_site(tmp_path / "src", {"docs.json": FILES["docs.json"], "a.mdx": page})

    assert "© Acme © Other kept" in " ".join(built.article("a").text.split())
    about, more = (
        "WARNING: <Footer> asks for {}, which is not known during a build: that part is left out",
        ("(the same at 1 more place). [docsjson.snippet]"),
    )
    assert built.warning_lines[1:] == [
        f"a.mdx:9: {about.format('chance')} {more}",
        f"a.mdx:9: {about.format('the time')} {more}",
    ]
    assert 'the attribute "title" of <Card> is left out' in built.warning_lines[0]


def test_files_take_other_names_from_the_same_package(tmp_path):
    files = {
        "docs.json": FILES["docs.json"],
        "a.mdx": "---\ntitle: A\n---\n\nimport { A } from '/a.jsx'\nimport { B } from '/b.jsx'\n\n"
        "<A />\n\n<B />\n",
        "a.jsx": "import { use, useState } from 'react'\nimport { Star } from 'lucide-react'\n"
        "export const A = () => { const [n] = useState(1); return <b>A{n}</b> }\n",
        "b.jsx": "import * as React from 'react'\nimport { Moon } from 'lucide-react'\n"
        "export const B = () => { const [n] = React.useState(2); return <b>B{n}</b> }\n",
    }
    text = build_site(tmp_path / "src", files).article("a").text

    assert "A1" in text
    assert "B2" in text


BROKEN = {
    "syntax": ("export default () => { return <b> }", "b.jsx cannot be read: Unexpected token"),
    "end": ("throw 1\nexport default () => { let n = 1; return n }", "ends with an error while"),
    "thrown": ("export default () => { throw new Error('') }", "it ends with an error"),
    "forged": (
        "export default () => { $host.component = () => '{\"$given\": 9}'; return <b>x</b> }",
        "changes built-in JavaScript objects",
    ),
    "prototype": (
        "export default () => { Object.prototype.toJSON = () => 9; let n = 1; return <b>x</b> }",
        "changes built-in JavaScript objects",
    ),
    "deep": (
        "export default () => { $host.component = () => '['.repeat(1e5); return <b>x</b> }",
        "changes built-in JavaScript objects",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_component_that_is_broken_costs_itself_only(tmp_path, name):
    code, why = BROKEN[name]
    files = {
        "docs.json": FILES["docs.json"],
        "a.mdx": "---\ntitle: A\n---\n\nimport B from '/b.jsx'\n\n<B />\n\n<B>kept</B>\n",
        "b.jsx": f"{code}\n",
    }
    built = build_site(tmp_path / "src", files)

    assert "kept" in built.article("a").text
    (line,) = built.warning_lines
    assert why in line
    assert line.startswith("a.mdx:")


def test_a_page_is_read_again_once_the_extra_is_installed(tmp_path, monkeypatch):
    files = {
        "docs.json": FILES["docs.json"],
        "a.mdx": "---\ntitle: A\n---\n\n{[1].map((n) => n + 1)} end\n",
    }
    with monkeypatch.context() as without:
        without.setattr(jsx, "find_spec", lambda _name: None)
        first = build_site(tmp_path / "src", files)
    assert "sphinx-docsjson[jsx]" in first.warning_lines[0]

    second = build_site(tmp_path / "src", files)
    assert "2 end" in second.article("a").text
    assert second.warning_lines == []


def test_a_page_that_never_ends_costs_itself_only(tmp_path):
    files = {
        "docs.json": '{"name": "X", "navigation": ["a", "b"]}',
        "a.mdx": "---\ntitle: A\n---\n\nbefore\n\n{(() => { for (;;) {} })()}\n\n"
        "{[1].map((n) => <Card title={n}>x</Card>)}\n\nafter\n",
        "b.mdx": "---\ntitle: B\n---\n\n{[1, 2].map((n) => n * 10).join('+')}\n",
    }
    built = build_site(tmp_path / "src", files)

    assert "before" in built.article("a").text
    assert "after" in built.article("a").text
    assert "10+20" in built.article("b").text
    endless, next_one = built.warning_lines
    assert "more steps" in endless
    assert "takes all the steps" in next_one


def test_a_value_that_multiplies_never_reaches_the_engine(tmp_path):
    lists = "\n".join(
        f"export const a{n} = [{', '.join([f'a{n - 1}'] * 10)}]" for n in range(1, 11)
    )
    page = f"---\ntitle: A\n---\n\nexport const a0 = ['x']\n{lists}\n"
    page += "export const F = ({ given }) => given.map((each) => <b>{each.length}</b>)\n\n"
    files = {
        "docs.json": FILES["docs.json"],
        "a.mdx": f"{page}before\n\n<F given={{a10}} />\n\nafter\n",
    }
    built = build_site(tmp_path / "src", files)

    assert "after" in built.article("a").text
    assert [line.rpartition(" ")[2] for line in built.warning_lines] == ["[docsjson.budget]"]


def test_functions_and_components_are_given_to_components(tmp_path):
    code = """
export const List = ({ items, children }) => (
  <ul>{items.map((item) => <li key={item}>{children(item)}</li>)}</ul>
)
export const Shown = ({ as: As, render: Render, ...rest }) => (
  <section><As {...rest} />{Render && <Render name="given" />}</section>
)
export const Chosen = ({ big }) => {
  const Box = big ? Card : Note
  return <Box title="Chosen">Inside</Box>
}
"""
    page = """---
title: A
---

import { List, Shown, Chosen } from '/snippets/list.jsx'

export const Item = ({ name }) => <i>{name}</i>
export const bold = (item) => <b>{item}</b>

<List items={['ant', 'bee']}>{(item) => <Item name={item} />}</List>

<List items={['cat']}>
  {bold}
</List>

<Shown as={Card} title="Titled" />

<Shown as="hr" render={Item} />

<Chosen big />
"""
    files = {**FILES, "a.mdx": page, "snippets/list.jsx": code}
    built = build_site(tmp_path / "src", files)
    article = built.article("a")

    assert [each.text for each in article.select("li em")] == ["ant", "bee"]
    assert [each.text for each in article.select("li strong")] == ["cat"]
    cards = [" ".join(each.text.split()) for each in article.select(".dj-card")]
    assert cards == ["Titled", "Chosen Inside"]
    assert article.find("em", string="given") is not None
    assert built.warnings == ""


def test_why_a_handler_of_an_element_does_nothing_is_told_with_its_line(tmp_path):
    page = "---\ntitle: A\n---\n\n<details onToggle={go}><summary>More</summary>Text</details>\n"
    built = build_site(tmp_path / "src", {**FILES, "a.mdx": page})

    assert "More" in built.article("a").text
    (told,) = built.warning_lines
    assert told.partition(" ")[0].endswith("a.mdx:5:")
    assert "<details> uses the name go, which is not defined; its handlers do nothing." in told


@pytest.mark.parametrize("is_on", [True, False])
def test_what_does_nothing_on_a_page_is_told_once_with_its_line(tmp_path, is_on):
    page = """---
title: A
---

export const Box = ({ children }) => <section>{children}</section>

<Card title="T" onClick={() => alert(1)}>In</Card>

<Badge onClick={() => alert(1)}>Red</Badge> text

<Badge onClick={() => alert(1)}>Blue</Badge> text

<Box>Before {(item) => <b>{item}</b>} after</Box>

<button onClick={() => print()}>Press</button>

<Gone onClick={() => alert(1)}>Unknown</Gone>
"""
    conf = {} if is_on else {"docsjson_features": {"jsx": False}}
    built = build_site(tmp_path / "src", {**FILES, "a.mdx": page}, conf=conf)
    text = " ".join(built.article("a").text.split())
    told = [line for line in built.warning_lines if "preact.min.js" not in line]

    for shown in ("T In", "Red text", "Before after", "Press", "Unknown"):
        assert shown in text
    assert "components: onClick has no effect here (a.mdx:7). Write it in braces" in built.status
    if not is_on:
        needs = "<button> and 1 expression on 1 page need JavaScript"
        assert [needs in line for line in told] == [False, True]
        return
    function, gone = told
    assert function.startswith("a.mdx:13: WARNING: {(item) => <b>{item}</b>} is a function")
    assert gone.startswith("a.mdx:17: WARNING: <Gone> is not a component")
