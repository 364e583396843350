package io.koordbridge.manager.cleanup;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What yarn-operator wrote on a NodeManager's pod, as annotations that go; empty where nothing is left. */
@PureCore
final class PodTraces {

    private static final List<String> OURS = List.of(Annotations.POD_YARN_DRAINED, Annotations.POD_YARN_EVICTION_COST);

    private PodTraces() {}

    /** An eviction cost that someone else wrote stays: by the second annotation ours is known. */
    static Map<String, @Nullable String> annotations(Pod pod) {
        Map<String, String> shown = orEmpty(pod.getMetadata().getAnnotations());
        Map<String, @Nullable String> gone = new HashMap<>();
        OURS.stream().filter(shown::containsKey).forEach(key -> gone.put(key, null));
        String cost = shown.get(Annotations.POD_EVICTION_COST);
        if (cost != null && cost.equals(shown.get(Annotations.POD_YARN_EVICTION_COST))) {
            gone.put(Annotations.POD_EVICTION_COST, null);
        }
        return gone;
    }
}
