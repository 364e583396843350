package io.koordbridge.koordlet.cgroup;

/** Who names the directories of pods. */
public enum CgroupDriver {
    CGROUPFS,
    SYSTEMD
}
