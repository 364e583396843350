# Starts images as the chart starts them, with runc. Sourced by bin/images.
# shellcheck shell=bash

readonly START_SECONDS=120

command_test() {
  parse "tag kubeconfig no-class-archive" "$@"
  no_more
  need buildah "Debian and Fedora have a package of that name"
  need runc "Debian and Fedora have a package of that name"
  need curl "package curl"
  [[ $(id -u) == 0 ]] || fail "test needs root: it starts containers with a user and limits of their own" 2
  local component failed=0
  for component in "${COMPONENTS[@]}"; do
    require_image "$component"
    if [[ $component == "$PLUGIN" ]]; then
      test_plugin || failed=$((failed + 1))
      continue
    fi
    if [[ $component == "$COMMAND" ]]; then
      test_command || failed=$((failed + 1))
      continue
    fi
    (test_image "$component") || failed=$((failed + 1))
  done
  [[ $failed -eq 0 ]] || fail "$failed of ${#COMPONENTS[@]} images failed"
  say "all ${#COMPONENTS[@]} images passed"
}

# Whether the jar arrives in a directory of the image's user.
test_plugin() {
  local container jars
  container=$(buildah_here from --pull-never "$LOCAL/$PLUGIN:${OPTIONS[tag]}")
  jars=$(buildah_here run --isolation chroot "$container" -- \
    sh -c 'mkdir /tmp/plugin && /opt/koord-bridge/bin/install-plugin /tmp/plugin' 2>&1)
  buildah_here rm "$container" >/dev/null
  if [[ $jars =~ ^copilot-nodemanager-plugin-[^[:space:]]+\.jar$ ]]; then
    say "$PLUGIN: passed"
  else
    say "$PLUGIN: FAILED, it copied: $jars"
    return 1
  fi
}

# Whether the command starts from its class archive as the image's user, and reports an API server that does not answer.
test_command() {
  local container said options=''
  [[ -n ${OPTIONS[no-class-archive]:-} ]] || options=-Xshare:on
  container=$(buildah_here from --pull-never "$LOCAL/$COMMAND:${OPTIONS[tag]}")
  said=$(buildah_here run --isolation chroot --env "JAVA_OPTS=$options" --env KUBERNETES_SERVICE_HOST=127.0.0.1 \
    --env KUBERNETES_SERVICE_PORT=9 "$container" -- \
    sh -c 'id -u; whoami; /opt/koord-bridge/bin/start --version; /opt/koord-bridge/bin/start preflight; echo "ended with $?"' 2>&1) || true
  buildah_here rm "$container" >/dev/null
  if [[ $said == 65532$'\n'koord-bridge$'\n'colo\ * && $said == *"does not answer"* && $said == *"ended with 3" ]]; then
    say "$COMMAND: passed"
  else
    say "$COMMAND: FAILED, it said: $said"
    return 1
  fi
}

# In a subshell of its own, so that it cleans up behind itself whatever happens.
test_image() {
  local component=$1 bundle container root process ports address
  bundle=$(mktemp -d)
  CONTAINER=koord-bridge-test-$1-$$
  container=$(buildah_here from --pull-never --name "$CONTAINER" "$LOCAL/$1:${OPTIONS[tag]}")
  # shellcheck disable=SC2064 # the names of now
  trap "runc delete --force $CONTAINER 2>/dev/null; buildah_here umount $container >/dev/null; buildah_here rm $container >/dev/null; rm -rf $bundle" EXIT
  root=$(buildah_here mount "$container")
  mkdir "$bundle/config" "$bundle/hadoop"
  ports=$(free_ports 3)
  prepare "$component" "$bundle"
  # shellcheck disable=SC2046,SC2086 # words on purpose
  bundle_config "$component" "$root" $(arguments "$component" $ports) >"$bundle/config.json"
  address=http://127.0.0.1:$(tail -1 <<<"$ports")
  local started
  started=$(date +%s%N)
  runc run --bundle "$bundle" --detach --pid-file "$bundle/pid" "$CONTAINER" >"$bundle/log" 2>&1 </dev/null \
    || { cat "$bundle/log" >&2; complain "$component" "$bundle" "runc could not start it"; }
  process=$(cat "$bundle/pid")
  await "$component" "$bundle" "$process" "$address$(ready_path "$component")"
  say "$component: ready after $((($(date +%s%N) - started) / 1000000)) ms, $(cpu_milliseconds "$process") ms CPU," \
    "$(awk '$1 == "VmRSS:" { print int($2 / 1024) }' "/proc/$process/status") MiB resident$(as_user "$process")"
  check "$component" "$bundle" "$process" "$address"
  runc kill "$CONTAINER" TERM
  await_end "$process" || complain "$component" "$bundle" "it did not end within 30 s of SIGTERM"
  say "$component: passed"
}

as_user() { awk '$1 == "Uid:" { print ", user " $2 }' "/proc/$1/status"; }

# free_ports N: taken for a moment, then given back
free_ports() {
  local port found=0
  for port in $(shuf -i 20000-29999); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && continue
    echo "$port"
    found=$((found + 1))
    [[ $found -lt $1 ]] || return 0
  done
}

prepare() {
  if [[ -n ${OPTIONS[kubeconfig]:-} ]]; then
    install -m 644 "${OPTIONS[kubeconfig]}" "$2/config/kubeconfig"
  fi
  if [[ $1 == yarn-operator ]]; then
    printf '<configuration><property><name>%s</name><value>127.0.0.1:9</value></property></configuration>' \
      yarn.resourcemanager.address >"$2/hadoop/yarn-site.xml"
  fi
  chmod -R go+rX "$2"
}

# arguments COMPONENT PORT PORT PORT: the last port is asked
arguments() {
  local api=--api-server=http://127.0.0.1:9
  [[ -z ${OPTIONS[kubeconfig]:-} ]] || api=--kubeconfig=/etc/koord-bridge/kubeconfig
  if [[ $1 == koordlet ]]; then
    echo "$api --node-name=image-test --observe-only --admin-port=$4"
    return
  fi
  echo "--config=/opt/koord-bridge/conf/$1.yaml $api --set=server.applicationConnectors[0].port=$2" \
    "--set=server.adminConnectors[0].port=$4"
  [[ $1 != koord-manager ]] || echo "--set=webhook.port=$3"
}

# Without an API server a process starts and says that it is not healthy. The operator has no ResourceManager here.
ready_path() {
  if [[ $1 == koordlet ]]; then
    echo /metrics
  elif [[ -n ${OPTIONS[kubeconfig]:-} && $1 != yarn-operator ]]; then
    echo /healthcheck
  else
    echo /ping
  fi
}

# bundle_config COMPONENT ROOT ARGS...: the security context and mounts of the chart, the network of this machine
bundle_config() {
  local user capabilities='[]' options='' arguments limit
  user=$(fact "$1" 4)
  [[ $1 != koordlet ]] || capabilities='["CAP_DAC_OVERRIDE", "CAP_CHOWN"]'
  [[ -z ${OPTIONS[no-class-archive]:-} ]] || options=', "JAVA_OPTS=-Xshare:off"'
  arguments=$(printf ', "%s"' "${@:3}")
  limit=$(($(fact "$1" 5) * 1048576))
  cat <<JSON
{ "ociVersion": "1.0.2",
  "process": {
    "user": {"uid": ${user%:*}, "gid": ${user#*:}}, "cwd": "/tmp", "noNewPrivileges": true,
    "args": ["/opt/koord-bridge/bin/start"$arguments],
    "env": ["PATH=/opt/java/bin:/usr/sbin:/usr/bin", "JAVA_HOME=/opt/java", "LANG=C.UTF-8", "TZ=Europe/Berlin"$options],
    "capabilities": {"bounding": $capabilities, "effective": $capabilities, "permitted": $capabilities}
  },
  "root": {"path": "$2", "readonly": true},
  "mounts": [
    {"destination": "/proc", "type": "proc", "source": "proc"},
    {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755", "size=64k"]},
    {"destination": "/sys", "type": "bind", "source": "/sys", "options": ["rbind", "ro"]},
    {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "nodev", "mode=1777"]},
    {"destination": "/etc/koord-bridge", "type": "bind", "source": "$bundle/config", "options": ["bind", "ro"]},
    {"destination": "/etc/hadoop-conf", "type": "bind", "source": "$bundle/hadoop", "options": ["bind", "ro"]}
  ],
  "linux": {
    "resources": {"memory": {"limit": $limit}},
    "namespaces": [{"type": "pid"}, {"type": "mount"}, {"type": "ipc"}, {"type": "uts"}] }
}
JSON
}

# await COMPONENT BUNDLE PROCESS URL
await() {
  local end=$((SECONDS + START_SECONDS))
  until curl -fs -o /dev/null --max-time 5 "$4"; do
    [[ -d /proc/$3 ]] || complain "$1" "$2" "it ended before $4 answered"
    [[ $SECONDS -lt $end ]] || complain "$1" "$2" "$4 did not answer with 200 within $START_SECONDS s"
    sleep 0.05
  done
}

await_end() {
  local end=$((SECONDS + 30))
  while [[ -d /proc/$1 ]]; do
    [[ $SECONDS -lt $end ]] || return 1
    sleep 0.1
  done
}

cpu_milliseconds() { awk -v tick="$(getconf CLK_TCK)" '{ print int(($14 + $15) * 1000 / tick) }' "/proc/$1/stat"; }

inside() { runc exec "$CONTAINER" "$@"; }

# check COMPONENT BUNDLE PROCESS ADDRESS: what the chart and its users rely on
check() {
  local user
  user=$(fact "$1" 4)
  [[ $(awk '$1 == "Uid:" { print $2 ":" }' "/proc/$3/status") == "${user%:*}:" ]] || complain "$1" "$2" "it runs as another user"
  [[ $(awk '$1 == "VmHWM:" { print int($2 / 1024) }' "/proc/$3/status") -lt $(fact "$1" 5) ]] \
    || complain "$1" "$2" "it needs more memory than the chart grants"
  [[ $(awk '$1 == "NoNewPrivs:" { print $2 }' "/proc/$3/status") == 1 ]] || complain "$1" "$2" "it may gain rights"
  ! inside /bin/sh -c ': >/opt/koord-bridge/written' 2>/dev/null || complain "$1" "$2" "its root can be written"
  inside /bin/sh -c ': >/tmp/written' || complain "$1" "$2" "/tmp cannot be written"
  if [[ -z ${OPTIONS[no-class-archive]:-} ]]; then
    grep -q "/opt/koord-bridge/$1.jsa" "/proc/$3/maps" || complain "$1" "$2" "it does not use its class archive"
  fi
  inside /bin/sh -c '[ "$(date +%z)" != +0000 ]' || complain "$1" "$2" "it knows no time zones"
  inside /bin/sh -c 'grep -q BEGIN /etc/ssl/certs/ca-certificates.crt' || complain "$1" "$2" "it has no certificates"
  inside /bin/sh -c 'whoami >/dev/null' || complain "$1" "$2" "its user has no name"
  inside /opt/java/bin/jcmd 1 VM.version >/dev/null || complain "$1" "$2" "jcmd does not reach the JVM"
  grep -q '^# TYPE' <<<"$(curl -fs --max-time 5 "$4/metrics")" || complain "$1" "$2" "it shows no metrics"
}

complain() {
  tail -n 20 "$2/log" >&2
  echo "images: $1: FAILED: $3" >&2
  exit 1
}
