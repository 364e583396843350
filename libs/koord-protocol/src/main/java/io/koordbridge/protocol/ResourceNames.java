package io.koordbridge.protocol;

/**
 * Resource names. Units: batch and mid CPU in integer milli-cores, memory in bytes, devices in percent of one device unless
 * said otherwise.
 */
public final class ResourceNames {

    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    public static final String BATCH_MEMORY = "kubernetes.io/batch-memory";
    public static final String MID_CPU = "kubernetes.io/mid-cpu";
    public static final String MID_MEMORY = "kubernetes.io/mid-memory";
    public static final String GPU = "koordinator.sh/gpu";
    public static final String GPU_CORE = "koordinator.sh/gpu-core";
    /** Bytes. */
    public static final String GPU_MEMORY = "koordinator.sh/gpu-memory";

    public static final String GPU_MEMORY_RATIO = "koordinator.sh/gpu-memory-ratio";
    /** Shared cards: 100 for each healthy one. */
    public static final String GPU_SHARED = "koordinator.sh/gpu.shared";

    public static final String NPU_CORE = "huawei.com/npu-core";
    public static final String NPU_CPU = "huawei.com/npu-cpu";
    public static final String NPU_DVPP = "huawei.com/npu-dvpp";
    public static final String RDMA = "koordinator.sh/rdma";

    private ResourceNames() {}
}
