package io.koordbridge.descheduler.decide.workload;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads {@link WorkloadFacts} from owners of pods; a size that is absent is 1, as the API server fills it in. */
@PureCore
public final class WorkloadReader {

    private WorkloadReader() {}

    /** Facts of a ReplicaSet. */
    public static WorkloadFacts of(ReplicaSet set) {
        return facts(
                WorkloadIndex.APPS,
                WorkloadIndex.REPLICA_SET,
                set.getMetadata(),
                set.getSpec() == null ? null : set.getSpec().getReplicas());
    }

    /** Facts of a Deployment. */
    public static WorkloadFacts of(Deployment deployment) {
        return facts(
                WorkloadIndex.APPS,
                WorkloadIndex.DEPLOYMENT,
                deployment.getMetadata(),
                deployment.getSpec() == null ? null : deployment.getSpec().getReplicas());
    }

    /** Facts of a StatefulSet. */
    public static WorkloadFacts of(StatefulSet set) {
        return facts(
                WorkloadIndex.APPS,
                "StatefulSet",
                set.getMetadata(),
                set.getSpec() == null ? null : set.getSpec().getReplicas());
    }

    /** Facts of a ReplicationController. */
    public static WorkloadFacts of(ReplicationController controller) {
        return facts(
                "",
                "ReplicationController",
                controller.getMetadata(),
                controller.getSpec() == null ? null : controller.getSpec().getReplicas());
    }

    /** Facts of a batch Job: as many replicas as pods that run at a time. */
    public static WorkloadFacts of(Job job) {
        return facts(
                WorkloadIndex.BATCH,
                WorkloadIndex.JOB,
                job.getMetadata(),
                job.getSpec() == null ? null : job.getSpec().getParallelism());
    }

    private static WorkloadFacts facts(String group, String kind, ObjectMeta meta, @Nullable Integer replicas) {
        return new WorkloadFacts(
                group,
                kind,
                orEmpty(meta.getNamespace()),
                orEmpty(meta.getName()),
                orEmpty(meta.getUid()),
                Objects.requireNonNullElse(replicas, 1),
                controller(Objects.requireNonNullElse(meta.getOwnerReferences(), List.of())));
    }

    private static @Nullable OwnerRef controller(List<OwnerReference> owners) {
        for (OwnerReference owner : owners) {
            if (Boolean.TRUE.equals(owner.getController())) {
                return new OwnerRef(
                        orEmpty(owner.getApiVersion()),
                        orEmpty(owner.getKind()),
                        orEmpty(owner.getName()),
                        orEmpty(owner.getUid()));
            }
        }
        return null;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
