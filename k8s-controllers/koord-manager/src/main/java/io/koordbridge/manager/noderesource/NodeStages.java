package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.BatchAllotment.Reason;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.manager.batchresource.BatchSplitPlanner;
import io.koordbridge.manager.batchresource.NodeSnapshot;
import io.koordbridge.manager.batchresource.NodeSnapshots;
import io.koordbridge.manager.batchresource.NodeUsage;
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
import io.koordbridge.manager.preparation.NodePreparation;
import io.koordbridge.manager.resourceamplification.AmplificationOutcome;
import io.koordbridge.manager.resourceamplification.ResourceAmplification;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the stages of a pass, one after the other; a stage that cannot calculate does not keep the others from it. */
@PureCore
final class NodeStages {

    private static final long THOUSAND = 1000;

    private NodeStages() {}

    static NodeTerms run(NodeInputs inputs) {
        return inputs.strategy().nodeEnabled() ? calculate(inputs) : reset(inputs);
    }

    private static NodeTerms calculate(NodeInputs inputs) {
        ColocationStrategy strategy = inputs.strategy().strategy();
        NodeUsage usage = inputs.report() == null ? null : inputs.report().usage();
        NodeSnapshot snapshot = NodeSnapshots.of(inputs.node(), inputs.pods(), usage);
        NormalizationOutcome normalization = CpuNormalization.calculate(
                inputs.settings().normalization(), inputs.labels(), inputs.topologyAnnotations());
        AmplificationOutcome amplification = ResourceAmplification.calculate(
                inputs.settings().amplification(), inputs.labels(), inputs.annotations());
        MidAllotment mid = MidResourceCalculator.calculate(snapshot, strategy, inputs.now());
        DampedBatch batch = batch(inputs, snapshot);
        double ratio = NormalizationRatios.parse(normalization.ratioText().orElse(null));
        BatchSplit split = BatchSplitPlanner.split(batch.allotment(), ratio, inputs.thirdParties());
        DeviceOutcome gpus =
                DeviceResources.gpu(inputs.device(), inputs.settings().showsSharedGpus());
        DeviceOutcome rdma = DeviceResources.rdma(inputs.device());
        List<StageOutcome> stages = List.of(
                new StageOutcome(Stage.CPU_NORMALIZATION, normalization.preparation(), problem(normalization)),
                new StageOutcome(Stage.RESOURCE_AMPLIFICATION, amplification.preparation(), problem(amplification)),
                new StageOutcome(
                        Stage.MID_RESOURCE,
                        mid.preparation(),
                        mid.failed() ? mid.reason().name() : null),
                StageOutcome.of(Stage.BATCH_RESOURCE, BatchPublication.resources(split)),
                new StageOutcome(Stage.GPU_DEVICE_RESOURCE, gpus.preparation(), problem(gpus)),
                new StageOutcome(Stage.RDMA_DEVICE_RESOURCE, rdma.preparation(), problem(rdma)));
        return new NodeTerms(
                inputs.name(),
                inputs.now(),
                inputs.strategy(),
                stages,
                normalization,
                amplification,
                mid,
                batch,
                ratio,
                split,
                zones(inputs, snapshot, batch.strategy()),
                gpus,
                rdma,
                seenAt(inputs),
                HeldResources.of(inputs.pods()));
    }

    /** Colocation is off: mid and batch go, amplification goes, everything else stays as it is. */
    private static NodeTerms reset(NodeInputs inputs) {
        Instant usageAt =
                inputs.report() == null ? null : inputs.report().usage().updateTime();
        MidAllotment mid = MidAllotment.reset(Reason.COLOCATION_DISABLED, usageAt);
        BatchAllotment batch = BatchAllotment.reset(Reason.COLOCATION_DISABLED, usageAt);
        BatchSplit split = BatchSplitPlanner.split(batch, 1, inputs.thirdParties());
        AmplificationOutcome amplification = AmplificationOutcome.COLOCATION_DISABLED;
        List<StageOutcome> stages = List.of(
                StageOutcome.of(Stage.CPU_NORMALIZATION, NodePreparation.NOTHING),
                StageOutcome.of(Stage.RESOURCE_AMPLIFICATION, amplification.preparation()),
                StageOutcome.of(Stage.MID_RESOURCE, mid.preparation()),
                StageOutcome.of(Stage.BATCH_RESOURCE, BatchPublication.resources(split)),
                StageOutcome.of(Stage.GPU_DEVICE_RESOURCE, NodePreparation.NOTHING),
                StageOutcome.of(Stage.RDMA_DEVICE_RESOURCE, NodePreparation.NOTHING));
        return new NodeTerms(
                inputs.name(),
                inputs.now(),
                inputs.strategy(),
                stages,
                null,
                amplification,
                mid,
                DampedBatch.undamped(batch, inputs.strategy().strategy()),
                1,
                split,
                List.of(),
                null,
                null,
                seenAt(inputs),
                HeldResources.of(inputs.pods()));
    }

    private static DampedBatch batch(NodeInputs inputs, NodeSnapshot snapshot) {
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

    private static List<ZoneAllotment> zones(NodeInputs inputs, NodeSnapshot snapshot, ColocationStrategy strategy) {
        List<ZoneCapacity> capacities = TopologyZones.capacities(inputs.zones());
        return capacities.isEmpty()
                ? List.of()
                : ZoneBatchCalculator.calculate(snapshot, capacities, strategy, inputs.now());
    }

    private static @Nullable String problem(NormalizationOutcome outcome) {
        return outcome.failed() ? outcome.reason() + " " + outcome.detail() : null;
    }

    private static @Nullable String problem(AmplificationOutcome outcome) {
        return outcome.failed() ? outcome.reason() + " " + outcome.detail() : null;
    }

    private static @Nullable String problem(DeviceOutcome outcome) {
        return outcome.problems().isEmpty() ? null : String.join("; ", outcome.problems());
    }

    private static @Nullable Instant seenAt(NodeInputs inputs) {
        return inputs.report() == null ? null : inputs.report().seenAt();
    }
}
