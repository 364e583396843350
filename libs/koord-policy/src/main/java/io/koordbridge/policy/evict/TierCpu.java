package io.koordbridge.policy.evict;

/** CPU of the best-effort tier, in milli-cores. */
public record TierCpu(double usage, double request, double realLimit) {}
