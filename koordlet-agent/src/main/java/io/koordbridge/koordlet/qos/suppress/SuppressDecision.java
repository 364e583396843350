package io.koordbridge.koordlet.qos.suppress;

/**
 * What one round does.
 *
 * @param allowanceMilliCpu what best-effort work may use; only for the two limits
 * @param reason for the metric and for people
 */
public record SuppressDecision(Action action, long allowanceMilliCpu, String reason) {

    /** Kinds of rounds. */
    public enum Action {
        NOTHING,
        RECOVER,
        RECOVER_FOR_CPU_MANAGER,
        LIMIT_BY_QUOTA,
        LIMIT_BY_CPUSET
    }

    /** Whether it sets a limit by the allowance. */
    boolean limits() {
        return action == Action.LIMIT_BY_QUOTA || action == Action.LIMIT_BY_CPUSET;
    }

    SuppressDecision allowing(long milliCpu) {
        return milliCpu == allowanceMilliCpu ? this : new SuppressDecision(action, milliCpu, reason);
    }

    static SuppressDecision nothing(String reason) {
        return new SuppressDecision(Action.NOTHING, 0, reason);
    }

    static SuppressDecision recover(String reason) {
        return new SuppressDecision(Action.RECOVER, 0, reason);
    }
}
