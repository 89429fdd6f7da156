"""YAML texts made at random from pieces that matter: scalars, styles, nesting, anchors."""

from __future__ import annotations

import random
from collections.abc import Iterator

_WORDS = """
    true True TRUE tRUE yes no on off y n null Null NULL ~ nil 0 -0 +1 12 007 -01 0o17 0o8 0x1F
    0xg 0b1 1_000 1.5 -.5 +.5 5. 1e3 1E+3 1.2.3 10% 3rd 3d True-ish Falsehood nullable 1e
    .inf -.Inf +.INF .iNF .nan -.nan .NaN 12:30 12:30:45 2024-01-01 2024-01-01T10:00:00Z
    v1 = a.b a:b a#b -a ?a :a a? a! @a `a %a é 日本 🙂 << <<a 0x 0o . .. ... - -- --- +
    9999999999999999999999 1e400
"""
WORDS = [*_WORDS.split(), "a\u2028b", "a\x85b"]


def generated(count: int, seed: int) -> Iterator[str]:
    """Give *count* texts; the same for the same seed."""
    rng = random.Random(seed)
    for _ in range(count):
        lines: list[str] = []
        for number in range(rng.randrange(1, 5)):
            lines += _pair(rng, f"k{number}", 0)
        yield "\n".join(lines) + "\n"


def _pair(rng: random.Random, key: str, depth: int) -> list[str]:
    pad = "  " * depth
    choice = rng.random()
    name = rng.choice([key, key, f'"{key}"', f"'{key}'", f"{key}:x", f"{key} y", _key(rng)])
    if choice < 0.6 or depth > 2:
        return [f"{pad}{name}: {_scalar(rng)}"]
    if choice < 0.7:
        return [f"{pad}{name}: {_flow(rng, 0)}"]
    if choice < 0.8:
        return [f"{pad}{name}: {rng.choice(['|', '>', '|-', '>+', '|2'])}"] + [
            f"{pad}  {_text(rng)}" for _ in range(rng.randrange(1, 4))
        ]
    inner: list[str] = []
    if choice < 0.9:
        for number in range(rng.randrange(1, 4)):
            inner += _pair(rng, f"m{number}", depth + 1)
        return [f"{pad}{name}:{rng.choice(['', ' &a', ' # note'])}", *inner]
    offset = rng.choice(["", "  "])
    return [f"{pad}{name}:"] + [
        f"{pad}{offset}- {_scalar(rng)}" for _ in range(rng.randrange(1, 4))
    ]


def _word(rng: random.Random) -> str:
    return rng.choice(WORDS)


def _key(rng: random.Random) -> str:
    # A merge key is ours; a line that begins with % is a directive for some readers only.
    return rng.choice([word for word in WORDS if word != "<<" and word[0] != "%"])


def _text(rng: random.Random) -> str:
    return " ".join(_word(rng) for _ in range(rng.randrange(1, 4)))


def _scalar(rng: random.Random) -> str:
    text = _word(rng) if rng.random() < 0.7 else _text(rng)
    style = rng.random()
    if style < 0.6:
        return text
    if style < 0.75:
        return f'"{text}"'
    if style < 0.9:
        return f"'{text}'"
    return rng.choice(["", "!!str ", "!!int ", "!x "]) + text


def _flow(rng: random.Random, depth: int) -> str:
    if depth > 2 or rng.random() < 0.4:
        text = _scalar(rng)
        # Of words that begin with these, libyaml's grammar is that of YAML 1.1 between brackets.
        return f"'{text}'" if text[:1] in ("?", ":", "-", "!") and "'" not in text else text
    items = [_flow(rng, depth + 1) for _ in range(rng.randrange(0, 4))]
    if rng.random() < 0.5:
        return f"[{', '.join(items)}]"
    return "{" + ", ".join(f"f{n}: {item}" for n, item in enumerate(items)) + "}"
