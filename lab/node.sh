# A real node: containerd, runc, kubelet, kube-proxy and CoreDNS, in a network and a mount namespace of the run. The API
# server stays outside and is reached over one pair of interfaces. Sourced by bin/lab.
# shellcheck shell=bash

# 198.18.0.0/15 is reserved for tests of networks (RFC 2544), so no address of a user's network is hidden. The run with the number N has
# 198.19.N.0/30 between machine (.1) and node (.2), 198.19.N.128/25 for Services and 198.18.N.0/24 for pods.
readonly NODE_NAME=lab-node
readonly CONTAINER_GRACE_SECONDS=3
# Directories of the machine that the node sees its own of.
readonly NODE_OWN=(/run /var/lib /var/log)

# What prepare_node finds out; load_node reads it from DIR/node.env.
NODE_NUMBER="" NODE_ID="" NODE_LINK="" NODE_CGROUP_ROOT="" NODE_PID="" NODE_HOME=""

# Packages that are needed, all named at once.
require_node_tools() {
  local missing=() pair plugins
  [[ $(id -u) == 0 ]] || fail "--node needs root: it makes namespaces, cgroups and network interfaces" 2
  [[ $CONTROLLER_MANAGER == true ]] || fail "--node needs the controller manager (service accounts, endpoints)" 2
  for pair in containerd:containerd ctr:containerd runc:runc iptables:iptables conntrack:conntrack ip:iproute2 nsenter:util-linux \
    unshare:util-linux; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
  done
  plugins="$(cni_plugins)"
  [[ -n "$plugins" ]] || missing+=(containernetworking-plugins)
  is_static "$(command -v busybox || true)" || missing+=(busybox-static)
  [[ ${#missing[@]} -eq 0 ]] ||
    fail "--node needs these Debian packages: $(printf '%s\n' "${missing[@]}" | sort -u | paste -sd' ') (CI=true bin/prepare installs them)" 2
  for pair in "$DIR" "$(cache_root)"; do
    case "$pair/" in
      /run/* | /var/run/* | /var/lib/* | /var/log/*)
        fail "--node has a /run, /var/lib and /var/log of its own and would not see $pair: choose another place (--dir, KOORD_BRIDGE_CACHE)" 2
        ;;
    esac
  done
}

cni_plugins() {
  local directory
  for directory in /usr/lib/cni /opt/cni/bin /usr/libexec/cni; do
    if [[ -x "$directory/ptp" && -x "$directory/host-local" ]]; then
      echo "$directory"
      return
    fi
  done
}

is_static() { [[ -n "$1" ]] && ! ldd "$1" >/dev/null 2>&1; }

# Everything the API server needs to know before it starts: the addresses of the run.
prepare_node() {
  local part
  umask 022
  NODE_ID="$(openssl rand -hex 4)"
  NODE_HOME="$DIR/node-$NODE_ID"
  mkdir -p "$NODE_HOME"/{cni,images,registry}
  for part in "${NODE_OWN[@]}"; do mkdir -p "$NODE_HOME/own$part"; done
  save_node
  start node-namespaces unshare --net --mount --propagation private sleep infinity
  NODE_PID="$(process_of node-namespaces)"
  until_ready node-namespaces "namespaces of the node" has_own_namespaces
  claim_network
  claim_cgroups "${CGROUP_ROOT:-/$NODE_LINK}"
  say "the node's network: $NODE_LINK, pods in $(pod_range), Services in $(service_range)"
  configure_network
  # Shared below the node, so that mounts reach pods that ask for it; private towards the machine.
  in_node mount --make-rshared /
  for part in "${NODE_OWN[@]}"; do in_node mount --bind "$NODE_HOME/own$part" "$part"; done
  make_cgroup_root
  make_kubelet_client_identity
}

save_node() {
  printf '%s=%q\n' NODE_ID "$NODE_ID" NODE_NUMBER "$NODE_NUMBER" NODE_LINK "$NODE_LINK" NODE_CGROUP_ROOT "$NODE_CGROUP_ROOT" \
    >"$DIR/node.env"
}

has_own_namespaces() { [[ "$(readlink "/proc/$NODE_PID/ns/mnt")" != "$(readlink /proc/self/ns/mnt)" && -e "/proc/$NODE_PID/ns/net" ]]; }

in_node() { nsenter --target "$NODE_PID" --net --mount -- "$@"; }

# The name of the interface is the claim: making a second one of the same name fails.
claim_network() {
  local number answer
  for ((number = 0; number < 256; number++)); do
    if ip -o -4 route show table all | grep -qE "\b198\.1[89]\.$number\."; then continue; fi
    if [[ -n "$(cgroups_of_run "/koord-lab-$number")" ]]; then continue; fi
    if answer="$(ip link add "koord-lab-$number" type veth peer name node0 netns "$NODE_PID" 2>&1)"; then
      NODE_NUMBER=$number
      NODE_LINK="koord-lab-$number"
      save_node
      return
    fi
    [[ "$answer" == *exists* ]] || fail "could not make a pair of network interfaces: $answer"
  done
  fail "no free network: 256 are in use (ip link show type veth)"
}

machine_address() { echo "198.19.$NODE_NUMBER.1"; }
node_address() { echo "198.19.$NODE_NUMBER.2"; }
service_range() { echo "198.19.$NODE_NUMBER.128/25"; }
dns_address() { echo "198.19.$NODE_NUMBER.138"; }
pod_range() { echo "198.18.$NODE_NUMBER.0/24"; }
registry_address() { echo "$(machine_address):5000"; }

# No default route in the node: nothing leaves the machine.
configure_network() {
  ip address add "$(machine_address)/30" dev "$NODE_LINK"
  ip link set "$NODE_LINK" up
  ip route add "$(pod_range)" via "$(node_address)" dev "$NODE_LINK"
  ip route add "$(service_range)" via "$(node_address)" dev "$NODE_LINK"
  in_node ip link set lo up
  in_node ip address add "$(node_address)/30" dev node0
  in_node ip link set node0 up
  in_node sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
}

# The hierarchies of this machine: one with cgroup v2, many with v1.
cgroup_hierarchies() {
  local hierarchy
  if [[ -f /sys/fs/cgroup/cgroup.controllers ]]; then
    echo /sys/fs/cgroup
    return
  fi
  for hierarchy in /sys/fs/cgroup/*/; do
    if [[ ! -L "${hierarchy%/}" ]]; then echo "${hierarchy%/}"; fi
  done
}

# Where the pods' cgroups are, in each hierarchy that has them.
pod_cgroups() {
  local hierarchy
  for hierarchy in $(cgroup_hierarchies); do
    if [[ -d "$hierarchy${NODE_CGROUP_ROOT%/}/kubepods" ]]; then echo "$hierarchy${NODE_CGROUP_ROOT%/}/kubepods"; fi
  done
}

# cgroups_of_run CGROUP-ROOT: the topmost directories that a run with this root makes and removes, those that exist
cgroups_of_run() {
  local hierarchy top="$1"
  if [[ "$top" == / ]]; then top=/kubepods; fi
  for hierarchy in $(cgroup_hierarchies); do
    if [[ -d "$hierarchy$top" ]]; then echo "$hierarchy$top"; fi
  done
}

# What is there already is not of this run, and down would remove it. A run that was killed leaves groups without a process.
claim_cgroups() {
  local found
  found="$(cgroups_of_run "$1" | paste -sd' ')"
  if [[ -n "$found" ]] && abandoned "$found"; then
    say "removing empty control groups that an earlier run left: $found"
    # shellcheck disable=SC2086 # no spaces in these
    find $found -depth -type d -exec rmdir {} + 2>/dev/null || true
    found="$(cgroups_of_run "$1" | paste -sd' ')"
  fi
  [[ -z "$found" ]] ||
    fail "${found%% *} is there already, perhaps made by another kubelet: end that, or choose another --cgroup-root" 2
  NODE_CGROUP_ROOT="$1"
  save_node
}

# abandoned GROUPS: no process is in them, and no kubelet of this machine could put one there
abandoned() {
  local pids
  # shellcheck disable=SC2086 # no spaces in these
  pids="$(find $1 -name cgroup.procs -exec cat {} + 2>/dev/null)"
  [[ -z "$pids" ]] && ! grep -qx kubelet /proc/[0-9]*/comm 2>/dev/null
}

make_cgroup_root() {
  local hierarchy file
  [[ "$NODE_CGROUP_ROOT" != / ]] || return 0
  for hierarchy in $(cgroup_hierarchies); do
    mkdir -p "$hierarchy$NODE_CGROUP_ROOT" 2>/dev/null || continue
    # An empty cpuset takes no process.
    for file in cpuset.cpus cpuset.mems; do
      if [[ -f "$hierarchy/$file" && -f "$hierarchy$NODE_CGROUP_ROOT/$file" && -f "$hierarchy/cgroup.clone_children" ]]; then
        cat "$hierarchy/$file" >"$hierarchy$NODE_CGROUP_ROOT/$file"
      fi
    done
  done
}

# The API server shows this certificate to the kubelet (logs, exec).
make_kubelet_client_identity() {
  local certs="$DIR/certs"
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=lab-kubelet-clients \
    -keyout "$certs/kubelet-ca.key" -out "$certs/kubelet-ca.crt" 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -subj "/O=system:masters/CN=kube-apiserver-kubelet-client" \
    -keyout "$certs/kubelet-client.key" -out "$certs/kubelet-client.csr" 2>/dev/null
  openssl x509 -req -in "$certs/kubelet-client.csr" -CA "$certs/kubelet-ca.crt" -CAkey "$certs/kubelet-ca.key" \
    -CAcreateserial -days 3650 -out "$certs/kubelet-client.crt" 2>/dev/null
}

# One flag a line.
node_flags_of_api_server() {
  printf '%s\n' --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction \
    --kubelet-client-certificate="$DIR/certs/kubelet-client.crt" --kubelet-client-key="$DIR/certs/kubelet-client.key" \
    --kubelet-preferred-address-types=InternalIP --endpoint-reconciler-type=lease
}

# start_in_node NAME COMMAND...
start_in_node() {
  local name="$1"
  shift
  start "$name" nsenter --target "$NODE_PID" --net --mount -- "$@"
}

start_node() {
  # What the runtime and the kubelet lay out is read by other users in the pods; DIR itself stays closed.
  umask 022
  start_registry
  start_containerd
  start_kubelet
  start_in_node kube-proxy "$(bin_dir)/kube-proxy" --kubeconfig="$DIR/config/kube-proxy.kubeconfig" --proxy-mode=iptables \
    --hostname-override="$NODE_NAME" --cluster-cidr="$(pod_range)" --conntrack-max-per-core=0 --conntrack-min=0 \
    --conntrack-tcp-timeout-established=0 --conntrack-tcp-timeout-close-wait=0 --oom-score-adj=0 \
    --healthz-bind-address="$(node_address):10256" --metrics-bind-address=127.0.0.1:10249
  start_dns
  until_ready kubelet "node $NODE_NAME" node_ready
  until_ready kube-proxy "Services of the node" services_ready
  until_ready coredns "names of the cluster" names_ready
}

start_registry() {
  cat >"$DIR/config/registry.yaml" <<YAML
version: 0.1
log: {level: warn, accesslog: {disabled: true}}
storage:
  filesystem: {rootdirectory: $NODE_HOME/registry}
  delete: {enabled: true}
http: {addr: "$(registry_address)"}
YAML
  start registry env OTEL_TRACES_EXPORTER=none "$(tool_path registry)" serve "$DIR/config/registry.yaml"
  until_ready registry "the registry" registry_ready
}

registry_ready() { curl -sf --max-time 5 "http://$(registry_address)/v2/" >/dev/null; }

start_containerd() {
  write_containerd_config
  start_in_node containerd containerd --config "$DIR/config/containerd.toml" --log-level info
  until_ready containerd "the container runtime" containerd_ready
  make_images
  in_node ctr -n k8s.io images import "$NODE_HOME/images.tar" >/dev/null || fail "containerd did not take the images"
  publish_busybox busybox:lab
  publish_busybox library/busybox:latest
}

# publish_busybox NAME: in the registry, which mirrors Docker Hub for the node
publish_busybox() {
  local name
  name="$(registry_address)/$1"
  in_node ctr -n k8s.io images tag docker.io/library/busybox:lab "$name" >/dev/null
  in_node ctr -n k8s.io images push --plain-http "$name" >/dev/null 2>&1 || fail "the registry did not take $1"
  in_node ctr -n k8s.io images rm "$name" >/dev/null
}

containerd_ready() { in_node ctr --connect-timeout 2s version >/dev/null 2>&1; }

write_containerd_config() {
  local snapshotter=native host
  if grep -qw overlay /proc/filesystems; then snapshotter=overlayfs; fi
  # As at a site without a way out: the registry is a mirror of those that manifests name.
  for host in "$(registry_address)" docker.io registry.k8s.io; do
    mkdir -p "$DIR/config/registries/$host"
    printf 'server = "http://%s"\n[host."http://%s"]\n  capabilities = ["pull", "resolve"]\n' "$(registry_address)" "$(registry_address)" \
      >"$DIR/config/registries/$host/hosts.toml"
  done
  cat >"$NODE_HOME/cni/10-lab.conflist" <<JSON
{"cniVersion": "0.4.0", "name": "lab", "plugins": [{"type": "ptp", "ipMasq": false,
  "ipam": {"type": "host-local", "dataDir": "/run/cni", "ranges": [[{"subnet": "$(pod_range)"}]],
    "routes": [{"dst": "0.0.0.0/0"}]}}]}
JSON
  # Without CAP_SYS_RESOURCE no process may be given a lower oom_score_adj; the runtime then takes the lowest it may.
  cat >"$DIR/config/containerd.toml" <<TOML
version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.aufs"]
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/library/pause:lab"
  restrict_oom_score_adj = true
  stream_server_address = "127.0.0.1"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$(cni_plugins)"
    conf_dir = "$NODE_HOME/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "$snapshotter"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        SystemdCgroup = false
  [plugins."io.containerd.grpc.v1.cri".registry]
    config_path = "$DIR/config/registries"
TOML
}

start_kubelet() {
  : >"$DIR/config/resolv.conf"
  # With verification, an image that was pulled under one name would be pulled again under every other name, busybox:lab, too.
  cat >"$DIR/config/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $(node_address)
healthzBindAddress: $(node_address)
authentication:
  anonymous: {enabled: false}
  webhook: {enabled: true}
  x509: {clientCAFile: $DIR/certs/kubelet-ca.crt}
authorization: {mode: Webhook}
cgroupDriver: cgroupfs
cgroupRoot: $NODE_CGROUP_ROOT
failCgroupV1: false
failSwapOn: false
localStorageCapacityIsolation: false
makeIPTablesUtilChains: false
imagePullCredentialsVerificationPolicy: NeverVerify
enforceNodeAllocatable: []
evictionHard: {memory.available: 10Mi, nodefs.available: 0%, imagefs.available: 0%, nodefs.inodesFree: 0%, imagefs.inodesFree: 0%}
oomScoreAdj: 0
clusterDNS: ["$(dns_address)"]
clusterDomain: cluster.local
resolvConf: $DIR/config/resolv.conf
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
YAML
  start_in_node kubelet "$(bin_dir)/kubelet" --config="$DIR/config/kubelet.yaml" --kubeconfig="$DIR/config/kubelet.kubeconfig" \
    --hostname-override="$NODE_NAME" --node-ip="$(node_address)" --root-dir=/var/lib/kubelet --cert-dir="$NODE_HOME/kubelet-certs" \
    --node-labels=type=real
}

# CoreDNS runs beside the kubelet; the Service has the usual name and an endpoint written by hand.
start_dns() {
  cat >"$DIR/config/Corefile" <<COREFILE
.:53 {
  bind $(node_address)
  errors
  kubernetes cluster.local in-addr.arpa {
    kubeconfig $DIR/config/coredns.kubeconfig lab
    pods insecure
  }
  ready $(node_address):8181
  cache 5
}
COREFILE
  create /apis/rbac.authorization.k8s.io/v1/clusterroles '{"metadata": {"name": "system:coredns"}, "rules": [
    {"apiGroups": [""], "resources": ["services", "pods", "namespaces"], "verbs": ["list", "watch"]},
    {"apiGroups": ["discovery.k8s.io"], "resources": ["endpointslices"], "verbs": ["list", "watch"]}]}'
  create /apis/rbac.authorization.k8s.io/v1/clusterrolebindings '{"metadata": {"name": "system:coredns"},
    "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "system:coredns"},
    "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "system:coredns"}]}'
  create /api/v1/namespaces/kube-system/services '{"metadata": {"name": "kube-dns", "labels": {"k8s-app": "kube-dns"}},
    "spec": {"clusterIP": "'"$(dns_address)"'", "ports": [{"name": "dns", "port": 53, "protocol": "UDP"},
      {"name": "dns-tcp", "port": 53, "protocol": "TCP"}]}}'
  create /apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices '{"metadata": {"name": "kube-dns-lab",
      "labels": {"kubernetes.io/service-name": "kube-dns", "endpointslice.kubernetes.io/managed-by": "lab"}},
    "addressType": "IPv4", "endpoints": [{"addresses": ["'"$(node_address)"'"], "conditions": {"ready": true}}],
    "ports": [{"name": "dns", "port": 53, "protocol": "UDP"}, {"name": "dns-tcp", "port": 53, "protocol": "TCP"}]}'
  start_in_node coredns "$(tool_path coredns)" -conf "$DIR/config/Corefile"
}

create() {
  api "$1" -H 'Content-Type: application/json' --data-binary "$2" >/dev/null || fail "could not create in $1: $2"
}

node_ready() { api "/api/v1/nodes/$NODE_NAME" | tr -d ' \n' | grep -q '"type":"Ready","status":"True"'; }

# The API server answers at its own Service address, from outside the node through the node.
services_ready() {
  curl -sf --max-time 5 --cacert "$DIR/certs/apiserver.crt" -H "Authorization: Bearer $(<"$DIR/admin.token")" \
    "https://198.19.$NODE_NUMBER.129/readyz" >/dev/null
}

names_ready() { curl -sf --max-time 5 "http://$(node_address):8181/ready" >/dev/null; }

node_state() {
  printf '  "node": {"name": "%s", "address": "%s", "podRange": "%s", "serviceRange": "%s", "registry": "%s",\n' \
    "$NODE_NAME" "$(node_address)" "$(pod_range)" "$(service_range)" "$(registry_address)"
  printf '    "cgroupRoot": "%s", "containerd": "%s", "interface": "%s", "namespacesPid": %s},\n' "$NODE_CGROUP_ROOT" \
    "$NODE_HOME/own/run/containerd/containerd.sock" "$NODE_LINK" "$NODE_PID"
}

# Fills the variables from DIR/node.env; 1 when the run has no node.
load_node() {
  [[ -f "$DIR/node.env" ]] || return 1
  # shellcheck disable=SC1091 # written by save_node
  source "$DIR/node.env"
  NODE_HOME="$DIR/node-$NODE_ID"
}

print_node() {
  printf '%-24s %s, cgroups in %s/kubepods, interface %s, registry %s\n' "$NODE_NAME" \
    "$(node_ready && echo Ready || echo "not ready")" "${NODE_CGROUP_ROOT%/}" "$NODE_LINK" "$(registry_address)"
}

# Pods, kubelet and runtime end before the API server.
end_node() {
  load_node || return 0
  say "ending the node"
  stop_those '^kubelet '
  if [[ -n "$NODE_CGROUP_ROOT" ]]; then end_containers; fi
  # Nothing of them is kept, and a runtime whose containers were ended waits for them for long.
  signal_all KILL "$(grep -E '^(kube-proxy|coredns|containerd|registry) ' "$DIR/processes" || true)"
}

# With the last process in them the namespaces go, and with those the mounts, rules and interfaces of the node. Only after the API server,
# which needs the address on its end of the interface until it has ended.
remove_node() {
  load_node || return 0
  await_no pids_of_node KILL || fail "processes of the node are left: $(pids_of_node | paste -sd' ')"
  if [[ -n "$NODE_LINK" ]]; then ip link delete "$NODE_LINK" 2>/dev/null || true; fi
  if [[ -n "$NODE_CGROUP_ROOT" ]]; then remove_cgroups; fi
  rm -rf --one-file-system "$NODE_HOME"
}

end_containers() {
  local pids
  pids="$(pids_of_pods)"
  # shellcheck disable=SC2086 # one word each
  if [[ -n "$pids" ]]; then kill -TERM $pids 2>/dev/null || true; fi
  await_no pids_of_pods "" "$CONTAINER_GRACE_SECONDS" || await_no pids_of_pods KILL ||
    fail "processes of pods are left: $(pids_of_pods | paste -sd' ')"
}

pids_of_pods() {
  local pods
  pods="$(pod_cgroups)"
  # shellcheck disable=SC2086 # no spaces in these
  if [[ -n "$pods" ]]; then find $pods -name cgroup.procs -exec cat {} + 2>/dev/null | sort -un || true; fi
}

# Whoever sees the node's own /run: the shims of containerd and what they left, even when nothing of it is in DIR/processes.
pids_of_node() {
  grep -lsE "/node-$NODE_ID/own/run /run " /proc/[0-9]*/mountinfo 2>/dev/null | cut -d/ -f3 || true
}

# await_no LIST SIGNAL [SECONDS]: until LIST prints no process, sending SIGNAL to each, again and again.
await_no() {
  local deadline=$((SECONDS + ${3:-$STOP_TIMEOUT_SECONDS})) pids
  while pids="$("$1")" && [[ -n "$pids" ]]; do
    # shellcheck disable=SC2086 # one word each
    if [[ -n "$2" ]]; then kill -s "$2" $pids 2>/dev/null || true; fi
    [[ $SECONDS -lt $deadline ]] || return 1
    sleep 0.1
  done
}

remove_cgroups() {
  local left deadline=$((SECONDS + STOP_TIMEOUT_SECONDS))
  # A directory is busy for a moment after its last process.
  while left="$(cgroups_of_run "$NODE_CGROUP_ROOT")" && [[ -n "$left" ]]; do
    # shellcheck disable=SC2086 # no spaces in these
    find $left -depth -type d -exec rmdir {} + 2>/dev/null || true
    [[ $SECONDS -lt $deadline ]] || fail "could not remove $(paste -sd' ' <<<"$left")"
    sleep 0.1
  done
}
