# Builds and publishes images with buildah, in a storage of their own. Sourced by bin/images.
# shellcheck shell=bash

readonly LOCAL=localhost/koord-bridge

fail() {
  echo "images: $1" >&2
  exit "${2:-1}"
}

say() { echo "images: $*"; }

cache_root() { echo "${KOORD_BRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/koord-bridge}"; }

chart_version() { awk '$1 == "appVersion:" { print $2 }' "$ROOT/charts/koord-bridge/Chart.yaml"; }

# The processes, the command line, and the plugin, which is no process of its own.
readonly PLUGIN=copilot-plugin COMMAND=colo

components() {
  words "$ROOT/build/dist/components"
  words "$ROOT/build/dist/commands"
  echo "$PLUGIN"
}

# fact COMPONENT COLUMN
fact() { awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$ROOT"/build/dist/{components,commands}; }

# need COMMAND WHERE-FROM: with CI=true, as root on Debian, it is installed
need() {
  command -v "$1" >/dev/null && return
  if [[ ${CI:-} == true && $(id -u) == 0 && $1 =~ ^(buildah|runc)$ ]] && command -v apt-get >/dev/null; then
    say "installing $1"
    apt-get update -q >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$1" >/dev/null
    return
  fi
  fail "$1 is needed: $2" 2
}

# Images of others on this machine are left alone.
buildah_here() {
  local storage
  storage=$(cache_root)/images/storage
  buildah --root "$storage" --runroot "$storage.run" "$@"
}

# Reads the arguments of every command into OPTIONS and COMPONENTS. parse "allowed options" ARGS...
parse() {
  local allowed=" $1 " argument
  shift
  declare -gA OPTIONS=([tag]=$(chart_version))
  COMPONENTS=()
  POSITIONAL=()
  while [[ $# -gt 0 ]]; do
    argument=$1
    shift
    case "$argument" in
      --insecure | --no-class-archive)
        [[ $allowed == *" ${argument#--} "* ]] || fail "unknown option $argument" 2
        OPTIONS[${argument#--}]=true
        ;;
      --*)
        [[ $allowed == *" ${argument#--} "* ]] || fail "unknown option $argument" 2
        [[ $# -gt 0 ]] || fail "$argument needs a value" 2
        OPTIONS[${argument#--}]=$1
        shift
        ;;
      *) if grep -qx -- "$argument" <(components); then COMPONENTS+=("$argument"); else POSITIONAL+=("$argument"); fi ;;
    esac
  done
  [[ ${#COMPONENTS[@]} -gt 0 ]] || mapfile -t COMPONENTS < <(components)
}

no_more() { [[ ${#POSITIONAL[@]} -eq 0 ]] || fail "no component ${POSITIONAL[0]}; there are: $(components | paste -sd' ')" 2; }

command_contexts() {
  parse "" "$@"
  no_more
  contexts
  mkdir -p "$ROOT/target/images"
  rm -rf "$ROOT/target/images/base"
  cp -a "$BASE_ROOT" "$ROOT/target/images/base"
  say "target/images/base, and target/dist/COMPONENT for ${COMPONENTS[*]}"
}

contexts() {
  [[ -n ${OPTIONS[base]:-} ]] || lay_out_base
  local component
  local -a wanted=()
  for component in "${COMPONENTS[@]}"; do
    if [[ $component == "$PLUGIN" ]]; then plugin_context; else wanted+=("$component"); fi
  done
  [[ ${#wanted[@]} -eq 0 ]] || "$ROOT/bin/dist" "${wanted[@]}"
}

# Lays out target/dist/copilot-plugin.
plugin_context() {
  local module=$ROOT/copilot-nodemanager-plugin to=$ROOT/target/dist/$PLUGIN
  mkdir -p "$ROOT/target"
  say "compiling the plugin"
  (cd "$ROOT" && mvn -B -ntp -Dstyle.color=never -Dquick -Dmaven.test.skip=true package -pl copilot-nodemanager-plugin -am) \
    >"$ROOT/target/plugin.log" 2>&1 || {
    grep '^\[ERROR\]' "$ROOT/target/plugin.log" | head -20 >&2
    fail "the build of the plugin failed, see target/plugin.log"
  }
  rm -rf "$to"
  mkdir -p "$to/app" "$to/bin"
  find "$module/target" -maxdepth 1 -name 'copilot-nodemanager-plugin-*.jar' ! -name '*-sources.jar' ! -name '*-tests.jar' \
    -exec cp {} "$to/app/" \;
  cp "$ROOT/LICENSE" "$ROOT/NOTICE" "$to/"
  install -m 755 "$IMAGES_HOME/install-plugin.sh" "$to/bin/install-plugin"
  chmod -R u=rwX,go=rX "$to"
}

command_build() {
  parse "base registry tag archive" "$@"
  no_more
  [[ ${OPTIONS[archive]:-oci} =~ ^(oci|docker|none)$ ]] || fail "--archive is oci, docker or none" 2
  need buildah "Debian and Fedora have a package of that name"
  contexts
  local base component
  base=${OPTIONS[base]:-}
  [[ -n $base ]] || base_image
  for component in "${COMPONENTS[@]}"; do component_image "$component" "$base"; done
  # What earlier builds left without a name would pile up.
  buildah_here rmi --prune >/dev/null
  for component in "${COMPONENTS[@]}"; do archive "$component" "${OPTIONS[archive]:-oci}"; done
}

# Sets base in its caller.
base_image() {
  base=$LOCAL/base:$BASE_KEY
  if ! buildah_here inspect --type image "$base" >/dev/null 2>&1; then
    say "making the image of the base"
    logged base buildah_here build --isolation chroot --format oci --timestamp "$(cat "$BASE_ROOT/../epoch")" \
      --label "io.koordbridge.java=$(java_version)" -t "$base" -f "$IMAGES_HOME/base.Dockerfile" "$BASE_ROOT"
  fi
}

# component_image COMPONENT BASE
component_image() {
  local epoch started=$SECONDS
  epoch=${SOURCE_DATE_EPOCH:-$(git -C "$ROOT" log -1 --format=%ct 2>/dev/null || echo 0)}
  local file=$IMAGES_HOME/Dockerfile
  local -a arguments=(--build-arg "COMPONENT=$1" --build-arg "RUN_AS=$(fact "$1" 4)")
  if [[ $1 == "$PLUGIN" ]]; then
    file=$IMAGES_HOME/plugin.Dockerfile arguments=()
    say "making the image of $1"
  else
    say "making the image of $1 (starts it once, for its class archive)"
  fi
  logged "$1" buildah_here build --isolation chroot --format oci --layers --timestamp "$epoch" \
    --build-arg "BASE=$2" "${arguments[@]}" \
    --label "org.opencontainers.image.title=$1" \
    --label "org.opencontainers.image.description=Koord Bridge: $1" \
    --label "org.opencontainers.image.version=${OPTIONS[tag]}" \
    --label "org.opencontainers.image.revision=$(git -C "$ROOT" rev-parse HEAD 2>/dev/null || echo unknown)" \
    --label "org.opencontainers.image.created=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)" \
    -t "$LOCAL/$1:${OPTIONS[tag]}" -f "$file" "$ROOT/target/dist/$1"
  say "$1:${OPTIONS[tag]} after $((SECONDS - started)) s"
}

# logged NAME COMMAND...: its output goes to a file; what matters of it is shown when it fails
logged() {
  local log=$ROOT/target/images/$1.log
  mkdir -p "$ROOT/target/images"
  "${@:2}" >"$log" 2>&1 || {
    grep -iE '^(error|images: |class-archive: )' "$log" | tail -n 5 >&2
    fail "$1 failed; the whole output is in ${log#"$ROOT/"}"
  }
}

# archive COMPONENT FORM
archive() {
  [[ $2 != none ]] || return 0
  local file=$ROOT/target/images/$1-${OPTIONS[tag]}.tar name=${OPTIONS[registry]:-$LOCAL}/$1:${OPTIONS[tag]}
  # containerd takes a name only with a host in front.
  [[ ${name%%/*} =~ [.:] || ${name%%/*} == localhost ]] || name=docker.io/$name
  rm -f "$file"
  logged "$1-archive" buildah_here push "$LOCAL/$1:${OPTIONS[tag]}" "$2-archive:$file:$name"
  say "target/images/$(basename "$file"), $(($(wc -c <"$file") / 1048576)) MiB, as $name"
}

command_push() {
  parse "tag insecure authfile" "$@"
  [[ ${#POSITIONAL[@]} -eq 1 ]] || fail "push takes one registry, such as registry.example.com/koord-bridge" 2
  need buildah "Debian and Fedora have a package of that name"
  local component to
  local -a how=()
  [[ -z ${OPTIONS[insecure]:-} ]] || how+=(--tls-verify=false)
  [[ -z ${OPTIONS[authfile]:-} ]] || how+=(--authfile "${OPTIONS[authfile]}")
  for component in "${COMPONENTS[@]}"; do
    require_image "$component"
    to=${POSITIONAL[0]%/}/$component:${OPTIONS[tag]}
    say "pushing $to"
    logged "$component-push" buildah_here push --digestfile "$ROOT/target/images/$component.digest" "${how[@]}" \
      "$LOCAL/$component:${OPTIONS[tag]}" "docker://$to"
    say "$to@$(cat "$ROOT/target/images/$component.digest")"
  done
}

require_image() {
  buildah_here inspect --type image "$LOCAL/$1:${OPTIONS[tag]}" >/dev/null 2>&1 \
    || fail "there is no image of $1 with the tag ${OPTIONS[tag]}; run bin/images build $1"
}

command_clean() {
  parse "" "$@"
  if command -v buildah >/dev/null && [[ -d $(cache_root)/images/storage ]]; then
    buildah_here rm --all >/dev/null
    buildah_here rmi --all --force >/dev/null
  fi
  rm -rf "$(cache_root)/images"
  say "removed $(cache_root)/images"
}
