"""Component tags as rules of markdown-it-py."""
