package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.protocol.PureCore;

/**
 * What identity remembers.
 *
 * @param plan the last one with identities of the kernel; it holds while what it was made of does not change
 * @param mode what tells classes apart now
 * @param lightest groups that have the least weight, 0 where the kernel has identities
 */
@PureCore
public record IdentityMemory(IdentityPlan plan, Mode mode, int lightest) {

    static final IdentityMemory NONE = new IdentityMemory(IdentityPlan.NONE, Mode.OFF, 0);

    /** What tells classes apart. */
    public enum Mode {
        /** Nothing asks for it. */
        OFF,
        /** By cpu.bvt_warp_ns. */
        IDENTITY,
        /** By weights. */
        WEIGHTS
    }

    /** Groups that have an identity or the least weight by it. */
    int groups() {
        return switch (mode) {
            case OFF -> 0;
            case IDENTITY -> plan.groups();
            case WEIGHTS -> lightest;
        };
    }
}
