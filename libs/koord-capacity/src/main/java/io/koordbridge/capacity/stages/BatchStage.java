package io.koordbridge.capacity.stages;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.capacity.batchresource.ZonePlanner;
import io.koordbridge.capacity.cpunormalization.NormalizationOutcome;
import io.koordbridge.capacity.damping.AmountState;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.Published;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.capacity.explain.NodeSums;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.BatchPublication;
import io.koordbridge.capacity.offered.CapacityMemory;
import io.koordbridge.capacity.offered.DampedBatch;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.plan.Attempt;
import io.koordbridge.capacity.plan.Defect;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.Outlook;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy.ForNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Batch capacity of the node and of its zones. */
@PureCore
final class BatchStage implements ResourceStage<BatchCapacity> {

    private static final double MILLI_PER_CORE = 1000.0;

    /** Batch capacity of each zone, together with that of the node. */
    interface ZoneRule {
        List<Damped<ZoneAllotment>> calculate(StageFacts facts, Damped<BatchAllotment> batch);
    }

    private final ZoneRule zoneRule;

    BatchStage() {
        this(BatchStage::zones);
    }

    BatchStage(ZoneRule zoneRule) {
        this.zoneRule = zoneRule;
    }

    @Override
    public String name() {
        return StageNames.BATCH_RESOURCE;
    }

    @Override
    public Owned owned() {
        return Owned.smoothed(BatchCapacity.RESOURCES);
    }

    @Override
    public BatchCapacity calculate(StageFacts facts) {
        NodeInputs inputs = facts.inputs();
        Damped<BatchAllotment> batch =
                DampedBatch.of(basis(facts), new Published(before(facts).node(), ShownCapacities.batch(inputs)));
        Reason removed = ShownLimit.removes(
                        inputs, BatchCapacity.RESOURCES, batch.allotment().reason())
                .orElse(null);
        if (removed != null) {
            return removed(facts, removed, facts.reportedAt());
        }
        Attempt<List<Damped<ZoneAllotment>>> zones = Attempt.of(() -> zoneRule.calculate(facts, batch));
        double ratio = ratio(facts);
        return new BatchCapacity(
                batch,
                ratio,
                ShownLimit.batch(
                        inputs,
                        growsNot(facts),
                        BatchSplitPlanner.split(batch.allotment(), ratio, inputs.thirdParties())),
                zones.orElse(defect -> List.of()),
                zones.defect(),
                facts.reportedAt(),
                zones.orKept(facts.reportedAt(), before(facts).zonesFrom()));
    }

    private static List<Damped<ZoneAllotment>> zones(StageFacts facts, Damped<BatchAllotment> batch) {
        NodeInputs inputs = facts.inputs();
        List<ZoneCapacity> capacities = TopologyZones.capacities(inputs.zones());
        if (capacities.isEmpty()) {
            return List.of();
        }
        Map<String, Map<String, AmountState>> known = before(facts).zones();
        Map<String, Map<String, Shown>> shown = ShownCapacities.zones(inputs);
        return DampedBatch.zones(
                basis(facts),
                capacities,
                batch,
                zone -> new Published(known.getOrDefault(zone, Map.of()), shown.getOrDefault(zone, Map.of())));
    }

    /** The node, where online work uses as much as it is expected to. */
    private static CalculationBasis basis(StageFacts facts) {
        if (facts.inputs().strategy().estimate().onlyMean()) {
            return facts.basis();
        }
        return facts.needed(StageNames.ONLINE_USE, OnlineEstimate.class)
                .map(OnlineEstimate::extra)
                .filter(more -> !more.equals(CpuMemory.ZERO))
                .map(more -> facts.basis().expectingMore(more))
                .orElseGet(facts::basis);
    }

    /** Without protection nothing grows, nor while it is not known how much online work is expected to use. */
    private static boolean growsNot(StageFacts facts) {
        return facts.inputs().protection().growsNot()
                || waits(facts.earlier(StageNames.ONLINE_USE, OnlineEstimate.class));
    }

    private static boolean waits(Optional<OnlineEstimate> estimate) {
        return estimate.filter(OnlineEstimate::waits).isPresent();
    }

    /** Without batch capacity of the node its zones have no capacity either. */
    @Override
    public BatchCapacity failed(StageFacts facts, Defect defect) {
        NodeInputs inputs = facts.inputs();
        CapacityMemory before = before(facts);
        BatchAllotment kept = BatchAllotment.reset(KeptCapacity.because(facts, before.from()), facts.usageAt());
        double ratio = ratio(facts);
        return new BatchCapacity(
                kept.isKept() ? Damped.kept(kept, before.node()) : Damped.undamped(kept),
                ratio,
                BatchSplitPlanner.split(kept, ratio, inputs.thirdParties()),
                List.of(),
                facts.reached().defect(),
                before.from(),
                before.zonesFrom());
    }

    @Override
    public BatchCapacity reset(StageFacts facts) {
        return removed(facts, Reason.COLOCATION_DISABLED, facts.inputs().now());
    }

    private static BatchCapacity removed(StageFacts facts, Reason reason, Instant from) {
        BatchAllotment off = BatchAllotment.reset(reason, facts.usageAt());
        BatchSplit split = BatchSplitPlanner.split(off, 1, facts.inputs().thirdParties());
        return new BatchCapacity(Damped.undamped(off), 1, split, List.of(), null, from, from);
    }

    private static CapacityMemory before(StageFacts facts) {
        return CapacityMemory.of(facts, StageNames.BATCH_RESOURCE);
    }

    @Override
    public Outlook outlook(BatchCapacity result, StageFacts facts) {
        ForNode strategy = facts.inputs().strategy();
        boolean keepsZones =
                result.keepsZones(strategy.strategy(), facts.inputs().now());
        BatchAllotment batch = result.allotment();
        Stream<Optional<Instant>> ages = Stream.of(
                Optional.ofNullable(batch.usageAt()).filter(unused -> !batch.isReset() || batch.isKept()),
                Optional.of(result.from()).filter(unused -> batch.reason() == Reason.STAGE_FAILED),
                Optional.of(result.zonesFrom()).filter(unused -> keepsZones && result.zonesDefect() != null));
        return new Outlook(
                memory(result, keepsZones, facts),
                Stream.concat(
                                ages.map(from -> from.map(at -> KeptCapacity.until(at, facts))),
                                Stream.concat(Stream.of(result.batch()), result.zones().stream())
                                        .map(Damped::askAgainAt))
                        .flatMap(Optional::stream)
                        .min(Instant::compareTo),
                result.batch().changes(strategy.damping().batch()),
                batch.isKept(),
                result.resetsZones(strategy.strategy(), facts.inputs().now()),
                result.zonesDefect());
    }

    /**
     * Where growth was held back, what is shown counts, and the interval of growth goes on: a report that comes late makes no node
     * wait longer.
     */
    private static CapacityMemory memory(BatchCapacity result, boolean keepsZones, StageFacts facts) {
        boolean growsNot = growsNot(facts);
        Map<String, Map<String, AmountState>> zones =
                new HashMap<>(keepsZones ? before(facts).zones() : Map.of());
        if (!growsNot) {
            result.zones().forEach(zone -> zones.put(zone.allotment().zone(), zone.after()));
        }
        return new CapacityMemory(
                result.from(), result.zonesFrom(), result.batch().after(growsNot), zones);
    }

    @Override
    public Map<String, Quantity> origin(BatchCapacity result) {
        return result.allotment().isKept() ? Map.of() : BatchPublication.origin(result.split());
    }

    /** Stale numbers go with the reset of the node. */
    @Override
    public ZonePlan zones(BatchCapacity result, NodeTerms terms, List<Zone> shown) {
        ColocationStrategy strategy = terms.strategy().strategy();
        if (result.keepsZones(strategy, terms.calculatedAt())) {
            return ZonePlan.unchanged(shown);
        }
        if (result.resetsZones(strategy, terms.calculatedAt())) {
            return ZonePlanner.reset(shown);
        }
        List<ZoneAllotment> zones =
                result.zones().stream().map(Damped::allotment).toList();
        if (terms.protection().growsNot() || waits(terms.result(StageNames.ONLINE_USE, OnlineEstimate.class))) {
            return ZonePlanner.onlyFalling(shown, zones, result.ratio());
        }
        boolean meant =
                !damped(result).isEmpty() && terms.strategy().damping().batch().decideAboutChanges();
        return meant
                ? ZonePlanner.exactly(shown, zones, result.ratio())
                : ZonePlanner.fallingAtOnce(shown, zones, result.ratio(), strategy);
    }

    @Override
    public Map<String, DampedAmount> damped(BatchCapacity result) {
        return result.batch().amounts();
    }

    @Override
    public NodePreparation preparation(BatchCapacity result) {
        return result.batch().allotment().isKept()
                ? NodePreparation.NOTHING
                : BatchPublication.resources(result.split());
    }

    @Override
    public boolean prepared(BatchCapacity result) {
        return result.split().thirdParty().source() != ThirdPartyShare.Source.UNREADABLE;
    }

    @Override
    public Map<String, Double> amounts(BatchCapacity result) {
        BatchAllotment batch = result.batch().allotment();
        return batch.isReset()
                ? Map.of()
                : Map.of(
                        ResourceNames.BATCH_CPU, batch.milliCpu() / MILLI_PER_CORE, ResourceNames.BATCH_MEMORY, (double)
                                batch.bytes());
    }

    @Override
    public List<Sum> explain(NodeTerms terms) {
        return NodeSums.ofBatch(terms);
    }

    /**
     * Without a ratio of its own a pass scales nothing, although the node's annotation stays: an unconfirmed ratio
     * makes no capacity. Only where the stage threw or is switched off, the annotation stays with what it means for the CPU.
     */
    private static double ratio(StageFacts facts) {
        String shown = facts.inputs().annotations().get(Annotations.NODE_CPU_NORMALIZATION_RATIO);
        NormalizationOutcome outcome = facts.earlier(StageNames.CPU_NORMALIZATION, NormalizationOutcome.class)
                .orElse(null);
        return NodeRatioDocument.normalization(
                        outcome == null ? shown : outcome.ratioText().orElse(null))
                .orElse(1.0);
    }
}
