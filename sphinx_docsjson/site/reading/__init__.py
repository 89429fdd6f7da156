"""The text of ``docs.json`` → values that know where they stand, checked. Pure."""
