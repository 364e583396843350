package io.koordbridge.capacity.stages;

import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/** The stages of every node, in the order in which they run; a new resource is one line. */
@PureCore
public final class ResourceStages {

    /** All of them; batch capacity is scaled by what CPU normalization came to before it, and leaves what online work is expected to use. */
    public static final List<ResourceStage<?>> ALL = List.of(
            new CpuNormalizationStage(),
            new AmplificationStage(),
            new MidStage(),
            new OnlineUseStage(),
            new BatchStage(),
            DeviceStage.gpus(),
            DeviceStage.rdma());

    private ResourceStages() {}

    /** Names of all stages, in their order. */
    public static List<String> names() {
        return ALL.stream().map(ResourceStage::name).toList();
    }
}
