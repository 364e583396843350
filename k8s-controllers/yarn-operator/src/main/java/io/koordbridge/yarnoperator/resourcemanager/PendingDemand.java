package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.protocol.PureCore;

/** What applications ask for and do not have. */
@PureCore
public record PendingDemand(long vcores, long memoryMb) {

    /** Whether any application waits. */
    public boolean waits() {
        return vcores > 0 || memoryMb > 0;
    }

    PendingDemand plus(PendingDemand other) {
        return new PendingDemand(vcores + other.vcores, memoryMb + other.memoryMb);
    }
}
