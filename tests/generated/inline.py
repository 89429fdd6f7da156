"""Text at random: unique words, and what may stand around them inside a line."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass(kw_only=True)
class Words:
    """Hands out words that occur once, and remembers which must be seen.

    :param body: words of the text, to be seen exactly once.
    :param shown: words of attributes, to be seen at least once.
    :param tags: the components that were written, by name.
    """

    body: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    made: int = 0

    def word(self, *, attribute: bool = False) -> str:
        """Return a new word."""
        self.made += 1
        word = f"w{self.made}x"
        (self.shown if attribute else self.body).append(word)
        return word

    def unseen(self) -> str:
        """Return a new word that nobody needs to see, such as one of a comment."""
        self.made += 1
        return f"u{self.made}x"


class Inline:
    """Makes the text of lines.

    :param tags: whether tags and braces may stand in it.
    :param mdx: whether the page is ``.mdx``.
    """

    def __init__(self, rng: random.Random, words: Words, *, tags: bool, mdx: bool) -> None:
        self.rng = rng
        self.words = words
        self.tags = tags
        self.mdx = mdx

    def line(self) -> str:
        """Return one line of text; a line of tags alone would be a block for MDX.

        We take it for text as long as its elements are those of text, such as ``<br />``.
        """
        pieces = [self.piece(0) for _ in range(self.rng.randrange(1, 6))]
        if not any(piece[0] not in "<{" for piece in pieces) and len(pieces) > 1:
            pieces.insert(0, self.words.word())
        alone = len(pieces) == 1 and pieces[0][0] == "<"
        return " ".join([self.words.word(), *pieces] if alone else pieces)

    def plain(self) -> str:
        """Return a line of words only."""
        return " ".join(self.words.word() for _ in range(self.rng.randrange(1, 4)))

    def piece(self, depth: int) -> str:
        """Return a word, alone or with something around it."""
        makers = [self._word] * 8 + [self._code, self._escaped, self._entity, self._url]
        if depth < 2:
            makers += [self._emphasis, self._strong, self._struck, self._link]
            if self.tags:
                makers += [self._html, self._component]
        if self.tags:
            makers += [self._void]
        if self.mdx:
            makers += [self._expression]
        return self.rng.choice(makers)(depth)

    def _inner(self, depth: int) -> str:
        return " ".join(self.piece(depth + 1) for _ in range(self.rng.randrange(1, 3)))

    def _word(self, depth: int) -> str:
        return self.words.word() + self.rng.choice(
            ["", "", "", ".", ",", "!", ":", " –", "'s", ")"]
        )

    def _code(self, depth: int) -> str:
        around = self.rng.choice(["", "<", "{", "</Note> ", "<Card> ", "{{", "${", "*"])
        marks = self.rng.choice(["`", "`", "``"])
        return f"{marks}{around}{self.words.word()}{marks}"

    def _escaped(self, depth: int) -> str:
        return (
            self.rng.choice(["\\*", "\\_", "\\`", "\\#", "\\<", "\\{", "\\|"]) + self.words.word()
        )

    def _entity(self, depth: int) -> str:
        return self.words.word() + self.rng.choice(
            ["&amp;", "&lt;", "&nbsp;", "&#123;", "&eacute;"]
        )

    def _url(self, depth: int) -> str:
        return (
            f"[{self.words.word()}](https://example.com/{self.rng.choice(['a', 'a#b', 'a?b=c'])})"
        )

    def _emphasis(self, depth: int) -> str:
        mark = self.rng.choice("*_")
        return f"{mark}{self.words.word()} {self._inner(depth)} {self.words.word()}{mark}"

    def _strong(self, depth: int) -> str:
        return f"**{self.words.word()} {self._inner(depth)} {self.words.word()}**"

    def _struck(self, depth: int) -> str:
        return f"~~{self.words.word()}~~"

    def _link(self, depth: int) -> str:
        title = self.rng.choice(["", ' "t"'])
        return f"[{self.words.word()} **{self.words.word()}**](https://example.com{title})"

    def _html(self, depth: int) -> str:
        name = self.rng.choice(["b", "i", "span", "kbd", "sup", "strong", "code", "u", "mark"])
        given = self.rng.choice(["", ' className="c"', " style={{color: 'red'}}", ' id="i"'])
        if name == "code":
            return f"<{name}>{self.words.word()}</{name}>"
        return f"<{name}{given}>{self.words.word()} {self._inner(depth)}</{name}>"

    def _component(self, depth: int) -> str:
        if self.rng.random() < 0.5:
            tip = self.words.word(attribute=True)
            return f'<Tooltip tip="{tip}">{self.words.word()}</Tooltip>'
        color = self.rng.choice(["", ' color="green"', " color={'red'}"])
        return f"<Badge{color}>{self.words.word()}</Badge>"

    def _void(self, depth: int) -> str:
        return self.rng.choice(["<br/>", "<br />", '<Icon icon="flag" />'])

    def _expression(self, depth: int) -> str:
        form = self.rng.choice(['{{"{}"}}', "{{'{}'}}", "{{`{}`}}"])
        return form.format(self.words.word())
