"""Which values of a description do not fit its schemas."""
