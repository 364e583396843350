package io.koordbridge.scheduler.gang;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A group of gangs on its way to its nodes. Guarded by {@link Gangs}. */
final class GangAttempt {

    /** Id of the gang that was asked about first. */
    final String gang;
    /** Nodes by pod key; empty without a plan. */
    final Map<String, Place> places = new LinkedHashMap<>();
    /** Pods that filter refused since the last plan, by key: they have to be tried again. */
    final Map<String, PodFacts> refused = new LinkedHashMap<>();
    /** Binds that wait, by pod key. */
    final Map<String, Arrival> arrivals = new LinkedHashMap<>();
    /** Pods whose binds go on, by key, with how many of the group are bound together with them. */
    final Map<String, Integer> binding = new HashMap<>();
    /** Nodes that kube-scheduler does not let a pod use, by pod key. */
    final Map<String, Set<String>> vetoes = new HashMap<>();

    Instant askedAt = Instant.EPOCH;
    Instant deadline = Instant.EPOCH;
    Instant restsUntil = Instant.EPOCH;
    Instant triedAt = Instant.EPOCH;
    /** Plans that kube-scheduler refused. */
    int failures;
    /** Whether the binds go on: the minimum has come together. */
    boolean released;
    /** The cluster when there was no room last. */
    @Nullable
    ClusterView withoutRoom;
    /** Why there is no plan, for people; stable while nothing changes. */
    String reason = "not planned yet";

    /** Where a pod has its room. */
    record Place(PodFacts pod, String node) {

        boolean isFor(BindRequest request) {
            return request.uid().equals(pod.uid()) && request.node().equals(node);
        }
    }

    /** A bind that waits. */
    record Arrival(Runnable go, Consumer<String> refuse) {}

    GangAttempt(String gang) {
        this.gang = gang;
    }

    Set<String> vetoed(String key) {
        return vetoes.computeIfAbsent(key, pod -> new HashSet<>());
    }

    /** Whether a pod has a place in the plan, or is being bound. */
    boolean hasRoom(String key) {
        return places.containsKey(key) || binding.containsKey(key);
    }

    /** Annotations of the Binding of a pod that is bound together with others; none for one alone. */
    Map<String, String> annotations(String group, String key) {
        int together = binding.getOrDefault(key, 0);
        String count = Integer.toString(together);
        return together < 2
                ? Map.of()
                : Map.of(
                        Annotations.BIND_GANG_GROUP_ID, group,
                        Annotations.BIND_GANG_GROUP_ID_OLD, group,
                        Annotations.BIND_GANG_MEMBER_COUNT, count,
                        Annotations.BIND_GANG_MEMBER_COUNT_OLD, count);
    }
}
