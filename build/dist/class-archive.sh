#!/bin/sh
# Makes the class archive of @COMPONENT@ where its jars lie for good: starts it once without an API server, notes which
# classes it loads, and has the JVM store them. To be repeated after the JVM or a jar has changed; a wrong archive is ignored.
set -eu
case ${1:-} in
  -h | --help)
    echo "usage: class-archive    makes @COMPONENT@.jsa: @COMPONENT@ then starts with less CPU time"
    exit 0
    ;;
esac
home=$(cd -P "${0%/*}/.." && pwd)
cd "$home"
work=$(mktemp -d)
process=
trap 'if [ -n "$process" ]; then kill "$process" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
readonly START_SECONDS=300 RUN_SECONDS=4

say() { echo "class-archive: $*"; }

fail() {
  say "$*" >&2
  tail -n 20 "$work/log" >&2
  exit 1
}

# Processes of the service frame, on ports that nobody else has.
frame() {
  set -- --api-server=http://127.0.0.1:9 "$@"
  for connectors in application admin; do
    set -- "$@" --set="server.${connectors}Connectors[0].bindHost=127.0.0.1" --set="server.${connectors}Connectors[0].port=0"
  done
  train "$@"
}

train() {
  JAVA_OPTS="-XX:DumpLoadedClassList=$work/classes" "bin/@COMPONENT@" "$@" >"$work/log" 2>&1 &
  process=$!
}

rm -f "@COMPONENT@.jsa"
say "starting @COMPONENT@ to see which classes it loads"
# shellcheck disable=SC2194 # the name is filled in
case @COMPONENT@ in
  koord-manager)
    mkdir "$work/certificates"
    frame --config=conf/koord-manager.yaml --set=leaderElection.enabled=false --set=webhook.bindHost=127.0.0.1 \
      --set=webhook.port=0 --set="webhook.certDir=$work/certificates"
    ;;
  yarn-operator)
    mkdir "$work/hadoop"
    cat >"$work/hadoop/yarn-site.xml" <<'XML'
<configuration>
  <property><name>yarn.resourcemanager.address</name><value>127.0.0.1:9</value></property>
  <property><name>yarn.resourcemanager.admin.address</name><value>127.0.0.1:9</value></property>
</configuration>
XML
    frame --config=conf/yarn-operator.yaml --set=leaderElection.enabled=false --set="hadoop.confDir=$work/hadoop"
    ;;
  koord-descheduler) frame --config=conf/koord-descheduler.yaml --set=leaderElection.enabled=false ;;
  koord-scheduler) frame --config=conf/koord-scheduler.yaml ;;
  colo)
    cat >"$work/config" <<'KUBECONFIG'
{"clusters": [{"name": "none", "cluster": {"server": "http://127.0.0.1:9"}}], "users": [{"name": "none", "user": {"token": "none"}}],
 "contexts": [{"name": "none", "context": {"cluster": "none", "user": "none"}}], "current-context": "none"}
KUBECONFIG
    train preflight --kubeconfig "$work/config"
    ;;
  koordlet) train --node-name=class-archive --observe-only --api-server=http://127.0.0.1:9 --admin-port=0 ;;
esac

if [ @COMPONENT@ = colo ]; then
  # A command ends by itself: nothing answers.
  code=0
  wait "$process" || code=$?
  process=
  [ "$code" -eq 3 ] || fail "it ended with $code, not with 3 as without an API server"
fi

waited=0
until [ -z "$process" ] || grep -q -e 'Started oejs.Server' -e 'KoordletMain started' "$work/log"; do
  kill -0 "$process" 2>/dev/null || fail "it ended before it was ready"
  [ "$waited" -lt "$START_SECONDS" ] || fail "it was not ready within $START_SECONDS s"
  waited=$((waited + 1))
  sleep 1
done
if [ -n "$process" ]; then
  sleep "$RUN_SECONDS"
  kill -0 "$process" 2>/dev/null || fail "it ended right after it was ready"
  kill "$process"
  wait "$process" || true
  process=
fi
say "storing $(wc -l <"$work/classes") classes"
JAVA_OPTS="-Xshare:dump -XX:SharedClassListFile=$work/classes -XX:SharedArchiveFile=@COMPONENT@.jsa" \
  "bin/@COMPONENT@" >"$work/log" 2>&1 || fail "the JVM could not store them"
say "$home/@COMPONENT@.jsa, $(($(wc -c <"@COMPONENT@.jsa") / 1048576)) MiB"
