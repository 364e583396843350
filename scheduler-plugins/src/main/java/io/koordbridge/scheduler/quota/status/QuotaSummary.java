package io.koordbridge.scheduler.quota.status;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaState;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an object should show.
 *
 * @param annotations amounts by annotation key
 * @param used amounts of the status
 */
@PureCore
public record QuotaSummary(SortedMap<String, ResourceVector> annotations, ResourceVector used) {

    /** Of a state. */
    public static QuotaSummary of(QuotaState state) {
        SortedMap<String, ResourceVector> annotations = new TreeMap<>();
        annotations.put(Annotations.QUOTA_RUNTIME, state.runtime());
        annotations.put(Annotations.QUOTA_REQUEST, state.request());
        annotations.put(Annotations.QUOTA_CHILD_REQUEST, state.childRequest());
        annotations.put(Annotations.QUOTA_GUARANTEED, state.usage().guaranteed());
        annotations.put(Annotations.QUOTA_ALLOCATED, state.usage().allocated());
        annotations.put(Annotations.QUOTA_NON_PREEMPTIBLE_REQUEST, state.below().nonPreemptibleRequest());
        annotations.put(Annotations.QUOTA_NON_PREEMPTIBLE_USED, state.below().nonPreemptibleUsed());
        return new QuotaSummary(annotations, state.used());
    }
}
