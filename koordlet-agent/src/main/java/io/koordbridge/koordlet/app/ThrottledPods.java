package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Pods that wait for their own CPU quota now, for people: an online pod among them would run faster with a higher limit. */
final class ThrottledPods {

    private static final Duration FRESH = Duration.ofSeconds(5);
    private static final int MOST_NAMED = 20;
    private static final double PERCENT = 100;

    private final SampleStore store;
    private final Supplier<NodeView> view;

    ThrottledPods(SampleStore store, Supplier<NodeView> view) {
        this.store = store;
        this.view = view;
    }

    private record Throttled(PodInfo pod, double ratio) {}

    /** How many there are. */
    long count(Instant now) {
        return store.latestBySubject(Metric.POD_THROTTLED, now, FRESH).values().stream()
                .filter(ratio -> ratio > 0)
                .count();
    }

    /** The worst ones: name, percentage of their periods in which the quota was used up, and that of their containers. */
    List<Map<String, Object>> most(Instant now) {
        Map<String, Double> pods = store.latestBySubject(Metric.POD_THROTTLED, now, FRESH);
        Map<String, Double> containers = store.latestBySubject(Metric.CONTAINER_THROTTLED, now, FRESH);
        return view.get().pods().stream()
                .map(pod -> new Throttled(pod, pods.getOrDefault(pod.uid(), 0.0)))
                .filter(one -> one.ratio() > 0)
                .sorted(Comparator.comparingDouble(Throttled::ratio).reversed())
                .limit(MOST_NAMED)
                .map(one -> shown(one, containers))
                .toList();
    }

    private static Map<String, Object> shown(Throttled one, Map<String, Double> containers) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("pod", one.pod().fullName());
        part.put("qos", one.pod().qos().wireName());
        part.put("percentOfPeriods", percent(one.ratio()));
        Map<String, Object> byContainer = new LinkedHashMap<>();
        for (ContainerInfo container : one.pod().containers()) {
            Double ratio = containers.get(container.id());
            if (ratio != null && ratio > 0) {
                byContainer.put(container.name(), percent(ratio));
            }
        }
        part.put("containers", byContainer);
        return part;
    }

    private static long percent(double ratio) {
        return Math.round(ratio * PERCENT);
    }
}
