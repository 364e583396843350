package io.koordbridge.koordlet.conformance;

import io.koordbridge.koordlet.evict.Pool;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.qos.evict.EvictionStrategy;
import java.util.List;

public final class MemoryEvictAdapter extends EvictionAdapter {

    public MemoryEvictAdapter() {
        super(
                Pool.MEMORY,
                "releaseBytes",
                List.of(Gate.BE_MEMORY_EVICT, Gate.MEMORY_ALLOCATABLE_EVICT, Gate.MEMORY_EVICT),
                EvictionStrategy::memory);
    }

    @Override
    public String suite() {
        return "koordlet/memory-evict";
    }
}
