package io.koordbridge.scheduler.facts.cpus;

/**
 * One logical CPU.
 *
 * @param id the kernel's number
 * @param core physical core, unique within its socket
 * @param socket physical package
 * @param node NUMA node
 */
public record LogicalCpu(int id, int core, int socket, int node) {

    private static final int CORES_OF_A_SOCKET = 1 << 16;

    /** Physical core, unique on the machine. */
    long coreKey() {
        return (long) socket * CORES_OF_A_SOCKET + core;
    }
}
