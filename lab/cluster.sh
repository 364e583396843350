# Starts, shows and ends a control plane in a directory of its own. Sourced by bin/lab.
# shellcheck shell=bash

readonly MARKER=.koord-lab
readonly MADE=(kubeconfig state.json processes tokens.csv admin.token nodes.json config certs etcd logs node.env "$MARKER")
readonly START_TIMEOUT_SECONDS=60
readonly STOP_TIMEOUT_SECONDS=15

default_dir() { echo "${XDG_STATE_HOME:-$HOME/.local/state}/koord-bridge/lab"; }

# Results of parse_options.
DIR="" NODES=0 REAL_NODE=false CGROUP_ROOT="" SCHEDULER=true SCHEDULER_CONFIG="" CONTROLLER_MANAGER=true

parse_options() {
  DIR="$(default_dir)"
  while [[ $# -gt 0 ]]; do
    case "$1" in
      --dir) DIR="${2:?--dir needs a directory}" && shift ;;
      --nodes) NODES="${2:?--nodes needs a number}" && shift ;;
      --node) REAL_NODE=true ;;
      --cgroup-root) CGROUP_ROOT="${2:?--cgroup-root needs a path}" && shift ;;
      --scheduler-config) SCHEDULER_CONFIG="${2:?--scheduler-config needs a file}" && shift ;;
      --no-scheduler) SCHEDULER=false ;;
      --no-controller-manager) CONTROLLER_MANAGER=false ;;
      --kubernetes) use_kubernetes "${2:?--kubernetes needs a version}" && shift ;;
      *) fail "unknown option $1 (bin/lab --help)" 2 ;;
    esac
    shift
  done
  [[ "$NODES" =~ ^[0-9]+$ ]] || fail "--nodes $NODES is not a number" 2
  [[ -z "$SCHEDULER_CONFIG" || -r "$SCHEDULER_CONFIG" ]] || fail "cannot read $SCHEDULER_CONFIG" 2
  [[ -z "$CGROUP_ROOT" || "$CGROUP_ROOT" =~ ^/[A-Za-z0-9_-]*$ ]] || fail "--cgroup-root $CGROUP_ROOT is not / or /NAME" 2
  [[ -z "$CGROUP_ROOT" || $REAL_NODE == true ]] || fail "--cgroup-root is for --node" 2
  case "$DIR" in /*) ;; *) DIR="$PWD/$DIR" ;; esac
}

command_up() {
  parse_options "$@"
  if [[ -f "$DIR/processes" ]] && all_running; then
    [[ $REAL_NODE == false || -f "$DIR/node.env" ]] || fail "up already, without a node: run bin/lab down --dir $DIR first"
    require_same_kubernetes
    say "up already: $DIR/kubeconfig"
    return
  fi
  if [[ -e "$DIR/$MARKER" ]]; then
    say "clearing what an earlier run left in $DIR"
    stop_all
  elif [[ -d "$DIR" && -n "$(ls -A "$DIR")" ]]; then
    fail "$DIR is not empty and was not made by bin/lab"
  fi
  need curl "to ask for readiness"
  need openssl "to make the keys of this run"
  if [[ $REAL_NODE == true ]]; then require_node_tools; fi
  build_control_plane
  if [[ $REAL_NODE == true ]]; then build_tools coredns registry; fi
  if [[ $NODES -gt 0 ]]; then build_tools kwok; fi
  trap 'say "up failed, stopping; the logs: $DIR.failed-logs"; keep_logs; stop_all' EXIT
  trap 'exit 130' INT TERM
  start_all
  trap - EXIT INT TERM
  say "up: export KUBECONFIG=$DIR/kubeconfig"
}

# What runs is of the release that was asked for, if one was.
require_same_kubernetes() {
  local running
  running="$(awk -F'"' '$2 == "kubernetes" { print $4 }' "$DIR/state.json")"
  [[ -z "$KUBERNETES" || "$running." == "v$KUBERNETES."* ]] ||
    fail "up already, with Kubernetes $running: run bin/lab down --dir $DIR first"
}

keep_logs() {
  rm -rf "$DIR.failed-logs"
  if [[ -d "$DIR/logs" ]]; then cp -r "$DIR/logs" "$DIR.failed-logs"; fi
}

start_all() {
  local api_port etcd_port peer_port address=127.0.0.1 services=10.96.0.0/16
  local node_flags=(--authorization-mode=RBAC --endpoint-reconciler-type=none)
  mkdir -p "$DIR"/{certs,config,logs}
  touch "$DIR/$MARKER" "$DIR/processes"
  chmod 700 "$DIR"
  if [[ $REAL_NODE == true ]]; then
    prepare_node
    address="$(machine_address)" services="$(service_range)"
    mapfile -t node_flags < <(node_flags_of_api_server)
  fi
  read -r api_port etcd_port peer_port <<<"$(free_ports 3)"
  write_identities "https://$address:$api_port"
  start etcd "$(bin_dir)/etcd" --name=lab --data-dir="$DIR/etcd" --unsafe-no-fsync \
    --listen-client-urls="http://127.0.0.1:$etcd_port" --advertise-client-urls="http://127.0.0.1:$etcd_port" \
    --listen-peer-urls="http://127.0.0.1:$peer_port" --initial-advertise-peer-urls="http://127.0.0.1:$peer_port" \
    --initial-cluster="lab=http://127.0.0.1:$peer_port"
  start kube-apiserver "$(bin_dir)/kube-apiserver" --etcd-servers="http://127.0.0.1:$etcd_port" \
    --bind-address="$address" --advertise-address="$address" --secure-port="$api_port" \
    --cert-dir="$DIR/certs" --token-auth-file="$DIR/tokens.csv" --allow-privileged=true \
    --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$DIR/certs/service-account.key" \
    --service-account-signing-key-file="$DIR/certs/service-account.key" --service-cluster-ip-range="$services" "${node_flags[@]}"
  until_ready kube-apiserver "the API server" api_ready
  write_kubeconfigs "$API_SERVER"
  if [[ $CONTROLLER_MANAGER == true ]]; then start_controller_manager; fi
  if [[ $SCHEDULER == true ]]; then start_scheduler; fi
  if [[ $REAL_NODE == true ]]; then start_node; fi
  if [[ $NODES -gt 0 ]]; then start_nodes; fi
  write_state "$API_SERVER"
}

start_controller_manager() {
  local port
  port="$(free_ports 1)"
  start kube-controller-manager "$(bin_dir)/kube-controller-manager" --kubeconfig="$DIR/config/controller-manager.kubeconfig" \
    --authentication-kubeconfig="$DIR/config/controller-manager.kubeconfig" \
    --authentication-skip-lookup=true \
    --authorization-kubeconfig="$DIR/config/controller-manager.kubeconfig" \
    --bind-address=127.0.0.1 --secure-port="$port" --cert-dir="$DIR/certs" --leader-elect=false \
    --use-service-account-credentials=true --root-ca-file="$DIR/certs/apiserver.crt" \
    --service-account-private-key-file="$DIR/certs/service-account.key"
  until_ready kube-controller-manager "the default service account" has_default_service_account
}

start_scheduler() {
  local port config="$DIR/config/scheduler.yaml"
  port="$(free_ports 1)"
  if [[ -n "$SCHEDULER_CONFIG" ]]; then
    # The two blocks that only this run knows replace those of the file.
    awk '/^[^ #]/ { skip = ($0 ~ /^(clientConnection|leaderElection):/) } !skip' "$SCHEDULER_CONFIG" >"$config"
  else
    printf 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n' >"$config"
  fi
  printf 'clientConnection:\n  kubeconfig: %s\nleaderElection:\n  leaderElect: false\n' \
    "$DIR/config/scheduler.kubeconfig" >>"$config"
  start kube-scheduler "$(bin_dir)/kube-scheduler" --config="$config" --bind-address=127.0.0.1 --secure-port="$port" \
    --cert-dir="$DIR/certs" --authentication-kubeconfig="$DIR/config/scheduler.kubeconfig" \
    --authentication-skip-lookup=true \
    --authorization-kubeconfig="$DIR/config/scheduler.kubeconfig"
  SCHEDULER_PORT=$port
  until_ready kube-scheduler "the scheduler" scheduler_ready
}

# kwok keeps the nodes' leases and status alive and lets pods on them run in name only.
start_nodes() {
  local port number
  port="$(free_ports 1)"
  start kwok "$(tool_path kwok)" --config="$LAB_HOME/kwok-stages.yaml" --kubeconfig="$DIR/kubeconfig" --manage-all-nodes=false \
    --manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake --node-lease-duration-seconds=40 \
    --cidr=10.244.0.1/16 --server-address="127.0.0.1:$port"
  for ((number = 1; number <= NODES; number++)); do
    cat >"$DIR/nodes.json" <<JSON
{"apiVersion": "v1", "kind": "Node",
 "metadata": {"name": "lab-$number", "annotations": {"kwok.x-k8s.io/node": "fake"},
  "labels": {"kubernetes.io/hostname": "lab-$number", "kubernetes.io/os": "linux", "type": "kwok"}},
 "status": {"allocatable": {"cpu": "16", "memory": "64Gi", "pods": "110"}, "capacity": {"cpu": "16", "memory": "64Gi", "pods": "110"}}}
JSON
    api /api/v1/nodes -H 'Content-Type: application/json' --data-binary "@$DIR/nodes.json" >/dev/null ||
      fail "could not add node lab-$number"
  done
  until_ready kwok "$NODES nodes" all_nodes_ready
}

api() {
  local path="$1"
  shift
  curl -sf --max-time 5 --cacert "$DIR/certs/apiserver.crt" -H "Authorization: Bearer $(<"$DIR/admin.token")" \
    "$API_SERVER$path" "$@"
}

api_ready() { [[ -s "$DIR/certs/apiserver.crt" ]] && api /readyz >/dev/null; }

has_default_service_account() { api /api/v1/namespaces/default/serviceaccounts/default >/dev/null; }

# Before 1.31 a scheduler has only healthz.
scheduler_ready() {
  local base="https://127.0.0.1:$SCHEDULER_PORT"
  curl -skf --max-time 5 "$base/readyz" >/dev/null ||
    [[ "$(curl -sk --max-time 5 -o /dev/null -w '%{http_code}' "$base/readyz")" == 404 && "$(curl -sk --max-time 5 "$base/healthz")" == ok ]]
}

all_nodes_ready() {
  [[ "$(api "/api/v1/nodes?labelSelector=type%3Dkwok" | tr -d ' \n' | grep -o '"type":"Ready","status":"True"' | wc -l)" -ge "$NODES" ]]
}

# start NAME COMMAND...: a process of its own session, remembered by id and kernel start time.
start() {
  local name="$1" pid
  shift
  setsid "$@" >"$DIR/logs/$name.log" 2>&1 </dev/null 9>&- &
  pid=$!
  # The shell would report its end.
  disown "$pid"
  echo "$name $pid $(process_facts "$pid" | cut -d' ' -f2)" >>"$DIR/processes"
}

# State and start time of a process, fields 3 and 22 of /proc/PID/stat counted after the command's closing parenthesis.
# A pid alone may be someone else's by now.
process_facts() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f1,20; }

# Ended but not yet collected by its parent (Z) is not running.
is_running() {
  local state began
  read -r state began <<<"$(process_facts "$1")"
  [[ -n "$2" && "$began" == "$2" && "$state" != Z ]]
}

# process_of NAME: its id
process_of() { awk -v name="$1" '$1 == name { print $2 }' "$DIR/processes"; }

# until_ready PROCESS WHAT CHECK: asks every 0.2 s; gives up when the process has died or the time is over.
until_ready() {
  local name="$1" what="$2" check="$3" pid began deadline=$((SECONDS + START_TIMEOUT_SECONDS))
  read -r _ pid began <<<"$(grep "^$name " "$DIR/processes")"
  until "$check"; do
    if ! is_running "$pid" "$began"; then
      tail -5 "$DIR/logs/$name.log" >&2
      fail "$name ended while waiting for $what"
    fi
    [[ $SECONDS -lt $deadline ]] || fail "$what not ready after $START_TIMEOUT_SECONDS s"
    sleep 0.2
  done
  say "$what: ready"
}

# Below the ephemeral range, so that no outgoing connection takes the port between the look and the bind.
free_ports() {
  local wanted="$1" port found=()
  while [[ ${#found[@]} -lt $wanted ]]; do
    port=$((20000 + RANDOM % 12000))
    if [[ " ${found[*]} " != *" $port "* ]] && ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then found+=("$port"); fi
  done
  echo "${found[*]}"
}

# The users of the run and the groups they are in; the file of each is config/USER.kubeconfig, that of the first is kubeconfig.
users() {
  echo "lab-admin lab-admin system:masters"
  echo "scheduler system:kube-scheduler"
  echo "controller-manager system:kube-controller-manager"
  if [[ $REAL_NODE == true ]]; then
    echo "kubelet system:node:$NODE_NAME system:nodes"
    echo "kube-proxy system:kube-proxy"
    echo "coredns system:coredns"
  fi
}

write_identities() {
  local file user group token
  API_SERVER="$1"
  umask 077
  openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$DIR/certs/service-account.key" 2>/dev/null ||
    openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$DIR/certs/service-account.key" 2>/dev/null
  while read -r file user group; do
    token="$(openssl rand -hex 16)"
    if [[ "$file" == lab-admin ]]; then echo "$token" >"$DIR/admin.token"; fi
    echo "$token,$user,$user${group:+,$group}"
  done < <(users) >"$DIR/tokens.csv"
}

write_kubeconfigs() {
  local file user
  while read -r file user _; do
    if [[ "$file" == lab-admin ]]; then file=kubeconfig; else file="config/$file.kubeconfig"; fi
    cat >"$DIR/$file" <<YAML
apiVersion: v1
kind: Config
current-context: lab
clusters:
  - name: lab
    cluster:
      server: $1
      certificate-authority-data: $(base64 -w0 "$DIR/certs/apiserver.crt")
users:
  - name: $user
    user:
      token: $(awk -F, -v user="$user" '$2 == user { print $1 }' "$DIR/tokens.csv")
contexts:
  - name: lab
    context: {cluster: lab, user: "$user"}
YAML
  done < <(users)
}

write_state() {
  {
    printf '{\n  "server": "%s",\n  "kubernetes": "%s",\n  "kubeconfig": "%s",\n  "nodes": %s,\n' \
      "$1" "$(kubernetes_version)" "$DIR/kubeconfig" "$NODES"
    if [[ $REAL_NODE == true ]]; then node_state; fi
    printf '  "processes": {'
    awk '{ printf "%s\n    \"%s\": %s", (NR > 1 ? "," : ""), $1, $2 } END { print "\n  }\n}" }' "$DIR/processes"
  } >"$DIR/state.json"
}

all_running() {
  local pid began
  [[ -s "$DIR/state.json" ]] || return 1
  while read -r _ pid began; do
    is_running "$pid" "$began" || return 1
  done <"$DIR/processes"
}

command_status() {
  local name pid began
  parse_options "$@"
  if [[ ! -f "$DIR/processes" ]]; then
    say "down: nothing in $DIR"
    return 3
  fi
  while read -r name pid began; do
    printf '%-24s pid %-8s %s\n' "$name" "$pid" "$(is_running "$pid" "$began" && echo running || echo ended)"
  done <"$DIR/processes"
  if load_node && [[ -s "$DIR/state.json" ]]; then
    API_SERVER="$(awk -F'"' '$2 == "server" { print $4 }' "$DIR/state.json")"
    print_node
  fi
  all_running || return 3
  say "up: $DIR/kubeconfig"
}

command_down() {
  parse_options "$@"
  if [[ ! -e "$DIR/$MARKER" ]]; then
    say "down: nothing in $DIR"
    return
  fi
  stop_all
  say "down: $DIR is cleared"
}

# etcd ends last: an API server without it takes ten seconds to give up its own lease. Whoever does not end is killed.
stop_all() {
  local entry
  if [[ -f "$DIR/processes" ]]; then
    end_node
    stop_those -vE '^(etcd|node-namespaces) '
    stop_those '^etcd '
    remove_node
  fi
  for entry in "${MADE[@]}"; do rm -rf "${DIR:?}/$entry"; done
  rmdir "$DIR" 2>/dev/null || true
}

# stop_those GREP-ARGUMENTS...: the matching processes, all at once.
stop_those() {
  local those
  those="$(grep "$@" "$DIR/processes" || true)"
  signal_all TERM "$those"
  if ! await_all_gone "$those"; then
    signal_all KILL "$those"
    await_all_gone "$those" || fail "processes are left, see $DIR/processes"
  fi
}

signal_all() {
  local pid began
  while read -r _ pid began; do
    if is_running "$pid" "$began"; then kill -s "$1" "$pid" 2>/dev/null || true; fi
  done <<<"$2"
}

await_all_gone() {
  local pid began deadline=$((SECONDS + STOP_TIMEOUT_SECONDS))
  while read -r _ pid began; do
    while is_running "$pid" "$began"; do
      [[ $SECONDS -lt $deadline ]] || return 1
      sleep 0.1
    done
  done <<<"$1"
}
