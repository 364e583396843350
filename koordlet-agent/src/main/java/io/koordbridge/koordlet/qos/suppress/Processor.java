package io.koordbridge.koordlet.qos.suppress;

/** A logical CPU and where it sits. */
public record Processor(int cpu, int core, int socket, int numaNode) {}
