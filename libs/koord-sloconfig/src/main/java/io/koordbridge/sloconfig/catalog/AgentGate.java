package io.koordbridge.sloconfig.catalog;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Feature gates of koordlet without which fields of the config map have no effect on nodes. */
@PureCore
public enum AgentGate {
    BECPU_SUPPRESS("BECPUSuppress", true, SloKey.THRESHOLD, "cpuSuppress\\w+"),
    BE_MEMORY_EVICT("BEMemoryEvict", false, SloKey.THRESHOLD, "memoryEvict(Threshold|Lower)Percent"),
    MEMORY_EVICT(
            "MemoryEvict",
            false,
            SloKey.THRESHOLD,
            "memoryEvict(Threshold|Lower)Percent|evictEnabledPriorityThreshold"),
    MEMORY_ALLOCATABLE_EVICT(
            "MemoryAllocatableEvict",
            false,
            SloKey.THRESHOLD,
            "memoryAllocatableEvict\\w+|allocatableEvictPriorityThreshold"),
    BECPU_EVICT("BECPUEvict", false, SloKey.THRESHOLD, "cpuEvictBE\\w+|cpuEvictPolicy|cpuEvictTimeWindowSeconds"),
    CPU_EVICT(
            "CPUEvict",
            false,
            SloKey.THRESHOLD,
            "cpuEvict(Threshold|Lower)Percent|cpuEvictTimeWindowSeconds|evictEnabledPriorityThreshold"),
    CPU_ALLOCATABLE_EVICT(
            "CPUAllocatableEvict",
            false,
            SloKey.THRESHOLD,
            "cpuAllocatableEvict\\w+|allocatableEvictPriorityThreshold"),
    CPU_BURST("CPUBurst", true, SloKey.BURST, ".*"),
    SYSTEM_CONFIG("SystemConfig", false, SloKey.SYSTEM, ".*"),
    GROUP_IDENTITY("GroupIdentity", true, SloKey.QOS, "\\w+\\.cpuQOS"),
    CGROUP_RECONCILE("CgroupReconcile", false, SloKey.QOS, "\\w+\\.memoryQOS"),
    BLK_IO_RECONCILE("BlkIOReconcile", false, SloKey.QOS, "\\w+\\.blkioQOS"),
    RDT_RESCTRL("RdtResctrl", true, SloKey.QOS, "\\w+\\.resctrlQOS");

    private final String wireName;
    private final boolean onByDefault;
    private final SloKey key;
    private final Pattern fields;

    AgentGate(String wireName, boolean onByDefault, SloKey key, String fields) {
        this.wireName = wireName;
        this.onByDefault = onByDefault;
        this.key = key;
        this.fields = Pattern.compile(fields);
    }

    public String wireName() {
        return wireName;
    }

    public boolean isOnByDefault() {
        return onByDefault;
    }

    /** Whether it is on where these are named. */
    public boolean isOn(Map<String, Boolean> named) {
        return named.getOrDefault(wireName, onByDefault);
    }

    /**
     * Of which one at least has to be on for a field to have an effect; empty when it needs none.
     *
     * @param path inside a strategy, such as {@code beClass.memoryQOS}
     */
    public static List<AgentGate> of(String key, String path) {
        return Arrays.stream(values())
                .filter(gate ->
                        gate.key.key().equals(key) && gate.fields.matcher(path).matches())
                .toList();
    }
}
