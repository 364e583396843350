package io.koordbridge.scheduler.quota.preemption;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.quota.preemption.Victims.Code;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which pods of a node have to go so that another pod of their quota enters. All candidates are taken away first; then each one that is
 * not needed is put back, those beyond a disruption budget first, the most important first.
 */
@PureCore
public final class VictimSelection {

    private final PodQuota pod;
    private final Room room;
    private final Predicate<PodQuota> beyondBudget;

    /** Whether the pod has room when other pods have gone. */
    public interface Room {

        /** On the node. */
        boolean onNode(Set<String> goneUids);

        /** In the quota. */
        boolean inQuota(List<PodQuota> gone);
    }

    /**
     * A selection.
     *
     * @param beyondBudget asked for each candidate in the order of importance, whether its eviction exceeds a disruption budget
     */
    public VictimSelection(PodQuota pod, Room room, Predicate<PodQuota> beyondBudget) {
        this.pod = pod;
        this.room = room;
        this.beyondBudget = beyondBudget;
    }

    /** Whether a pod of the same quota may be a victim at all. */
    static boolean isCandidate(PodQuota pod, PodQuota other) {
        return other.rank().priority() < pod.rank().priority() && !other.nonPreemptible();
    }

    /**
     * Selects.
     *
     * @param onNode the pods of the same quota that are bound to the node
     */
    public Victims select(List<PodQuota> onNode) {
        List<PodQuota> candidates = new ArrayList<>(
                onNode.stream().filter(other -> isCandidate(pod, other)).toList());
        if (candidates.isEmpty()) {
            return Victims.none(Code.NO_CANDIDATE);
        }
        if (!room.onNode(uids(candidates)) || !room.inQuota(candidates)) {
            return Victims.none(Code.DOES_NOT_HELP);
        }
        candidates.sort(Comparator.comparing(PodQuota::rank, PodRank.IMPORTANCE));
        List<PodQuota> beyond = new ArrayList<>();
        List<PodQuota> within = new ArrayList<>();
        candidates.forEach(one -> (beyondBudget.test(one) ? beyond : within).add(one));
        List<PodQuota> gone = new ArrayList<>(candidates);
        List<PodQuota> victims = new ArrayList<>();
        int violations = 0;
        for (PodQuota one : beyond) {
            violations += reprieve(one, gone, victims) ? 1 : 0;
        }
        int beyondBudgets = victims.size();
        within.forEach(one -> reprieve(one, gone, victims));
        return new Victims(Code.HELPS, victims, violations, beyondBudgets);
    }

    /** Puts one back if it can stay; whether the node needs its place. */
    private boolean reprieve(PodQuota one, List<PodQuota> gone, List<PodQuota> victims) {
        gone.remove(one);
        boolean node = room.onNode(uids(gone));
        if (node && room.inQuota(gone)) {
            return false;
        }
        gone.add(one);
        victims.add(one);
        return !node;
    }

    private static Set<String> uids(List<PodQuota> pods) {
        Set<String> uids = new HashSet<>();
        pods.forEach(one -> uids.add(one.uid()));
        return uids;
    }
}
