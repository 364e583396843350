package io.koordbridge.capacity.stages;

import io.koordbridge.capacity.deviceresource.DeviceOutcome;
import io.koordbridge.capacity.deviceresource.DeviceResources;
import io.koordbridge.capacity.explain.DeviceSum;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.MetadataDecision;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PublishedNode;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What the devices of one type offer. */
@PureCore
final class DeviceStage implements ResourceStage<DeviceOutcome> {

    private final String name;
    private final Owned owned;
    private final Function<NodeInputs, DeviceOutcome> calculation;

    private DeviceStage(String name, Owned owned, Function<NodeInputs, DeviceOutcome> calculation) {
        this.name = name;
        this.owned = owned;
        this.calculation = calculation;
    }

    static DeviceStage gpus() {
        return new DeviceStage(
                StageNames.GPU_DEVICE_RESOURCE,
                Owned.exact(DeviceResources.GPU_RESOURCES, DeviceResources.GPU_LABELS),
                inputs -> DeviceResources.gpu(inputs.device(), inputs.settings().showsSharedGpus()));
    }

    static DeviceStage rdma() {
        return new DeviceStage(
                StageNames.RDMA_DEVICE_RESOURCE,
                Owned.exact(DeviceResources.RDMA_RESOURCES, List.of()),
                inputs -> DeviceResources.rdma(inputs.device()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Owned owned() {
        return owned;
    }

    @Override
    public DeviceOutcome calculate(StageFacts facts) {
        return calculation.apply(facts.inputs());
    }

    @Override
    public NodePreparation preparation(DeviceOutcome result) {
        return result.preparation();
    }

    @Override
    public Optional<String> problem(DeviceOutcome result) {
        return result.problems().isEmpty() ? Optional.empty() : Optional.of(String.join("; ", result.problems()));
    }

    @Override
    public List<Sum> explain(NodeTerms terms) {
        return terms.result(name, DeviceOutcome.class)
                .map(outcome -> DeviceSum.of(terms.node(), outcome))
                .orElse(List.of());
    }

    @Override
    public MetadataDecision metadata(PublishedNode shown, PublishedNode wanted) {
        return owned.hasMetadata() && DeviceResources.metaCheck(shown.labels(), wanted.labels())
                ? MetadataDecision.GPU_LABEL_CHANGED
                : MetadataDecision.UNCHANGED;
    }
}
