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
 * @param loads kinds of waiting pods
 * @param other executable of another scheduler, null for none
 * @param otherConfiguration its KubeSchedulerConfiguration, null for none
 */
public record SchedulingOptions(
        int nodes,
        int podsPerNode,
        int backlog,
        int rounds,
        List<PodLoad> loads,
        @Nullable Path other,
        @Nullable Path otherConfiguration) {

    public SchedulingOptions {
        loads = List.copyOf(loads);
    }
}
