package io.koordbridge.capacity.batchresource;

/**
 * A NUMA zone of a node.
 *
 * @param name unique on its node
 * @param capacity what the zone shows as allocatable, zero for what it does not show
 */
public record ZoneCapacity(String name, CpuMemory capacity) {}
