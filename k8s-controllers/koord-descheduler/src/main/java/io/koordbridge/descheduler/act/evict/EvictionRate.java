package io.koordbridge.descheduler.act.evict;

import java.time.Instant;

/** The process's own rate of evictions, all kinds and namespaces together. */
@FunctionalInterface
public interface EvictionRate {

    /** Takes a token; false when there is none, and then nothing is waited for. */
    boolean tryTake(Instant now);
}
