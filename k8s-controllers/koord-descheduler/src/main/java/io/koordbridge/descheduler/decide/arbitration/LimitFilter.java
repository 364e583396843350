package io.koordbridge.descheduler.decide.arbitration;

import io.koordbridge.descheduler.decide.args.EvictionGuards;
import io.koordbridge.descheduler.decide.args.Gate;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.args.MigrationLimits;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.workload.AllowedPods;
import io.koordbridge.descheduler.decide.workload.IntOrPercent;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Retryable filters: a pod that one of them keeps may move later; descheduler specification section 5.5. */
@PureCore
public final class LimitFilter {

    private final EvictionGuards guards;
    private final MigrationLimits limits;
    private final Workloads workloads;
    private final MigrationCounts counts;
    private final List<Function<PodFacts, Verdict>> checks;

    /** Filters by these arguments and the jobs that count. */
    public LimitFilter(MigrationArgs args, Workloads workloads, MigrationCounts counts) {
        this.guards = args.guards();
        this.limits = args.limits();
        this.workloads = workloads;
        this.counts = counts;
        this.checks = List.of(this::globally, this::perNode, this::perNamespace, this::perWorkload);
    }

    /** All filters; the first that refuses answers. */
    public Verdict check(PodFacts pod) {
        if (pod.guards().evictAnnotation()) {
            return Verdict.ALLOWED;
        }
        for (Function<PodFacts, Verdict> check : checks) {
            Verdict verdict = check.apply(pod);
            if (!verdict.allowed()) {
                return verdict;
            }
        }
        return Verdict.ALLOWED;
    }

    /** Limit of all jobs. */
    public Verdict globally(PodFacts pod) {
        if (isOff(Gate.MAX_MIGRATING_GLOBALLY, limits.globally())) {
            return Verdict.ALLOWED;
        }
        return below(Gate.MAX_MIGRATING_GLOBALLY, counts.globally(pod), limits.globally(), "pods migrate");
    }

    /** Limit of the pod's node. */
    public Verdict perNode(PodFacts pod) {
        if (isOff(Gate.MAX_MIGRATING_PER_NODE, limits.perNode())
                || pod.nodeName().isEmpty()) {
            return Verdict.ALLOWED;
        }
        return below(
                Gate.MAX_MIGRATING_PER_NODE,
                counts.onNode(pod),
                limits.perNode(),
                "pods of node " + pod.nodeName() + " migrate");
    }

    /** Limit of the pod's namespace. */
    public Verdict perNamespace(PodFacts pod) {
        if (isOff(Gate.MAX_MIGRATING_PER_NAMESPACE, limits.perNamespace())) {
            return Verdict.ALLOWED;
        }
        return below(
                Gate.MAX_MIGRATING_PER_NAMESPACE,
                counts.inNamespace(pod),
                limits.perNamespace(),
                "pods of namespace " + pod.ref().namespace() + " migrate");
    }

    /** Limits of the pod's workload: migrating pods, and pods that are unavailable or migrate. */
    public Verdict perWorkload(PodFacts pod) {
        OwnerRef controller = pod.owners().controller();
        boolean countsMigrating = !guards.skips(Gate.MAX_MIGRATING_PER_WORKLOAD);
        boolean countsUnavailable = !guards.skips(Gate.MAX_UNAVAILABLE_PER_WORKLOAD);
        if (controller == null || !(countsMigrating || countsUnavailable)) {
            return Verdict.ALLOWED;
        }
        Optional<Scale> scale = workloads.scale(pod.ref().namespace(), controller);
        if (scale.isEmpty()) {
            Gate gate = countsMigrating ? Gate.MAX_MIGRATING_PER_WORKLOAD : Gate.MAX_UNAVAILABLE_PER_WORKLOAD;
            return PodFilter.refused(gate, PodFilter.unresolved(controller));
        }
        Verdict migrating = countsMigrating ? migrating(pod, controller, scale.get()) : Verdict.ALLOWED;
        return migrating.allowed() && countsUnavailable ? unavailable(pod, controller, scale.get()) : migrating;
    }

    private Verdict migrating(PodFacts pod, OwnerRef controller, Scale scale) {
        int count = counts.migrating(pod, controller, scale);
        OptionalInt most = AllowedPods.of(scale.replicas(), limits.migratingPerWorkload());
        if (most.isPresent() && count == 0) {
            return Verdict.ALLOWED;
        }
        return ofWorkload(
                Gate.MAX_MIGRATING_PER_WORKLOAD, count, most, limits.migratingPerWorkload(), controller, "migrate");
    }

    private Verdict unavailable(PodFacts pod, OwnerRef controller, Scale scale) {
        return ofWorkload(
                Gate.MAX_UNAVAILABLE_PER_WORKLOAD,
                counts.unavailableOrMigrating(pod, controller, scale),
                AllowedPods.of(scale.replicas(), limits.unavailablePerWorkload()),
                limits.unavailablePerWorkload(),
                controller,
                "are unavailable or migrate");
    }

    private static Verdict ofWorkload(
            Gate gate,
            int count,
            OptionalInt most,
            @Nullable IntOrPercent configured,
            OwnerRef controller,
            String what) {
        if (most.isEmpty()) {
            return PodFilter.refused(gate, "its value '" + configured + "' is malformed");
        }
        return below(
                gate, count, most.getAsInt(), "pods of " + controller.kind() + " " + controller.name() + " " + what);
    }

    private boolean isOff(Gate gate, int limit) {
        return limit <= 0 || guards.skips(gate);
    }

    private static Verdict below(Gate gate, int count, int limit, String what) {
        return count < limit ? Verdict.ALLOWED : PodFilter.refused(gate, count + " " + what + ", allowed: " + limit);
    }
}
