# Builds the executables of the lab into the user cache. Sourced by bin/lab.
# shellcheck shell=bash

# Tools that "go install" makes: package and version.
declare -rA TOOLS=(
  [kwok]=sigs.k8s.io/kwok/cmd/kwok@v0.8.0
  [coredns]=github.com/coredns/coredns@v1.14.7
  [registry]=github.com/distribution/distribution/v3/cmd/registry@v3.1.2
  [helm]=helm.sh/helm/v3/cmd/helm@v3.21.4
)
readonly PARTS=(etcd kube-apiserver kube-controller-manager kube-scheduler kube-proxy kubelet kubectl)

fail() {
  echo "lab: $1" >&2
  exit "${2:-1}"
}

say() { echo "lab: $*"; }

need() {
  command -v "$1" >/dev/null || fail "$1 is needed ($2)"
}

kubernetes_version() {
  if [[ -z "$KUBERNETES" ]]; then default_kubernetes; else cat "$(bin_dir)/kubernetes"; fi
}

cache_root() { echo "${KOORD_BRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/koord-bridge}"; }

# The same key is computed by io.koordbridge.lab.kube.ControlPlaneBinaries: SHA-256 of go.sum followed by main.go.
cache_key() { cat "$LAB_HOME/go.sum" "$LAB_HOME/main.go" | sha256sum | cut -d' ' -f1; }

bin_dir() {
  if [[ -z "$KUBERNETES" ]]; then echo "$(cache_root)/lab/$(cache_key)"; else release_dir "$KUBERNETES"; fi
}

tool_path() { echo "$(cache_root)/$1/${TOOLS[$1]##*@}/$1"; }

is_built() { has_parts "$(bin_dir)"; }

has_parts() {
  local part
  for part in "${PARTS[@]}"; do
    [[ -x "$1/$part" ]] || return 1
  done
}

command_where() {
  local tool
  if [[ "${1:-}" == --kubernetes ]]; then
    use_kubernetes "${2:?--kubernetes needs a version}"
    shift 2
  fi
  tool="${1:-}"
  if [[ -z "$tool" ]]; then
    is_built || fail "not built yet: run bin/lab build${KUBERNETES:+ --kubernetes $KUBERNETES}"
    bin_dir
    return
  fi
  [[ -n "${TOOLS[$tool]:-}" ]] || fail "where: no tool $tool; there are: ${!TOOLS[*]}" 2
  [[ -x "$(tool_path "$tool")" ]] || fail "$tool is not built yet: run bin/lab build --$tool"
  tool_path "$tool"
}

command_build() {
  local tools=() vm=false
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --kwok | --coredns | --registry | --helm) tools+=("${1#--}") ;;
      --node) tools+=(coredns registry helm) ;;
      --vm) vm=true ;;
      --kubernetes) use_kubernetes "${2:?--kubernetes needs a version}" && shift ;;
      *) fail "build: unknown option $1" 2 ;;
    esac
    shift
  done
  build_control_plane
  build_tools "${tools[@]}"
  if [[ $vm == true ]]; then vm_prepare newest; fi
}

build_tools() {
  local tool
  for tool in "$@"; do build_tool "$tool"; done
}

# Only one build at a time in a cache; whoever waited finds the work done.
lock_cache() {
  need flock "util-linux"
  mkdir -p "$(cache_root)"
  exec 9>"$(cache_root)/lab.lock"
  if ! flock -n 9; then
    say "another build is running in $(cache_root), waiting for it"
    flock 9
  fi
}

unlock_cache() { exec 9>&-; }

build_control_plane() {
  if is_built; then
    say "built already: $(bin_dir)"
    return
  fi
  if [[ -n "$KUBERNETES" ]]; then
    build_release
    return
  fi
  need go "https://go.dev/dl, 1.25 or newer"
  lock_cache
  if ! is_built; then
    rm -rf "$(bin_dir).partial"
    mkdir -p "$(bin_dir).partial"
    compile "$(kubernetes_version)" "$LAB_HOME" "$(bin_dir)"
  fi
  unlock_cache
}

# compile VERSION MODULE TARGET: all executables into TARGET.partial, which becomes TARGET.
compile() {
  local version="$1" module="$2" target="$3" part
  say "compiling Kubernetes $version and etcd into $target"
  go_with_progress "$target.partial/build.log" -C "$module" build -v -trimpath -buildvcs=false \
    -ldflags "$(version_stamp "$version")" -o "$target.partial/lab" .
  for part in "${PARTS[@]}"; do ln -s lab "$target.partial/$part"; done
  rm -rf "$target"
  mv "$target.partial" "$target"
  say "built: $target ($(du -m "$target/lab" | cut -f1) MB)"
}

# Without the stamp the API server reports v0.0.0-master and clients refuse to parse it.
version_stamp() {
  local package=k8s.io/component-base/version major minor
  IFS=. read -r major minor _ <<<"${1#v}"
  echo "-s -w -X $package.gitVersion=$1 -X $package.gitMajor=$major -X $package.gitMinor=$minor"
}

build_tool() {
  local tool="$1" target partial
  target="$(tool_path "$tool")"
  if [[ -x "$target" ]]; then
    say "built already: $target"
    return
  fi
  need go "https://go.dev/dl, 1.25 or newer"
  lock_cache
  if [[ ! -x "$target" ]]; then
    partial="$(dirname "$target").partial"
    rm -rf "$partial"
    mkdir -p "$partial"
    say "compiling ${TOOLS[$tool]} into $(dirname "$target")"
    GOBIN="$partial" go_with_progress "$partial/build.log" install -v -trimpath -ldflags "-s -w" "${TOOLS[$tool]}"
    rm -rf "$(dirname "$target")"
    mv "$partial" "$(dirname "$target")"
  fi
  unlock_cache
}

# go_with_progress LOG ARGS...: runs go; a compile is silent for minutes, so a line says every 10 s how far it is.
go_with_progress() {
  local log="$1" started=$SECONDS builder ticker result=0
  shift
  CGO_ENABLED=0 go "$@" >"$log" 2>&1 9>&- &
  builder=$!
  while sleep 10 >/dev/null 2>&1; do
    say "$((SECONDS - started)) s, $(grep -vc '^go: ' "$log" || true) packages compiled"
  done 9>&- &
  ticker=$!
  # shellcheck disable=SC2064 # the ids of now
  trap "kill $builder $ticker 2>/dev/null || true" EXIT
  wait "$builder" || result=$?
  trap - EXIT
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  if [[ $result -ne 0 ]]; then
    tail -20 "$log" >&2
    fail "go failed; the whole log: $log"
  fi
  say "go took $((SECONDS - started)) s"
}
