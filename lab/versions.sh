# Other releases of Kubernetes than the one in go.mod: their module is derived and compiled in the cache. Sourced by bin/lab.
# shellcheck shell=bash

# The release that was asked for, "1.33" or "1.33.4"; empty for the one in go.mod.
KUBERNETES=""

default_kubernetes() { awk '$1 == "k8s.io/kubernetes" { print $2; exit }' "$LAB_HOME/go.mod"; }

# use_kubernetes VERSION: what the rest of this command is about. io.koordbridge.lab.kube.ControlPlaneBinaries reads versions alike.
use_kubernetes() {
  local wanted="${1#v}" default
  if [[ ! "$wanted" =~ ^1\.[0-9]+(\.[0-9]+)?$ ]]; then
    fail "Kubernetes '$1' is not a version such as 1.33 or 1.33.4" 2
  fi
  default="$(default_kubernetes)"
  default="${default#v}"
  if [[ "$wanted" == "$default" || "$wanted" == "${default%.*}" ]]; then wanted=""; fi
  KUBERNETES="$wanted"
}

# The directory of a release; that of "1.33" is a link to that of its newest patch release when it was built.
release_dir() { echo "$(cache_root)/lab/kubernetes-$1-$(sha256sum <"$LAB_HOME/main.go" | cut -d' ' -f1)"; }

# patch_release VERSION: "1.33" is v1.33.N, the newest that the module proxy has.
patch_release() {
  local answer
  if ! answer="$(cd "$(cache_root)" && GOWORK=off go list -m -f '{{.Version}}' "k8s.io/kubernetes@v$1" 2>&1)"; then
    fail "no Kubernetes $1 as a Go module: $(tail -1 <<<"$answer")"
  fi
  echo "$answer"
}

build_release() {
  local version target
  need go "https://go.dev/dl, 1.25 or newer"
  lock_cache
  version="$(patch_release "$KUBERNETES")" || exit 1
  target="$(release_dir "${version#v}")"
  if ! has_parts "$target"; then
    rm -rf "$target.partial"
    mkdir -p "$target.partial/module"
    say "deriving the module of Kubernetes $version"
    derive_module "$version" "$target.partial/module"
    compile "$version" "$target.partial/module" "$target"
    echo "$version" >"$target/kubernetes"
  fi
  if [[ "v$KUBERNETES" != "$version" ]]; then ln -sfn "$(basename "$target")" "$(release_dir "$KUBERNETES")"; fi
  say "Kubernetes $version: $target"
  unlock_cache
}

# derive_module VERSION DIRECTORY: go.mod, go.sum and main.go as the tracked ones are, for that release.
derive_module() {
  local version="$1" directory="$2" facts release staging="v0.${1#v1.}"
  facts="$(cd "$directory" && GOWORK=off go mod download -json "k8s.io/kubernetes@$version")" ||
    fail "cannot load Kubernetes $version: $(tail -3 <<<"$facts")"
  release="$(awk -F'"' '$2 == "Dir" { print $4 }' <<<"$facts")"
  write_go_mod "$version" "$staging" "$release/go.mod" >"$directory/go.mod"
  cp "$LAB_HOME/main.go" "$directory/main.go"
  # The one function whose parameters differ between releases.
  if grep -q '^func NewKubeletCommand()' "$release/cmd/kubelet/app/server.go"; then
    sed -i -e 's/NewKubeletCommand(context.Background())/NewKubeletCommand()/' -e '/^\t"context"$/d' "$directory/main.go"
  fi
  (cd "$directory" && GOWORK=off go mod tidy) >"$directory/tidy.log" 2>&1 || {
    tail -5 "$directory/tidy.log" >&2
    fail "cannot resolve the modules of Kubernetes $version; the whole log: $directory/tidy.log"
  }
}

# write_go_mod VERSION STAGING-VERSION GO.MOD: the staging modules by the release's own replacements, etcd by its requirement,
# the language version too, so that its defaults of GODEBUG hold.
write_go_mod() {
  awk -v version="$1" -v staging="$2" '
    $1 == "go" { go = $2 }
    $1 == "go.etcd.io/etcd/client/v3" { etcd = $2 }
    $3 ~ /^\.\/staging\// && $2 == "=>" { modules[++count] = $1 }
    END {
      print "module koordbridge.io/lab\n\ngo " go "\n\nrequire ("
      print "\tgo.etcd.io/etcd/server/v3 " etcd "\n\tk8s.io/kubernetes " version "\n)\n\nreplace ("
      for (i = 1; i <= count; i++) print "\t" modules[i] " => " modules[i] " " staging
      print ")"
    }' "$3"
}
