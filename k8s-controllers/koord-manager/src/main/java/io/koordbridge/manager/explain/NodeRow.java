package io.koordbridge.manager.explain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node at a glance, from the last pass over it. Null is not known or not there, never 0.
 *
 * @param reason why there are amounts, or none: the name of a reason of batch capacity, or of the decision to hold a write back
 * @param capacityCpuMilli all of the node, null when nothing was calculated
 * @param onlineCpuMilli used by the system and by pods without batch resources
 * @param originCpuMilli what is left for batch work, before third parties
 * @param thirdPartyCpuMilli what third parties hold of it
 * @param batchCpuMilli batch-cpu that the node shows, for pods
 * @param midCpuMilli mid-cpu that the node shows
 * @param metricAgeSeconds age of the report that was used
 * @param lastWriteSeconds since this process last wrote the node, null when it did not
 * @param dueAt when a change that is held back is written, ISO 8601
 * @param problems what stages could not calculate, and why nothing grows
 */
public record NodeRow(
        String name,
        State state,
        String reason,
        @Nullable Long capacityCpuMilli,
        @Nullable Long capacityMemoryBytes,
        @Nullable Long onlineCpuMilli,
        @Nullable Long onlineMemoryBytes,
        @Nullable Long originCpuMilli,
        @Nullable Long originMemoryBytes,
        @Nullable Long thirdPartyCpuMilli,
        @Nullable Long thirdPartyMemoryBytes,
        @Nullable Long batchCpuMilli,
        @Nullable Long batchMemoryBytes,
        @Nullable Long midCpuMilli,
        @Nullable Long midMemoryBytes,
        @Nullable Double metricAgeSeconds,
        @Nullable Double lastWriteSeconds,
        @Nullable String dueAt,
        List<String> problems) {

    /** The published part of the calculation. */
    public enum State {
        /** What was calculated. */
        PUBLISHED,
        /** An earlier amount, as the change is too small to be written yet. */
        HELD_BACK,
        /** An earlier amount, as nothing can be calculated, what was cannot be written, or nothing may grow without protection. */
        KEPT,
        /** No amount. */
        NOTHING,
        /** No amount, as colocation is off here. */
        OFF,
        /** Not yet worked on. */
        WAITING
    }

    public NodeRow {
        problems = List.copyOf(problems);
    }
}
