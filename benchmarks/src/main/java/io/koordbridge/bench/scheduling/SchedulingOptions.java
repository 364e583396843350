package io.koordbridge.bench.scheduling;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is measured.
 *
 * @param nodes nodes, each with a topology of two NUMA nodes
 * @param podsPerNode pods that run on each already
 * @param backlog pods that wait when a scheduler starts
 * @param rounds how often each scheduler gets each load
 * @param waiting kinds of waiting pods, and in how many shapes they come
 * @param unfit pods that fit nowhere, beside the others in an arm of their own; 0 for no such arm
 * @param beyondQuota pods that their quota keeps out, beside pods that come and go; 0 for the backlogs
 * @param loadAwareness whether each node has a NodeMetric, and an arm goes without load awareness
 * @param other executable of another scheduler, null for none
 * @param otherConfiguration its KubeSchedulerConfiguration, null for none
 */
public record SchedulingOptions(
        int nodes,
        int podsPerNode,
        int backlog,
        int rounds,
        Waiting waiting,
        int unfit,
        int beyondQuota,
        boolean loadAwareness,
        @Nullable Path other,
        @Nullable Path otherConfiguration) {

    /**
     * Pods that wait.
     *
     * @param loads their kinds
     * @param shapes how many different amounts they request
     */
    public record Waiting(List<PodLoad> loads, int shapes) {

        public Waiting {
            loads = List.copyOf(loads);
            if (shapes < 1) {
                throw new IllegalArgumentException("shapes: " + shapes + ", allowed: at least 1");
            }
        }
    }

    /** Kinds of waiting pods. */
    List<PodLoad> loads() {
        return waiting.loads();
    }
}
