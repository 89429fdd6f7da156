"""What README and the first pages of the documentation say, word for word.

Every fenced block of these pages is read out of the page itself and then run, written or judged:
a shell block in an empty folder with a fresh environment, a file where the page puts it, a format
by a program that knows it.
"""
