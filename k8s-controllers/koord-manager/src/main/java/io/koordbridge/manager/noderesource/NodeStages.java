package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.manager.batchresource.BatchAllotment;
import io.koordbridge.manager.batchresource.BatchAllotment.Reason;
import io.koordbridge.manager.batchresource.BatchSplit;
import io.koordbridge.manager.batchresource.BatchSplitPlanner;
import io.koordbridge.manager.batchresource.NodeSnapshot;
import io.koordbridge.manager.batchresource.NodeSnapshots;
import io.koordbridge.manager.batchresource.NodeUsage;
import io.koordbridge.manager.batchresource.NormalizationRatios;
import io.koordbridge.manager.damping.DampedBatch;
import io.koordbridge.manager.damping.DampedCalculation;
import io.koordbridge.manager.damping.ShownBatch;
import io.koordbridge.manager.midresource.MidAllotment;
import io.koordbridge.manager.midresource.MidResourceCalculator;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the stages of a pass, one after the other; a stage that cannot calculate does not keep the others from it. */
@PureCore
final class NodeStages {

    private static final long THOUSAND = 1000;

    private final NodeInputs inputs;
    private final boolean enabled;
    private final NodeSnapshot snapshot;
    private final List<StageOutcome> outcomes = new ArrayList<>();

    private NodeStages(NodeInputs inputs) {
        this.inputs = inputs;
        this.enabled = inputs.strategy().nodeEnabled();
        NodeUsage usage = inputs.report() == null ? null : inputs.report().usage();
        this.snapshot = NodeSnapshots.of(inputs.node(), inputs.pods(), usage);
    }

    static NodeTerms run(NodeInputs inputs) {
        return new NodeStages(inputs).terms();
    }

    private NodeTerms terms() {
        double ratio =
                NormalizationRatios.parse(AnnotationCodec.text(inputs.node(), Annotations.NODE_CPU_NORMALIZATION_RATIO)
                        .orElse(null));
        MidAllotment mid = mid();
        DampedBatch batch = batch(ratio);
        BatchSplit split = BatchSplitPlanner.split(batch.allotment(), ratio, inputs.thirdParties());
        outcomes.add(StageOutcome.of(Stage.BATCH_RESOURCE, BatchPublication.resources(split)));
        return new NodeTerms(
                inputs.name(),
                inputs.now(),
                inputs.strategy(),
                outcomes,
                mid,
                batch,
                ratio,
                split,
                inputs.report() == null ? null : inputs.report().seenAt(),
                NodeResourcePass.held(inputs.pods()));
    }

    private MidAllotment mid() {
        MidAllotment mid = enabled
                ? MidResourceCalculator.calculate(snapshot, inputs.strategy().strategy(), inputs.now())
                : MidAllotment.reset(Reason.COLOCATION_DISABLED, usageAt());
        outcomes.add(new StageOutcome(
                Stage.MID_RESOURCE,
                mid.preparation(),
                mid.failed() ? mid.reason().name() : null));
        return mid;
    }

    private DampedBatch batch(double ratio) {
        return enabled
                ? DampedCalculation.calculate(
                        new DampedCalculation.Inputs(
                                snapshot,
                                inputs.strategy().strategy(),
                                inputs.strategy().damping(),
                                shown(ratio),
                                inputs.now()),
                        inputs.damping())
                : DampedBatch.undamped(
                        BatchAllotment.reset(Reason.COLOCATION_DISABLED, usageAt()),
                        inputs.strategy().strategy());
    }

    /** What the node shows of batch resources; only damping looks at it. */
    private ShownBatch shown(double ratio) {
        if (inputs.strategy().damping().off()) {
            return ShownBatch.NOTHING;
        }
        Map<String, Quantity> origin = PublishedNode.shown(inputs.node()).origin();
        Map<String, Long> held = NodeResourcePass.held(inputs.pods());
        return ShownBatch.ofNormalized(
                Quantities.value(origin, ResourceNames.BATCH_CPU),
                Quantities.value(origin, ResourceNames.BATCH_MEMORY),
                held.getOrDefault(ResourceNames.BATCH_CPU, 0L)
                        + inputs.thirdParties().microCpu() / THOUSAND,
                held.getOrDefault(ResourceNames.BATCH_MEMORY, 0L)
                        + inputs.thirdParties().milliBytes() / THOUSAND,
                ratio);
    }

    private @Nullable Instant usageAt() {
        return inputs.report() == null ? null : inputs.report().usage().updateTime();
    }
}
