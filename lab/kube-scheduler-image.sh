#!/usr/bin/env bash
# Makes an image of the lab's own kube-scheduler, as registry.k8s.io has it, for charts on the lab's node. For tests.
set -euo pipefail
umask 022

[[ $# -eq 1 ]] || {
  echo "usage: lab/kube-scheduler-image.sh REGISTRY   builds REGISTRY/kube-scheduler:VERSION and pushes it over plain HTTP; needs: bin/lab build, buildah" >&2
  exit 2
}
root=$(cd "$(dirname "$0")/.." && pwd)
registry=$1
storage=${KOORD_BRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/koord-bridge}/images/storage
buildah_here() { buildah --root "$storage" --runroot "$storage.run" "$@"; }

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
cp -L "$("$root/bin/lab" where)/kube-scheduler" "$context/kube-scheduler"
version=$("$context/kube-scheduler" --version | awk '{ print $2 }')
printf 'FROM scratch\nCOPY kube-scheduler /usr/local/bin/kube-scheduler\nENTRYPOINT ["/usr/local/bin/kube-scheduler"]\n' >"$context/Dockerfile"
image=localhost/koord-bridge/lab-kube-scheduler:$version
{
  buildah_here build --isolation chroot --format oci --timestamp 0 -t "$image" "$context"
  buildah_here push --tls-verify=false "$image" "docker://$registry/kube-scheduler:$version"
} >"$context/log" 2>&1 || { tail -5 "$context/log" >&2; exit 1; }
echo "$registry/kube-scheduler:$version"
