package io.koordbridge.scheduler.quota.revoke;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which pods of a quota have to go so that it uses no more than it may. */
@PureCore
public final class OveruseSelection {

    /** Who goes first. */
    static final Comparator<PodQuota> LEAST_IMPORTANT =
            Comparator.comparing(PodQuota::rank, PodRank.IMPORTANCE).reversed();

    private OveruseSelection() {}

    /**
     * The pods to evict, in this order.
     *
     * @param used what the quota uses, of all its resources
     * @param assigned its pods that have a node, of which those that must not be preempted stay
     */
    public static List<PodQuota> select(ResourceVector runtime, ResourceVector used, List<PodQuota> assigned) {
        List<PodQuota> order = new ArrayList<>(assigned);
        order.sort(LEAST_IMPORTANT);
        ResourceVector left = used;
        List<PodQuota> away = new ArrayList<>();
        for (PodQuota pod : order) {
            if (left.fitsIn(runtime)) {
                break;
            }
            if (!pod.nonPreemptible()) {
                away.add(pod);
                left = left.minusClipped(pod.request());
            }
        }
        return left.fitsIn(runtime) ? withoutThoseThatFit(runtime, left, away) : away;
    }

    /** From the most important: one that fits beside what is left stays. */
    private static List<PodQuota> withoutThoseThatFit(
            ResourceVector runtime, ResourceVector left, List<PodQuota> away) {
        List<PodQuota> evicted = new ArrayList<>();
        ResourceVector now = left;
        for (int i = away.size() - 1; i >= 0; i--) {
            PodQuota pod = away.get(i);
            ResourceVector with = now.plus(pod.request().masked(now));
            if (with.fitsIn(runtime)) {
                now = with;
            } else {
                evicted.add(pod);
            }
        }
        return evicted;
    }
}
