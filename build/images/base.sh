# Lays out the root file system of the base image from Debian packages and a Java runtime. Sourced by bin/images.
# shellcheck shell=bash

# words FILE: its first column without comments
words() { sed 's/#.*//' "$1" | awk 'NF { print $1 }'; }

java_home() {
  local jlink
  jlink=$(command -v "${JAVA_HOME:+$JAVA_HOME/bin/}jlink") || fail "jlink is needed (a JDK 17 or newer)" 2
  dirname "$(dirname "$(readlink -f "$jlink")")"
}

candidate() { apt-cache policy "$1" | awk '$1 == "Candidate:" { print $2 }'; }

# base_inputs: one line for everything that the base depends on
base_inputs() {
  local package version
  while read -r package; do
    version=$(candidate "$package")
    [[ -n $version && $version != "(none)" ]] || fail "apt knows no package $package; run apt-get update" 2
    echo "$package $version"
  done < <(words "$IMAGES_HOME/packages")
  dpkg --print-architecture
  cat "$(java_home)/release" "$IMAGES_HOME/modules" "$IMAGES_HOME/base.sh"
}

# Sets BASE_ROOT and BASE_KEY. Laid out once for each state of packages, JDK and lists.
lay_out_base() {
  need apt-get "the base is made of Debian packages; on another system give --base IMAGE with Java 17"
  need dpkg-deb "package dpkg"
  local inputs partial
  inputs=$(base_inputs) || exit $?
  BASE_KEY=$(sha256sum <<<"$inputs" | cut -c1-16)
  BASE_ROOT=$(cache_root)/images/base/$BASE_KEY/root
  if [[ ! -d $BASE_ROOT ]]; then
    say "laying out the base"
    partial=$(cache_root)/images/base/$BASE_KEY.partial.$$
    mkdir -p "$partial/root" "$partial/packages"
    fetch_packages "$partial/packages"
    unpack_packages "$partial/packages" "$partial/root"
    add_users "$partial/root"
    add_java "$partial/root/opt/java"
    mv "$partial/root.epoch" "$partial/epoch"
    rm -rf "$partial/packages" "$(cache_root)/images/base/$BASE_KEY"
    mv "$partial" "$(cache_root)/images/base/$BASE_KEY"
  fi
  say "base $BASE_KEY, $(du -sm "$BASE_ROOT" | cut -f1) MB, Java $(java_version)"
}

java_version() { sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$BASE_ROOT/opt/java/release"; }

fetch_packages() {
  local -a packages
  mapfile -t packages < <(words "$IMAGES_HOME/packages")
  (cd "$1" && apt-get download -q "${packages[@]}" >"$1.log" 2>&1) || {
    tail -5 "$1.log" >&2
    fail "apt-get download failed; is the package list of this machine up to date (apt-get update)?"
  }
  rm -f "$1.log"
}

# unpack_packages FROM ROOT
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
  # The newest file is as old as the base: the same packages give the same times.
  find "$2" -type f -path '*/usr/*' -printf '%T@\n' | sort -n | tail -1 | cut -d. -f1 >"$2.epoch"
  cat "$2"/usr/share/ca-certificates/mozilla/*.crt >"$2/etc/ssl/certs/ca-certificates.crt"
  rm -rf "$2"/usr/share/{man,locale,lintian,bug,menu,info,doc-base} "$2"/usr/lib/*/gconv
  find "$2/usr/share/doc" ! -type d ! -name copyright -delete
  find "$2/usr/share/doc" -type d -empty -delete
  "$2/usr/bin/busybox" --list | while read -r name; do
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

add_java() {
  mkdir -p "$(dirname "$1")"
  "$(java_home)/bin/jlink" --add-modules "$(words "$IMAGES_HOME/modules" | paste -sd,)" \
    --strip-java-debug-attributes --no-header-files --no-man-pages --output "$1"
}
