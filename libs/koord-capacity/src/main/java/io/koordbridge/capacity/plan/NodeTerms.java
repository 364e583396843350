package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.ReportCheck;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.damping.CapacityState;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampingState;
import io.koordbridge.capacity.damping.Steadied;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.sum.Sum;
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
 * @param steadied what was done so that list and report of the pods agree
 * @param thirdParties what third parties hold
 * @param reportSeenAt when the NodeMetric arrived, null without one
 * @param calculatedFrom how old is what is published once this pass was carried out
 * @param held what pods on the node hold of batch and mid resources, by name
 * @param protection whether the node is protected, and what follows from it
 */
public record NodeTerms(
        String node,
        Instant calculatedAt,
        EffectiveStrategy.ForNode strategy,
        List<StageOutcome<?>> stages,
        Steadied steadied,
        ThirdPartyShare thirdParties,
        @Nullable Instant reportSeenAt,
        CalculatedFrom calculatedFrom,
        Map<String, Long> held,
        NodeProtection protection) {

    public NodeTerms {
        stages = List.copyOf(stages);
        held = Map.copyOf(held);
    }

    /** The result of a stage; empty where it has none or is switched off. */
    public <T> Optional<T> result(String stage, Class<T> type) {
        return StageOutcome.result(stages, stage, type);
    }

    /** How the amounts of a stage come about, one sum for each; empty where it is switched off. */
    public List<Sum> sums(String stage) {
        return stages.stream()
                .map(StageOutcome::stage)
                .filter(one -> one.name().equals(stage))
                .flatMap(one -> one.explain(this).stream())
                .toList();
    }

    private Optional<BatchCapacity> batchCapacity() {
        return result(StageNames.BATCH_RESOURCE, BatchCapacity.class);
    }

    /** Mid capacity with what damping did; what the node shows stays where the stage is switched off. */
    public Damped<MidAllotment> mid() {
        return result(StageNames.MID_RESOURCE, MidCapacity.class)
                .map(MidCapacity::mid)
                .orElseGet(() -> Damped.undamped(MidAllotment.reset(Reason.STAGE_OFF, null)));
    }

    /** Batch capacity with what damping did; what the node shows stays where the stage is switched off. */
    public Damped<BatchAllotment> batch() {
        return batchCapacity().map(BatchCapacity::batch).orElseGet(() -> Damped.undamped(switchedOff()));
    }

    private static BatchAllotment switchedOff() {
        return BatchAllotment.reset(Reason.STAGE_OFF, null);
    }

    /** Ratio that the batch CPU was scaled by. */
    public double normalizationRatio() {
        return batchCapacity().map(BatchCapacity::ratio).orElse(1.0);
    }

    /** Batch capacity after normalization, between pods and third parties. */
    public BatchSplit split() {
        return batchCapacity()
                .map(BatchCapacity::split)
                .orElseGet(() -> BatchSplitPlanner.split(switchedOff(), 1, thirdParties));
    }

    /** Batch capacity of NUMA zones with what damping did, empty without any. */
    public List<Damped<ZoneAllotment>> zones() {
        return batchCapacity().map(BatchCapacity::zones).orElse(List.of());
    }

    /** What the calculation of zones threw, null when it did not. */
    public @Nullable Defect zonesDefect() {
        return batchCapacity().map(BatchCapacity::zonesDefect).orElse(null);
    }

    /** Batch capacity before normalization and third parties. */
    public BatchAllotment allotment() {
        return batch().allotment();
    }

    /**
     * What the next pass needs to know once this one was written. Where growth was held back, what is shown counts, and the interval
     * of growth goes on: a report that comes late makes no node wait longer.
     */
    public DampingState after() {
        if (protection.growsNot()) {
            return new DampingState(
                    batch().afterWithoutGrowth(), mid().afterWithoutGrowth(), Map.of(), steadied.after());
        }
        Map<String, CapacityState> ofZones = new HashMap<>();
        zones().forEach(zone -> ofZones.put(zone.allotment().zone(), zone.after()));
        return new DampingState(batch().after(), mid().after(), ofZones, steadied.after());
    }

    /** Whether zones keep what they show because nothing could be calculated. */
    public boolean keepsZones() {
        return allotment().isKept()
                || (zonesDefect() != null
                        && !ReportCheck.tooOld(calculatedFrom.zones(), strategy.strategy(), calculatedAt));
    }

    /** Whether zones offer nothing: the node offers nothing, or what they show is too old. */
    public boolean resetsZones() {
        return !keepsZones() && (allotment().isReset() || zonesDefect() != null);
    }

    /** Whether all capacity stays as it is because nothing could be calculated. */
    public boolean keepsCapacity() {
        return allotment().isKept() && mid().allotment().isKept();
    }

    /** When what is kept gets too old. */
    Optional<Instant> keptUntil() {
        return Stream.of(
                        keptFrom(failed(allotment().reason()), calculatedFrom.batch()),
                        keptFrom(failed(mid().allotment().reason()), calculatedFrom.mid()),
                        keptFrom(zonesDefect() != null && keepsZones(), calculatedFrom.zones()))
                .flatMap(Optional::stream)
                .min(Instant::compareTo)
                .map(from -> from.plus(strategy.strategy().degradeAfter()).plusMillis(1));
    }

    private static boolean failed(Reason reason) {
        return reason == Reason.STAGE_FAILED;
    }

    private static Optional<Instant> keptFrom(boolean kept, Instant from) {
        return kept ? Optional.of(from) : Optional.empty();
    }
}
