package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodOrder;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** In which order waiting jobs are offered to the filters; descheduler specification section 5.2. */
@PureCore
public final class ArbitrationOrder {

    private static final Comparator<Waiting> NEWEST_JOB_FIRST =
            Comparator.comparing((Waiting one) -> one.job().created().getEpochSecond(), Comparator.reverseOrder());
    private static final Comparator<Waiting> BY_RANK =
            Comparator.comparing(Waiting::pod, Comparator.nullsFirst(PodOrder.BY_RANK));
    private static final Comparator<Waiting> BY_POD = Comparator.comparing(
            Waiting::pod, Comparator.nullsFirst(PodOrder.BY_RANK.thenComparing(PodOrder.NEWEST_FIRST)));

    private ArbitrationOrder() {}

    /** A job with its pod, null when it has none. */
    private record Waiting(JobClaim job, @Nullable PodFacts pod) {

        /** Uid of the batch Job that owns the pod, null for all others. */
        private @Nullable String batchOwner() {
            return ArbitrationOrder.batchOwner(pod);
        }
    }

    /**
     * Jobs that stay together: those of one batch Job, or one other job.
     *
     * @param migrating jobs of the batch Job that are under way
     */
    private record Unit(List<Waiting> members, int migrating) {

        private Waiting first() {
            return members.get(0);
        }
    }

    /**
     * Orders jobs.
     *
     * @param waiting jobs that are equal in all else stay in this order
     * @param disperse whether jobs of equal rank take turns by workload
     */
    public static List<JobClaim> order(Collection<JobClaim> waiting, MigrationView view, boolean disperse) {
        List<Waiting> sorted = new ArrayList<>(waiting.size());
        waiting.forEach(job -> sorted.add(new Waiting(job, pod(job, view))));
        sorted.sort(BY_POD.thenComparing(NEWEST_JOB_FIRST));
        List<Unit> units = new ArrayList<>(units(sorted, view));
        units.sort(Comparator.comparing(Unit::migrating, Comparator.reverseOrder()));
        List<JobClaim> order = new ArrayList<>(waiting.size());
        for (Unit unit : disperse ? dispersed(units, view) : units) {
            unit.members().forEach(one -> order.add(one.job()));
        }
        return order;
    }

    private static @Nullable PodFacts pod(JobClaim job, MigrationView view) {
        PodRef ref = job.pod();
        return ref == null ? null : view.pod(ref.namespace(), ref.name()).orElse(null);
    }

    private static @Nullable String batchOwner(@Nullable PodFacts pod) {
        OwnerRef controller = pod == null ? null : pod.owners().controller();
        return controller != null && controller.kind().equals("Job") ? controller.uid() : null;
    }

    /** Jobs of one batch Job next to each other, at the place of the first of them. */
    private static List<Unit> units(List<Waiting> sorted, MigrationView view) {
        Map<String, Integer> migrating =
                sorted.stream().anyMatch(one -> one.batchOwner() != null) ? migrating(view) : Map.of();
        Map<String, Unit> byOwner = new HashMap<>();
        List<Unit> units = new ArrayList<>();
        for (Waiting one : sorted) {
            String owner = one.batchOwner();
            Unit known = owner == null ? null : byOwner.get(owner);
            if (known != null) {
                known.members().add(one);
                continue;
            }
            Unit unit = new Unit(new ArrayList<>(List.of(one)), owner == null ? 0 : migrating.getOrDefault(owner, 0));
            units.add(unit);
            if (owner != null) {
                byOwner.put(owner, unit);
            }
        }
        return units;
    }

    /** Jobs that run, or once passed, by the batch Job that owns their pod. */
    private static Map<String, Integer> migrating(MigrationView view) {
        Map<String, Integer> counts = new HashMap<>();
        for (JobClaim job : view.jobs()) {
            PodFacts pod = job.passed() || job.isRunning() ? pod(job, view) : null;
            String owner = batchOwner(pod);
            if (owner != null && refersTo(job, pod)) {
                counts.merge(owner, 1, Integer::sum);
            }
        }
        return counts;
    }

    private static boolean refersTo(JobClaim job, @Nullable PodFacts pod) {
        PodRef ref = job.pod();
        return ref != null
                && pod != null
                && (ref.uid().isEmpty() || ref.uid().equals(pod.ref().uid()));
    }

    private static List<Unit> dispersed(List<Unit> units, MigrationView view) {
        List<Unit> order = new ArrayList<>(units.size());
        int start = 0;
        for (int at = 1; at <= units.size(); at++) {
            if (at == units.size() || !isEqualRank(units.get(start), units.get(at))) {
                takeTurns(units.subList(start, at), view, order);
                start = at;
            }
        }
        return order;
    }

    private static boolean isEqualRank(Unit one, Unit other) {
        return one.migrating() == other.migrating() && BY_RANK.compare(one.first(), other.first()) == 0;
    }

    /** One job of each workload, then the next of each: a workload follows itself only when no other waits. */
    private static void takeTurns(List<Unit> equals, MigrationView view, List<Unit> order) {
        Map<String, Deque<Unit>> byWorkload = new LinkedHashMap<>();
        for (Unit unit : equals) {
            byWorkload
                    .computeIfAbsent(workload(unit.first(), view), unused -> new ArrayDeque<>())
                    .add(unit);
        }
        Deque<Deque<Unit>> turns = new ArrayDeque<>(byWorkload.values());
        while (!turns.isEmpty()) {
            Deque<Unit> turn = turns.remove();
            order.add(turn.remove());
            if (!turn.isEmpty()) {
                turns.add(turn);
            }
        }
    }

    /** Uid of the workload; a job without one is a workload for itself. */
    private static String workload(Waiting one, MigrationView view) {
        PodFacts pod = one.pod();
        OwnerRef controller = pod == null ? null : pod.owners().controller();
        if (pod == null || controller == null) {
            return "job " + one.job().name();
        }
        Optional<Scale> scale = view.workloads().scale(pod.ref().namespace(), controller);
        return scale.map(Scale::workloadUid).orElse(controller.uid());
    }
}
