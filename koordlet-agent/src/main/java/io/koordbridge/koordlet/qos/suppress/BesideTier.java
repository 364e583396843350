package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Batch pods that lie beside the best-effort tier: something, such as an injected sidecar or a LimitRange, gave them plain resources, and so
 * Kubernetes another class. They count as best-effort in the allowance, and what limits the tier does not reach them.
 */
@PureCore
final class BesideTier {

    /** Weight of a pod that asks for next to nothing. */
    private static final long LEAST = 100;

    private BesideTier() {}

    /**
     * One of them.
     *
     * @param dir its group
     * @param containers their groups
     */
    record Group(PodInfo pod, String dir, List<String> containers) {

        /** By what it asks for, as the kubelet's weights do. */
        private long weight() {
            return Math.max(
                    LEAST,
                    Math.max(pod.batch().requestMilliCpu(), pod.requests().milliCpu()));
        }

        String problem() {
            String kubeQos = pod.kubeQos().name().toLowerCase(Locale.ROOT);
            return "Pod/" + pod.fullName() + ": labelled BE, but "
                    + kubeQos.substring(0, 1).toUpperCase(Locale.ROOT) + kubeQos.substring(1)
                    + " for Kubernetes, so it is outside the best-effort tier and is suppressed as a separate group";
        }
    }

    /** All of them, in the order of the pods. */
    static List<Group> of(NodeSnapshot snapshot) {
        List<Group> groups = new ArrayList<>();
        for (PodInfo pod : snapshot.cluster().pods()) {
            if (pod.labelQos() == QosClass.BE && pod.kubeQos() != KubeQos.BEST_EFFORT && !pod.finished()) {
                String dir = snapshot.paths().podDir(pod.kubeQos(), pod.uid());
                groups.add(new Group(pod, dir, containers(snapshot.paths(), dir, pod)));
            }
        }
        return groups;
    }

    private static List<String> containers(CgroupPaths paths, String dir, PodInfo pod) {
        List<String> containers = new ArrayList<>();
        for (ContainerInfo container : pod.containers()) {
            containerDir(paths, dir, container).ifPresent(containers::add);
        }
        return containers;
    }

    private static Optional<String> containerDir(CgroupPaths paths, String dir, ContainerInfo container) {
        try {
            return Optional.of(paths.containerDir(dir, container.id()));
        } catch (IllegalArgumentException e) {
            // Named by the strategy that limits it; the group of its pod is limited all the same.
            return Optional.empty();
        }
    }

    /** Groups of the tier and those beside it, each with those of its containers. */
    static SortedMap<String, List<String>> with(SortedMap<String, List<String>> ofTier, List<Group> beside) {
        if (beside.isEmpty()) {
            return ofTier;
        }
        SortedMap<String, List<String>> all = new TreeMap<>(ofTier);
        beside.forEach(group -> all.put(group.dir(), group.containers()));
        return all;
    }

    /**
     * Parts of an allowance by what pods ask for. Together those beside the tier get half at most while anything is in it, since what YARN
     * runs there asks for nothing.
     *
     * @return milli-cores of each group, in order; what is left is the tier's
     */
    static List<Long> shares(long allowanceMilliCpu, List<Group> beside, NodeSnapshot snapshot) {
        long besideWeight = beside.stream().mapToLong(Group::weight).sum();
        long tierWeight = snapshot.cluster().pods().stream()
                .filter(pod -> pod.kubeQos() == KubeQos.BEST_EFFORT && !pod.finished())
                .mapToLong(pod -> pod.batch().requestMilliCpu())
                .sum();
        boolean tierIsUsed = !snapshot.tier().pods().isEmpty();
        long all = besideWeight + (tierIsUsed ? Math.max(tierWeight, besideWeight) : 0);
        List<Long> shares = new ArrayList<>();
        for (Group group : beside) {
            shares.add(all == 0 ? 0 : (long) ((double) Math.max(0, allowanceMilliCpu) * group.weight() / all));
        }
        return shares;
    }

    /** Quotas that were asked for last, of pods that are still there. */
    static Map<String, Long> kept(Map<String, Long> quotas, List<Group> beside) {
        Map<String, Long> kept = new TreeMap<>();
        beside.forEach(group -> {
            String uid = group.pod().uid();
            kept.put(uid, quotas.getOrDefault(uid, -1L));
        });
        return kept;
    }
}
