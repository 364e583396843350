package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which annotations of a NodeManager's pod have to change. */
@PureCore
final class PodMarksWanted {

    /** Forbids every eviction. */
    static final String KEPT = String.valueOf(Integer.MAX_VALUE);

    private PodMarksWanted() {}

    /**
     * The changes; null values remove.
     *
     * @param drained time of the mark that it is drained, an empty text for none, null to leave it
     * @param kept whether evictions are forbidden, null to leave it
     */
    static Map<String, @Nullable String> changes(Pod pod, @Nullable String drained, @Nullable Boolean kept) {
        Map<String, @Nullable String> changes = new LinkedHashMap<>();
        Optional<String> mark = AnnotationCodec.text(pod, Annotations.POD_YARN_DRAINED);
        if (drained != null && (!drained.isEmpty() || mark.isPresent())) {
            changes.put(Annotations.POD_YARN_DRAINED, drained.isEmpty() ? null : drained);
        }
        Optional<String> cost = AnnotationCodec.text(pod, Annotations.POD_EVICTION_COST);
        Optional<String> ours = AnnotationCodec.text(pod, Annotations.POD_YARN_EVICTION_COST);
        if (Boolean.TRUE.equals(kept) && cost.isEmpty()) {
            changes.put(Annotations.POD_EVICTION_COST, KEPT);
            changes.put(Annotations.POD_YARN_EVICTION_COST, KEPT);
        }
        boolean another = ours.isPresent() && !cost.equals(ours) && cost.isPresent();
        if (another) {
            changes.put(Annotations.POD_YARN_EVICTION_COST, null);
        } else if (Boolean.FALSE.equals(kept) && ours.isPresent()) {
            changes.put(Annotations.POD_EVICTION_COST, null);
            changes.put(Annotations.POD_YARN_EVICTION_COST, null);
        }
        return changes;
    }
}
