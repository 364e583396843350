package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.placement.PlaceFinder;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the last plan of a group lacked. Until some of it may have come, another plan would end the same. A change of the cluster that does
 * not seem to help is believed only for a minute. For one thread.
 */
final class NoRoom {

    private static final Duration IN_ANY_CASE = Duration.ofMinutes(1);

    private final Inputs inputs;
    private final PluginList plugins;
    private final List<PodFacts> pods;

    private final boolean withoutQuota;
    private final Instant since;
    private ClusterView looked;

    /**
     * On what a plan was made.
     *
     * @param quotas version of the gate
     * @param gangs numbers of the last changes in the book
     */
    record Inputs(ClusterView view, long quotas, List<Long> gangs) {

        static Inputs of(String gang, GangBook book, ClusterLedger ledger, Capabilities capabilities) {
            return new Inputs(ledger.view(), capabilities.gate().version(), book.changes(gang));
        }

        /** The same on nodes that the trial saw a little later. */
        Inputs of(ClusterView nodes) {
            return new Inputs(nodes, quotas, gangs);
        }
    }

    /**
     * Of a plan.
     *
     * @param pods that were tried when one of them had no node, one of each kind
     * @param withoutQuota whether the quota of a pod has no room
     */
    NoRoom(Inputs inputs, PluginList plugins, List<PodFacts> pods, boolean withoutQuota, Instant since) {
        this.inputs = inputs;
        this.plugins = plugins;
        this.pods = List.copyOf(pods);
        this.withoutQuota = withoutQuota;
        this.since = since;
        this.looked = inputs.view();
    }

    /**
     * Whether another plan is worth it.
     *
     * @param known the pod as it is now; null when it waits no more
     */
    @SuppressWarnings("ReferenceEquality") // The view is the same object as long as nothing changes.
    boolean mayBeOver(Inputs now, Function<PodFacts, @Nullable PodFacts> known, Instant time) {
        boolean others = !now.gangs().equals(inputs.gangs())
                || (withoutQuota && now.quotas() != inputs.quotas())
                || pods.stream().anyMatch(pod -> !pod.equals(known.apply(pod)));
        if (others) {
            return true;
        }
        boolean changed = now.view() != inputs.view() || now.quotas() != inputs.quotas();
        if (changed && !time.isBefore(since.plus(IN_ANY_CASE))) {
            return true;
        }
        if (now.view() == looked) {
            return false;
        }
        looked = now.view();
        return now.view().changedSince(inputs.view()).stream()
                .anyMatch(node -> pods.stream()
                        .anyMatch(pod ->
                                helps(pod, inputs.view().node(node.name()).orElse(null), node)));
    }

    /** Whether a pod that had no room may have some on a node as it is now. */
    private boolean helps(PodFacts pod, @Nullable NodeView then, NodeView now) {
        return fits(pod, now) && (then == null || !fits(pod, then) || hasMoreRoom(then, now));
    }

    private boolean fits(PodFacts pod, NodeView node) {
        return PlaceFinder.fits(plugins, pod, node);
    }

    /** More pods on the same node, or another report about it, give no room. */
    private static boolean hasMoreRoom(NodeView then, NodeView now) {
        return !then.facts().equals(now.facts())
                || !then.numa().topology().equals(now.numa().topology())
                || then.placed()
                        .all()
                        .anyMatch(pod -> !now.placed().bound().containsKey(pod.uid())
                                && !now.placed().assumed().containsKey(pod.uid()))
                || then.requested().names().stream()
                        .anyMatch(name ->
                                now.requested().get(name) < then.requested().get(name));
    }
}
