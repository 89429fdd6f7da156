"""The two shapes of a configuration, and how each becomes the one :class:`Site`. Pure."""
