# Builds and publishes images with buildah, in a storage of their own. Sourced by bin/images.
# shellcheck shell=bash

readonly LOCAL=localhost/koord-bridge

fail() {
  echo "${SPEAKER:-images}: $1" >&2
  exit "${2:-1}"
}

say() { echo "${SPEAKER:-images}: $*"; }

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
  if [[ ${CI:-} == true && $(id -u) == 0 && $1 =~ ^(buildah|runc|skopeo)$ ]] && command -v apt-get >/dev/null; then
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
  lay_out_base "$(own_architecture)"
  contexts
  mkdir -p "$ROOT/target/images"
  rm -rf "$ROOT/target/images/base"
  cp -a "$BASE_ROOT" "$ROOT/target/images/base"
  say "target/images/base, and target/dist/COMPONENT for ${COMPONENTS[*]}"
}

contexts() {
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
  parse "base registry tag archive platform" "$@"
  no_more
  [[ ${OPTIONS[archive]:-oci} =~ ^(oci|docker|none)$ ]] || fail "--archive is oci, docker or none" 2
  [[ -z ${OPTIONS[platform]:-} || ${OPTIONS[archive]:-oci} != docker ]] || fail "an archive of docker holds no --platform" 2
  parse_platforms
  need buildah "Debian and Fedora have a package of that name"
  local component architecture
  contexts
  for architecture in "${ARCHITECTURES[@]}"; do images_of "$architecture"; done
  # What earlier builds left without a name would pile up.
  buildah_here rmi --prune >/dev/null 2>&1 ||
    say "images without a name are in use by a build that was interrupted; bin/images clean removes them"
  for component in "${COMPONENTS[@]}"; do archive "$component" "${OPTIONS[archive]:-oci}"; done
}

# images_of ARCHITECTURE: of all COMPONENTS. Notes the base in BASE_ROOTS.
declare -A BASE_ROOTS=()
images_of() {
  local base=${OPTIONS[base]:-} component
  if [[ -z $base ]]; then
    lay_out_base "$1"
    base=$LOCAL/base:$BASE_KEY
    base_image "$base" "$1"
    BASE_ROOTS[$1]=$BASE_ROOT
  fi
  for component in "${COMPONENTS[@]}"; do component_image "$component" "$base" "$1"; done
}

# base_image NAME ARCHITECTURE
base_image() {
  ! buildah_here inspect --type image "$1" >/dev/null 2>&1 || return 0
  say "making the image of the base of $2"
  logged "base-$2" buildah_here build --isolation chroot --format oci --platform "linux/$2" \
    --timestamp "$(layer_time)" --label "io.koordbridge.java=$(java_version)" \
    -t "$1" -f "$IMAGES_HOME/base.Dockerfile" "$BASE_ROOT"
}

# component_image COMPONENT BASE ARCHITECTURE
component_image() {
  local epoch started=$SECONDS file=$IMAGES_HOME/Dockerfile
  epoch=${SOURCE_DATE_EPOCH:-$(git -C "$ROOT" log -1 --format=%ct 2>/dev/null || echo 0)}
  local -a arguments=(--platform "linux/$3" --build-arg "RUN_AS=$(fact "$1" 4)")
  if [[ $1 == "$PLUGIN" ]]; then
    file=$IMAGES_HOME/plugin.Dockerfile arguments=(--platform "linux/$3")
    say "making the image of $1 for $3"
  elif foreign "$3"; then
    arguments+=(--target plain)
    say "making the image of $1 for $3 (without class archive: it cannot be started here)"
  else
    say "making the image of $1 for $3 (starts it once, for its class archive)"
  fi
  logged "$1-$3" buildah_here build --isolation chroot --format oci --layers --timestamp "$(layer_time)" \
    --build-arg "BASE=$2" "${arguments[@]}" \
    --label "org.opencontainers.image.title=$1" \
    --label "org.opencontainers.image.description=Koord Bridge: $1" \
    --label "org.opencontainers.image.version=${OPTIONS[tag]}" \
    --label "org.opencontainers.image.revision=$(git -C "$ROOT" rev-parse HEAD 2>/dev/null || echo unknown)" \
    --label "org.opencontainers.image.created=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)" \
    -t "$(image_of "$1" "$3")" -f "$file" "$ROOT/target/dist/$1"
  say "$1:${OPTIONS[tag]} for $3 after $((SECONDS - started)) s"
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
  if [[ -n ${OPTIONS[platform]:-} ]]; then
    index_archive "$1" "$file" "$name"
  else
    logged "$1-archive" buildah_here push "$LOCAL/$1:${OPTIONS[tag]}" "$2-archive:$file:$name"
  fi
  say "target/images/$(basename "$file"), $(($(wc -c <"$file") / 1048576)) MiB, as $name"
}

# index_archive COMPONENT FILE NAME: the images of all platforms; the same images give the same bytes
index_archive() {
  local layout=$2.layout
  make_index "$1"
  rm -rf "$layout"
  logged "$1-archive" buildah_here manifest push --all "$(index_of "$1")" "oci:$layout:$3"
  chmod -R u=rwX,go=rX "$layout"
  tar -C "$layout" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf "$2" oci-layout index.json blobs
  rm -rf "$layout"
}

index_of() { echo "$LOCAL/$1:${OPTIONS[tag]}-index"; }

make_index() {
  local architecture
  buildah_here manifest rm "$(index_of "$1")" >/dev/null 2>&1 || true
  logged "$1-index" buildah_here manifest create "$(index_of "$1")"
  for architecture in "${ARCHITECTURES[@]}"; do
    logged "$1-index" buildah_here manifest add "$(index_of "$1")" "$(image_of "$1" "$architecture")"
  done
}

command_push() {
  parse "tag insecure authfile platform" "$@"
  [[ ${#POSITIONAL[@]} -eq 1 ]] || fail "push takes one registry, such as registry.example.com/koord-bridge" 2
  parse_platforms
  need buildah "Debian and Fedora have a package of that name"
  local component to architecture
  local -a how=()
  [[ -z ${OPTIONS[insecure]:-} ]] || how+=(--tls-verify=false)
  [[ -z ${OPTIONS[authfile]:-} ]] || how+=(--authfile "${OPTIONS[authfile]}")
  for component in "${COMPONENTS[@]}"; do
    for architecture in "${ARCHITECTURES[@]}"; do require_image "$component" "$architecture"; done
    to=${POSITIONAL[0]%/}/$component:${OPTIONS[tag]}
    say "pushing $to"
    how+=(--digestfile "$ROOT/target/images/$component.digest")
    if [[ -n ${OPTIONS[platform]:-} ]]; then
      make_index "$component"
      logged "$component-push" buildah_here manifest push --all "${how[@]}" "$(index_of "$component")" "docker://$to"
    else
      logged "$component-push" buildah_here push "${how[@]}" "$LOCAL/$component:${OPTIONS[tag]}" "docker://$to"
    fi
    say "$to@$(cat "$ROOT/target/images/$component.digest")"
  done
}

# require_image COMPONENT [ARCHITECTURE]
require_image() {
  buildah_here inspect --type image "$(image_of "$1" "${2:-$(own_architecture)}")" >/dev/null 2>&1 \
    || fail "there is no image of $1 with the tag ${OPTIONS[tag]}${2:+ for $2}; run bin/images build $1"
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
