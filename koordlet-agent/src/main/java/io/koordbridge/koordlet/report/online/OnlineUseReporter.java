package io.koordbridge.koordlet.report.online;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.api.document.node.OnlineUseDocument;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.write.PatchTargets;
import io.koordbridge.policy.online.OnlineNote;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes the online sum beside reports when it is due. One thread. */
public final class OnlineUseReporter {

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final OnlineConfig config;
    private final Optional<DayForecast> forecast;
    private final KubernetesClient client;
    private final SampleStore store;
    private final UnaryOperator<Instant> timeOfDay;
    private final MetricRegistry metrics;
    private final Consumer<String> problems;
    private volatile OnlineNote note = OnlineNote.NOTHING;
    private boolean failed;

    /**
     * Nothing was written yet.
     *
     * @param forecast empty when nothing is learnt by the time of day
     * @param timeOfDay what the annotation says of a time of the store
     */
    public OnlineUseReporter(
            OnlineConfig config,
            Optional<DayForecast> forecast,
            KubernetesClient client,
            SampleStore store,
            UnaryOperator<Instant> timeOfDay,
            MetricRegistry metrics,
            Consumer<String> problems) {
        this.config = config;
        this.forecast = forecast;
        this.client = client;
        this.store = store;
        this.timeOfDay = timeOfDay;
        this.metrics = metrics;
        this.problems = problems;
        metrics.gauge("koord_koordlet_online_forecast_milli_cpu", () -> this::forecastMilliCpu);
    }

    private double forecastMilliCpu() {
        OnlineUse said = note.said();
        Forecast peak = said == null ? null : said.forecast();
        return peak == null ? Double.NaN : (double) peak.cpuMilli();
    }

    /**
     * What a report is about.
     *
     * @param windows of its percentiles
     * @param memory the series of the memory that it counts
     */
    public record Subject(
            String nodeName, long capacityMilliCpu, long capacityBytes, List<Duration> windows, Metric memory) {

        public Subject {
            windows = List.copyOf(windows);
        }
    }

    /** What the annotation says now, as far as this process wrote it. */
    public Optional<OnlineUse> written() {
        return Optional.ofNullable(note.said());
    }

    /** Brings the annotation up to date, right before a report; a failure is reported once and keeps no report back. */
    public void beside(Subject subject, Instant now) {
        if (!config.enabled()) {
            return;
        }
        forecast.ifPresent(found -> found.follow(subject.memory()));
        OnlineUse wanted = wanted(subject, now);
        OnlineNote before = note;
        var capacity = new OnlineNote.Capacity(subject.capacityMilliCpu(), subject.capacityBytes());
        OnlineNote.Step step = before.next(wanted, capacity, now);
        boolean done = switch (step) {
            case KEEP -> true;
            case WRITE ->
                patched(subject.nodeName(), OnlineUseDocument.write(Objects.requireNonNull(wanted)), "written");
            case REMOVE -> patched(subject.nodeName(), null, "removed");
        };
        if (done) {
            note = before.after(step, wanted, now);
        }
    }

    /** Null while the window that all wait for is not known. */
    private @Nullable OnlineUse wanted(Subject subject, Instant now) {
        TreeSet<Duration> lengths = new TreeSet<>(subject.windows());
        lengths.add(config.window());
        List<Window> windows = OnlineWindows.of(
                lengths.stream()
                        .map(length -> new OnlineWindows.Samples(
                                length,
                                store.between(Metric.ONLINE_CPU, SampleStore.NODE, now.minus(length), now),
                                store.between(subject.memory(), SampleStore.NODE, now.minus(length), now)))
                        .toList(),
                store.interval());
        boolean known = windows.stream().map(Window::length).anyMatch(config.window()::equals);
        if (!known) {
            return null;
        }
        Optional<Forecast> peak =
                forecast.flatMap(found -> found.of(subject.capacityMilliCpu(), subject.capacityBytes(), now));
        return new OnlineUse(timeOfDay.apply(now), windows, peak.orElse(null));
    }

    private boolean patched(String nodeName, @Nullable String text, String done) {
        try {
            Map<String, @Nullable String> annotations =
                    Collections.singletonMap(Annotations.NODE_METRIC_ONLINE_USE, text);
            String body =
                    client.getKubernetesSerialization().asJson(Map.of("metadata", Map.of("annotations", annotations)));
            PatchTargets.named(client, NodeMetric::new, nodeName).patch(MERGE, body);
            count(done);
            failed = false;
            return true;
        } catch (KubernetesClientException e) {
            count("failed");
            if (!failed) {
                problems.accept("NodeMetric/" + nodeName + ": annotation " + Annotations.NODE_METRIC_ONLINE_USE
                        + " is not written: " + FailureFormatter.of(e));
            }
            failed = true;
            return false;
        }
    }

    private void count(String status) {
        metrics.counter(MetricNames.of("koord_koordlet_online_use_writes_total", "status", status))
                .inc();
    }
}
