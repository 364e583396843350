package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Workloads by their owners; descheduler specification section 9. The kinds that most pods belong to are in an index; a DaemonSet and a
 * node never have a scale; others are asked for their scale sub-resource.
 */
public final class OwnedWorkloads implements Workloads {

    /** Kinds whose sizes come from the index: one that is not in it is gone. */
    public static final Set<OwnerKind> INDEXED = Set.of(
            OwnerKind.REPLICATION_CONTROLLER,
            OwnerKind.DEPLOYMENT,
            OwnerKind.REPLICA_SET,
            OwnerKind.STATEFUL_SET,
            OwnerKind.JOB,
            OwnerKind.CLONE_SET,
            OwnerKind.ADVANCED_STATEFUL_SET);

    private static final Set<OwnerKind> WITHOUT_SCALE = Set.of(OwnerKind.DAEMON_SET, OwnerKind.NODE);

    private final OwnerIndex owners;
    private final PodsByController pods;
    private final OtherScales others;

    /** Workloads of these owners and pods. */
    public OwnedWorkloads(OwnerIndex owners, PodsByController pods, OtherScales others) {
        this.owners = owners;
        this.pods = pods;
        this.others = others;
    }

    @Override
    public Optional<Scale> scale(String namespace, OwnerRef controller) {
        OwnerKind kind = OwnerKind.of(controller);
        if (INDEXED.contains(kind)) {
            return Optional.of(owners.scale(kind, controller));
        }
        if (WITHOUT_SCALE.contains(kind)) {
            return Optional.of(new Scale(controller.uid(), 0));
        }
        return others.scale(namespace, controller)
                .map(scale -> scale.workloadUid().equals(controller.uid()) ? scale : new Scale(controller.uid(), 0));
    }

    @Override
    public Collection<PodFacts> pods(String workloadUid) {
        Set<String> replicaSets = owners.replicaSets(workloadUid);
        if (replicaSets.isEmpty()) {
            return pods.pods(workloadUid);
        }
        List<PodFacts> all = new ArrayList<>(pods.pods(workloadUid));
        replicaSets.forEach(uid -> all.addAll(pods.pods(uid)));
        return all;
    }
}
