package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that count for the limits, by what the limits are about; descheduler specification section 5.5. Built once for a round or a
 * run and extended by each job that joins: a question costs the same however many jobs there are. A pod's own jobs, those with its
 * uid, never count for it.
 */
@PureCore
public final class MigrationCounts {

    private static final Moving NONE = new Moving(Map.of(), Set.of());

    private final MigrationView view;
    private final boolean byWorkload;
    private final Map<Scope, Integer> jobs = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private final Map<String, Set<String>> podsByNode = new HashMap<>();
    private final Map<String, Moving> movingByOwner = new HashMap<>();
    private final Map<String, Set<String>> unavailableByWorkload = new HashMap<>();

    private MigrationCounts(MigrationView view, boolean byWorkload) {
        this.view = view;
        this.byWorkload = byWorkload;
    }

    /** Null for any namespace, and for the pods of any uid. */
    private record Scope(
            @Nullable String namespace, @Nullable String uid) {}

    /**
     * Migrating pods of one owner.
     *
     * @param uidsByPod for each pod the uids by which jobs refer to it
     * @param available those of the pods that are not unavailable themselves
     */
    private record Moving(Map<String, Set<String>> uidsByPod, Set<String> available) {}

    /** For requests: every open job counts. */
    public static MigrationCounts ofOpen(MigrationView view, MigrationArgs args) {
        MigrationCounts counts = new MigrationCounts(view, args.arbitration().countByWorkload());
        view.jobs().stream().filter(JobClaim::isOpen).forEach(counts::add);
        return counts;
    }

    /**
     * For a round: jobs count that run, and pending ones that passed.
     *
     * @param passed uids of jobs that passed
     */
    public static MigrationCounts ofPassed(MigrationView view, MigrationArgs args, Set<String> passed) {
        MigrationCounts counts = new MigrationCounts(view, args.arbitration().countByWorkload());
        view.jobs().stream()
                .filter(job -> job.isRunning() || (job.isPending() && passed.contains(job.uid())))
                .forEach(counts::add);
        return counts;
    }

    /** One more job counts from now on. */
    void add(JobClaim job) {
        PodRef ref = job.pod();
        if (ref == null) {
            return;
        }
        names.add(ref.key());
        count(null, null);
        count(null, ref.uid());
        count(ref.namespace(), null);
        count(ref.namespace(), ref.uid());
        view.pod(ref.namespace(), ref.name()).ifPresent(pod -> add(ref, pod));
    }

    private void count(@Nullable String namespace, @Nullable String uid) {
        jobs.merge(new Scope(namespace, uid), 1, Integer::sum);
    }

    private void add(PodRef ref, PodFacts pod) {
        podsByNode.computeIfAbsent(pod.nodeName(), unused -> new HashSet<>()).add(ref.key());
        OwnerRef controller = pod.owners().controller();
        if (controller == null) {
            return;
        }
        Optional<Scale> scale = view.workloads().scale(ref.namespace(), controller);
        String workload = scale.map(Scale::workloadUid).orElse(controller.uid());
        Moving moving = movingByOwner.computeIfAbsent(
                byWorkload ? workload : controller.uid(), unused -> new Moving(new HashMap<>(), new HashSet<>()));
        moving.uidsByPod().computeIfAbsent(ref.key(), unused -> new HashSet<>()).add(ref.uid());
        if (!unavailable(workload).contains(ref.key())) {
            moving.available().add(ref.key());
        }
    }

    /** Jobs of other pods. */
    int globally(PodFacts pod) {
        return jobs(null, null) - jobs(null, pod.ref().uid());
    }

    /** Jobs of other pods in the pod's namespace. */
    int inNamespace(PodFacts pod) {
        return jobs(pod.ref().namespace(), null)
                - jobs(pod.ref().namespace(), pod.ref().uid());
    }

    /** Whether a job counts that refers to the pod, by uid or by name. */
    boolean has(PodFacts pod) {
        return jobs(null, pod.ref().uid()) > 0 || names.contains(pod.ref().key());
    }

    private int jobs(@Nullable String namespace, @Nullable String uid) {
        return jobs.getOrDefault(new Scope(namespace, uid), 0);
    }

    /** Other pods with a job on the pod's node. */
    int onNode(PodFacts pod) {
        Set<String> pods = podsByNode.getOrDefault(pod.nodeName(), Set.of());
        return pods.size() - (pods.contains(pod.ref().key()) ? 1 : 0) + view.evictedByOthers(pod.nodeName());
    }

    /** Migrating pods of the pod's controller. */
    int migrating(PodFacts pod, OwnerRef controller, Scale scale) {
        Moving moving = moving(controller, scale);
        return moving.uidsByPod().size() - (isOwnOnly(moving, pod) ? 1 : 0);
    }

    /** Pods of the workload that are unavailable or migrate. */
    int unavailableOrMigrating(PodFacts pod, OwnerRef controller, Scale scale) {
        Moving moving = moving(controller, scale);
        boolean own =
                isOwnOnly(moving, pod) && moving.available().contains(pod.ref().key());
        return unavailable(scale.workloadUid()).size()
                + moving.available().size()
                + view.lacking(scale)
                - (own ? 1 : 0);
    }

    private Moving moving(OwnerRef controller, Scale scale) {
        return movingByOwner.getOrDefault(byWorkload ? scale.workloadUid() : controller.uid(), NONE);
    }

    /** Whether the pod migrates by no other job than its own. */
    private static boolean isOwnOnly(Moving moving, PodFacts pod) {
        Set<String> uids = moving.uidsByPod().getOrDefault(pod.ref().key(), Set.of());
        return uids.size() == 1 && uids.contains(pod.ref().uid());
    }

    private Set<String> unavailable(String workload) {
        return unavailableByWorkload.computeIfAbsent(workload, uid -> {
            Set<String> found = new HashSet<>();
            for (PodFacts pod : view.workloads().pods(uid)) {
                if (!isDoneWell(pod) && (!pod.state().isActive() || !pod.state().ready())) {
                    found.add(pod.ref().key());
                }
            }
            return found;
        });
    }

    /** A pod of a batch Job that has done its work is not missing. */
    private static boolean isDoneWell(PodFacts pod) {
        OwnerRef controller = pod.owners().controller();
        return pod.state().phase().equals("Succeeded")
                && controller != null
                && controller.kind().equals("Job");
    }
}
