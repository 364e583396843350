package io.koordbridge.bench.planerror;

/**
 * Counters of a node at one time; CPU times are sums since some beginning.
 *
 * @param nanos time of the look
 * @param busyNanos CPU of all work of the node
 * @param tierNanos CPU of the best-effort tier
 * @param ownNanos CPU of the agent
 * @param wantedMilliCpu online load by the pattern
 * @param offeredMilliCpu batch CPU that the node shows
 * @param limitMilliCpu what the agent lets the tier use; {@link Long#MAX_VALUE} for all
 */
record Look(
        long nanos,
        long busyNanos,
        long tierNanos,
        long ownNanos,
        long wantedMilliCpu,
        long offeredMilliCpu,
        long limitMilliCpu) {}
