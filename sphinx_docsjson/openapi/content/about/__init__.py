"""Pages about a whole API and about its tags, and what leads from page to page, as nodes."""
