package io.koordbridge.colo.simulation;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.node.NodeReservationDocument;
import io.koordbridge.api.document.node.OnlineUseDocument;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.capacity.batchresource.AnnotatedReservation;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.ThirdPartyShares;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeReport;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** One pass of the manager's own calculation, from a fresh start: what earlier passes left, such as damping, does not count. */
@PureCore
final class Simulation {

    private Simulation() {}

    /**
     * What a node shows, and what it would.
     *
     * @param shown on the node
     * @param calculated by the configuration
     */
    record Result(Offer shown, Offer calculated) {}

    /**
     * Calculates a node.
     *
     * @param config data of {@code slo-controller-config}
     */
    static Result of(Point point, Map<String, String> config, Instant now) {
        Node node = point.node();
        State colocation = ColocationConfigReader.next(State.INITIAL, config).state();
        NodeInputs inputs = new NodeInputs(
                node,
                EffectiveStrategy.of(
                                colocation.config(),
                                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of()),
                                Objects.requireNonNullElse(node.getMetadata().getAnnotations(), Map.of()))
                        .boundedByNode(),
                point.pods().stream().map(NodeSnapshots::demand).toList(),
                point.metric() == null ? null : report(point.metric(), now),
                point.topology(),
                null,
                settings(config),
                ThirdPartyShares.of(ThirdParties.read(node)),
                new NodeInputs.Before(
                        PassMemory.at(now),
                        null,
                        AnnotatedReservation.of(NodeReservationDocument.of(node).value())),
                now);
        NodePlan plan = NodeResourcePass.plan(inputs, ResourceStages.ALL);
        return new Result(offer(plan.shown().allocatable()), offer(plan.wanted().allocatable()));
    }

    private static NodeReport report(NodeMetric metric, Instant now) {
        UsageLevels levels = UsageLevels.of(OnlineUseDocument.of(metric), metric.getStatus());
        return new NodeReport(null, NodeSnapshots.usage(metric.getStatus()), levels, now);
    }

    private static NodeInputs.Settings settings(Map<String, String> config) {
        return new NodeInputs.Settings(
                KeyState.initial(NodeRatioSchemas.NORMALIZATION)
                        .next(NodeRatioSchemas.NORMALIZATION, config)
                        .state(),
                KeyState.initial(NodeRatioSchemas.AMPLIFICATION)
                        .next(NodeRatioSchemas.AMPLIFICATION, config)
                        .state(),
                false);
    }

    private static Offer offer(Map<String, Quantity> amounts) {
        return new Offer(
                amount(amounts, ResourceNames.BATCH_CPU),
                amount(amounts, ResourceNames.BATCH_MEMORY),
                amount(amounts, ResourceNames.MID_CPU),
                amount(amounts, ResourceNames.MID_MEMORY));
    }

    private static long amount(Map<String, Quantity> amounts, String name) {
        return Quantities.value(amounts, name);
    }
}
