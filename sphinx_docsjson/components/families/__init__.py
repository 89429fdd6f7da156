"""The families of page components, one module each."""
