"""Components of authors answer in a browser, under a strict policy, and can be read without it."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from sphinx_docsjson.cli.npm_scripts import PREACT
from sphinx_docsjson.components.registry import registry
from tests._support import npm
from tests._support.building import build_site
from tests.components.samples import COMPONENTS, PICTURE, as_tag, sample

PAGE = """---
title: Interactive
---

import { Prices, Calculator, Choice, Marked, Part, Plus, Twice } from '/snippets/parts.jsx'

export const Clock = () => <time>{new Date().getFullYear() > 2000 && 'this century'}</time>

<Prices url="./_static/prices.json" />

<Calculator rate={2} render={(sum) => <output>{sum} EUR</output>} />

<Choice>
  <Part name="First">

  Text **one**, with `code`.

  </Part>
  <Part name="Second">

  Text two.

  <Choice>
    <Part name="Inner">Text three.</Part>
  </Choice>

  </Part>
</Choice>

<Clock />

Press <Plus>one</Plus> now.

import Default from '/snippets/parts.jsx'

<Default />

<Twice>

In **both**, <Plus>each</Plus>.

</Twice>

<Marked>

First **word**.

</Marked>
"""
PARTS = """
import React, { useState } from 'react'
import data from './data.json'
export const Prices = ({ url }) => {
  const [rows, setRows] = useState(null)
  const [word, setWord] = useState('')
  useEffect(() => { fetch(url).then((answer) => answer.json()).then(setRows) }, [url])
  if (!rows) return <p>Prices are loading.</p>
  return (
    <div>
      <label htmlFor="word">Filter</label>
      <input id="word" value={word} onChange={(event) => setWord(event.target.value)} />
      <table>
        <thead><tr><th>Name</th><th>Price</th></tr></thead>
        <tbody>
          {rows.filter((row) => row.name.includes(word)).map((row) => (
            <tr key={row.name}>
              <td>{row.name}</td><td style={{ color: 'rgb(1, 2, 3)' }}>{row.price}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CardGroup cols={2}>
        {rows.map((row) => (
          <Card key={row.name} title={row.name} icon="rocket" href={`/#${row.name}`}>
            {row.price}
          </Card>
        ))}
      </CardGroup>
      <Accordion title={`All ${rows.length}`}>Inside</Accordion>
    </div>
  )
}
export const Plus = ({ children }) => {
  const [sum, setSum] = useState(0)
  return <button onClick={() => setSum(sum + 1)}>{children} {sum}</button>
}
export function Calculator({ rate, render }) {
  const [sum, add] = useReducer((now, step) => now + step, 1)
  return <div><button onClick={() => add(1)}>More</button> {render(sum * rate)}</div>
}
export default function Whole() {
  const [sum, setSum] = useState(0)
  const { $own } = data
  return (
    <p className="whole">
      <button onClick={() => setSum(sum + 1)}>Whole</button>
      {sum} {$own} {JSON.stringify(data)} <Icon icon="flag" /> after
    </p>
  )
}
export const Twice = ({ children }) => {
  const [sum, setSum] = useState(0)
  return (
    <div className="twice">
      <button onClick={() => setSum(sum + 1)}>Twice</button>
      <section>{children}</section>
      <section>{children}</section>
    </div>
  )
}
export const Marked = ({ children }) => {
  const [sum, setSum] = useState(0)
  return (
    <div className="marked">
      <button onClick={() => setSum(sum + 1)}>Mark</button>
      {React.Children.map(children, (one) => React.cloneElement(one, { className: `mark${sum}` }))}
    </div>
  )
}
export const Part = ({ children }) => <div className="part">{children}</div>
export const Choice = ({ children }) => {
  const parts = React.Children.toArray(children)
  const [shown, show] = useState(0)
  return (
    <div>
      {parts.map((part, at) => (
        <button key={at} aria-pressed={at === shown} onClick={() => show(at)}>
          {part.props.name}
        </button>
      ))}
      {parts[shown]}
    </div>
  )
}
"""


DEEP = """---
title: Deep
---

export const Ways = () => {
  const [count, setCount] = useState(0)
  return (
    <p>
      <button onClick={() => setCount(count + 1)}>Go {count}</button>
      <a href="/">home</a> <a href="/guide/deep#deep">here</a>
      <a href="/_static/prices.json">file</a>
      <a href="https://example.com/">far</a>
    </p>
  )
}

<Ways />
"""


ASSEMBLED = """---
title: Assembled
---

export const Own = ({ title }) => <b>{title}</b>

export const Assembled = () => {
  const [names, setNames] = useState(['Ant', 'Bee'])
  return (
    <div>
      <button onClick={() => setNames([...names, 'Cat'])}>Add</button>
      <Tabs>
        <Tab title="All"><Note>Of {names.length} animals</Note></Tab>
        <>{names.map((name) => <Tab key={name} title={name} icon="flag">About {name}</Tab>)}</>
        <Own title="Last" />
      </Tabs>
      <Steps>
        {names.map((name) => <Step key={name} title={name}>See {name}</Step>)}
        {names.length > 2 && <Step title="End">Go</Step>}
      </Steps>
      <CodeGroup>
        <CodeBlock language="python" filename="a.py">{`print(1)`}</CodeBlock>
        {names.map((name) => (
          <CodeBlock key={name} language="js" filename={name}>{`go(${name})`}</CodeBlock>
        ))}
      </CodeGroup>
      <Tree>
        <Tree.Folder name="all" defaultOpen>
          {names.map((name) => <Tree.File key={name} name={name} />)}
        </Tree.Folder>
      </Tree>
      <Card title="Add more" onClick={() => setNames([...names, 'Dog'])}>Press</Card>
    </div>
  )
}

<Assembled />
"""


def preact():
    folder = npm.installed("preact", ["preact@" + PREACT.title.rpartition(" ")[2]])
    members = [name.removeprefix("package/") for name in PREACT.members]
    parts = [folder / "node_modules/preact" / name for name in members]
    return "\n".join(each.read_text(encoding="utf-8") for each in parts)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    files = {
        "docs.json": json.dumps(
            {"name": "X", "navigation": ["index", "assembled", "handlers", "guide/deep"]}
        ),
        "handlers.mdx": HANDLERS,
        "snippets/rows.jsx": ROWS,
        "index.mdx": PAGE,
        "assembled.mdx": ASSEMBLED,
        "guide/deep.mdx": DEEP,
        "snippets/parts.jsx": PARTS,
        "snippets/data.json": '{"__proto__": {"x": 1}, "$own": "</script>"}',
        "preact.min.js": preact(),
        "_static/prices.json": '[{"name": "ant", "price": 5}, {"name": "bee", "price": 7}]',
    }
    conf = {"html_static_path": ["_static"]}
    made = build_site(tmp_path_factory.mktemp("interactive") / "src", files, conf=conf)
    assert made.warnings == ""
    return made.outdir


@pytest.mark.parametrize("width", [390, 1280])
def test_components_answer(built, serve, visit, width):
    opened = visit(f"{serve(built)}/index.html", width=width)
    page = opened.page
    article = page.locator("article")

    expect(article.get_by_role("row")).to_have_text(["NamePrice", "ant5", "bee7"])
    expect(article.locator("td[style]").first).to_have_css("color", "rgb(1, 2, 3)")
    card = article.locator(".dj-card", has_text="bee")
    expect(card.locator("svg").first).to_be_visible()
    expect(card.get_by_role("link")).to_have_attribute("href", re.compile(r"http://[^/]+/#bee"))
    page.get_by_label("Filter").fill("b")
    expect(article.get_by_role("row")).to_have_text(["NamePrice", "bee7"])
    expect(page.get_by_text("Inside", exact=True)).to_be_hidden()
    page.get_by_text("All 2").click()
    expect(page.get_by_text("Inside", exact=True)).to_be_visible()

    page.get_by_role("button", name="More").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    expect(article.locator("output")).to_have_text("6 EUR")
    expect(article.locator("time")).to_have_text("this century")
    assert opened.errors == []


def test_components_of_several_parts_answer_after_each_state(built, serve, visit):
    opened = visit(f"{serve(built)}/assembled.html")
    page = opened.page

    tabs = page.locator(".dj-tabset").get_by_role("tab")
    expect(tabs).to_have_text(["All", "Ant", "Bee", "Last"])
    expect(tabs.nth(2).locator("svg")).to_be_visible()
    expect(page.get_by_text("About Bee")).to_be_hidden()
    tabs.nth(2).click()
    expect(page.get_by_text("About Bee")).to_be_visible()
    expect(page.locator(".dj-callout")).to_be_hidden()

    page.get_by_role("button", name="Add").click()
    expect(tabs).to_have_text(["All", "Ant", "Bee", "Cat", "Last"])
    tabs.first.click()
    expect(page.locator(".dj-callout-body p").last).to_have_text("Of 3 animals")
    page.keyboard.press("End")
    expect(page.locator(".dj-panel b", has_text="Last")).to_be_visible()
    steps = page.locator("ol.dj-steps > li.dj-step")
    expect(steps.locator(".dj-step-body")).to_have_text(["See Ant", "See Bee", "See Cat", "Go"])
    group = page.locator(".dj-code-group")
    group.get_by_role("tab", name="Cat").click()
    expect(group.locator("pre:visible")).to_have_text("go(Cat)")
    expect(group.locator("pre .nb")).to_have_text("print")
    expect(group.get_by_role("button", name="Copy")).to_have_count(1)
    expect(page.locator(".dj-tree details .dj-tree-file")).to_have_text(["Ant", "Bee", "Cat"])
    page.locator(".dj-card").click()
    expect(tabs).to_have_text(["All", "Ant", "Bee", "Cat", "Dog", "Last"])
    ids = page.locator("article [id]").evaluate_all("(all) => all.map((one) => one.id)")
    assert len(ids) == len(set(ids))
    assert opened.errors == []


HANDLERS = """---
title: Handlers
---

<button onClick={() => { document.title = 'pressed' }}>Press</button>

Text <a href="#handlers" onClick={() => { document.title = 'followed' }}>with *link*</a> goes on.

<details onToggle={(event) => { document.title = `open ${event.target.open}` }}>
  <summary>More</summary>

  Some **words**.

</details>

<input placeholder="Type" onChange={(event) => { document.title = event.target.value }} />

import { Rows, Named } from '/snippets/rows.jsx'

<Rows items={['ant', 'bee']}>{(item, many) => <b>{item} {many}</b>}</Rows>

<Named as={Card} />
"""
ROWS = """
export const Rows = ({ items, children }) => {
  const [many, setMany] = useState(1)
  return (
    <div className="rows">
      <button onClick={() => setMany(many + 1)}>Row</button>
      {items.slice(0, many).map((item) => <p key={item}>{children(item, many)}</p>)}
    </div>
  )
}
export const Named = ({ as: Shown }) => {
  const [word, setWord] = useState('one')
  return <div onClick={() => setWord('two')}><Shown title={word}>Inside</Shown></div>
}
"""

LIVE = """---
title: {name}
---

export const Shown = () => {{
  const [count, setCount] = useState({first})
  return (
    <div>
      <button {handler}>Show</button>
      {{count > 0 && <div className="here">
{tag}
</div>}}
    </div>
  )
}}

<Shown />
"""
_FENCE = re.compile(r"```(\w+) (\w+)\n(.*?)\n\s*```", re.DOTALL)
_CODE = r'<CodeBlock language="\1" filename="\2">{`\3`}</CodeBlock>'
SHAPE = """(here) => [...(here?.querySelectorAll('*') ?? [])]
  .filter((one) => !one.closest('.dj-update-filters'))
  .map((one) => [
    one.localName, one.getAttribute('class'), one.children.length ? '' : one.textContent.trim(),
  ].join(' '))"""


def test_elements_of_a_page_have_handlers_and_functions_stand_inside_tags(built, serve, visit):
    opened = visit(f"{serve(built)}/handlers.html")
    page = opened.page

    page.get_by_role("button", name="Press").click()
    expect(page).to_have_title("pressed")
    page.get_by_role("link", name="with link").click()
    expect(page).to_have_title("followed")
    page.get_by_text("More", exact=True).click()
    expect(page).to_have_title("open true")
    expect(page.locator("details > p strong")).to_have_text("words")
    page.get_by_placeholder("Type").fill("typed")
    expect(page).to_have_title("typed")
    expect(page.locator(".rows b")).to_have_text(["ant 1"])
    page.get_by_role("button", name="Row").click()
    expect(page.locator(".rows b")).to_have_text(["ant 2", "bee 2"])
    page.locator(".dj-card", has_text="one").click()
    expect(page.locator(".dj-card")).to_contain_text("two")
    assert opened.errors == []


@pytest.mark.nightly
def test_each_component_looks_in_code_as_the_build_draws_it(serve, visit, tmp_path):
    files = {**PICTURE, "preact.min.js": preact()}
    for component in COMPONENTS:
        name = "Tree" if component.name == "FileTree" else component.name
        written = sample(next(each for each in COMPONENTS if each.name == name), registry)
        tag = _FENCE.sub(_CODE, as_tag(written))
        for kind, first, handler in (
            ("live", 0, "onClick={() => setCount(count + 1)}"),
            ("still", 1, ""),
        ):
            text = LIVE.format(name=name, first=first, handler=handler, tag=tag)
            files[f"{component.name.lower()}-{kind}.mdx"] = text
    pages = [name.removesuffix(".mdx") for name in files if name.endswith(".mdx")]
    files["docs.json"] = json.dumps({"name": "X", "navigation": pages})
    made = build_site(tmp_path / "src", files)
    address = serve(made.outdir)
    wrong = []
    for component in COMPONENTS:
        shapes = []
        for kind in ("still", "live"):
            opened = visit(f"{address}/{component.name.lower()}-{kind}.html")
            opened.page.get_by_text("Show", exact=True).click()
            here = opened.page.locator(".here")
            shapes.append(here.evaluate(SHAPE))
            assert opened.errors == []
            opened.page.close()
        still, live = shapes
        # What the build moves into another column stays in its place.
        if (still and still != live) or (not live and component.name != "Visibility"):
            wrong.append((component.name, still, live))
    assert wrong == []
    assert made.warnings == ""


def test_what_the_page_wrote_comes_and_goes(built, serve, visit):
    opened = visit(f"{serve(built)}/index.html")
    page = opened.page

    expect(page.get_by_text("Text one, with code.")).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name="Second").click()
        expect(page.get_by_text("Text two.")).to_be_visible()
        expect(page.get_by_text("Text three.")).to_be_visible()
        expect(page.get_by_text("Text one, with code.")).to_have_count(0)
        page.get_by_role("button", name="First").click()
        expect(page.locator(".part strong")).to_have_text(["one"])
    page.get_by_role("button", name="one").click()
    expect(page.locator("p", has_text="Press")).to_have_text("Press one 1 now.")
    assert opened.errors == []


def test_what_the_page_wrote_is_shown_twice_and_taken_apart(built, serve, visit):
    opened = visit(f"{serve(built)}/index.html")
    page = opened.page

    for place in page.locator(".twice section").all():
        place.get_by_role("button", name="each").click()
        expect(place).to_have_text("In both, each 1.")
    page.get_by_role("button", name="Mark").click()
    expect(page.locator(".marked p.mark1 strong")).to_have_text("word")
    assert opened.errors == []


def test_a_default_export_answers_with_an_icon_in_its_line(built, serve, visit):
    opened = visit(f"{serve(built)}/index.html")
    whole = opened.page.locator(".whole")

    whole.get_by_role("button").click()
    said = 'Whole1 </script> {"__proto__":{"x":1},"$own":"</script>"}  after'
    expect(whole).to_have_text(said)
    expect(whole.locator("svg")).to_be_visible()
    expect(whole.locator("p")).to_have_count(0)
    assert opened.errors == []


def test_links_of_code_lead_where_those_of_pages_lead(built, serve, visit):
    address = serve(built.parent)  # below a path
    page = visit(f"{address}/{built.name}/guide/deep.html").page
    page.get_by_role("button", name="Go 0").click()
    expect(page.get_by_role("button", name="Go 1")).to_be_visible()
    links = page.locator("article p a")

    found = [
        one.replace(f"{address}/{built.name}", "")
        for one in links.evaluate_all("(all) => all.map((one) => one.href)")
    ]
    expected = ["/", "/guide/deep.html#deep", "/_static/prices.json", "https://example.com/"]
    assert found == expected


def test_the_first_state_is_there_without_javascript(built, serve, visit):
    page = visit(f"{serve(built)}/index.html", java_script_enabled=False).page

    expect(page.get_by_text("Prices are loading.")).to_be_visible()
    expect(page.get_by_text("2 EUR")).to_be_visible()
    expect(page.get_by_text("Press one 0 now.")).to_be_visible()
    expect(page.get_by_text("Text one, with code.")).to_be_visible()


def test_the_first_state_stays_where_the_code_fails(built, serve, visit, tmp_path):
    address = serve(built)
    opened = visit("about:blank")
    opened.page.route("**/components/snippets-*.js", lambda route: route.abort())
    opened.page.goto(f"{address}/index.html")

    expect(opened.page.get_by_text("Prices are loading.")).to_be_visible()
    expect(opened.page.get_by_text("2 EUR")).to_be_visible()
    expect(opened.page.locator("time")).to_have_text("this century")
    assert any("is shown in its first state" in each for each in opened.errors)


def test_html_of_a_page_names_no_module_of_another_place(built, serve, visit):
    page = visit(f"{serve(built, policy='')}/index.html").page
    page.route("**/evil.js", lambda route: route.fulfill(body="document.title = 'evil'"))
    element = '<div class="dj-interactive" data-module="../evil.js" data-name="x" data-props="{}">'
    scripts = (
        '<script src="_static/preact.min.js"></script>'
        '<script type="module" src="_static/interactive.js"></script>'
    )
    html = f"{element}old</div>{scripts}"
    answer = {"body": html, "content_type": "text/html"}
    page.route("**/page.html", lambda route: route.fulfill(**answer))
    with page.expect_console_message(lambda message: "no modules of this site" in message.text):
        page.goto(page.url.replace("index.html", "page.html"))
    assert page.title() != "evil"


ROW = """
export const Files = () => {
  const [name, setName] = useState('one')
  return (
    <div>
      {['one', 'two'].map((each) => (
        <button className={each === name ? 'font-bold' : ''} onClick={() => setName(each)}>
          {each}
        </button>
      ))}
      <CodeBlock language="json" lines>{`{"file": "${name}"}`}</CodeBlock>
    </div>
  )
}

<Files />
"""


def test_code_and_buttons_look_alike_in_each_state(serve, visit, tmp_path):
    site = json.dumps({"name": "X", "navigation": ["index"]})
    files = {"docs.json": site, "index.mdx": ROW, "preact.min.js": preact()}
    page = visit(f"{serve(build_site(tmp_path / 'src', files).outdir)}/index.html").page
    expect(page.locator("article pre")).to_have_text('{"file": "one"}')
    page.get_by_role("button", name="two", exact=True).click()
    expect(page.locator("article pre")).to_have_text('{"file": "two"}')
    for button in (
        page.locator(".dj-interactive button").filter(has_text=re.compile("one|two")).all()
    ):
        expect(button).to_have_css("padding-left", "0px")
