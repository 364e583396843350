package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeFacts;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the last plan of a group lacked. Until some of it may have come, another plan would end the same. After a change of the cluster that
 * does not seem to help, one more is tried, a minute later. For one thread.
 */
final class NoRoom {

    private static final Duration IN_ANY_CASE = Duration.ofMinutes(1);

    private final long quotas;
    private final List<Long> gangs;
    private final PluginList plugins;
    private final List<PodFacts> pods;
    private final boolean withoutQuota;
    private final Instant since;
    /** Nodes that some of the pods fit on, by name; views are not kept, for each would keep all that has changed since. */
    private final Map<String, Seen> seen = new HashMap<>();

    private ClusterView looked;
    private boolean changed;

    /**
     * What a node had room for.
     *
     * @param fitting numbers of the pods that fit
     */
    private record Seen(BitSet fitting, NodeFacts facts, NumaTopology topology, ResourceVector requested) {

        /** More pods on the same node, or another report about it, give no room. */
        boolean isLessThan(NodeView now) {
            return !facts.equals(now.facts())
                    || !topology.equals(now.numa().topology())
                    || requested.names().stream()
                            .anyMatch(name -> now.requested().get(name) < requested.get(name));
        }
    }

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
        this.quotas = inputs.quotas();
        this.gangs = inputs.gangs();
        this.plugins = plugins;
        this.pods = List.copyOf(pods);
        this.withoutQuota = withoutQuota;
        this.since = since;
        this.looked = inputs.view();
        if (!pods.isEmpty()) {
            looked.changedSince(ClusterView.of()).forEach(this::remember);
        }
    }

    private void remember(NodeView node) {
        BitSet fitting = fitting(node);
        if (!fitting.isEmpty()) {
            seen.put(node.name(), new Seen(fitting, node.facts(), node.numa().topology(), node.requested()));
        }
    }

    private BitSet fitting(NodeView node) {
        BitSet fitting = new BitSet();
        for (int pod = 0; pod < pods.size(); pod++) {
            fitting.set(pod, plugins.hasRoom(pods.get(pod), node));
        }
        return fitting;
    }

    /**
     * Whether another plan is worth it.
     *
     * @param known the pod as it is now; null when it waits no more
     */
    @SuppressWarnings("ReferenceEquality") // The view is the same object as long as nothing changes.
    boolean mayBeOver(Inputs now, Function<PodFacts, @Nullable PodFacts> known, Instant time) {
        boolean others = !now.gangs().equals(gangs)
                || (withoutQuota && now.quotas() != quotas)
                || pods.stream().anyMatch(pod -> !pod.equals(known.apply(pod)));
        changed |= now.view() != looked || now.quotas() != quotas;
        if (others || (changed && !time.isBefore(since.plus(IN_ANY_CASE)))) {
            return true;
        }
        ClusterView before = looked;
        looked = now.view();
        return now.view() != before && now.view().changedSince(before).stream().anyMatch(this::helps);
    }

    /** Whether a pod that had no room may have some on a node as it is now. */
    private boolean helps(NodeView now) {
        BitSet fitting = fitting(now);
        Seen then = seen.get(now.name());
        if (then != null && !then.isLessThan(now)) {
            fitting.andNot(then.fitting());
        }
        return !fitting.isEmpty();
    }
}
