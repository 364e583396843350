package io.koordbridge.manager.damping;

import org.jspecify.annotations.Nullable;

/**
 * What one pass over a node leaves for the next.
 *
 * @param milliCpu null before the first pass
 * @param bytes null before the first pass
 */
public record DampingState(
        @Nullable AmountState milliCpu, @Nullable AmountState bytes, PodMemory pods) {

    /** Nothing is known of the node. */
    public static final DampingState NONE = new DampingState(null, null, PodMemory.NONE);

    /** The same pods while the amounts of another state hold: what was planned was not published. */
    public DampingState unpublished(DampingState before) {
        return new DampingState(before.milliCpu(), before.bytes(), pods);
    }
}
