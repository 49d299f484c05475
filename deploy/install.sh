#!/bin/sh
# Install Domik from its sources into an environment, and leave nothing there that only building needs.
# Used by the Dockerfile and by deploy/clean_root.sh: install.sh SOURCES ENVIRONMENT
set -eu
sources=$1
environment=$2
wheels=$(mktemp -d)
"$environment/bin/python" -m pip wheel -q --disable-pip-version-check --no-deps --wheel-dir "$wheels" "$sources"
"$environment/bin/python" -m pip install -q --disable-pip-version-check --no-compile "$(ls "$wheels"/domik-*.whl)[postgres,passkeys]"
"$environment/bin/python" -m pip uninstall -q -y pip setuptools 2>/dev/null || true
rm -rf "$wheels"
find "$environment" -name __pycache__ -prune -exec rm -rf {} +
find "$environment" \( -path '*/tests' -o -path '*/test' \) -type d -prune -exec rm -rf {} +
