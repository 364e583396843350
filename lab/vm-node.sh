#!/usr/bin/env bash
# First process of a node in the guest of `bin/lab vm --node`: containerd and a kubelet on the guest's cgroups, joined to an API server
# outside. The command begins when the node is ready, and what it ends with is the result.
set -euo pipefail

readonly LAB_HOME="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=build.sh
source "$LAB_HOME/build.sh"
# shellcheck source=versions.sh
source "$LAB_HOME/versions.sh"
# shellcheck source=images.sh
source "$LAB_HOME/images.sh"

# The machine that runs the guest, seen from the guest (QEMU's user network).
readonly MACHINE=10.0.2.2
readonly NODE_HOME=/run/koord-lab
readonly READY_SECONDS=${KOORD_LAB_READY_SECONDS:-300}

[[ $# -ge 3 ]] || fail "usage: vm-node.sh KUBECONFIG NODE-NAME COMMAND..." 2
readonly GIVEN_KUBECONFIG="$1" NODE_NAME="$2"
shift 2

# The root of the guest is an overlay, on which neither a snapshotter nor the kubelet's mounts work.
make_directories() {
  local directory
  for directory in /var/lib /var/log; do mount -t tmpfs -o mode=755 tmpfs "$directory"; done
  mkdir -p "$NODE_HOME"/{cni,images,logs}
  mount --make-rshared /
}

# The same users, with the address of the machine and without its certificate, which does not name that address.
write_kubeconfig() {
  sed -e "s|\(server: *[\"']\{0,1\}https://\)[^:/]*|\1$MACHINE|" -e 's|certificate-authority-data:.*|insecure-skip-tls-verify: true|' \
    "$GIVEN_KUBECONFIG" >"$NODE_HOME/kubeconfig"
}

start_containerd() {
  printf '{"cniVersion": "0.4.0", "name": "lab", "plugins": [{"type": "loopback"}]}\n' >"$NODE_HOME/cni/10-lab.conflist"
  cat >"$NODE_HOME/containerd.toml" <<TOML
version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs",
  "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.aufs"]
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/library/pause:lab"
  stream_server_address = "127.0.0.1"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$NODE_HOME/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "native"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
TOML
  containerd --config "$NODE_HOME/containerd.toml" >"$NODE_HOME/logs/containerd.log" 2>&1 &
  make_images
  until_true "containerd" ctr --connect-timeout 2s version
  ctr -n k8s.io images import "$NODE_HOME/images.tar" >/dev/null || fail "containerd did not take the images"
}

start_kubelet() {
  : >"$NODE_HOME/resolv.conf"
  cat >"$NODE_HOME/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication:
  anonymous: {enabled: false}
  webhook: {enabled: true}
authorization: {mode: Webhook}
cgroupDriver: cgroupfs
${KOORD_LAB_KUBELET_CONFIG:-}
failSwapOn: false
localStorageCapacityIsolation: false
makeIPTablesUtilChains: false
imagePullCredentialsVerificationPolicy: NeverVerify
enforceNodeAllocatable: [pods]
evictionHard: {memory.available: 10Mi, nodefs.available: 0%, imagefs.available: 0%, nodefs.inodesFree: 0%, imagefs.inodesFree: 0%}
resolvConf: $NODE_HOME/resolv.conf
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
YAML
  "$(bin_dir)/kubelet" --config="$NODE_HOME/kubelet.yaml" --kubeconfig="$NODE_HOME/kubeconfig" --hostname-override="$NODE_NAME" \
    --root-dir=/var/lib/kubelet --cert-dir="$NODE_HOME/kubelet-certs" --node-labels=type=real >"$NODE_HOME/logs/kubelet.log" 2>&1 &
  until_true "node $NODE_NAME" node_ready
}

node_ready() {
  "$(bin_dir)/kubectl" --kubeconfig="$NODE_HOME/kubeconfig" get node "$NODE_NAME" \
    -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' 2>/dev/null | grep -q True
}

# until_true WHAT COMMAND...
until_true() {
  local what="$1" deadline=$((SECONDS + READY_SECONDS))
  shift
  until "$@" >/dev/null 2>&1; do
    if [[ $SECONDS -ge $deadline ]]; then
      tail -n 20 "$NODE_HOME"/logs/*.log >&2
      fail "$what is not ready after $READY_SECONDS s"
    fi
    sleep 0.5
  done
  say "$what: ready"
}

if [[ -n "${KOORD_BRIDGE_KUBERNETES:-}" ]]; then use_kubernetes "$KOORD_BRIDGE_KUBERNETES"; fi
make_directories
write_kubeconfig
start_containerd
start_kubelet
export KUBECONFIG="$NODE_HOME/kubeconfig" NODE_NAME
"$@"
