package io.koordbridge.capacity.stages;

import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.MetadataDecision;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.resourceamplification.AmplificationOutcome;
import io.koordbridge.capacity.resourceamplification.ResourceAmplification;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;

/** The ratios by which a Node shows more of a resource than it has. */
@PureCore
final class AmplificationStage implements ResourceStage<AmplificationOutcome> {

    private static final String RATIO = Annotations.NODE_AMPLIFICATION_RATIO;

    @Override
    public String name() {
        return StageNames.RESOURCE_AMPLIFICATION;
    }

    @Override
    public Owned owned() {
        return Owned.annotation(RATIO);
    }

    @Override
    public AmplificationOutcome calculate(StageFacts facts) {
        NodeInputs inputs = facts.inputs();
        return ResourceAmplification.calculate(
                inputs.settings().amplification(), inputs.labels(), inputs.annotations());
    }

    @Override
    public AmplificationOutcome reset(StageFacts facts) {
        return AmplificationOutcome.COLOCATION_DISABLED;
    }

    /** Without a good text since the start a node shows what an earlier process made of one. */
    @Override
    public NodePreparation preparation(AmplificationOutcome result) {
        return result.reason() == AmplificationOutcome.Reason.CONFIG_UNAVAILABLE
                ? NodePreparation.NOTHING
                : result.preparation();
    }

    @Override
    public Optional<String> problem(AmplificationOutcome result) {
        return result.failed() ? Optional.of(result.reason() + " " + result.detail()) : Optional.empty();
    }

    @Override
    public MetadataDecision metadata(PublishedNode shown, PublishedNode wanted) {
        return ResourceAmplification.metaCheck(
                        shown.annotations().get(RATIO), wanted.annotations().get(RATIO))
                ? MetadataDecision.AMPLIFICATION_RATIO_CHANGED
                : MetadataDecision.UNCHANGED;
    }
}
