package io.koordbridge.koordlet.cgroup;

/** Version of the control group hierarchy. */
public enum CgroupVersion {
    V1,
    V2
}
