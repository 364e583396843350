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
 * @param variants arms of ours that differ
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
        Variants variants,
        int beyondQuota,
        boolean loadAwareness,
        @Nullable Path other,
        @Nullable Path otherConfiguration) {

    /**
     * Arms of ours that differ.
     *
     * @param unfit pods that fit nowhere, added to the others in a separate arm; 0 for no such arm
     * @param backOffs that arm once for each podMaxBackoffSeconds; empty as shipped
     * @param choice whether kube-scheduler chooses among the best nodes in one more arm
     */
    public record Variants(int unfit, List<Integer> backOffs, boolean choice) {

        public Variants {
            backOffs = List.copyOf(backOffs);
        }
    }

    /** Kinds of waiting pods. */
    List<PodLoad> loads() {
        return waiting.loads();
    }
}
