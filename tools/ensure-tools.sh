#!/bin/sh
# Make sure that the programs the tests drive are here: Chromium, Node.js and a LaTeX.
# Installs what is missing with the system's package manager, and says what to do when it cannot.
set -eu

have() {
    for name in "$@"; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

missing=""
have "${CHROMIUM:-}" chromium chromium-browser google-chrome || missing="$missing chromium"
have node || missing="$missing nodejs"
have npm || missing="$missing npm"
have latexmk || missing="$missing latex"
if [ -z "$missing" ]; then
    exit 0
fi

latex_on_debian="latexmk texlive-latex-recommended texlive-latex-extra texlive-fonts-recommended tex-gyre"
latex_on_fedora="latexmk texlive-scheme-medium"
latex_on_arch="texlive-binextra texlive-latexextra texlive-fontsrecommended"

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo"
fi

echo "Installing with the system's package manager:$missing"
if have apt-get; then
    packages=$(echo "$missing" | sed "s/latex/$latex_on_debian/")
    # shellcheck disable=SC2086  # the list is split on purpose
    $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends $packages
elif have dnf; then
    packages=$(echo "$missing" | sed "s/latex/$latex_on_fedora/")
    # shellcheck disable=SC2086
    $as_root dnf install -y $packages
elif have pacman; then
    packages=$(echo "$missing" | sed "s/latex/$latex_on_arch/")
    # shellcheck disable=SC2086
    $as_root pacman -S --noconfirm $packages
elif have brew; then
    brew install --cask chromium mactex-no-gui && brew install node
else
    echo "error: the tests need$missing, and no known package manager is here." >&2
    echo "Install them yourself (CHROMIUM=/path/to/chromium is honoured), then run it again." >&2
    exit 1
fi
