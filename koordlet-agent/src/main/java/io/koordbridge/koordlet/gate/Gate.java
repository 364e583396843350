package io.koordbridge.koordlet.gate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Switches of the reference's agent. Those without a meaning here are known by name and do nothing. */
public enum Gate {
    BECPU_SUPPRESS("BECPUSuppress", true, "Best-effort CPU is suppressed where the NodeSLO enables it."),
    CPU_BURST(
            "CPUBurst",
            true,
            "Pods get room for bursts where the NodeSLO or their annotation asks for it; the policy is none unless set."),
    RDT_RESCTRL(
            "RdtResctrl",
            true,
            "Classes of pods share the last cache and memory bandwidth by resctrl where the NodeSLO enables it."),
    NODE_TOPOLOGY_REPORT("NodeTopologyReport", true, "The NodeResourceTopology of the node is written."),
    GROUP_IDENTITY(
            "GroupIdentity",
            true,
            "Groups get the identity of their class; where the kernel has none, best-effort work the least weight."),
    CPU_SET_ALLOCATOR(
            "CPUSetAllocator",
            true,
            "Containers are bound to CPUs of the scheduler's annotation or of the node's pools."),
    BATCH_RESOURCE("BatchResource", true, "Pods that request batch resources are limited to them."),
    AUDIT_EVENTS("AuditEvents", false, "Evicted pods are in the audit record, which has every write in any case."),
    AUDIT_EVENTS_HTTP_HANDLER(
            "AuditEventsHTTPHandler",
            false,
            "/events serves all of the audit record page by page instead of the newest 512 events."),
    BECPU_MANAGER(
            "BECPUManager", false, "The scheduler places best-effort pods on CPUs; suppression gives cpusets back."),
    BECPU_EVICT(
            "BECPUEvict",
            false,
            "Best-effort pods and YARN containers are evicted when their tier gets too little CPU for their requests."),
    CPU_EVICT("CPUEvict", false, "Pods that agreed to it are evicted when the node's CPU is nearly used up."),
    CPU_ALLOCATABLE_EVICT(
            "CPUAllocatableEvict",
            false,
            "Pods that agreed to it are evicted when they request more batch or mid CPU than the node has."),
    BE_MEMORY_EVICT(
            "BEMemoryEvict",
            false,
            "Best-effort pods and YARN containers are evicted when the node's memory is nearly used up."),
    MEMORY_EVICT("MemoryEvict", false, "Pods that agreed to it are evicted when the node's memory is nearly used up."),
    MEMORY_ALLOCATABLE_EVICT(
            "MemoryAllocatableEvict",
            false,
            "Pods that agreed to it are evicted when they request more batch or mid memory than the node has."),
    SYSTEM_CONFIG(
            "SystemConfig", false, "Settings of the kernel for the node are written where the NodeSLO names them."),
    CGROUP_RECONCILE(
            "CgroupReconcile",
            false,
            "Memory of pods is protected and throttled by class, where the NodeSLO enables it."),
    BLK_IO_RECONCILE(
            "BlkIOReconcile",
            false,
            "Block devices of the best-effort tier and of annotated pods are limited where the NodeSLO enables it."),
    COLD_PAGE_COLLECTOR(
            "ColdPageCollector",
            false,
            "Memory that nothing touched for long is measured: where kidled scans for it, for usageWithHotPageCache;"
                    + " else by DAMON, for the node only."),
    CPI_COLLECTOR(
            "CPICollector",
            false,
            "Cycles and instructions of containers are counted where the hardware's counters can be used."),
    LIBPFM4("Libpfm4", false, null),
    PSI_COLLECTOR("PSICollector", false, "Pressure of the node, its tiers, pods and containers is measured."),
    RESCTRL_COLLECTOR("ResctrlCollector", false, null),
    ACCELERATORS("Accelerators", false, null),
    RDMA_DEVICES("RDMADevices", false, null),
    HUGE_PAGE_REPORT("HugePageReport", false, "Zones of the NodeResourceTopology show huge pages beside other memory."),
    POD_RESOURCES_PROXY("PodResourcesProxy", false, null),
    HAMI_CORE_VGPU_MONITOR("HamiCoreVGPUMonitor", false, null),
    PER_CPU_METRIC("PerCPUMetric", false, null),
    NODE_METRIC_PROM_METRICS(
            "NodeMetricPromMetrics",
            false,
            "Metrics show the usage of each NUMA node in addition to that of the node."),
    GPU_ENV_INJECT("GPUEnvInject", false, null),
    RDMA_DEVICE_INJECT("RDMADeviceInject", false, null),
    CPU_NORMALIZATION(
            "CPUNormalization",
            false,
            "CPU quotas of pods on shared CPUs are made smaller by the ratio of the node's annotation."),
    CORE_SCHED("CoreSched", false, "Refused: a problem says why, and what the kernel lacks; cookies are not managed."),
    TERWAY_QO_S("TerwayQoS", false, null),
    TC_NETWORK_QO_S("TCNetworkQoS", false, null),
    RESCTRL("Resctrl", false, "Pods get the share of the last cache and memory bandwidth of their annotation."),
    OOM_SCORE_ADJ("OOMScoreAdj", false, null);

    private final String wireName;
    private final boolean onByDefault;
    private final @Nullable String meaning;

    Gate(String wireName, boolean onByDefault, @Nullable String meaning) {
        this.wireName = wireName;
        this.onByDefault = onByDefault;
        this.meaning = meaning;
    }

    public String wireName() {
        return wireName;
    }

    public boolean isOnByDefault() {
        return onByDefault;
    }

    /** What it switches; empty when nothing here reads it. */
    public Optional<String> meaning() {
        return Optional.ofNullable(meaning);
    }
}
