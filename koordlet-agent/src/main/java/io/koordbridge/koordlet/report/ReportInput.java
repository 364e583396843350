package io.koordbridge.koordlet.report;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.PodInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Samples of everything a report speaks of.
 *
 * @param numa of each NUMA node that has any, in the order of their numbers
 * @param percentiles one entry for each window of the policy
 */
public record ReportInput(
        Instant now,
        Windowed node,
        Windowed system,
        List<Percentiles> percentiles,
        List<NumaSamples> numa,
        List<PodSamples> pods,
        List<ApplicationSamples> applications) {

    public ReportInput {
        percentiles = List.copyOf(percentiles);
        numa = List.copyOf(numa);
        pods = List.copyOf(pods);
        applications = List.copyOf(applications);
    }

    /**
     * Samples of the window of the averages.
     *
     * @param newest samples of the last seconds; none when surges are not looked for
     */
    public record Windowed(UsageSamples window, UsageSamples newest) {}

    /** Pods that a report names: their usage is known. */
    public List<PodInfo> reportedPods() {
        return pods.stream()
                .filter(one -> one.samples().window().isKnown())
                .map(PodSamples::pod)
                .toList();
    }

    /** Samples of one window of the percentiles. */
    public record Percentiles(Duration window, UsageSamples node, UsageSamples system) {}

    /** Samples of a NUMA node in the window of the averages. */
    public record NumaSamples(int node, UsageSamples usage, UsageSamples system) {}

    /** Samples of a pod. */
    public record PodSamples(PodInfo pod, Windowed samples) {}

    /** Samples of an application outside of pods. */
    public record ApplicationSamples(HostApplication application, Windowed samples) {}
}
