#!/bin/busybox sh
# First process of the guest of "bin/lab vm": shows the host's files, read-only below a file system in memory, runs the command and
# goes off. Everything before the chroot is busybox.
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
exec 3>/dev/console

off() {
  sync
  poweroff -f
  while :; do sleep 1; done
}

give_up() {
  echo "vm: $1" >&3
  off
}

# What the share with the settings needs; they name the other modules.
for module in virtio_pci 9pnet_virtio 9p; do modprobe "$module" || give_up "no module $module"; done
share() { mount -t 9p -o "trans=virtio,version=9p2000.L,msize=262144,$3" "$1" "$2" || give_up "cannot mount $1 on $2"; }
share control /control cache=none
. /control/settings
for module in $VM_MODULES; do modprobe "$module" || give_up "no module $module"; done

share host /lower ro,cache=loose
mount -t tmpfs -o size=90% tmpfs /upper
mkdir /upper/data /upper/work
mount -t overlay -o lowerdir=/lower,upperdir=/upper/data,workdir=/upper/work overlay /root || give_up "cannot mount the overlay"
for directory in proc sys dev; do mount -o move "/$directory" "/root/$directory"; done
mount -t cgroup2 -o nsdelegate cgroup /root/sys/fs/cgroup
mkdir -p /root/dev/pts /root/dev/shm
mount -t devpts devpts /root/dev/pts
mount -t tmpfs tmpfs /root/dev/shm
mount -t tmpfs tmpfs /root/run
mkdir -p "/root/lib/modules/$(uname -r)"
mount -o bind "/root$VM_ALL_MODULES" "/root/lib/modules/$(uname -r)"
if [ -n "$VM_OUT" ]; then
  # It may be below one of those in memory.
  mkdir -p "/root$VM_OUT"
  share out "/root$VM_OUT" cache=none
fi

hostname koord-lab-vm
ip link set lo up
ip address add 10.0.2.15/24 dev eth0
ip link set eth0 up
ip route add default via 10.0.2.2

# The ports of the command's output, by their names.
port() {
  for found in /root/sys/class/virtio-ports/*; do
    if [ "$(cat "$found/name")" = "$1" ]; then echo "/root/dev/${found##*/}"; fi
  done
}
exec >"$(port stdout)" 2>"$(port stderr)" </root/dev/null

code=0
if [ -s /control/setup ]; then
  chroot /root /bin/bash "$VM_WORK/setup" || code=125
fi
if [ "$code" = 0 ]; then
  chroot /root /bin/bash "$VM_WORK/command"
  code=$?
fi
echo "$code" >/control/exit
exec >/root/dev/null 2>&1
off
