"""Nothing that we do grows faster than what we read: counted in steps."""
