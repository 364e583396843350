package io.koordbridge.koordlet.topology;

/** A logical CPU and where it sits. */
public record Processor(int cpu, int core, int socket, int numaNode) {}
