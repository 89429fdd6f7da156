"""The blocks of ``.mdx`` pages as we read them against micromark, which MDX itself is made of."""
