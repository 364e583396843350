package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.TopologyZones;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.capacity.batchresource.ZonePlanner;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One pass over all resources of a node: everything in, a plan out; manager specification section 8.1. */
@PureCore
public final class NodeResourcePass {

    private NodeResourcePass() {}

    /** Plans what the node shows from now on, and whether it is written now. */
    public static NodePlan plan(NodeInputs inputs, List<ResourceStage<?>> stages) {
        return plan(inputs, stages, NodeStages.run(inputs, stages));
    }

    /** The plan where nothing can be calculated: what is published stays until it is too old. */
    public static NodePlan withoutCalculation(NodeInputs inputs, List<ResourceStage<?>> stages) {
        return plan(inputs, stages, NodeStages.withoutCalculation(inputs, stages));
    }

    private static NodePlan plan(NodeInputs inputs, List<ResourceStage<?>> stages, NodeTerms terms) {
        Owned owned = Owned.of(stages);
        PublishedNode shown = PublishedNode.shown(inputs.node(), owned);
        PublishedNode wanted = shown.with(terms.stages(), origin(terms));
        MetadataDecision metadata = MetadataDecisions.decide(shown, wanted, stages);
        WriteDecision status =
                withDamping(WriteDecisions.decide(shown, wanted, metadata, circumstances(inputs, terms, owned)), terms);
        Attempt<ZonePlan> planned = Attempt.of(() -> zones(terms, inputs.zones()));
        ZonePlan zones = planned.orElse(defect -> ZonePlan.unchanged(inputs.zones()));
        Defect defect = terms.zonesDefect() == null ? planned.defect() : terms.zonesDefect();
        return new NodePlan(
                terms,
                shown,
                wanted,
                status,
                metadata,
                zones,
                fall(inputs.zones(), zones.zones()),
                defect,
                askAgainAt(terms, status));
    }

    /** Whether zones offer less of something together. */
    private static boolean fall(List<Zone> shown, List<Zone> wanted) {
        CpuMemory before = together(shown);
        CpuMemory after = together(wanted);
        return !before.min(after).equals(before);
    }

    private static CpuMemory together(List<Zone> zones) {
        return TopologyZones.shownBatch(zones).values().stream().reduce(CpuMemory.ZERO, CpuMemory::plus);
    }

    private static Map<String, Quantity> origin(NodeTerms terms) {
        return terms.allotment().isKept() ? Map.of() : BatchPublication.origin(terms.split());
    }

    /** Where damping decides about changes, what it changes is written. */
    private static WriteDecision withDamping(WriteDecision status, NodeTerms terms) {
        boolean heldBack = status.reason() == WriteDecision.Reason.HELD_BACK;
        DampingStrategy damping = terms.strategy().damping();
        return heldBack
                        && (terms.batch().changes(damping.batch())
                                || terms.mid().changes(damping.mid()))
                ? WriteDecision.of(WriteDecision.Reason.DAMPED_CHANGE)
                : status;
    }

    private static WriteCircumstances circumstances(NodeInputs inputs, NodeTerms terms, Owned owned) {
        ThirdPartyShare taken = terms.split().thirdParty();
        return new WriteCircumstances(
                inputs.before().upToDateAt(),
                inputs.now(),
                inputs.strategy().strategy(),
                terms.held(),
                taken.microCpu() > 0 || taken.milliBytes() > 0,
                owned);
    }

    /** When the report becomes stale, or when a value that is held back is due. */
    private static Optional<Instant> askAgainAt(NodeTerms terms, WriteDecision status) {
        Stream<Optional<Instant>> ofZones = terms.zones().stream().map(Damped::askAgainAt);
        return Stream.concat(
                        ofZones,
                        Stream.of(
                                staleAt(terms.allotment(), terms),
                                terms.keptUntil(),
                                terms.protection().changesAt(),
                                status.askAgainAt(),
                                terms.steadied().endsAt(),
                                terms.batch().askAgainAt(),
                                terms.mid().askAgainAt()))
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
    }

    private static Optional<Instant> staleAt(BatchAllotment allotment, NodeTerms terms) {
        Instant reported = allotment.usageAt();
        boolean ages = !allotment.isReset() || allotment.isKept();
        return !ages || reported == null
                ? Optional.empty()
                : Optional.of(reported.plus(terms.strategy().strategy().degradeAfter())
                        .plusMillis(1));
    }

    /** The zones of a NodeResourceTopology as they shall be; stale numbers go with the reset of the node. */
    public static ZonePlan zones(NodeTerms terms, List<Zone> shown) {
        if (terms.keepsZones()) {
            return ZonePlan.unchanged(shown);
        }
        if (terms.resetsZones()) {
            return ZonePlanner.reset(shown);
        }
        List<ZoneAllotment> zones =
                terms.zones().stream().map(Damped::allotment).toList();
        boolean meant = terms.batch().report() != null
                && terms.strategy().damping().batch().decideAboutChanges();
        double ratio = terms.normalizationRatio();
        if (terms.protection().growsNot()) {
            return ZonePlanner.onlyFalling(shown, zones, ratio);
        }
        ColocationStrategy strategy = terms.strategy().strategy();
        if (meant) {
            return ZonePlanner.exactly(shown, zones, ratio);
        }
        return ZonePlanner.fallingAtOnce(shown, zones, ratio, strategy);
    }
}
