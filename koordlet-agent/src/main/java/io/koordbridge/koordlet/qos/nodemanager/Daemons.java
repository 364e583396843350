package io.koordbridge.koordlet.qos.nodemanager;

import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Pods of NodeManagers in the best-effort tier. A label marks them and any owner of a pod may set it: what it gives has bounds. */
@PureCore
public final class Daemons {

    /** Heartbeats and web server of one NodeManager; what it gets when it requests less. */
    static final long LEAST_MILLI = 500;
    /** Most for all NodeManagers of a node. */
    static final long MOST_MILLI = 2000;

    private static final long PART_OF_NODE = 4;
    /** Memory of one NodeManager; what it gets when it requests less. */
    private static final long LEAST_BYTES = 512L << 20;

    private Daemons() {}

    /** Those that have not ended, each once. The uid of a static pod cannot be trusted: it counts as none. */
    static List<PodInfo> in(List<PodInfo> pods) {
        Set<String> uids = new HashSet<>();
        return pods.stream()
                .filter(pod -> pod.eviction().nodeManager() && pod.eviction().evictable())
                .filter(pod -> pod.kubeQos() == KubeQos.BEST_EFFORT && !pod.finished())
                .filter(pod -> uids.add(pod.uid()))
                .toList();
    }

    /**
     * CPU that the tier keeps for them whatever the load; 0 without a NodeManager in the tier. It is what they request, at least 500 m each,
     * and for all of them never above a quarter of the node or 2 cores: so much the owner of a pod can take from online work by the label.
     */
    public static long floorMilliCpu(List<PodInfo> pods, long capacityMilliCpu) {
        long most = Math.min(MOST_MILLI, Math.max(0, capacityMilliCpu) / PART_OF_NODE);
        long sum = 0;
        for (PodInfo pod : in(pods)) {
            long request = Math.max(LEAST_MILLI, pod.batch().requestMilliCpu());
            sum = Math.min(most, sum + Math.min(most, request));
        }
        return sum;
    }

    /** Memory that the tier keeps for them: what they request, at least 512 MiB each, and never above {@link #mostBytes}. */
    public static long floorBytes(List<PodInfo> pods, long nodeBytes) {
        long sum = 0;
        for (PodInfo pod : in(pods)) {
            long request = Math.max(LEAST_BYTES, pod.batch().memory().pod().requestBytes());
            sum = Math.min(mostBytes(nodeBytes), sum + request);
        }
        return sum;
    }

    /** Most that a label can take from online work: a quarter of the node. */
    public static long mostBytes(long nodeBytes) {
        return Math.max(0, nodeBytes) / PART_OF_NODE;
    }
}
