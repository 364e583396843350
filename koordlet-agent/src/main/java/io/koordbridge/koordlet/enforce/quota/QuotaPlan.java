package io.koordbridge.koordlet.enforce.quota;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is written for the parts of all strategies. */
@PureCore
public final class QuotaPlan {

    private QuotaPlan() {}

    /**
     * Batches of levels, in the order in which they are written: bursts that the present quota allows, quotas, the other bursts.
     *
     * @param parts of any groups, which keep their order
     */
    public static List<List<List<Intent>>> batches(List<QuotaPart> parts) {
        SortedMap<Long, List<Intent>> quotas = new TreeMap<>();
        List<Intent> before = new ArrayList<>();
        List<Intent> after = new ArrayList<>();
        composed(parts).forEach((group, composed) -> {
            if (!composed.isHeld()) {
                quotas.computeIfAbsent(depth(group), one -> new ArrayList<>()).add(quota(group, composed));
            }
            composed.burstMicros()
                    .ifPresent(micros -> (composed.burstGoesFirst() ? before : after)
                            .add(Intent.of(Knob.CPU_CFS_BURST, group, micros, composed.owner())));
        });
        List<List<List<Intent>>> batches = new ArrayList<>();
        add(batches, List.of(before));
        add(batches, List.copyOf(quotas.values()));
        add(batches, List.of(after));
        return batches;
    }

    /** Quotas by group; those of a pod follow those of its containers. */
    static Map<String, ComposedQuota> composed(List<QuotaPart> parts) {
        Map<String, List<QuotaPart>> byGroup = new LinkedHashMap<>();
        parts.forEach(part ->
                byGroup.computeIfAbsent(part.group(), one -> new ArrayList<>()).add(part));
        List<String> deepestFirst = byGroup.keySet().stream()
                .sorted(Comparator.comparing(QuotaPlan::depth).reversed().thenComparing(Comparator.naturalOrder()))
                .toList();
        Map<String, ComposedQuota.Below> below = new HashMap<>();
        Map<String, ComposedQuota> all = new HashMap<>();
        for (String group : deepestFirst) {
            ComposedQuota composed = ComposedQuota.of(
                    byGroup.getOrDefault(group, List.of()), below.getOrDefault(group, ComposedQuota.Below.NONE));
            all.put(group, composed);
            String parent = group.substring(0, Math.max(0, group.lastIndexOf('/')));
            below.put(
                    parent, below.getOrDefault(parent, ComposedQuota.Below.NONE).plus(composed));
        }
        Map<String, ComposedQuota> inOrder = new LinkedHashMap<>();
        for (String group : byGroup.keySet()) {
            inOrder.put(group, Objects.requireNonNull(all.get(group)));
        }
        return inOrder;
    }

    /** A quota that follows the file is compared with it: what this agent wrote last may have been changed since. */
    private static Intent quota(String group, ComposedQuota composed) {
        Intent intent = Intent.of(Knob.CPU_CFS_QUOTA, group, composed.quotaMicros(), composed.owner());
        return composed.fresh() ? intent.checked(Intent.Check.TEXT) : intent;
    }

    private static long depth(String group) {
        return group.chars().filter(c -> c == '/').count();
    }

    private static void add(List<List<List<Intent>>> batches, List<List<Intent>> levels) {
        if (levels.stream().anyMatch(level -> !level.isEmpty())) {
            batches.add(levels);
        }
    }
}
