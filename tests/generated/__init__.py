"""Pages made at random from front matter, Markdown and tags, and what must become of them."""
