package io.koordbridge.capacity.offered;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.ReportCheck;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
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
@PureCore
public record BatchCapacity(
        Damped<BatchAllotment> batch,
        double ratio,
        BatchSplit split,
        List<Damped<ZoneAllotment>> zones,
        @Nullable Defect zonesDefect,
        Instant from,
        Instant zonesFrom) {

    /** Batch resources. */
    public static final List<String> RESOURCES = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);

    private static final BatchAllotment SWITCHED_OFF = BatchAllotment.reset(Reason.STAGE_OFF, null);

    public BatchCapacity {
        zones = List.copyOf(zones);
    }

    /** Of a finished pass; what the node shows stays where the stage is switched off. */
    public static BatchCapacity of(NodeTerms terms) {
        return terms.result(BatchCapacity.class)
                .orElseGet(() -> new BatchCapacity(
                        Damped.undamped(SWITCHED_OFF),
                        1,
                        BatchSplitPlanner.split(SWITCHED_OFF, 1, terms.thirdParties()),
                        List.of(),
                        null,
                        terms.calculatedAt(),
                        terms.calculatedAt()));
    }

    /** Batch capacity before normalization and third parties. */
    public BatchAllotment allotment() {
        return batch.allotment();
    }

    /** Whether zones keep what they show because nothing could be calculated. */
    public boolean keepsZones(ColocationStrategy strategy, Instant now) {
        return allotment().isKept() || (zonesDefect != null && !ReportCheck.tooOld(zonesFrom, strategy, now));
    }

    /** Whether zones offer nothing: the node offers nothing, or what they show is too old. */
    public boolean resetsZones(ColocationStrategy strategy, Instant now) {
        return !keepsZones(strategy, now) && (allotment().isReset() || zonesDefect != null);
    }
}
