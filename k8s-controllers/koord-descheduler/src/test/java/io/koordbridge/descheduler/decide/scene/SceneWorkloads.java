package io.koordbridge.descheduler.decide.scene;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * All controllers have as many replicas.
 *
 * @param uid of the workload of all, empty when each controller is its own
 */
public record SceneWorkloads(int replicas, String uid) implements Workloads {

    public SceneWorkloads(int replicas) {
        this(replicas, "");
    }

    @Override
    public Optional<Scale> scale(String namespace, OwnerRef controller) {
        return Optional.of(new Scale(uid.isEmpty() ? controller.uid() : uid, replicas));
    }

    @Override
    public Collection<PodFacts> pods(String workloadUid) {
        return List.of();
    }
}
