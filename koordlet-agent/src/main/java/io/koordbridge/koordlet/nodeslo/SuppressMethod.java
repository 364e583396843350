package io.koordbridge.koordlet.nodeslo;

import org.jspecify.annotations.Nullable;

/** How the kernel enforces it. */
public enum SuppressMethod {
    CFS_QUOTA("cfsQuota"),
    CPUSET("cpuset");

    private final String wireName;

    SuppressMethod(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /** Whether the name is not a policy; a NodeSLO may have none. */
    public static boolean isUnknown(@Nullable String name) {
        return name != null && !name.isEmpty() && !name.equals(CPUSET.wireName) && !name.equals(CFS_QUOTA.wireName);
    }

    /** The method of a policy name; any other name than cfsQuota is cpuset. */
    static SuppressMethod ofName(@Nullable String name) {
        return CFS_QUOTA.wireName.equals(name) ? CFS_QUOTA : CPUSET;
    }
}
