# The command line with a Java runtime for each platform, and its manifest for krew. Sourced by bin/release.
# shellcheck shell=bash

readonly DEFAULT_URL=https://example.com/koord-bridge

pack_colo() {
  local architecture work=$ROOT/target/release/colo name=$COMMAND-$VERSION
  [[ " ${COMPONENTS[*]} " == *" $COMMAND "* ]] || "$ROOT/bin/dist" "$COMMAND"
  for architecture in "${ARCHITECTURES[@]}"; do
    rm -rf "$work"
    mkdir -p "$work"
    cp -a "$ROOT/target/dist/$COMMAND" "$work/$name"
    rm "$work/$name/bin/start"
    cp -a "${BASE_ROOTS[$architecture]}/opt/java" "$work/$name/runtime"
    # krew unpacks no links.
    pack "$work" "$name" "$DIR/$name-linux-$architecture.tar.gz" --dereference --hard-dereference
    say "$name-linux-$architecture.tar.gz, $(($(wc -c <"$DIR/$name-linux-$architecture.tar.gz") / 1048576)) MiB"
  done
  rm -rf "$work"
  krew_manifest >"$DIR/$COMMAND.yaml"
}

krew_manifest() {
  local architecture file url=${OPTIONS[url]:-$DEFAULT_URL/$VERSION}
  cat <<YAML
apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: $COMMAND
spec:
  version: v$VERSION
  shortDescription: Show what YARN and batch pods share with online pods
  description: |
    Shows the batch capacity of nodes and who has it: origin, pods, YARN's lease, containers. Explains a node, checks the
    ledger, a configuration and a cluster before an installation.
  platforms:
YAML
  for architecture in "${ARCHITECTURES[@]}"; do
    file=$COMMAND-$VERSION-linux-$architecture.tar.gz
    cat <<YAML
    - selector: {matchLabels: {os: linux, arch: $architecture}}
      uri: ${url%/}/$file
      sha256: $(sha256sum "$DIR/$file" | cut -d' ' -f1)
      bin: $COMMAND-$VERSION/bin/kubectl-$COMMAND
YAML
  done
}
