# Lays out the root file system of the base image from Debian packages and a Java runtime. Sourced by bin/images.
# shellcheck shell=bash

# words FILE: its first column without comments
words() { sed 's/#.*//' "$1" | awk 'NF { print $1 }'; }

java_home() {
  local jlink
  jlink=$(command -v "${JAVA_HOME:+$JAVA_HOME/bin/}jlink") || fail "jlink is needed (a JDK 17 or newer)" 2
  dirname "$(dirname "$(readlink -f "$jlink")")"
}

# candidate PACKAGE ARCHITECTURE: its version
candidate() {
  local version
  version=$(apt_of "$2" apt-cache policy "$1" | awk '$1 == "Candidate:" { print $2 }')
  [[ -n $version && $version != "(none)" ]] || fail "apt knows no package $1 of $2; run apt-get update" 2
  echo "$1 $version"
}

# base_inputs ARCHITECTURE: one line for everything that the base depends on
base_inputs() {
  local package
  while read -r package; do
    candidate "$package" "$1" || exit $?
  done < <(words "$IMAGES_HOME/packages")
  ! foreign "$1" || candidate "$(jdk_package)" "$1" || exit $?
  echo "$1 $(layer_time)"
  cat "$(java_home)/release" "$IMAGES_HOME"/{modules,base.sh,platform.sh}
}

# lay_out_base ARCHITECTURE: sets BASE_ROOT and BASE_KEY. Once for each state of packages, JDK and lists.
lay_out_base() {
  need apt-get "the base is made of Debian packages; on another system give --base IMAGE with Java 17"
  need dpkg-deb "package dpkg"
  local inputs partial tools
  if foreign "$1"; then
    lay_out_base "$(own_architecture)"
    tools=$BASE_ROOT/usr/bin/busybox
    update_lists "$1"
  fi
  inputs=$(base_inputs "$1") || exit $?
  BASE_KEY=$(sha256sum <<<"$inputs" | cut -c1-16)
  BASE_ROOT=$(cache_root)/images/base/$BASE_KEY/root
  if [[ ! -d $BASE_ROOT ]]; then
    say "laying out the base of $1"
    partial=$(cache_root)/images/base/$BASE_KEY.partial.$$
    mkdir -p "$partial/root" "$partial/packages"
    fetch_packages "$1" "$partial/packages"
    unpack_packages "$partial/packages" "$partial/root" "${tools:-$partial/root/usr/bin/busybox}"
    add_users "$partial/root"
    add_java "$1" "$partial"
    rm -rf "$partial/packages" "$partial/java" "$(cache_root)/images/base/$BASE_KEY"
    mv "$partial" "$(cache_root)/images/base/$BASE_KEY"
  fi
  say "base $BASE_KEY of $1, $(du -sm "$BASE_ROOT" | cut -f1) MB, Java $(java_version)"
}

java_version() { sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$BASE_ROOT/opt/java/release"; }

# fetch_packages ARCHITECTURE DIRECTORY
fetch_packages() {
  local -a packages
  mapfile -t packages < <(words "$IMAGES_HOME/packages")
  (cd "$2" && apt_of "$1" apt-get download -q "${packages[@]}" >"$2.log" 2>&1) || {
    tail -5 "$2.log" >&2
    fail "apt-get download failed; is the package list of this machine up to date (apt-get update)?"
  }
  rm -f "$2.log"
}

# unpack_packages FROM ROOT BUSYBOX: the last one is run here, for the names of its tools
unpack_packages() {
  local directory file name
  mkdir -p "$2"/usr/{bin,sbin,lib,lib64} "$2/var/lib/dpkg/status.d"
  for directory in bin sbin lib lib64; do ln -s "usr/$directory" "$2/$directory"; done
  for file in "$1"/*.deb; do
    dpkg-deb --fsys-tarfile "$file" | tar -x -C "$2" --keep-directory-symlink --no-same-owner
    # Where scanners look for the packages of an image without dpkg.
    name=$(dpkg-deb -f "$file" Package)
    dpkg-deb -f "$file" >"$2/var/lib/dpkg/status.d/$name"
  done
  cat "$2"/usr/share/ca-certificates/mozilla/*.crt >"$2/etc/ssl/certs/ca-certificates.crt"
  rm -rf "$2"/usr/share/{man,locale,lintian,bug,menu,info,doc-base} "$2"/usr/lib/*/gconv
  find "$2/usr/share/doc" ! -type d ! -name copyright -delete
  find "$2/usr/share/doc" -type d -empty -delete
  "$3" --list | while read -r name; do
    [[ -e $2/usr/bin/$name || -e $2/usr/sbin/$name ]] || ln -s busybox "$2/usr/bin/$name"
  done
}

add_users() {
  cat >"$1/etc/passwd" <<'PASSWD'
root:x:0:0:root:/root:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
koord-bridge:x:65532:65532::/tmp:/usr/sbin/nologin
PASSWD
  printf 'root:x:0:\nnogroup:x:65534:\nkoord-bridge:x:65532:\n' >"$1/etc/group"
}

# add_java ARCHITECTURE BASE-DIRECTORY
add_java() {
  local -a from=()
  if foreign "$1"; then
    fetch_modules "$1" "$2/java"
    from=(--module-path "$2/java/jmods")
  fi
  mkdir -p "$2/root/opt"
  "$(java_home)/bin/jlink" "${from[@]}" --add-modules "$(words "$IMAGES_HOME/modules" | paste -sd,)" \
    --strip-java-debug-attributes --no-header-files --no-man-pages --output "$2/root/opt/java"
}
