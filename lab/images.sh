# The images of a node of the lab, as one archive. Sourced by node.sh and vm-node.sh.
# shellcheck shell=bash

readonly NODE_IMAGES=("pause:lab" "busybox:lab")

# The sandbox of every pod and the image of small tests are one static busybox, so nothing is pulled from anywhere.
make_images() {
  local root="$NODE_HOME/images/root" name layer
  mkdir -p "$root"/{bin,etc,root,tmp}
  chmod 1777 "$root/tmp"
  cp "$(readlink -f "$(command -v busybox)")" "$root/bin/busybox"
  busybox --list | while read -r name; do
    if [[ "$name" != busybox ]]; then ln -s busybox "$root/bin/$name"; fi
  done
  printf 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n' >"$root/etc/passwd"
  printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
  tar -C "$root" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf "$NODE_HOME/images/layer.tar" .
  layer="$(sha256sum "$NODE_HOME/images/layer.tar" | cut -d' ' -f1)"
  # The sandbox ends at SIGTERM, and its shell collects orphans of containers that share its process namespace.
  image_config "$layer" '["/bin/sh", "-c", "trap \"exit 0\" TERM INT; sleep 2147483647 & while :; do wait; done"]' \
    >"$NODE_HOME/images/pause.json"
  image_config "$layer" '["/bin/sh"]' >"$NODE_HOME/images/busybox.json"
  for name in "${NODE_IMAGES[@]}"; do
    printf '{"Config": "%s.json", "RepoTags": ["docker.io/library/%s"], "Layers": ["layer.tar"]}\n' "${name%%:*}" "$name"
  done | paste -sd, | sed 's/.*/[&]/' >"$NODE_HOME/images/manifest.json"
  tar -C "$NODE_HOME/images" -cf "$NODE_HOME/images.tar" manifest.json pause.json busybox.json layer.tar
  rm -r "$NODE_HOME/images"
}

image_config() {
  local architecture=amd64
  if [[ "$(uname -m)" == aarch64 ]]; then architecture=arm64; fi
  printf '{"architecture": "%s", "os": "linux", "config": {"Env": ["PATH=/bin"], "Cmd": %s},\n' "$architecture" "$2"
  printf ' "rootfs": {"type": "layers", "diff_ids": ["sha256:%s"]}}\n' "$1"
}
