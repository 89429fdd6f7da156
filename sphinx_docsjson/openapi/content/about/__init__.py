"""Pages about a whole API and about its tags, as nodes."""
