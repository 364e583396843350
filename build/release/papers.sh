# What explains and proves a release: licence, bill of materials, readme, checksums. Sourced by bin/release.
# shellcheck shell=bash

add_papers() {
  install -m 644 "$ROOT/LICENSE" "$ROOT/NOTICE" "$DIR/"
  install -D -m 644 "$IMAGES_HOME/hadoop-spark/Dockerfile" "$DIR/hadoop-spark/Dockerfile"
  bill_of_materials
  local own=${ARCHITECTURES[0]}
  sed "s/@VERSION@/$VERSION/g; s/@ARCHITECTURE@/$own/g" "$RELEASE_HOME/README.txt" >"$DIR/README.txt"
  chmod 644 "$DIR/README.txt" "$DIR/sbom.cdx.json" "$DIR/$COMMAND.yaml"
  (cd "$DIR" && find . -type f ! -name SHA256SUMS -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum) >"$ROOT/target/release/sums"
  install -m 644 "$ROOT/target/release/sums" "$DIR/SHA256SUMS"
}

# Of the jars of each component, and of the Debian packages and Java runtimes of the bases.
bill_of_materials() {
  local component architecture
  local -a from=()
  for component in "${COMPONENTS[@]}" "$COMMAND"; do
    [[ ! -f $ROOT/target/dist/$component/sbom.cdx.json ]] || from+=("$ROOT/target/dist/$component/sbom.cdx.json")
  done
  [[ " ${COMPONENTS[*]} " != *" $PLUGIN "* ]] || from+=("$ROOT/target/dist/$PLUGIN"/app/*.jar)
  for architecture in "${ARCHITECTURES[@]}"; do from+=("$architecture=${BASE_ROOTS[$architecture]}"); done
  "$(java_home)/bin/java" -cp "$ROOT/target/dist/$COMMAND/lib/*" "$RELEASE_HOME/BillOfMaterials.java" "$DIR/sbom.cdx.json" "$VERSION" \
    "$SOURCE_DATE_EPOCH" "${from[@]}" >"$ROOT/target/release/sbom.log" 2>&1 || {
    tail -5 "$ROOT/target/release/sbom.log" >&2
    fail "the bill of materials could not be written"
  }
}
