#!/bin/sh
# Make sure that a Chromium is here for the browser tests; say what to do when it cannot be had.
set -eu

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done

echo "No Chromium found: installing it with the system's package manager."
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo"
fi
if command -v apt-get >/dev/null 2>&1; then
    $as_root apt-get update -qq && $as_root apt-get install -y -qq chromium && exit 0
elif command -v dnf >/dev/null 2>&1; then
    $as_root dnf install -y chromium && exit 0
elif command -v pacman >/dev/null 2>&1; then
    $as_root pacman -S --noconfirm chromium && exit 0
elif command -v brew >/dev/null 2>&1; then
    brew install --cask chromium && exit 0
fi

echo "error: the browser tests need Chromium, and it could not be installed." >&2
echo "Install it yourself, or set CHROMIUM=/path/to/chromium, and run 'make test' again." >&2
exit 1
