package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;

/** Types of devices and their resources. */
@PureCore
final class DeviceNames {

    static final String GPU = "gpu";
    static final String RDMA = "rdma";
    static final String FPGA = "fpga";

    static final String WHOLE_OR_SHARED_GPU = "koordinator.sh/gpu";
    /** Number of GPUs over which the other amounts are spread. */
    static final String GPU_SHARED = "koordinator.sh/gpu.shared";

    static final String NVIDIA_GPU = "nvidia.com/gpu";
    static final String GPU_CORE = "koordinator.sh/gpu-core";
    static final String GPU_MEMORY = "koordinator.sh/gpu-memory";
    static final String GPU_MEMORY_RATIO = "koordinator.sh/gpu-memory-ratio";
    static final String RDMA_RESOURCE = "koordinator.sh/rdma";
    static final String FPGA_RESOURCE = "koordinator.sh/fpga";

    /** One whole device. */
    static final long WHOLE = 100;

    private DeviceNames() {}
}
