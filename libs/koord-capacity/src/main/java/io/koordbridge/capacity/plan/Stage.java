package io.koordbridge.capacity.plan;

/** The capabilities that take part in a pass, in the order in which they run; names are those of the metrics. */
public enum Stage {
    CPU_NORMALIZATION("CPUNormalization"),
    RESOURCE_AMPLIFICATION("ResourceAmplification"),
    MID_RESOURCE("MidResource"),
    BATCH_RESOURCE("BatchResource"),
    GPU_DEVICE_RESOURCE("GPUDeviceResource"),
    RDMA_DEVICE_RESOURCE("RDMADeviceResource");

    private final String pluginName;

    Stage(String pluginName) {
        this.pluginName = pluginName;
    }

    /** Name in metrics, logs and explanations. */
    public String pluginName() {
        return pluginName;
    }
}
