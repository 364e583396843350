package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.damping.Damped;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batch capacity of a node and of its zones.
 *
 * @param batch with what damping did, before normalization and third parties
 * @param ratio ratio that the CPU was scaled by
 * @param zones with what damping did, empty without any
 * @param zonesDefect what the calculation of zones threw, null when it did not
 * @param from time of the report that the published amounts come from
 * @param zonesFrom time of the report that the published zones come from
 */
public record BatchCapacity(
        Damped<BatchAllotment> batch,
        double ratio,
        BatchSplit split,
        List<Damped<ZoneAllotment>> zones,
        @Nullable Defect zonesDefect,
        Instant from,
        Instant zonesFrom) {

    public BatchCapacity {
        zones = List.copyOf(zones);
    }
}
