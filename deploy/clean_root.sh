#!/bin/sh
# The steps of the Dockerfile without a container engine: a clean environment, another user where we are root, a folder that
# cannot be written but for one, the health check. Says how large it is. Usage: deploy/clean_root.sh [PYTHON]
set -eu
python=${1:-python3}
sources=$(cd "$(dirname "$0")/.." && pwd)
root=$(mktemp -d)
server=
cleanup() {
    [ -n "$server" ] && kill "$server" 2>/dev/null || true
    [ -n "$server" ] && wait "$server" 2>/dev/null || true
    chmod -R u+w "$root" && rm -rf "$root"
}
trap cleanup EXIT
chmod 755 "$root"
mkdir "$root/src"
(cd "$sources" && cp -r pyproject.toml setup.py README.md LICENSE src tools deploy "$root/src/")
"$python" -m venv --copies "$root/opt"
sh "$root/src/deploy/install.sh" "$root/src" "$root/opt"
rm -rf "$root/src"
mkdir -m 700 "$root/data"
size=$(du -sm "$root/opt" | cut -f1)
echo "installed: $size MB"
[ "$size" -lt 130 ] || { echo "too large: an image has 200 MB, of which Python takes about 50"; exit 1; }

as=
if [ "$(id -u)" = 0 ]; then
    chown 65534:65534 "$root/data"
    as="setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs"
fi
chmod -R a-w "$root/opt"
if [ -n "$as" ] && ! $as "$root/opt/bin/python" -c "import encodings" 2>/dev/null; then
    echo "another user cannot read this Python ($python); started as root instead"
    as=
    chown 0:0 "$root/data"
fi
port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
env -i PATH="$root/opt/bin:/usr/bin:/bin" HOME=/nonexistent LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" PYTHONDONTWRITEBYTECODE=1 DOMIK_PORT="$port" \
    DOMIK_DATA="$root/data/domik.db" DOMIK_BACKUPS="$root/data" \
    sh -c "cd '$root/data' && exec $as '$root/opt/bin/domik' serve" > "$root/log" 2>&1 &
server=$!
check() { "$python" -c "import sys, urllib.request as u; print(u.urlopen('http://127.0.0.1:$port$1', timeout=5).read(40).decode())"; }
tries=0
until check /healthz 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] && kill -0 "$server" || { cat "$root/log"; exit 1; }
    sleep 0.5
done
check / > /dev/null
check /api/games > /dev/null
[ "$(stat -c %a "$root/data/domik.db")" = 600 ]
kill -TERM "$server"
wait "$server" || true
server=
echo "it starts${as:+ as nobody}, writes to one folder only, is well, and ends"
