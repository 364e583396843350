package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Owners of pods by name, and the ReplicaSets of each Deployment; descheduler specification section 9. One index serves until an owner
 * changes; pods and other scales are looked up where they are kept.
 */
@PureCore
public final class WorkloadIndex {

    static final String APPS = "apps";
    static final String BATCH = "batch";
    static final String JOB = "Job";
    static final String DEPLOYMENT = "Deployment";
    static final String REPLICA_SET = "ReplicaSet";

    /** Kinds that have a size only through the objects of this index. */
    private static final Set<String> BUILT_IN = Set.of(
            "/ReplicationController",
            APPS + "/" + REPLICA_SET,
            APPS + "/" + DEPLOYMENT,
            APPS + "/StatefulSet",
            BATCH + "/" + JOB,
            APPS + "/DaemonSet");

    private final Map<Key, WorkloadFacts> owners;
    private final Map<String, List<String>> replicaSets;

    private WorkloadIndex(Map<Key, WorkloadFacts> owners, Map<String, List<String>> replicaSets) {
        this.owners = owners;
        this.replicaSets = replicaSets;
    }

    private record Key(String namespace, String group, String kind, String name) {}

    /** An index of these owners; of two with one name the last counts. */
    public static WorkloadIndex of(Collection<WorkloadFacts> workloads) {
        Map<Key, WorkloadFacts> owners = new HashMap<>();
        for (WorkloadFacts one : workloads) {
            owners.put(new Key(one.namespace(), one.group(), one.kind(), one.name()), one);
        }
        Map<String, List<String>> replicaSets = new HashMap<>();
        for (WorkloadFacts one : owners.values()) {
            OwnerRef controller = deployment(one);
            if (controller != null) {
                replicaSets
                        .computeIfAbsent(controller.uid(), unused -> new ArrayList<>())
                        .add(one.uid());
            }
        }
        return new WorkloadIndex(owners, replicaSets);
    }

    /** The workloads of these pods. */
    public Workloads over(PodsByController pods, OtherScales others) {
        return new Workloads() {
            @Override
            public Optional<Scale> scale(String namespace, OwnerRef controller) {
                return scaleOf(namespace, controller, others);
            }

            @Override
            public Collection<PodFacts> pods(String workloadUid) {
                return podsOf(workloadUid, pods);
            }
        };
    }

    private Optional<Scale> scaleOf(String namespace, OwnerRef owner, OtherScales others) {
        String group = group(owner);
        WorkloadFacts found = owners.get(new Key(namespace, group, owner.kind(), owner.name()));
        if (found == null && !BUILT_IN.contains(group + "/" + owner.kind())) {
            return others.scale(namespace, owner)
                    .map(scale -> scale.workloadUid().equals(owner.uid()) ? scale : new Scale(owner.uid(), 0));
        }
        if (found == null || !found.uid().equals(owner.uid())) {
            return Optional.of(new Scale(owner.uid(), 0));
        }
        OwnerRef above = deployment(found);
        return above == null
                ? Optional.of(new Scale(found.uid(), found.replicas()))
                : scaleOf(namespace, above, others);
    }

    private Collection<PodFacts> podsOf(String workloadUid, PodsByController pods) {
        List<String> sets = replicaSets.get(workloadUid);
        if (sets == null) {
            return pods.pods(workloadUid);
        }
        if (sets.size() == 1) {
            return pods.pods(sets.get(0));
        }
        List<PodFacts> all = new ArrayList<>();
        sets.forEach(uid -> all.addAll(pods.pods(uid)));
        return all;
    }

    /** The Deployment of a ReplicaSet, null for all others. */
    private static @Nullable OwnerRef deployment(WorkloadFacts one) {
        OwnerRef above = one.controller();
        boolean isSet = one.kind().equals(REPLICA_SET) && one.group().equals(APPS);
        return isSet
                        && above != null
                        && above.kind().equals(DEPLOYMENT)
                        && group(above).equals(APPS)
                ? above
                : null;
    }

    private static String group(OwnerRef owner) {
        int slash = owner.apiVersion().indexOf('/');
        return slash < 0 ? "" : owner.apiVersion().substring(0, slash);
    }
}
