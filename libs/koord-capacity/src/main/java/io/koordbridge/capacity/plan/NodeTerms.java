package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.ReportCheck;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.cpunormalization.NormalizationOutcome;
import io.koordbridge.capacity.damping.CapacityState;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampingState;
import io.koordbridge.capacity.damping.Prevailing;
import io.koordbridge.capacity.deviceresource.DeviceOutcome;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.resourceamplification.AmplificationOutcome;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every number of a pass, for explaining: nothing is computed again.
 *
 * @param stages what each stage came to, in order
 * @param prevailing strategy and pods that all capacity was calculated with
 * @param mid mid capacity with what damping did
 * @param batch batch capacity with what damping did
 * @param normalization null where colocation is off or the stage threw
 * @param amplification null where the stage threw
 * @param normalizationRatio ratio that the batch CPU was scaled by
 * @param zones batch capacity of NUMA zones with what damping did, empty without any
 * @param zonesDefect what the calculation of zones threw, null when it did not
 * @param gpus null where colocation is off or the stage threw
 * @param rdma null where colocation is off or the stage threw
 * @param reportSeenAt when the NodeMetric arrived, null without one
 * @param calculatedFrom how old is what is published once this pass was carried out
 * @param held what pods on the node hold of batch and mid resources, by name
 */
public record NodeTerms(
        String node,
        Instant calculatedAt,
        EffectiveStrategy.ForNode strategy,
        List<StageOutcome> stages,
        @Nullable NormalizationOutcome normalization,
        @Nullable AmplificationOutcome amplification,
        Prevailing prevailing,
        Damped<MidAllotment> mid,
        Damped<BatchAllotment> batch,
        double normalizationRatio,
        BatchSplit split,
        List<Damped<ZoneAllotment>> zones,
        @Nullable Defect zonesDefect,
        @Nullable DeviceOutcome gpus,
        @Nullable DeviceOutcome rdma,
        @Nullable Instant reportSeenAt,
        CalculatedFrom calculatedFrom,
        Map<String, Long> held) {

    public NodeTerms {
        zones = List.copyOf(zones);
        stages = List.copyOf(stages);
        held = Map.copyOf(held);
    }

    /** Batch capacity before normalization and third parties. */
    public BatchAllotment allotment() {
        return batch.allotment();
    }

    /** What the next pass needs to know once this one was written. */
    public DampingState after() {
        Map<String, CapacityState> ofZones = new HashMap<>();
        zones.forEach(zone -> ofZones.put(zone.allotment().zone(), zone.after()));
        return new DampingState(batch.after(), mid.after(), ofZones, prevailing.podsAfter());
    }

    /** Whether zones keep what they show because nothing could be calculated. */
    public boolean keepsZones() {
        return allotment().isKept()
                || (zonesDefect != null
                        && !ReportCheck.tooOld(calculatedFrom.zones(), strategy.strategy(), calculatedAt));
    }

    /** Whether zones offer nothing: the node offers nothing, or what they show is too old. */
    public boolean resetsZones() {
        return !keepsZones() && (allotment().isReset() || zonesDefect != null);
    }

    /** Whether all capacity stays as it is because nothing could be calculated. */
    public boolean keepsCapacity() {
        return allotment().isKept() && mid.allotment().isKept();
    }

    /** When what is kept gets too old. */
    Optional<Instant> keptUntil() {
        return Stream.of(
                        keptFrom(allotment().isKept(), calculatedFrom.batch()),
                        keptFrom(mid.allotment().isKept(), calculatedFrom.mid()),
                        keptFrom(zonesDefect != null && keepsZones(), calculatedFrom.zones()))
                .flatMap(Optional::stream)
                .min(Instant::compareTo)
                .map(from -> from.plus(strategy.strategy().degradeAfter()).plusMillis(1));
    }

    private static Optional<Instant> keptFrom(boolean kept, Instant from) {
        return kept ? Optional.of(from) : Optional.empty();
    }
}
