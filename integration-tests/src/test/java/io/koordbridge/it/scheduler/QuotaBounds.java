package io.koordbridge.it.scheduler;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What quotas may use in milli-cores, by the resource version from which on it holds. Each quota has two bounds: its max for all its
 * pods, its min for those that must not be preempted.
 */
final class QuotaBounds {
    private static final String MIN = "min of ";
    private static final String MAX = "max of ";

    private final Map<String, NavigableMap<Long, Long>> byBound = new ConcurrentHashMap<>();
    private final Map<String, Long> current = new ConcurrentHashMap<>();

    /** A new quota. */
    void begin(String quota, long min, long max) {
        set(MIN + quota, 0, min);
        set(MAX + quota, 0, max);
    }

    private void set(String bound, long from, long milli) {
        current.put(bound, milli);
        byBound.computeIfAbsent(bound, any -> new ConcurrentSkipListMap<>()).put(from, milli);
    }

    /** More than before; to be called before the change is sent. */
    void raise(String quota, long min, long max) {
        for (String bound : List.of(MIN + quota, MAX + quota)) {
            long milli = get(bound) + (bound.startsWith(MIN) ? min : max);
            set(bound, Objects.requireNonNull(byBound.get(bound)).lastKey(), milli);
        }
    }

    /** Less is going to be sent; the old bound is still allowed. */
    void plan(String quota, long min, long max) {
        current.put(MIN + quota, min);
        current.put(MAX + quota, max);
    }

    /** Bindings of later versions must obey what was planned. */
    void lower(String quota, long version) {
        set(MIN + quota, version + 1, min(quota));
        set(MAX + quota, version + 1, max(quota));
    }

    long min(String quota) {
        return get(MIN + quota);
    }

    long max(String quota) {
        return get(MAX + quota);
    }

    private long get(String bound) {
        return Objects.requireNonNull(current.get(bound));
    }

    /** The bound in force at a version. */
    long at(String bound, long version) {
        return Objects.requireNonNull(byBound.get(bound)).floorEntry(version).getValue();
    }

    /** The bounds that a pod counts for. */
    List<String> of(Pod pod, Map<String, String> parents) {
        Map<String, String> labels = pod.getMetadata().getLabels();
        List<String> bounds = new ArrayList<>();
        for (String at = labels.get(Labels.QUOTA_NAME); parents.containsKey(at); at = parents.get(at)) {
            bounds.add(MAX + at);
        }
        if (!bounds.isEmpty() && "false".equals(labels.get(Labels.QUOTA_PREEMPTIBLE))) {
            bounds.add(MIN + labels.get(Labels.QUOTA_NAME));
        }
        return bounds;
    }

    /** Whose bound it is. */
    static String quota(String bound) {
        return bound.substring(MIN.length());
    }
}
