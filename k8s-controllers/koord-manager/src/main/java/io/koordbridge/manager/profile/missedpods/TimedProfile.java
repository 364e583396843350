package io.koordbridge.manager.profile.missedpods;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.List;

/**
 * A profile and since when it says what it says.
 *
 * @param changedAt creation or last change, status apart
 */
@PureCore
record TimedProfile(CompiledProfile compiled, Instant changedAt) {

    static TimedProfile of(CompiledProfile compiled) {
        ObjectMeta metadata = compiled.profile().getMetadata();
        Instant changedAt = PodFacts.instant(metadata.getCreationTimestamp());
        List<ManagedFieldsEntry> changes = metadata.getManagedFields();
        if (changes != null) {
            for (ManagedFieldsEntry change : changes) {
                boolean status = change.getSubresource() != null
                        && !change.getSubresource().isEmpty();
                Instant at = PodFacts.instant(change.getTime());
                changedAt = !status && at.isAfter(changedAt) ? at : changedAt;
            }
        }
        return new TimedProfile(compiled, changedAt);
    }

    ClusterColocationProfile profile() {
        return compiled.profile();
    }

    /** Whether a pod of this age was created under the profile as it is now. */
    boolean ruledAt(Instant createdAt) {
        return createdAt.isAfter(changedAt);
    }
}
