package io.koordbridge.scheduler.place.load;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.PodTimes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a NodeMetric says.
 *
 * @param updatedMillis when it was measured, in milliseconds since 1970, {@link PodTimes#UNKNOWN} when it was never
 * @param intervalMillis time between two reports
 * @param expired whether it is too old to be believed
 * @param node what the node uses, null when the report does not say
 * @param system what is used beside pods and host applications
 * @param aggregated what the node uses by kind
 * @param pods what pods use, by namespace and name
 * @param problems what could not be used of the object, for people
 */
@PureCore
public record UsageReport(
        long updatedMillis,
        long intervalMillis,
        boolean expired,
        @Nullable ResourceVector node,
        ResourceVector system,
        Map<Aggregation, ResourceVector> aggregated,
        Map<String, OfPod> pods,
        List<String> problems) {

    private static final long NEARLY_A_SECOND = 999_999_999;

    public UsageReport {
        aggregated = Map.copyOf(aggregated);
        pods = Map.copyOf(pods);
        problems = List.copyOf(problems);
    }

    /**
     * A percentile.
     *
     * @param type avg, p50, p90, p95 or p99
     * @param windowSeconds over which it was taken, 0 for the longest window there is
     */
    public record Aggregation(String type, long windowSeconds) {

        /** Over a window; zero is the longest there is, and less than a second is a second. */
        static Aggregation over(String type, Duration window) {
            return new Aggregation(type, window.plusNanos(NEARLY_A_SECOND).toSeconds());
        }
    }

    /**
     * Usage of a pod.
     *
     * @param prod whether the node agent counts it as prod
     */
    public record OfPod(ResourceVector usage, boolean prod) {}

    /** When it becomes too old. */
    long expiresAtMillis(long expirationMillis) {
        return updatedMillis == PodTimes.UNKNOWN ? PodTimes.UNKNOWN : updatedMillis + expirationMillis;
    }

    /** This report in place of a later one that cannot be used. */
    UsageReport staying(long newIntervalMillis, List<String> newProblems) {
        return new UsageReport(updatedMillis, newIntervalMillis, false, node, system, aggregated, pods, newProblems);
    }

    /** The same report with its age judged anew. */
    UsageReport withExpired(boolean now) {
        return new UsageReport(updatedMillis, intervalMillis, now, node, system, aggregated, pods, problems);
    }
}
