package io.koordbridge.scheduler.facts.cpus;

/**
 * Who holds a logical CPU.
 *
 * @param refCount how many pods
 * @param exclusivePolicy that of the pod which took it last, {@code ""} for none
 */
public record CpuHolding(int refCount, String exclusivePolicy) {}
