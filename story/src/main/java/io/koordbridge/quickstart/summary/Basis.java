package io.koordbridge.quickstart.summary;

/**
 * What a run could show at all.
 *
 * @param enforcing whether limits are written to the kernel
 * @param nodeMilliCpu CPU of the node
 * @param limitFloorMilliCpu what best-effort work may use whatever the load
 * @param floorVcores what the NodeManager keeps whatever the load
 * @param vcoreMilliCpu CPU of one virtual core
 */
public record Basis(
        boolean enforcing, long nodeMilliCpu, long limitFloorMilliCpu, long floorVcores, long vcoreMilliCpu) {}
