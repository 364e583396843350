# Versions, and the charts as archives with the index of a repository. Sourced by bin/release.
# shellcheck shell=bash

readonly CHARTS=(koord-bridge hadoop-yarn)

# The charts and Maven have to agree on one version.
check_versions() {
  local chart field found
  for chart in "${CHARTS[@]}"; do
    for field in version appVersion; do
      found=$(awk -v field="$field:" '$1 == field { print $2 }' "$ROOT/charts/$chart/Chart.yaml")
      [[ $found == "$VERSION" ]] || fail "charts/$chart/Chart.yaml says $field $found, koord-bridge's appVersion is $VERSION" 2
    done
  done
  found=$(sed -n '/<artifactId>koord-bridge</,/<version>/s/.*<version>\(.*\)<\/version>.*/\1/p' "$ROOT/pom.xml" | head -1)
  [[ ${found%-SNAPSHOT} == "$VERSION" ]] || fail "pom.xml says version $found, koord-bridge's appVersion is $VERSION" 2
}

# Sets HELM.
find_helm() {
  HELM=$(command -v helm || "$ROOT/bin/lab" where helm 2>/dev/null) || fail "helm is needed: install it, or run bin/lab build --helm" 2
}

# helm writes the time of the day into archives and index; the files are packed again with the time of the release.
pack_charts() {
  local work=$ROOT/target/release/charts chart when
  rm -rf "$work"
  mkdir -p "$work/packed" "$work/unpacked" "$DIR/charts"
  for chart in "${CHARTS[@]}"; do
    "$HELM" package "$ROOT/charts/$chart" --destination "$work/packed" >"$work/log" 2>&1 || {
      tail -3 "$work/log" >&2
      fail "helm package $chart failed"
    }
    tar -C "$work/unpacked" --touch -xzf "$work/packed/$chart-$VERSION.tgz"
    pack "$work/unpacked" "$chart" "$DIR/charts/$chart-$VERSION.tgz"
  done
  when=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
  "$HELM" repo index "$DIR/charts" >"$work/log" 2>&1 || fail "helm repo index failed: $(tail -1 "$work/log")"
  sed -i "s/^\( *\)\(created\|generated\): .*/\1\2: \"$when\"/" "$DIR/charts/index.yaml"
  chmod 644 "$DIR/charts/index.yaml"
  say "charts ${CHARTS[*]}"
}

# pack PARENT NAME FILE [OPTION OF TAR]: the same files give the same bytes
pack() {
  tar -C "$1" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" "${@:4}" -c "$2" | gzip -n >"$3"
}
