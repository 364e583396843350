package io.koordbridge.manager.clusterview;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Labels;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many pods name a quota, and how many a namespace has. Counted from the pod watch that is there anyway: asking the API
 * server by label reads every pod of the cluster when there is none. Thread-safe.
 */
final class QuotaPodIndex {

    private final Map<String, Integer> podsOfQuota = new HashMap<>();
    private final Map<String, Integer> podsOfNamespace = new HashMap<>();
    private final Map<String, String> quotaOfPod = new HashMap<>();

    /** Takes over a pod. */
    synchronized void put(Pod pod, boolean isNew) {
        if (isNew) {
            podsOfNamespace.merge(pod.getMetadata().getNamespace(), 1, Integer::sum);
        }
        Map<String, String> labels = pod.getMetadata().getLabels();
        move(key(pod), labels == null ? null : labels.get(Labels.QUOTA_NAME));
    }

    /** Forgets a pod. */
    synchronized void remove(Pod pod) {
        decrement(podsOfNamespace, pod.getMetadata().getNamespace());
        move(key(pod), null);
    }

    synchronized boolean anyOfQuota(String quota) {
        return podsOfQuota.containsKey(quota);
    }

    synchronized boolean anyInNamespace(String namespace) {
        return podsOfNamespace.containsKey(namespace);
    }

    private void move(String pod, @Nullable String quota) {
        String before = quota == null ? quotaOfPod.remove(pod) : quotaOfPod.put(pod, quota);
        if (quota != null) {
            podsOfQuota.merge(quota, 1, Integer::sum);
        }
        if (before != null) {
            decrement(podsOfQuota, before);
        }
    }

    private static void decrement(Map<String, Integer> counts, String key) {
        counts.computeIfPresent(key, (unused, count) -> count > 1 ? count - 1 : null);
    }

    private static String key(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }
}
