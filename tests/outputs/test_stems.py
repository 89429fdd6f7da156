"""The words of the search index are stemmed once a build."""

from __future__ import annotations

from collections import Counter

from sphinx.search.en import SearchEnglish

WORDS = "charging charges charged refunds refunding"


def test_a_word_of_many_pages_is_stemmed_once(site, monkeypatch):
    asked: Counter[str] = Counter()
    stem = SearchEnglish.stem

    def counting(self, word):
        asked[word] += 1
        return stem(self, word)

    monkeypatch.setattr(SearchEnglish, "stem", counting)
    pages = {f"page{n}.md": f"---\ntitle: Page {n}\n---\n\n{WORDS}.\n" for n in range(4)}
    built = site(
        {"index.md": f"# Start\n\n{WORDS}.\n", **pages}, conf={"docsjson_search": "sphinx"}
    )

    assert {word: asked[word] for word in WORDS.split()} == dict.fromkeys(WORDS.split(), 1)
    index = (built.outdir / "searchindex.js").read_text(encoding="utf-8")
    assert '"charg":[0,1,2,3,4]' in index
