package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.evict.Pool;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.qos.evict.EvictionStrategy;
import java.util.List;

public final class CpuEvictAdapter extends EvictionAdapter {

    public CpuEvictAdapter() {
        super(
                Pool.CPU,
                "releaseMilliCPU",
                List.of(Gate.BECPU_EVICT, Gate.CPU_ALLOCATABLE_EVICT, Gate.CPU_EVICT),
                EvictionStrategy::cpu);
    }

    @Override
    public String suite() {
        return "koordlet/cpu-evict";
    }

    /** Where the usage is compared with another limit than in the reference. */
    @Override
    public List<String> tags(JsonNode input) {
        String policy = input.at("/nodeSLOSpec/resourceUsedThresholdWithBE/cpuEvictPolicy")
                .asText();
        return policy.equals("evictByAllocatable") ? List.of("busy-by-real-limit") : List.of();
    }
}
