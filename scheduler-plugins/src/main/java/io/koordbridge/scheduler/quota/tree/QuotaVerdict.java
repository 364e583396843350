package io.koordbridge.scheduler.quota.tree;

import java.util.List;

/**
 * Whether a pod may enter its quota.
 *
 * @param quota of the pod, empty when it has none
 * @param failedQuota the quota that has no room, empty when none refuses
 * @param exceeded resources of which there is not enough, sorted
 * @param message why not, empty when it may
 */
public record QuotaVerdict(Code code, String quota, String failedQuota, List<String> exceeded, String message) {

    /** What was decided, and by which check. */
    public enum Code {
        ALLOWED,
        NO_QUOTA,
        USED_LIMIT,
        NON_PREEMPTIBLE_MIN,
        PARENT,
        /** The quota hangs below one that is missing. */
        ORPHAN;

        /** Whether the pod may be placed. */
        public boolean allows() {
            return this == ALLOWED || this == NO_QUOTA;
        }
    }

    public QuotaVerdict {
        exceeded = List.copyOf(exceeded);
    }

    /** Why not, in words that stay the same while the same resources are short: a changed text wakes the pod. */
    public String reason() {
        return code == Code.ORPHAN || code.allows()
                ? message
                : "Insufficient quotas, quotaName: " + failedQuota + ", exceedDimensions: " + exceeded;
    }

    static QuotaVerdict of(Code code, String quota) {
        return new QuotaVerdict(code, quota, "", List.of(), "");
    }
}
