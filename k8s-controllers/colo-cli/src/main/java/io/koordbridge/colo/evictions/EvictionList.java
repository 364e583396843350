package io.koordbridge.colo.evictions;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Joins what several objects say of one eviction. */
@PureCore
final class EvictionList {
    /** A process that speaks of the pod and of the node does so within this. */
    private static final Duration SAME = Duration.ofMinutes(2);

    private static final Comparator<Eviction> NEWEST_FIRST =
            Comparator.comparing(Eviction::time, Comparator.nullsLast(Comparator.reverseOrder()));

    private EvictionList() {}

    /** One for each eviction, the newest first; of several that speak of one, those with a node lead. */
    static List<Eviction> of(List<Eviction> all) {
        Map<String, List<Eviction>> byName = new LinkedHashMap<>();
        all.stream()
                .sorted(Comparator.comparing(one -> one.node() == null))
                .forEach(one ->
                        join(byName.computeIfAbsent(one.kind() + " " + one.name(), key -> new ArrayList<>()), one));
        return byName.values().stream()
                .flatMap(List::stream)
                .sorted(NEWEST_FIRST)
                .toList();
    }

    private static void join(List<Eviction> known, Eviction one) {
        for (int at = 0; at < known.size(); at++) {
            if (near(known.get(at).time(), one.time())) {
                known.set(at, known.get(at).with(one));
                return;
            }
        }
        known.add(one);
    }

    private static boolean near(@Nullable Instant one, @Nullable Instant other) {
        return one == null
                || other == null
                || Duration.between(one, other).abs().compareTo(SAME) <= 0;
    }
}
