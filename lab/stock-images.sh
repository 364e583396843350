#!/usr/bin/env bash
# Makes stock images of Hadoop and Spark from their Maven artifacts, as a site has them from Docker Hub. For tests.
set -euo pipefail
umask 022

usage() {
  cat <<'HELP'
usage: lab/stock-images.sh RELEASE REGISTRY

Builds the two images that build/images/hadoop-spark/Dockerfile starts from, and pushes them over plain HTTP under the names that they
have there, with REGISTRY in the place of docker.io. RELEASE of Hadoop is 3.3, 3.4 or 3.5. Needs: bin/images build copilot-plugin (whose
base it uses), story/runtimes packaged by Maven, a JDK, buildah, bash.

In the image of Hadoop: /opt/hadoop/bin/yarn. In that of Spark: /opt/spark/bin/spark-submit and spark-class,
/opt/spark/examples/jars/spark-examples.jar with SparkPi, /opt/entrypoint.sh for drivers and executors as pods, a Java runtime.
HELP
}

[[ $# -eq 2 ]] || { usage >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
release=$1 registry=$2
storage=${KOORD_BRIDGE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/koord-bridge}/images/storage
buildah_here() { buildah --root "$storage" --runroot "$storage.run" "$@"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$root/lab/stock
jdk=${JAVA_HOME:+$JAVA_HOME/bin/}

# name_of ARG: the image's name in the recipe, without its registry
name_of() { sed -n "s,^ARG $1=docker.io/,,p" "$root/build/images/hadoop-spark/Dockerfile"; }

# copy_jars CLASSPATH-FILE DIRECTORY PLACE: prints the class path that they have at PLACE of the image
copy_jars() {
  local jar
  tr ':' '\n' <"$1" | while read -r jar; do
    cp "$jar" "$2/"
    printf ':%s/%s' "$3" "$(basename "$jar")"
  done
}

hadoop=$work/hadoop/root/opt/hadoop
mkdir -p "$hadoop"/{bin,lib}
copy_jars "$root/story/runtimes/hadoop-$release/target/classpath" "$hadoop/lib" /opt/hadoop/lib >"$hadoop/classpath"
install -m 755 "$here/yarn" "$hadoop/bin/yarn"

spark=$work/spark/root/opt/spark
mkdir -p "$spark"/{bin,conf,jars,examples/jars}
copy_jars "$root/story/runtimes/spark-3.5-stock/target/classpath" "$spark/jars" /opt/spark/jars >"$spark/classpath"
install -m 755 "$here"/spark-{class,submit} "$spark/bin/"
install -m 755 "$here/entrypoint.sh" "$work/spark/root/opt/entrypoint.sh"
"${jdk}javac" --release 17 -proc:none -cp "$spark/jars/*" -d "$work/classes" "$here/SparkPi.java" 2>"$work/log" ||
  { cat "$work/log" >&2; exit 1; }
"${jdk}jar" --create --file "$spark/examples/jars/spark-examples_2.12-3.5.6.jar" -C "$work/classes" .
ln -s spark-examples_2.12-3.5.6.jar "$spark/examples/jars/spark-examples.jar"
# Spark needs more of Java than our processes.
"${jdk}jlink" --add-modules ALL-MODULE-PATH --strip-java-debug-attributes --no-header-files --no-man-pages \
  --output "$work/spark/root/opt/java"
# Containers are started by bash, which our base does not have.
mkdir -p "$work/spark/root/usr/bin" "$work/spark/root/usr/lib"
for tool in bash find ls setsid; do
  cp -L "$(command -v "$tool")" "$work/spark/root/usr/bin/"
  ldd "$(command -v "$tool")" | awk '$3 ~ /^\// { print $3 }' | while read -r library; do
    mkdir -p "$work/spark/root/usr$(dirname "${library#/usr}")"
    cp -L "$library" "$work/spark/root/usr${library#/usr}"
  done
done

base=localhost/koord-bridge/copilot-plugin:$(awk '$1 == "appVersion:" { print $2 }' "$root/charts/koord-bridge/Chart.yaml")
printf 'FROM scratch\nCOPY root/ /\n' >"$work/hadoop/Dockerfile"
cat >"$work/spark/Dockerfile" <<DOCKERFILE
FROM $base
USER 0:0
RUN rm -rf /opt/koord-bridge && echo 'spark:x:185:185::/home/spark:/bin/bash' >>/etc/passwd
COPY root/ /
ENV SPARK_HOME=/opt/spark
WORKDIR /opt/spark/work-dir
RUN chown 185:185 /opt/spark/work-dir
USER 185:185
ENTRYPOINT ["/opt/entrypoint.sh"]
DOCKERFILE

# publish DIRECTORY NAME
publish() {
  local image=localhost/koord-bridge/lab-$1:$release
  {
    buildah_here build --isolation chroot --format oci --layers --timestamp 0 -t "$image" -f "$work/$1/Dockerfile" "$work/$1"
    buildah_here push --tls-verify=false "$image" "docker://$registry/$2"
  } >"$work/log" 2>&1 || { tail -5 "$work/log" >&2; exit 1; }
  echo "$registry/$2"
}
publish hadoop "$(name_of HADOOP)"
publish spark "$(name_of SPARK)"
