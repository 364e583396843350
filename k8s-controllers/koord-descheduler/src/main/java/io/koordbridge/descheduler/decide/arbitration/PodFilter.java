package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.args.EvictionGuards;
import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.args.Gate;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.args.MigrationLimits;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRank;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.workload.AllowedPods;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Non-retryable filters: a pod that one of them keeps is not moved, however long its job waits; sections 5.3 and 5.4. */
@PureCore
public final class PodFilter {

    private static final int CRITICAL = 2_000_000_000;

    private final EvictionGuards guards;
    private final MigrationLimits limits;
    private final EvictionPolicy policy;
    private final Workloads workloads;
    private final NodeManagerGuard nodeManagers;
    private final List<Function<PodFacts, Verdict>> checks;

    /** Filters by these arguments. */
    public PodFilter(MigrationArgs args, Workloads workloads, NodeManagerGuard nodeManagers) {
        this.guards = args.guards();
        this.limits = args.limits();
        this.policy = args.jobs().policy();
        this.workloads = workloads;
        this.nodeManagers = nodeManagers;
        this.checks = List.of(
                this::namespace,
                PodFilter::evictionCost,
                PodFilter::kind,
                this::bare,
                this::priority,
                this::storage,
                this::labels,
                this::expectedReplicas);
    }

    /**
     * All filters; the first that refuses answers.
     *
     * @param jobPolicy label of the job, empty for a request
     */
    public Verdict check(PodFacts pod, String jobPolicy) {
        Verdict drained = nodeManagers.check(pod, EvictionPolicy.of(pod.guards().evictPolicy(), jobPolicy, policy));
        if (!drained.allowed() || pod.guards().evictAnnotation()) {
            return drained;
        }
        for (Function<PodFacts, Verdict> check : checks) {
            Verdict verdict = check.apply(pod);
            if (!verdict.allowed()) {
                return verdict;
            }
        }
        return Verdict.ALLOWED;
    }

    private Verdict namespace(PodFacts pod) {
        boolean covered = guards.skips(Gate.NAMESPACES)
                || guards.namespaces().covers(pod.ref().namespace());
        return covered
                ? Verdict.ALLOWED
                : refused(Gate.NAMESPACES, "namespaces leaves out " + pod.ref().namespace());
    }

    private static Verdict evictionCost(PodFacts pod) {
        return pod.rank().evictionCost() == PodRank.NEVER_EVICT
                ? Verdict.refused(
                        "EvictionCost", "its eviction cost " + PodRank.NEVER_EVICT + " forbids every eviction")
                : Verdict.ALLOWED;
    }

    private static Verdict kind(PodFacts pod) {
        if (pod.owners().daemonSet()) {
            return Verdict.refused("DaemonSet", "a DaemonSet owns it");
        }
        if (pod.guards().mirror()) {
            return Verdict.refused("MirrorPod", "it mirrors a static pod");
        }
        if (pod.guards().fixed()) {
            return Verdict.refused("StaticPod", "it is a static pod");
        }
        return pod.state().terminating()
                ? Verdict.refused("Terminating", "it is being deleted already")
                : Verdict.ALLOWED;
    }

    private Verdict bare(PodFacts pod) {
        boolean allowed = pod.owners().any()
                || guards.skips(Gate.BARE_PODS)
                || guards.allBarePods()
                || (guards.failedBarePods() && pod.state().phase().equals("Failed"));
        return allowed
                ? Verdict.ALLOWED
                : refused(Gate.BARE_PODS, "it has no owner that would replace it, and evictAllBarePods is false");
    }

    private Verdict priority(PodFacts pod) {
        int priority = Objects.requireNonNullElse(pod.rank().priority(), 0);
        if (guards.systemCriticalPods()) {
            return Verdict.ALLOWED;
        }
        if (priority >= CRITICAL && !guards.skips(Gate.SYSTEM_CRITICAL)) {
            return refused(Gate.SYSTEM_CRITICAL, "its priority " + priority + " is that of a critical pod");
        }
        Integer threshold = guards.priorityThreshold();
        boolean below = threshold == null
                || guards.skips(Gate.PRIORITY_THRESHOLD)
                || pod.rank().priority() == null
                || priority < threshold;
        return below
                ? Verdict.ALLOWED
                : refused(
                        Gate.PRIORITY_THRESHOLD,
                        "its priority " + priority + " is not below priorityThreshold " + threshold);
    }

    private Verdict storage(PodFacts pod) {
        if (pod.guards().localStorage() && !guards.localStoragePods() && !guards.skips(Gate.LOCAL_STORAGE)) {
            return refused(
                    Gate.LOCAL_STORAGE, "it has an emptyDir or hostPath volume, and evictLocalStoragePods is false");
        }
        return pod.guards().claims() && guards.ignorePvcPods() && !guards.skips(Gate.PVC)
                ? refused(Gate.PVC, "it has a volume claim, and ignorePvcPods is true")
                : Verdict.ALLOWED;
    }

    private Verdict labels(PodFacts pod) {
        boolean matches = guards.labelSelector() == null
                || guards.skips(Gate.LABEL_SELECTOR)
                || guards.labelSelector().matches(pod.labels());
        return matches ? Verdict.ALLOWED : refused(Gate.LABEL_SELECTOR, "its labels do not match labelSelector");
    }

    /** Whether the workload is large enough to lose a pod within its limits. */
    public Verdict expectedReplicas(PodFacts pod) {
        OwnerRef controller = pod.owners().controller();
        if (controller == null || limits.skipExpectedReplicas() || guards.skips(Gate.EXPECTED_REPLICAS)) {
            return Verdict.ALLOWED;
        }
        Optional<Scale> scale = workloads.scale(pod.ref().namespace(), controller);
        if (scale.isEmpty()) {
            return refused(Gate.EXPECTED_REPLICAS, unresolved(controller));
        }
        int replicas = scale.get().replicas();
        OptionalInt migrating = AllowedPods.of(replicas, limits.migratingPerWorkload());
        OptionalInt unavailable = AllowedPods.of(replicas, limits.unavailablePerWorkload());
        if (migrating.isEmpty() || unavailable.isEmpty()) {
            return refused(Gate.EXPECTED_REPLICAS, "maxMigratingPerWorkload or maxUnavailablePerWorkload is malformed");
        }
        boolean enough = replicas != 1 && replicas != migrating.getAsInt() && replicas != unavailable.getAsInt();
        return enough
                ? Verdict.ALLOWED
                : refused(
                        Gate.EXPECTED_REPLICAS,
                        controller.kind() + " " + controller.name() + " has " + replicas + " replicas, "
                                + migrating.getAsInt() + " may migrate and " + unavailable.getAsInt()
                                + " may be unavailable");
    }

    static String unresolved(OwnerRef controller) {
        return "the size of " + controller.kind() + " " + controller.name() + " of " + controller.apiVersion()
                + " cannot be found out";
    }

    static Verdict refused(Gate gate, String why) {
        return Verdict.refused(gate.wireName(), why);
    }
}
