# A machine with a stock kernel of Debian and control groups version 2, emulated by QEMU, on the files of this one. Sourced by bin/lab.
# shellcheck shell=bash

# What the guest loads, with the modules these need; a node's pods may need more of net.
readonly VM_MODULE_DIRECTORIES=(arch crypto lib net fs/9p fs/netfs fs/fscache fs/overlayfs fs/fuse drivers/virtio drivers/char)
readonly VM_MODULES=(virtio_pci 9pnet_virtio 9p overlay virtio_net virtio_console)
# Of the caller's environment, what the command in the guest gets.
readonly VM_ENVIRONMENT=(PATH HOME LANG LC_ALL JAVA_HOME TMPDIR CI XDG_CACHE_HOME KOORD_BRIDGE_CACHE KOORD_BRIDGE_KUBERNETES
  KOORD_LAB_KUBELET_CONFIG)

# Results of vm_options, and the directory of this run.
VM_KERNEL="" VM_SMT=false VM_MEMORY="" VM_TIMEOUT=600 VM_OUT="" VM_NODE="" VM_NODE_NAME=vm-node VM_COMMAND=() VM_RUN="" VM_READERS=() VM_PROCESS=""

vm_options() {
  while [[ $# -gt 0 && "$1" != -- ]]; do
    case "$1" in
      --kernel) VM_KERNEL="${2:?--kernel needs a version}" && shift ;;
      --smt) VM_SMT=true ;;
      --memory) VM_MEMORY="${2:?--memory needs a number of MiB}" && shift ;;
      --timeout) VM_TIMEOUT="${2:?--timeout needs a number of seconds}" && shift ;;
      --out) VM_OUT="${2:?--out needs a directory}" && shift ;;
      --node) VM_NODE="${2:?--node needs a kubeconfig}" && shift ;;
      --node-name) VM_NODE_NAME="${2:?--node-name needs a name}" && shift ;;
      *) fail "vm: unknown option $1 (bin/lab --help)" 2 ;;
    esac
    shift
  done
  [[ $# -gt 1 ]] || fail "vm: a command is needed: bin/lab vm -- COMMAND" 2
  VM_COMMAND=("${@:2}")
  if [[ -n "$VM_NODE" ]]; then vm_node_options; fi
  VM_MEMORY="${VM_MEMORY:-2048}"
  [[ "$VM_MEMORY" =~ ^[0-9]+$ && $VM_MEMORY -ge 256 ]] || fail "vm: invalid --memory $VM_MEMORY: 256 or more MiB" 2
  [[ "$VM_TIMEOUT" =~ ^[1-9][0-9]*$ ]] || fail "vm: invalid --timeout $VM_TIMEOUT: 1 or more seconds" 2
  if [[ -n "$VM_OUT" ]]; then
    [[ -d "$VM_OUT" && -w "$VM_OUT" ]] || fail "vm: invalid --out $VM_OUT: a directory that can be written" 2
    VM_OUT="$(cd "$VM_OUT" && pwd -P)"
  fi
}

# A node is what its first process makes of the guest.
vm_node_options() {
  [[ -r "$VM_NODE" ]] || fail "vm: cannot read --node $VM_NODE: the kubeconfig of an API server on this machine" 2
  [[ "$VM_NODE_NAME" =~ ^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$ ]] || fail "vm: invalid --node-name $VM_NODE_NAME" 2
  is_built || fail "vm: the kubelet is not built yet: run bin/lab build" 2
  for tool in containerd:containerd ctr:containerd runc:runc; do need "${tool%%:*}" "package ${tool##*:}"; done
  [[ -n "$(cni_plugins)" ]] || fail "containernetworking-plugins is needed (package containernetworking-plugins)"
  VM_NODE="$(cd "$(dirname "$VM_NODE")" && pwd)/$(basename "$VM_NODE")"
  VM_MEMORY="${VM_MEMORY:-4096}"
  VM_COMMAND=("$LAB_HOME/vm-node.sh" "$VM_NODE" "$VM_NODE_NAME" "${VM_COMMAND[@]}")
}

command_vm() {
  vm_options "$@"
  vm_prepare >&2
  VM_RUN="$(mktemp -d "${TMPDIR:-/tmp}/koord-lab-vm.XXXXXX")"
  trap vm_end EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  vm_write_command
  vm_start
  vm_wait
}

# Fills the cache: kernel, modules and the first file system of the guest.
vm_prepare() {
  local tool
  for tool in qemu-system-x86_64:qemu-system-x86 cpio:cpio setpriv:util-linux timeout:coreutils; do
    need "${tool%%:*}" "package ${tool##*:}"
  done
  # Debian's /bin/busybox of the package busybox is linked to libraries.
  [[ -e /usr/share/doc/busybox-static ]] || fail "busybox-static is needed (package busybox-static)"
  vm_choose_kernel "${1:-}"
  [[ -e "$(vm_kernel)" && -e "$(vm_initramfs)" ]] || {
    lock_cache
    [[ -e "$(vm_kernel)" ]] || vm_fetch_kernel
    [[ -e "$(vm_initramfs)" ]] || vm_build_initramfs
    unlock_cache
  }
}

vm_cache() { echo "$(cache_root)/vm/$VM_KERNEL"; }
vm_kernel() { echo "$(vm_cache)/vmlinuz"; }
vm_initramfs() {
  echo "$(vm_cache)/initramfs-$(cat "$LAB_HOME/vm.sh" "$LAB_HOME/vm-init.sh" /bin/busybox | sha256sum | cut -c1-16).gz"
}

# vm_choose_kernel [newest]: the version that is asked for, else one in the cache; with "newest" and without a cache what apt offers.
vm_choose_kernel() {
  local cached offered=""
  VM_KERNEL="${VM_KERNEL#linux-image-}"
  [[ -z "$VM_KERNEL" ]] || return 0
  mkdir -p "$(cache_root)/vm"
  cached="$(find "$(cache_root)/vm" -mindepth 2 -maxdepth 2 -name vmlinuz -printf '%P\n' | sed 's|/.*||' | sort -V | tail -1)"
  if [[ -z "$cached" || "$1" == newest ]] && command -v apt-cache >/dev/null; then
    offered="$(apt-cache pkgnames linux-image-6.1 | sed -nE 's/^linux-image-(6\.1\.[0-9]+-[0-9]+-amd64)$/\1/p' | sort -V | tail -1)"
  fi
  VM_KERNEL="${offered:-$cached}"
  [[ -n "$VM_KERNEL" ]] ||
    fail "no kernel for the guest: apt offers no linux-image-6.1.*-amd64 (apt-get update?), and none is in $(cache_root)/vm"
}

vm_fetch_kernel() {
  local target partial release package="linux-image-$VM_KERNEL" directory
  need apt-get "to fetch the kernel $package"
  target="$(vm_cache)" partial="$(vm_cache).partial"
  rm -rf "$partial"
  mkdir -p "$partial/kept/modules/lib/modules/$VM_KERNEL/kernel"
  say "fetching the kernel $package into $target"
  (cd "$partial" && apt-get -o Acquire::Retries=3 download -q "$package" >fetch.log 2>&1 && dpkg -x ./*.deb unpacked) || {
    tail -5 "$partial/fetch.log" >&2
    fail "could not fetch $package; is the package list of this machine up to date (apt-get update)?"
  }
  release="$partial/unpacked/lib/modules/$VM_KERNEL"
  mv "$partial/unpacked/boot/vmlinuz-$VM_KERNEL" "$partial/kept/vmlinuz"
  for directory in "${VM_MODULE_DIRECTORIES[@]}"; do
    mkdir -p "$partial/kept/modules/lib/modules/$VM_KERNEL/kernel/$(dirname "$directory")"
    cp -r "$release/kernel/$directory" "$partial/kept/modules/lib/modules/$VM_KERNEL/kernel/$directory"
  done
  mkdir -p "$partial/kept/modules/lib/modules/$VM_KERNEL/kernel/drivers/net"
  cp "$release"/kernel/drivers/net/*.ko "$partial/kept/modules/lib/modules/$VM_KERNEL/kernel/drivers/net/"
  cp "$release"/modules.{builtin,order} "$partial/kept/modules/lib/modules/$VM_KERNEL/"
  /bin/busybox depmod -b "$partial/kept/modules" "$VM_KERNEL"
  rm -rf "$target"
  mv "$partial/kept" "$target"
  rm -rf "$partial"
}

vm_build_initramfs() {
  local root target module file modules="lib/modules/$VM_KERNEL"
  target="$(vm_initramfs)" root="$(vm_initramfs).partial"
  rm -rf "$root"
  mkdir -p "$root"/{bin,dev,proc,sys,control,lower,upper,root,"$modules"}
  cp /bin/busybox "$root/bin/busybox"
  install -m 755 "$LAB_HOME/vm-init.sh" "$root/init"
  # Each module and those it needs, as modules.dep lists them.
  for module in "${VM_MODULES[@]}"; do
    for file in $(grep -E "/${module}\.ko:" "$(vm_cache)/modules/$modules/modules.dep" | tr -d :); do
      mkdir -p "$root/$modules/$(dirname "$file")"
      cp "$(vm_cache)/modules/$modules/$file" "$root/$modules/$file"
    done
  done
  cp "$(vm_cache)/modules/$modules"/modules.builtin "$root/$modules/"
  /bin/busybox depmod -b "$root" "$VM_KERNEL"
  (cd "$root" && find . | cpio -o -H newc -R 0:0 --quiet | gzip -1) >"$target.new"
  mv "$target.new" "$target"
  rm -rf "$root"
}

# The files that the guest's first process reads from the directory of the run: settings, an optional set-up before the command
# (vm_write_setup), the command.
vm_write_command() {
  local name
  {
    printf 'VM_WORK=%q\n' "$VM_RUN"
    printf 'VM_OUT=%q\n' "$VM_OUT"
    printf 'VM_MODULES=%q\n' "${VM_MODULES[*]}"
    printf 'VM_ALL_MODULES=%q\n' "$(vm_cache)/modules/lib/modules/$VM_KERNEL"
  } >"$VM_RUN/settings"
  {
    for name in "${VM_ENVIRONMENT[@]}"; do
      [[ -z "${!name:-}" ]] || printf 'export %s=%q\n' "$name" "${!name}"
    done
    printf 'cd %q || exit 126\n' "$PWD"
    printf '%q ' "${VM_COMMAND[@]}"
    echo
  } >"$VM_RUN/command"
  vm_write_setup
}

# Writes VM_RUN/setup, a bash script that runs as root in the guest before the command and may start processes: nothing by default.
vm_write_setup() { :; }

vm_start() {
  local stream cpu=max topology=4,sockets=2,cores=2,threads=1 half=$((VM_MEMORY / 2))
  # Of AMD's, QEMU emulates no threads.
  if [[ $VM_SMT == true ]]; then cpu=max,vendor=GenuineIntel topology=4,sockets=2,cores=1,threads=2; fi
  local line=(qemu-system-x86_64 -accel "tcg,thread=multi" -cpu "$cpu" -smp "$topology" -m "$((half * 2))"
    -object "memory-backend-ram,id=m0,size=${half}M" -object "memory-backend-ram,id=m1,size=${half}M"
    -numa "node,memdev=m0,cpus=0-1" -numa "node,memdev=m1,cpus=2-3"
    -kernel "$(vm_kernel)" -initrd "$(vm_initramfs)" -append "console=ttyS0 quiet psi=1 panic=-1"
    -display none -no-reboot -nodefaults -serial "file:$VM_RUN/console.log" -monitor none
    -fsdev "local,id=host,path=/,security_model=none,readonly=on,multidevs=remap"
    -device "virtio-9p-pci,fsdev=host,mount_tag=host"
    -fsdev "local,id=control,path=$VM_RUN,security_model=none" -device "virtio-9p-pci,fsdev=control,mount_tag=control"
    -netdev "user,id=net" -device "virtio-net-pci,netdev=net,romfile="
    -device virtio-serial-pci)
  if [[ -n "$VM_OUT" ]]; then
    line+=(-fsdev "local,id=out,path=$VM_OUT,security_model=none" -device "virtio-9p-pci,fsdev=out,mount_tag=out")
  fi
  mkfifo "$VM_RUN/stdout" "$VM_RUN/stderr"
  cat "$VM_RUN/stdout" &
  VM_READERS+=($!)
  cat "$VM_RUN/stderr" >&2 &
  VM_READERS+=($!)
  for stream in stdout stderr; do
    line+=(-chardev "file,id=$stream,path=$VM_RUN/$stream" -device "virtserialport,chardev=$stream,name=$stream")
  done
  # Ends with this shell, however that ends.
  # Emulated CPUs take what other work of this machine leaves.
  setpriv --pdeathsig TERM nice -n 10 timeout --kill-after 5 "$VM_TIMEOUT" setpriv --pdeathsig KILL "${line[@]}" \
    </dev/null >"$VM_RUN/qemu.log" 2>&1 &
  VM_PROCESS=$!
}

# Exit code: that of the command, 124 after the time limit, 125 when the guest went off before the command ended.
vm_wait() {
  local result=0
  wait "$VM_PROCESS" || result=$?
  VM_PROCESS=""
  if [[ -s "$VM_RUN/exit" ]]; then
    wait "${VM_READERS[@]}" || true
    VM_READERS=()
    exit "$(<"$VM_RUN/exit")"
  fi
  tail -n 15 "$VM_RUN/qemu.log" "$VM_RUN/console.log" >&2 2>/dev/null || true
  [[ $result -ne 124 ]] || fail "vm: the command has not ended after $VM_TIMEOUT s (--timeout)" 124
  fail "vm: the guest went off before the command ended" 125
}

vm_end() {
  if [[ -n "$VM_PROCESS" ]]; then
    kill "$VM_PROCESS" 2>/dev/null || true
    wait "$VM_PROCESS" 2>/dev/null || true
  fi
  if [[ ${#VM_READERS[@]} -gt 0 ]]; then kill "${VM_READERS[@]}" 2>/dev/null || true; fi
  rm -rf "$VM_RUN"
}
