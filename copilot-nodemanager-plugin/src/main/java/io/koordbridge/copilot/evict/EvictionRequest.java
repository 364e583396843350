package io.koordbridge.copilot.evict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Containers by name, or an amount to be freed. */
public final class EvictionRequest {
    private final List<String> containers;
    private final Amount demand;
    private final String reason;
    private final boolean force;
    private final boolean dryRun;

    private EvictionRequest(List<String> containers, Amount demand, String reason, boolean force, boolean dryRun) {
        this.containers = Collections.unmodifiableList(new ArrayList<>(containers));
        this.demand = demand;
        this.reason = reason;
        this.force = force;
        this.dryRun = dryRun;
    }

    public static EvictionRequest ofContainers(List<String> ids, String reason, boolean force, boolean dryRun) {
        return new EvictionRequest(ids, Amount.ZERO, reason, force, dryRun);
    }

    public static EvictionRequest ofAmount(Amount demand, String reason, boolean force, boolean dryRun) {
        return new EvictionRequest(Collections.emptyList(), demand, reason, force, dryRun);
    }

    List<String> containers() {
        return containers;
    }

    Amount demand() {
        return demand;
    }

    String reason() {
        return reason;
    }

    boolean force() {
        return force;
    }

    boolean dryRun() {
        return dryRun;
    }
}
