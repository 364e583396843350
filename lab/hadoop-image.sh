#!/usr/bin/env bash
# Makes an image of a stock Hadoop release, with Spark, from its Maven artifacts: such as a site has, without our plugin. For tests.
set -euo pipefail
umask 022

usage() {
  cat <<'HELP'
usage: lab/hadoop-image.sh RELEASE REGISTRY

Builds REGISTRY/hadoop:RELEASE and pushes it over plain HTTP. RELEASE is 3.4 or 3.5. Needs: bin/images build copilot-plugin (whose
base it uses), story/runtimes and story/spark-job packaged by Maven, buildah, bash.

In the image: /opt/hadoop/bin/yarn (resourcemanager, nodemanager), /opt/spark/bin/spark-submit, /opt/spark/jobs/spark-job.jar
HELP
}

[[ $# -eq 2 ]] || { usage >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
release=$1 registry=$2
storage=${KOORD_BRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/koord-bridge}/images/storage
buildah_here() { buildah --root "$storage" --runroot "$storage.run" "$@"; }

context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT
hadoop=$context/root/opt/hadoop spark=$context/root/opt/spark
mkdir -p "$hadoop"/{bin,lib} "$spark"/{bin,jars,jobs}

# copy_jars CLASSPATH-FILE DIRECTORY: their order is kept in DIRECTORY/../classpath
copy_jars() {
  local jar
  tr ':' '\n' <"$1" | while read -r jar; do
    cp "$jar" "$2/"
    printf ':%s' "${2#"$context/root"}/$(basename "$jar")"
  done >"$(dirname "$2")/classpath"
}
copy_jars "$root/story/runtimes/hadoop-$release/target/classpath" "$hadoop/lib"
copy_jars "$root/story/runtimes/spark-3.5/target/classpath" "$spark/jars"
find "$root/story/spark-job/target" -maxdepth 1 -name '*spark-job*.jar' ! -name '*-sources.jar' ! -name '*-tests.jar' \
  -exec cp {} "$spark/jobs/spark-job.jar" \;

cat >"$hadoop/bin/yarn" <<'SCRIPT'
#!/bin/bash
case $1 in
  resourcemanager) main=org.apache.hadoop.yarn.server.resourcemanager.ResourceManager options=$YARN_RESOURCEMANAGER_OPTS ;;
  nodemanager) main=org.apache.hadoop.yarn.server.nodemanager.NodeManager options=$YARN_NODEMANAGER_OPTS ;;
  *) echo "yarn: unknown command $1" >&2; exit 2 ;;
esac
# shellcheck disable=SC2086 # options are words
exec java $options -Dhadoop.root.logger="${HADOOP_ROOT_LOGGER:-INFO,console}" \
  -cp "$HADOOP_CONF_DIR$(cat /opt/hadoop/classpath):$HADOOP_CLASSPATH" "$main"
SCRIPT
cat >"$spark/bin/spark-submit" <<'SCRIPT'
#!/bin/bash
opened=()
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent \
  java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
  opened+=(--add-opens "java.base/$package=ALL-UNNAMED")
done
exec java -Xmx256m "${opened[@]}" -cp "$HADOOP_CONF_DIR$(cat /opt/spark/classpath)" org.apache.spark.deploy.SparkSubmit "$@"
SCRIPT
chmod 755 "$hadoop/bin/yarn" "$spark/bin/spark-submit"
# Spark needs more of Java than our processes, as in any stock image.
"${JAVA_HOME:+$JAVA_HOME/bin/}jlink" --add-modules ALL-MODULE-PATH --strip-java-debug-attributes --no-header-files --no-man-pages \
  --output "$context/root/opt/java"
# Containers are started by bash, which the base does not have.
mkdir -p "$context/root/usr/bin" "$context/root/usr/lib"
for tool in bash find ls setsid; do
  cp -L "$(command -v "$tool")" "$context/root/usr/bin/"
  ldd "$(command -v "$tool")" | awk '$3 ~ /^\// { print $3 }' | while read -r library; do
    mkdir -p "$context/root/usr$(dirname "${library#/usr}")"
    cp -L "$library" "$context/root/usr${library#/usr}"
  done
done
printf 'FROM localhost/koord-bridge/copilot-plugin:%s\nUSER 0:0\nRUN rm -rf /opt/koord-bridge\nCOPY root/ /\nENTRYPOINT []\nUSER 1000:1000\n' \
  "$(awk '$1 == "appVersion:" { print $2 }' "$root/charts/koord-bridge/Chart.yaml")" >"$context/Dockerfile"
image=localhost/koord-bridge/lab-hadoop:$release
buildah_here build --isolation chroot --format oci --layers --timestamp 0 -t "$image" -f "$context/Dockerfile" "$context" >"$context/log" 2>&1 \
  || { tail -5 "$context/log" >&2; exit 1; }
buildah_here push --tls-verify=false "$image" "docker://$registry/hadoop:$release" >"$context/log" 2>&1 || { tail -5 "$context/log" >&2; exit 1; }
echo "$registry/hadoop:$release"
