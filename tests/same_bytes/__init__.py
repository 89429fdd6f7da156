"""The law of projects in a theme of their own: what every builder writes stays, byte for byte."""
