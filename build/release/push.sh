#!/usr/bin/env bash
# Copies the images beside it to a registry.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

usage() {
  cat <<'HELP'
usage: push REGISTRY [--insecure] [--authfile FILE]

Copies each image of images/ with all its platforms to REGISTRY/COMPONENT:VERSION and prints its digest, after it has compared the
files with SHA256SUMS. Then: helm install ... --set image.registry=REGISTRY

REGISTRY         such as registry.example.com/koord-bridge
--insecure       plain HTTP or an unknown certificate
--authfile FILE  credentials, as written by "skopeo login" or "docker login" (default: theirs)

Needed: skopeo (a package of that name in Debian, Ubuntu, Fedora, RHEL), or crane. With CI=true, as root on Debian, skopeo is installed.
Room for the largest image in TMPDIR.

Exit codes: 0 done, 1 a copy failed or a file is damaged, 2 wrong call or no tool.
HELP
}

say() { echo "push: $*"; }

fail() {
  echo "push: $1" >&2
  exit "${2:-1}"
}

registry='' insecure=no authfile=''
while [[ $# -gt 0 ]]; do
  case $1 in
    -h | --help)
      usage
      exit 0
      ;;
    --insecure) insecure=yes ;;
    --authfile)
      authfile=${2:-}
      [[ -f $authfile ]] || fail "--authfile needs a file" 2
      shift
      ;;
    -*) fail "unknown option $1" 2 ;;
    *)
      [[ -z $registry ]] || fail "one REGISTRY, not $registry and $1" 2
      registry=${1%/}
      ;;
  esac
  shift
done
if [[ -z $registry ]]; then
  usage >&2
  exit 2
fi

find_tool() {
  for tool in skopeo crane; do
    ! command -v "$tool" >/dev/null || return 0
  done
  tool=skopeo
  if [[ ${CI:-} == true && $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    say "installing skopeo"
    apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends skopeo >/dev/null
    return
  fi
  fail "skopeo or crane is needed; skopeo is a package of that name in Debian, Ubuntu, Fedora and RHEL" 2
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The sums are compared first, so what is trusted are they and not a policy of this machine.
with_skopeo() { # file name
  local -a how=()
  [[ $insecure == no ]] || how+=(--dest-tls-verify=false)
  [[ -z $authfile ]] || how+=(--dest-authfile "$authfile")
  skopeo --insecure-policy --tmpdir "$work" copy --all --preserve-digests --digestfile "$work/digest" "${how[@]}" "oci-archive:$1" "docker://$2" \
    >"$work/log" 2>&1
}

# crane takes a directory, and reads credentials from config.json of DOCKER_CONFIG.
with_crane() { # file name
  local -a how=()
  [[ $insecure == no ]] || how+=(--insecure)
  if [[ -n $authfile ]]; then
    mkdir -p "$work/docker"
    cp "$authfile" "$work/docker/config.json"
    export DOCKER_CONFIG=$work/docker
  fi
  mkdir "$work/layout"
  tar -C "$work/layout" -xf "$1"
  crane push "${how[@]}" "$work/layout" "$2" >"$work/out" 2>"$work/log" || return 1
  sed 's/.*@//' "$work/out" >"$work/digest"
  rm -rf "$work/layout"
}

find_tool
cd "$here"
compgen -G 'images/*.tar' >/dev/null || fail "there is no images/*.tar in $here"
grep '  images/' SHA256SUMS | sha256sum --check --quiet || fail "files differ from SHA256SUMS"
for file in images/*.tar; do
  name=$(basename "$file" .tar)
  # COMPONENT-VERSION: a version begins with a digit, no component has a digit behind a hyphen.
  [[ $name =~ ^(.*[^0-9])-([0-9].*)$ ]] || fail "$file is no image of a release"
  to=$registry/${BASH_REMATCH[1]}:${BASH_REMATCH[2]}
  "with_$tool" "$file" "$to" || {
    tail -n 5 "$work/log" >&2
    fail "$tool could not copy $file to $to"
  }
  say "$to@$(cat "$work/digest")"
done
