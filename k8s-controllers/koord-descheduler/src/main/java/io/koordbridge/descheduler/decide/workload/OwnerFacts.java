package io.koordbridge.descheduler.decide.workload;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Objects;

/**
 * What is kept of an owner of pods.
 *
 * @param deployment uid of the Deployment that controls it, empty without one
 * @param replicas wanted pods; parallelism of a Job
 */
public record OwnerFacts(String uid, String deployment, int replicas) {

    /** Facts of an owner with so many wanted pods. */
    public static OwnerFacts of(HasMetadata owner, int replicas) {
        String deployment = "";
        for (OwnerReference reference : owner.getMetadata().getOwnerReferences()) {
            boolean group =
                    Objects.requireNonNullElse(reference.getApiVersion(), "").startsWith("apps/");
            if (group
                    && OwnerKind.DEPLOYMENT.kind().equals(reference.getKind())
                    && Boolean.TRUE.equals(reference.getController())) {
                deployment = Objects.requireNonNullElse(reference.getUid(), "");
            }
        }
        return new OwnerFacts(Objects.requireNonNullElse(owner.getMetadata().getUid(), ""), deployment, replicas);
    }
}
