# Platforms of images: this machine's, and others whose packages are only unpacked. Sourced by bin/images.
# shellcheck shell=bash

readonly PLATFORMS=(linux/amd64 linux/arm64)

# As Debian and the image format both call it: amd64, arm64.
own_architecture() {
  case $(uname -m) in
    x86_64) echo amd64 ;;
    aarch64) echo arm64 ;;
    *) uname -m ;;
  esac
}

# Reads --platform into ARCHITECTURES, this machine's first: the others take facts of its base.
parse_platforms() {
  local platform own
  own=$(own_architecture)
  ARCHITECTURES=()
  for platform in $(tr ',' ' ' <<<"${OPTIONS[platform]:-linux/$own}"); do
    [[ " ${PLATFORMS[*]} linux/$own " == *" $platform "* ]] || fail "no platform $platform; there are: ${PLATFORMS[*]}" 2
    if [[ $platform == "linux/$own" ]]; then
      ARCHITECTURES=("$own" "${ARCHITECTURES[@]}")
    else
      ARCHITECTURES+=("${platform#linux/}")
    fi
  done
  [[ ${#ARCHITECTURES[@]} -gt 0 ]] || fail "--platform needs a value such as linux/amd64,linux/arm64" 2
  [[ -z ${OPTIONS[base]:-} || ${ARCHITECTURES[*]} == "$own" ]] \
    || fail "--base is for this machine's platform, linux/$own: nothing of another one can be run in it" 2
}

foreign() { [[ $1 != "$(own_architecture)" ]]; }

# The time of files in images. Not that of the commit: a layer that did not change stays the same from release to release, whether it
# comes from the cache, which does not ask for times, or is built anew. The base has it as well, so another time makes other images.
layer_time() { date -u -d "$(sed -n 's|.*<project.build.outputTimestamp>\(.*\)</.*|\1|p' "$ROOT/pom.xml")" +%s; }

# image_of COMPONENT ARCHITECTURE
image_of() {
  if foreign "$2"; then echo "$LOCAL/$1:${OPTIONS[tag]}-$2"; else echo "$LOCAL/$1:${OPTIONS[tag]}"; fi
}

# apt_of ARCHITECTURE COMMAND...: apt-get or apt-cache. Those of another architecture have lists of their own, so that the machine's
# are as they were; the sources and keys are the machine's.
apt_of() {
  local state
  if ! foreign "$1"; then
    "${@:2}"
    return
  fi
  state=$(cache_root)/images/apt/$1
  mkdir -p "$state/state/lists/partial" "$state/cache/archives/partial"
  touch "$state/status"
  "$2" -o "Dir::State=$state/state" -o "Dir::State::status=$state/status" -o "Dir::Cache=$state/cache" -o "APT::Architecture=$1" \
    -o "APT::Architectures=$1" -o Acquire::Languages=none -o Acquire::Retries=3 \
    -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false "${@:3}"
}

# Once a run: the versions of today.
update_lists() {
  local log
  foreign "$1" || return 0
  log=$(cache_root)/images/apt-$1.log
  mkdir -p "$(dirname "$log")"
  say "reading the package lists of $1"
  apt_of "$1" apt-get update -q >"$log" 2>&1 || {
    grep '^E: ' "$log" | tail -3 >&2
    fail "the package lists of $1 cannot be read; the whole output is in $log"
  }
}

jdk_package() { echo "openjdk-$("$(java_home)/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')-jdk-headless"; }

# fetch_modules ARCHITECTURE DIRECTORY: the JDK's modules for another architecture; jlink links them here.
fetch_modules() {
  local package
  package=$(jdk_package)
  say "fetching the modules of Java for $1 ($package)"
  mkdir -p "$2"
  (cd "$2" && apt_of "$1" apt-get download -q "$package" >log 2>&1) || {
    tail -3 "$2/log" >&2
    fail "apt-get download of $package for $1 failed"
  }
  dpkg-deb --fsys-tarfile "$2/$package"_*.deb | tar -x -C "$2" --wildcards --strip-components=5 './usr/lib/jvm/*/jmods/*'
  [[ -f $2/jmods/java.base.jmod ]] || fail "package $package holds no modules"
}
