package io.koordbridge.capacity.offered;

/** Names of the stages that other stages and explanations ask for. */
public final class StageNames {

    public static final String CPU_NORMALIZATION = "CPUNormalization";
    public static final String RESOURCE_AMPLIFICATION = "ResourceAmplification";
    public static final String MID_RESOURCE = "MidResource";
    public static final String ONLINE_USE = "OnlineUse";
    public static final String BATCH_RESOURCE = "BatchResource";
    public static final String GPU_DEVICE_RESOURCE = "GPUDeviceResource";
    public static final String RDMA_DEVICE_RESOURCE = "RDMADeviceResource";

    private StageNames() {}
}
