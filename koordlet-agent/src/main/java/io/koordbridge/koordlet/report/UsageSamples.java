package io.koordbridge.koordlet.report;

import io.koordbridge.policy.report.Aggregate;

/** CPU samples in cores and memory samples in bytes, of one subject in one window. */
public record UsageSamples(Aggregate cpu, Aggregate memory) {

    public static final UsageSamples NONE = new UsageSamples(Aggregate.none(), Aggregate.none());

    /** Whether there are samples of both. */
    boolean isKnown() {
        return cpu.count() > 0 && memory.count() > 0;
    }
}
