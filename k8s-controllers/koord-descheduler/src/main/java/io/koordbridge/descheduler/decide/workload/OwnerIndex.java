package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Owners of pods by kind and uid, and the ReplicaSets of each Deployment. */
public final class OwnerIndex {

    private final Map<OwnerKind, Map<String, OwnerFacts>> owners = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> replicaSets = new ConcurrentHashMap<>();

    /** An owner of a kind came, changed or went. */
    public void changed(OwnerKind kind, @Nullable OwnerFacts before, @Nullable OwnerFacts after) {
        Map<String, OwnerFacts> known = owners.computeIfAbsent(kind, unused -> new ConcurrentHashMap<>());
        if (before != null && (after == null || !after.uid().equals(before.uid()))) {
            known.remove(before.uid());
        }
        if (after != null) {
            known.put(after.uid(), after);
        }
        if (kind.equals(OwnerKind.REPLICA_SET)) {
            changedReplicaSet(before, after);
        }
    }

    private void changedReplicaSet(@Nullable OwnerFacts before, @Nullable OwnerFacts after) {
        if (after != null && !after.deployment().isEmpty()) {
            replicaSets
                    .computeIfAbsent(after.deployment(), unused -> ConcurrentHashMap.newKeySet())
                    .add(after.uid());
        }
        if (before != null && !before.deployment().isEmpty() && !isPart(after, before)) {
            String gone = before.uid();
            replicaSets.computeIfPresent(before.deployment(), (unused, uids) -> {
                uids.remove(gone);
                return uids.isEmpty() ? null : uids;
            });
        }
    }

    private static boolean isPart(@Nullable OwnerFacts after, OwnerFacts before) {
        return after != null
                && after.uid().equals(before.uid())
                && after.deployment().equals(before.deployment());
    }

    /** The scale of an owner of a kind that is followed: one that is gone, or was made anew under its name, has no replicas. */
    Scale scale(OwnerKind kind, OwnerRef owner) {
        OwnerFacts facts = find(kind, owner.uid()).orElse(null);
        if (facts == null) {
            return new Scale(owner.uid(), 0);
        }
        if (facts.deployment().isEmpty()) {
            return new Scale(facts.uid(), facts.replicas());
        }
        int replicas = find(OwnerKind.DEPLOYMENT, facts.deployment())
                .map(OwnerFacts::replicas)
                .orElse(0);
        return new Scale(facts.deployment(), replicas);
    }

    private Optional<OwnerFacts> find(OwnerKind kind, String uid) {
        return Optional.ofNullable(owners.getOrDefault(kind, Map.of()).get(uid));
    }

    /** Uids of the ReplicaSets of a Deployment. */
    Set<String> replicaSets(String deployment) {
        return replicaSets.getOrDefault(deployment, Set.of());
    }
}
