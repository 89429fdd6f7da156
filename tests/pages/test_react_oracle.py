"""Components of pages show what React shows on a server: MDX and React are asked."""

from __future__ import annotations

import pytest

from tests._support import npm
from tests._support.inputs import REAL_INPUTS
from tests.pages.react_oracle import compared, main

SITES = REAL_INPUTS / "sites"

PLANS = """\
const plans = [
  { name: 'Free', price: 0, features: ['One *project*'] },
  { name: 'Pro', price: 12.5, features: ['Ten projects', <a href="https://x.y/">Help</a>] },
];

const Feature = ({ children, icon = '✓' }) => <li>{icon} {children}</li>;

export const Plans = ({ currency = '$', highlight, ...rest }) => {
  const total = plans.reduce((sum, { price }) => sum + price, 0);
  return (
    <div className={`plans ${rest.wide ? 'wide' : 'small'}`} style={{ marginTop: 4 }}>
      {plans.filter((plan) => plan.price >= 0).map((plan, i) => (
        <section key={plan.name}>
          <h3>{i + 1}. {plan.name.toUpperCase()}</h3>
          {plan.name === highlight && <strong>Best</strong>}
          <ul>{plan.features.map((f, n) => <Feature key={n}>{f}</Feature>)}</ul>
        </section>
      ))}
      {Object.entries({ a: 1, b: [2, 3] }).map(([key, value]) => `${key}=${value} `)}
      {[3, 1, 2].sort((a, b) => a - b).slice(1).join('/')}
      <p>Together {currency}{total.toFixed(2)} {(1234567.891).toLocaleString()}</p>
    </div>
  );
};

export function Box({ children, title = 'None' }) {
  const [first, ...others] = Array.isArray(children) ? children : [children];
  const [open, setOpen] = useState(() => 'shut');
  useEffect(() => { window.scrollTo(0, 0); }, [open]);
  const label = useMemo(() => title.replace(/[aeiou]/g, '*').padEnd(6, '.'), [title]);
  return (
    <>
      <button onClick={() => setOpen('open')}>{open} {label}</button>
      {typeof window === 'undefined' ? <em>server</em> : <em>browser</em>}
      <div>{first}</div>
      {others.length > 0 && <ol>{others.map((each, i) => <li key={i}>{each}</li>)}</ol>}
    </>
  );
}
"""
PAGE = """\
import { Plans, Box } from '/snippets/plans.jsx'

export const Note2 = ({ kind, ...rest }) => {
  switch (kind) {
    case 'a':
      return <p>A {rest.more ?? 'nothing'}</p>
    default:
      return <p>{kind?.name ?? String(kind)} {[...'xyz'].reverse()}</p>
  }
}

<Plans currency="€" highlight="Pro" />

<Box title="Education">A child</Box>

<Box>
  <img src="https://x.y/a.png" alt="" />

  A [child](https://x.y/) of the page.
</Box>

<Note2 kind="a" />

<Note2 kind={{ name: 'B' }} />

<Note2 />

{[['A', 1], ['B', 2]].map(([name, size]) => (
  <p key={name}>

    {name} is {size}, {size > 1 ? <b>more</b> : 'less'}
  </p>
))}
"""


@pytest.mark.nightly
def test_words_and_elements_are_those_of_react(tmp_path):
    if lacking := npm.missing():
        pytest.skip(lacking)
    root = tmp_path / "site"
    (root / "snippets").mkdir(parents=True)
    (root / "snippets/plans.jsx").write_text(PLANS, encoding="utf-8")
    (root / "index.mdx").write_text(PAGE, encoding="utf-8")
    try:
        uses = compared(root)
    except RuntimeError as error:
        pytest.skip(str(error))  # npm reaches no registry
    assert len(uses) == 7
    wrong = [(use.name, use.verdict(), use.error, use.missing(), use.told) for use in uses]
    assert [row for row in wrong if row[1] != "equal"] == []
    assert not any(use.shows_source() for use in uses)


@pytest.mark.nightly
@pytest.mark.skipif(not SITES.is_dir(), reason="DOCSJSON_INPUTS names no folder of sites")
def test_components_of_real_sites_show_what_react_shows(capsys):
    if lacking := npm.missing():
        pytest.skip(lacking)
    sites = sorted(str(path) for path in SITES.iterdir() if path.is_dir())
    with capsys.disabled():
        assert main([*sites, "--most", "12"]) == 0
