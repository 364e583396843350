package io.koordbridge.scheduler.place.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Pods that reports name and that are not on their node. One that has just left is in the report that was under way, so it is a problem
 * when two reports name it. Not thread-safe.
 */
final class UnknownPods {

    private static final int SHOWN = 3;

    private final Map<String, Seen> byNode = new HashMap<>();

    private record Seen(long updatedMillis, Set<String> unknown, Set<String> lasting) {}

    /**
     * Problems of the next report of a node, for people.
     *
     * @param onNode pods of the node, by namespace and name
     */
    List<String> problems(String node, UsageReport report, Set<String> onNode) {
        Set<String> unknown = new TreeSet<>(report.pods().keySet());
        unknown.removeAll(onNode);
        Seen before = byNode.get(node);
        Set<String> lasting = new TreeSet<>(unknown);
        if (before == null) {
            lasting.clear();
        } else {
            lasting.retainAll(before.updatedMillis() == report.updatedMillis() ? before.lasting() : before.unknown());
        }
        if (unknown.isEmpty()) {
            byNode.remove(node);
        } else {
            byNode.put(node, new Seen(report.updatedMillis(), unknown, lasting));
        }
        return lasting.isEmpty() ? List.of() : List.of(words(lasting));
    }

    private static String words(Set<String> pods) {
        String first = String.join(", ", pods.stream().limit(SHOWN).toList());
        return "status.podsMetric: " + first + (pods.size() > SHOWN ? " and " + (pods.size() - SHOWN) + " more" : "")
                + " counts as usage of the node only, allowed are pods that are bound to it";
    }

    void forget(String node) {
        byNode.remove(node);
    }
}
