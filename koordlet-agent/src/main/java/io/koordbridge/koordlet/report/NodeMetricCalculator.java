package io.koordbridge.koordlet.report;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.AggregatedUsage;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.api.slo.HostApplicationMetricInfo;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.NumaUsage;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ReclaimableMetric;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.prediction.Forecast;
import io.koordbridge.policy.report.Aggregate;
import io.koordbridge.policy.report.ReportedUse;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.Rounding;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One report from the samples; specification section 8. */
@PureCore
public final class NodeMetricCalculator {

    private static final ResourceUsage EMPTY = new ResourceUsage(null, null);
    private static final Map<String, Float> PERCENTILES = percentiles();

    private NodeMetricCalculator() {}

    private static Map<String, Float> percentiles() {
        Map<String, Float> fractions = new LinkedHashMap<>();
        fractions.put("p50", 0.5f);
        fractions.put("p90", 0.9f);
        fractions.put("p95", 0.95f);
        fractions.put("p99", 0.99f);
        return fractions;
    }

    /**
     * The status to write.
     *
     * @param prediction empty when nothing is predicted
     */
    public static NodeMetricStatus calculate(ReportInput in, Optional<Prediction> prediction) {
        List<AggregatedUsage> node = new ArrayList<>();
        List<AggregatedUsage> system = new ArrayList<>();
        for (ReportInput.Percentiles one : in.percentiles()) {
            node.add(aggregated(one, one.node()));
            system.add(aggregated(one, one.system()));
        }
        NodeMetricInfo info = new NodeMetricInfo(
                usage(in.node()).orElse(EMPTY), node, usage(in.system()).orElse(EMPTY), system, numa(in));
        return new NodeMetricStatus(
                in.now().truncatedTo(ChronoUnit.SECONDS),
                info,
                pods(in.pods()),
                applications(in),
                reclaimable(prediction),
                peak(prediction));
    }

    /**
     * What the predictor says.
     *
     * @param forecast empty when it cannot say yet
     */
    public record Prediction(Optional<Forecast> forecast) {}

    private static @Nullable ReclaimableMetric reclaimable(Optional<Prediction> prediction) {
        if (prediction.isEmpty()) {
            return null;
        }
        Optional<Forecast> forecast = prediction.get().forecast();
        return forecast.isEmpty()
                ? new ReclaimableMetric(EMPTY)
                : amounts(forecast.get().reclaimable());
    }

    private static @Nullable ReclaimableMetric peak(Optional<Prediction> prediction) {
        Optional<Forecast> forecast = prediction.flatMap(Prediction::forecast);
        return forecast.isEmpty() ? null : amounts(forecast.get().peak());
    }

    private static ReclaimableMetric amounts(Amounts amounts) {
        return new ReclaimableMetric(resources(amounts.milliCpu(), amounts.bytes()));
    }

    private static @Nullable List<NumaUsage> numa(ReportInput in) {
        List<NumaUsage> found = new ArrayList<>();
        for (ReportInput.NumaSamples one : in.numa()) {
            mean(one.usage())
                    .ifPresent(usage -> found.add(
                            new NumaUsage(one.node(), usage, mean(one.system()).orElse(EMPTY))));
        }
        return found.isEmpty() ? null : found;
    }

    private static Optional<ResourceUsage> mean(UsageSamples samples) {
        return usage(new ReportInput.Windowed(samples, UsageSamples.NONE));
    }

    private static List<PodMetricInfo> pods(List<ReportInput.PodSamples> pods) {
        List<PodMetricInfo> found = new ArrayList<>();
        for (ReportInput.PodSamples one : pods) {
            PodInfo pod = one.pod();
            usage(one.samples())
                    .ifPresent(usage -> found.add(new PodMetricInfo(
                            pod.name(),
                            pod.namespace(),
                            usage,
                            pod.priorityClass().wireName(),
                            pod.qos().wireName(),
                            null)));
        }
        found.sort(Comparator.comparing((PodMetricInfo pod) -> Objects.requireNonNullElse(pod.namespace(), ""))
                .thenComparing(pod -> Objects.requireNonNullElse(pod.name(), "")));
        return found;
    }

    private static List<HostApplicationMetricInfo> applications(ReportInput in) {
        List<HostApplicationMetricInfo> found = new ArrayList<>();
        for (ReportInput.ApplicationSamples one : in.applications()) {
            HostApplication application = one.application();
            usage(one.samples())
                    .ifPresent(usage -> found.add(new HostApplicationMetricInfo(
                            application.name(), usage, application.priority(), application.qos())));
        }
        found.sort(Comparator.comparing(one -> Objects.requireNonNullElse(one.name(), "")));
        return found;
    }

    private static Optional<ResourceUsage> usage(ReportInput.Windowed samples) {
        OptionalDouble cores = samples.window().cpu().average();
        OptionalDouble bytes = samples.window().memory().average();
        if (cores.isEmpty() || bytes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(resources(
                ReportedUse.of(cores.getAsDouble(), samples.newest().cpu().average()),
                ReportedUse.of(bytes.getAsDouble(), samples.newest().memory().average())));
    }

    private static ResourceUsage resources(double cores, double bytes) {
        return resources(Rounding.truncated(cores, 1000), (long) bytes);
    }

    private static ResourceUsage resources(long milliCpu, long bytes) {
        Map<String, Quantity> resources = new LinkedHashMap<>();
        resources.put(ResourceNames.CPU, Quantities.ofMilli(milliCpu));
        resources.put(ResourceNames.MEMORY, Quantities.ofBytes(bytes));
        return ResourceUsage.of(resources);
    }

    private static AggregatedUsage aggregated(ReportInput.Percentiles window, UsageSamples samples) {
        String duration = GoDurations.format(window.window().toNanos());
        boolean coldStart = samples.cpu().rangeMillis() < 0.5 * window.window().toMillis();
        Map<String, ResourceUsage> usage = new LinkedHashMap<>();
        UsageSamples counted = coldStart ? UsageSamples.NONE : samples;
        put(usage, "avg", counted, Aggregate::average);
        PERCENTILES.forEach((name, fraction) -> put(usage, name, counted, all -> all.percentile(fraction)));
        return new AggregatedUsage(usage, duration);
    }

    private static void put(
            Map<String, ResourceUsage> usage,
            String name,
            UsageSamples samples,
            Function<Aggregate, OptionalDouble> function) {
        OptionalDouble cores = function.apply(samples.cpu());
        OptionalDouble bytes = function.apply(samples.memory());
        boolean known = cores.isPresent() && bytes.isPresent();
        usage.put(name, known ? resources(cores.getAsDouble(), bytes.getAsDouble()) : EMPTY);
    }
}
