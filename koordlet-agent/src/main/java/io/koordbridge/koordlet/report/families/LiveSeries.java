package io.koordbridge.koordlet.report.families;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gauges for the newest samples of one source: those that it does not name any more are taken away. One thread shows, any thread reads. */
public final class LiveSeries {

    /** More are left out: a page is read every few seconds. */
    static final int MOST = 4096;

    private final MetricRegistry metrics;
    private final String node;
    private volatile Map<String, Double> values = Map.of();

    /** Nothing is shown yet. */
    public LiveSeries(MetricRegistry metrics, String node) {
        this.metrics = metrics;
        this.node = node;
    }

    /** Shows these, and no others. */
    public void show(List<Sample> samples) {
        Map<String, Double> next = new HashMap<>();
        samples.stream().limit(MOST).forEach(one -> next.put(name(one), one.value()));
        Set<String> before = values.keySet();
        values = next;
        before.stream().filter(name -> !next.containsKey(name)).forEach(metrics::remove);
        next.keySet().stream()
                .filter(name -> !before.contains(name))
                .forEach(name -> metrics.gauge(name, () -> gauge(name)));
    }

    private Gauge<@Nullable Double> gauge(String name) {
        return () -> values.get(name);
    }

    private String name(Sample sample) {
        List<String> labels = new ArrayList<>(List.of("node", node));
        labels.addAll(sample.labels());
        return MetricNames.of(sample.family(), labels.toArray(String[]::new));
    }
}
