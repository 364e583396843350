package io.koordbridge.scheduler.gatekeeper;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.view.ClusterListener;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The pods that have our scheduling gate, and the names of the gates of others. Thread-safe. */
public final class GatedPods implements ClusterListener {

    private static final Comparator<GatedPod> ORDER =
            Comparator.comparing(GatedPod::rank, PodRank.QUEUE).thenComparing(GatedPod::key);

    /** By uid. */
    private final Map<String, GatedPod> pods = new ConcurrentHashMap<>();
    /** Gates of others by uid of the pod. */
    private final Map<String, List<String>> foreign = new ConcurrentHashMap<>();

    @Override
    public void podSeen(Pod pod) {
        String uid = Objects.requireNonNullElse(pod.getMetadata().getUid(), "");
        List<PodSchedulingGate> gates =
                pod.getSpec() == null ? List.of() : pod.getSpec().getSchedulingGates();
        List<String> others = gates.stream()
                .map(gate -> String.valueOf(gate.getName()))
                .filter(name -> !WellKnown.SCHEDULING_GATE.equals(name))
                .toList();
        if (others.isEmpty()) {
            foreign.remove(uid);
        } else {
            foreign.put(uid, others);
        }
        boolean ours = gates.size() > others.size();
        if (!ours) {
            pods.remove(uid);
            return;
        }
        pods.put(
                uid,
                new GatedPod(
                        uid,
                        Objects.requireNonNullElse(pod.getMetadata().getNamespace(), "default"),
                        pod.getMetadata().getName(),
                        !others.isEmpty(),
                        QuotaReader.rank(pod)));
    }

    @Override
    public void podGone(String uid, String key) {
        pods.remove(uid);
        foreign.remove(uid);
    }

    /** Names of the gates of others. */
    List<String> foreign(String uid) {
        return foreign.getOrDefault(uid, List.of());
    }

    /** Those that are gated, in the order of the queue. */
    List<GatedPod> inOrder() {
        return pods.values().stream().sorted(ORDER).toList();
    }

    /** The pod of a uid, empty when it has no gate of ours. */
    Optional<GatedPod> find(String uid) {
        return Optional.ofNullable(pods.get(uid));
    }

    /** The gate was removed; the event of it may still come. */
    void opened(String uid) {
        pods.remove(uid);
    }

    int count() {
        return pods.size();
    }
}
