package io.koordbridge.policy.report;

import io.koordbridge.protocol.PureCore;

/** What all but best-effort work uses: milli-cores and bytes. */
@PureCore
public record OthersLoad(double milliCpu, double bytes) {

    /** Component by component. */
    public OthersLoad higher(OthersLoad other) {
        return new OthersLoad(Math.max(milliCpu, other.milliCpu), Math.max(bytes, other.bytes));
    }
}
