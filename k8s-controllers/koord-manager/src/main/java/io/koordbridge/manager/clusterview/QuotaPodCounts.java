package io.koordbridge.manager.clusterview;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many pods name a quota, and how many a namespace has. Counted from the pods that are watched anyway: asking the API
 * server by label reads every pod of the cluster when no pod matches. Guarded by its owner.
 */
final class QuotaPodCounts {

    private final Map<String, Integer> podsOfQuota = new HashMap<>();
    private final Map<String, Integer> podsOfNamespace = new HashMap<>();

    void appeared(String namespace, @Nullable String quota) {
        podsOfNamespace.merge(namespace, 1, Integer::sum);
        increment(quota);
    }

    void moved(@Nullable String before, @Nullable String after) {
        decrement(podsOfQuota, before);
        increment(after);
    }

    void went(String namespace, @Nullable String quota) {
        decrement(podsOfNamespace, namespace);
        decrement(podsOfQuota, quota);
    }

    boolean anyOfQuota(String quota) {
        return podsOfQuota.containsKey(quota);
    }

    boolean anyInNamespace(String namespace) {
        return podsOfNamespace.containsKey(namespace);
    }

    private void increment(@Nullable String quota) {
        if (quota != null) {
            podsOfQuota.merge(quota, 1, Integer::sum);
        }
    }

    private static void decrement(Map<String, Integer> counts, @Nullable String key) {
        if (key != null) {
            counts.computeIfPresent(key, (unused, count) -> count > 1 ? count - 1 : null);
        }
    }
}
