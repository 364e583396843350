#!/bin/sh
# Starts @COMPONENT@ with the options in jvm.options; further ones of the JVM come from JAVA_OPTS and win.
# A class archive made by bin/class-archive is used when it is there.
set -eu
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in /*) self=$target ;; *) self=${self%/*}/$target ;; esac
done
home=$(cd -P "${self%/*}/.." && pwd)

# A class archive is refused when the jars come in another order, so the order is not left to the file system.
class_path=$(LC_ALL=C; for jar in "$home"/app/*.jar "$home"/lib/*.jar; do printf '%s:' "$jar"; done)
archive=$home/@COMPONENT@.jsa
set -- -cp "${class_path%:}" @MAIN_CLASS@ "$@"
# Split into words on purpose: JAVA_OPTS holds several options.
# shellcheck disable=SC2086
set -- ${JAVA_OPTS:-} "$@"
if [ -r "$archive" ]; then
  set -- -XX:SharedArchiveFile="$archive" -Xshare:auto "$@"
fi
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
# An archive of a release brings its own.
[ ! -x "$home/runtime/bin/java" ] || java=$home/runtime/bin/java
exec "$java" "@$home/jvm.options" "$@"
