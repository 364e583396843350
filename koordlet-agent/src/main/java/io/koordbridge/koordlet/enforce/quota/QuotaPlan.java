package io.koordbridge.koordlet.enforce.quota;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        Map<String, List<QuotaPart>> byGroup = new LinkedHashMap<>();
        parts.forEach(part ->
                byGroup.computeIfAbsent(part.group(), one -> new ArrayList<>()).add(part));
        SortedMap<Long, List<Intent>> quotas = new TreeMap<>();
        List<Intent> before = new ArrayList<>();
        List<Intent> after = new ArrayList<>();
        byGroup.forEach((group, ofGroup) -> {
            ComposedQuota composed = ComposedQuota.of(ofGroup);
            long depth = group.chars().filter(c -> c == '/').count();
            quotas.computeIfAbsent(depth, one -> new ArrayList<>())
                    .add(Intent.of(Knob.CPU_CFS_QUOTA, group, composed.quotaMicros(), composed.owner()));
            boolean first = composed.burstGoesFirst(ofGroup.get(0).currentMicros());
            composed.burstMicros()
                    .ifPresent(micros -> (first ? before : after)
                            .add(Intent.of(Knob.CPU_CFS_BURST, group, micros, composed.owner())));
        });
        List<List<List<Intent>>> batches = new ArrayList<>();
        add(batches, List.of(before));
        add(batches, List.copyOf(quotas.values()));
        add(batches, List.of(after));
        return batches;
    }

    private static void add(List<List<List<Intent>>> batches, List<List<Intent>> levels) {
        if (levels.stream().anyMatch(level -> !level.isEmpty())) {
            batches.add(levels);
        }
    }
}
