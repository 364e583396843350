#!/bin/sh
# install-plugin DIRECTORY: copies the NodeManager plugin there.
set -eu
[ $# -eq 1 ] || { echo "usage: install-plugin DIRECTORY" >&2; exit 2; }
cp /opt/koord-bridge/app/*.jar "$1/"
ls "$1"
