package io.koordbridge.capacity.stages;

import io.koordbridge.capacity.cpunormalization.CpuNormalization;
import io.koordbridge.capacity.cpunormalization.NormalizationOutcome;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.MetadataDecision;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;

/** The ratio that batch CPU is scaled by. */
@PureCore
final class CpuNormalizationStage implements ResourceStage<NormalizationOutcome> {

    private static final String RATIO = Annotations.NODE_CPU_NORMALIZATION_RATIO;

    @Override
    public String name() {
        return StageNames.CPU_NORMALIZATION;
    }

    @Override
    public Owned owned() {
        return Owned.annotation(RATIO);
    }

    @Override
    public NormalizationOutcome calculate(StageFacts facts) {
        NodeInputs inputs = facts.inputs();
        return CpuNormalization.calculate(
                inputs.settings().normalization(), inputs.labels(), inputs.topologyAnnotations());
    }

    @Override
    public NodePreparation preparation(NormalizationOutcome result) {
        return result.preparation();
    }

    @Override
    public Optional<String> problem(NormalizationOutcome result) {
        return result.failed() ? Optional.of(result.reason() + " " + result.detail()) : Optional.empty();
    }

    @Override
    public MetadataDecision metadata(PublishedNode shown, PublishedNode wanted) {
        return CpuNormalization.metaCheck(
                        shown.annotations().get(RATIO), wanted.annotations().get(RATIO))
                ? MetadataDecision.NORMALIZATION_RATIO_CHANGED
                : MetadataDecision.UNCHANGED;
    }
}
