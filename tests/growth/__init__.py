"""Nothing that we do grows faster than what we read: counted in steps, and asked of a linter."""
