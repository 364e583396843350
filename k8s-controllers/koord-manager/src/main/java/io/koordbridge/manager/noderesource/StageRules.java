package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.manager.batchresource.NodeSnapshot;
import io.koordbridge.manager.batchresource.NormalizationRatios;
import io.koordbridge.manager.batchresource.TopologyZones;
import io.koordbridge.manager.batchresource.ZoneAllotment;
import io.koordbridge.manager.batchresource.ZoneBatchCalculator;
import io.koordbridge.manager.batchresource.ZoneCapacity;
import io.koordbridge.manager.cpunormalization.CpuNormalization;
import io.koordbridge.manager.cpunormalization.NormalizationOutcome;
import io.koordbridge.manager.damping.DampedBatch;
import io.koordbridge.manager.damping.DampedCalculation;
import io.koordbridge.manager.damping.ShownBatch;
import io.koordbridge.manager.deviceresource.DeviceOutcome;
import io.koordbridge.manager.deviceresource.DeviceResources;
import io.koordbridge.manager.midresource.MidAllotment;
import io.koordbridge.manager.midresource.MidResourceCalculator;
import io.koordbridge.manager.resourceamplification.AmplificationOutcome;
import io.koordbridge.manager.resourceamplification.ResourceAmplification;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** How each stage of a pass calculates. */
@PureCore
record StageRules(
        Function<NodeInputs, NormalizationOutcome> normalization,
        Function<NodeInputs, AmplificationOutcome> amplification,
        BiFunction<NodeInputs, NodeSnapshot, MidAllotment> mid,
        BiFunction<NodeInputs, NodeSnapshot, DampedBatch> batch,
        ZoneRule zones,
        Function<NodeInputs, DeviceOutcome> gpus,
        Function<NodeInputs, DeviceOutcome> rdma) {

    /** Batch capacity of each zone, with the strategy that held for the node. */
    interface ZoneRule {
        List<ZoneAllotment> calculate(NodeInputs inputs, NodeSnapshot snapshot, ColocationStrategy strategy);
    }

    /** The calculators of the capabilities. */
    static final StageRules CALCULATORS = new StageRules(
            inputs -> CpuNormalization.calculate(
                    inputs.settings().normalization(), inputs.labels(), inputs.topologyAnnotations()),
            inputs -> ResourceAmplification.calculate(
                    inputs.settings().amplification(), inputs.labels(), inputs.annotations()),
            (inputs, snapshot) ->
                    MidResourceCalculator.calculate(snapshot, inputs.strategy().strategy(), inputs.now()),
            StageRules::dampedBatch,
            StageRules::batchOfZones,
            inputs -> DeviceResources.gpu(inputs.device(), inputs.settings().showsSharedGpus()),
            inputs -> DeviceResources.rdma(inputs.device()));

    private static final long THOUSAND = 1000;

    private static DampedBatch dampedBatch(NodeInputs inputs, NodeSnapshot snapshot) {
        return DampedCalculation.calculate(
                new DampedCalculation.Inputs(
                        snapshot,
                        inputs.strategy().strategy(),
                        inputs.strategy().damping(),
                        shown(inputs),
                        inputs.now()),
                inputs.damping());
    }

    /** What the node shows of batch resources; only damping looks at it. */
    private static ShownBatch shown(NodeInputs inputs) {
        if (inputs.strategy().damping().off()) {
            return ShownBatch.NOTHING;
        }
        Map<String, Quantity> origin = PublishedNode.shown(inputs.node()).origin();
        Map<String, Long> held = HeldResources.of(inputs.pods());
        return ShownBatch.ofNormalized(
                Quantities.value(origin, ResourceNames.BATCH_CPU),
                Quantities.value(origin, ResourceNames.BATCH_MEMORY),
                held.getOrDefault(ResourceNames.BATCH_CPU, 0L)
                        + inputs.thirdParties().microCpu() / THOUSAND,
                held.getOrDefault(ResourceNames.BATCH_MEMORY, 0L)
                        + inputs.thirdParties().milliBytes() / THOUSAND,
                NormalizationRatios.parse(inputs.annotations().get(Annotations.NODE_CPU_NORMALIZATION_RATIO)));
    }

    private static List<ZoneAllotment> batchOfZones(
            NodeInputs inputs, NodeSnapshot snapshot, ColocationStrategy strategy) {
        List<ZoneCapacity> capacities = TopologyZones.capacities(inputs.zones());
        return capacities.isEmpty()
                ? List.of()
                : ZoneBatchCalculator.calculate(snapshot, capacities, strategy, inputs.now());
    }
}
