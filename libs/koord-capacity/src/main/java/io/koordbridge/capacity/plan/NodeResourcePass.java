package io.koordbridge.capacity.plan;

import io.koordbridge.api.topology.Zone;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
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
        PublishedNode wanted = shown.with(terms.stages(), terms.origin());
        MetadataDecision metadata = MetadataDecisions.decide(shown, wanted, stages);
        WriteDecision status = WriteDecisions.withDamping(
                WriteDecisions.decide(shown, wanted, metadata, circumstances(inputs, terms, owned)),
                terms.outlooks().anyMatch(Outlook::changes));
        Attempt<ZonePlan> planned = Attempt.of(() -> zones(terms, inputs.zones()));
        ZonePlan zones = planned.orElse(defect -> ZonePlan.unchanged(inputs.zones()));
        Defect defect = terms.outlooks()
                .map(Outlook::zonesDefect)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(planned.defect());
        return new NodePlan(
                terms,
                shown,
                wanted,
                status,
                metadata,
                zones,
                zones.fallsBelow(inputs.zones()),
                defect,
                askAgainAt(terms, status));
    }

    private static WriteCircumstances circumstances(NodeInputs inputs, NodeTerms terms, Owned owned) {
        ThirdPartyShare taken = terms.thirdParties();
        return new WriteCircumstances(
                inputs.before().upToDateAt(),
                inputs.now(),
                inputs.strategy().strategy(),
                terms.held(),
                taken.microCpu() > 0 || taken.milliBytes() > 0,
                owned);
    }

    /** When something comes to be different although no input changes. */
    private static Optional<Instant> askAgainAt(NodeTerms terms, WriteDecision status) {
        return Stream.concat(
                        terms.outlooks().map(Outlook::dueAt),
                        Stream.of(
                                terms.protection().changesAt(),
                                status.askAgainAt(),
                                terms.steadied().endsAt()))
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
    }

    /** The zones of a NodeResourceTopology as they shall be. */
    public static ZonePlan zones(NodeTerms terms, List<Zone> shown) {
        ZonePlan plan = ZonePlan.unchanged(shown);
        for (StageOutcome<?> outcome : terms.stages()) {
            ZonePlan next = outcome.zones(terms, plan.zones());
            plan = new ZonePlan(next.zones(), plan.changed() || next.changed());
        }
        return plan;
    }
}
