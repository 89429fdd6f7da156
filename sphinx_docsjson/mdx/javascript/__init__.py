"""The constant part of JavaScript, read and never run. Pure."""
