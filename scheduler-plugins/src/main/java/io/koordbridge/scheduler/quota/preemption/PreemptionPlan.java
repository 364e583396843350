package io.koordbridge.scheduler.quota.preemption;

import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.quota.preemption.Victims.Code;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds where a preemption helps a pod, over all nodes that have pods of its quota. */
public final class PreemptionPlan {

    private final QuotaLedger quotas;
    private final ClusterLedger nodes;
    private final PluginList plugins;

    /** Plans by these ledgers. */
    public PreemptionPlan(QuotaLedger quotas, ClusterLedger nodes, PluginList plugins) {
        this.quotas = quotas;
        this.nodes = nodes;
        this.plugins = plugins;
    }

    /** A pod that waits, as both ledgers know it, and the pods of its quota that have a node. */
    public record Asked(PodFacts facts, PodQuota pod, List<PodQuota> ofQuota) {

        /** A pod of a quota that waits, empty when it is not among the quota's pods. */
        public static Optional<Asked> of(PodFacts facts, List<QuotaLedger.Entry> quota) {
            List<PodQuota> bound = quota.stream()
                    .map(QuotaLedger.Entry::pod)
                    .filter(PodQuota::bound)
                    .toList();
            return quota.stream()
                    .map(QuotaLedger.Entry::pod)
                    .filter(pod -> !pod.bound() && pod.uid().equals(facts.uid()))
                    .findFirst()
                    .map(pod -> new Asked(facts, pod, bound));
        }

        /** Pods of the quota that are on their way out. */
        public List<PodQuota> leaving() {
            return ofQuota.stream().filter(PodQuota::terminating).toList();
        }

        /** Pods of the quota that may go, by node. */
        Map<String, List<PodQuota>> byNode() {
            Map<String, List<PodQuota>> byNode = new TreeMap<>();
            ofQuota.stream()
                    .filter(other -> !other.terminating() && VictimSelection.isCandidate(pod, other))
                    .forEach(other -> byNode.computeIfAbsent(other.node(), node -> new ArrayList<>())
                            .add(other));
            return byNode;
        }
    }

    /** Whether it helps at all that pods of the quota go. The cheap test over all: without it each node would be looked at in vain. */
    boolean mayHelp(Asked asked) {
        List<PodQuota> all = everyone(asked);
        return all.size() > asked.leaving().size()
                && quotas.checkAmid(asked.pod().key(), all, List.of()).code().allows();
    }

    private static List<PodQuota> everyone(Asked asked) {
        List<PodQuota> all = new ArrayList<>(asked.leaving());
        asked.byNode().values().forEach(all::addAll);
        return all;
    }

    /** Whether no node takes a pod, and some only because of what kube-scheduler does not see: its own preemption passes these over. */
    boolean onlyWeRefuse(PodFacts pod) {
        boolean refused = false;
        for (NodeView node : nodes.viewFor(pod.uid()).nodes()) {
            if (node.hasPlainRoom(pod)) {
                if (plugins.answer(pod.shape(), node).fit().fits()) {
                    return false;
                }
                refused = true;
            }
        }
        return refused;
    }

    /** Nodes on which a preemption helps, the best first; each has victims. None when what leaves already suffices on one. */
    List<NodeChoice> choices(Asked asked, PreemptionApi api) {
        DisruptionBudgets first = api.budgets();
        Map<String, Map<String, String>> labels =
                api.labels(everyone(asked).stream().map(PodQuota::namespace).collect(Collectors.toSet()), first);
        List<NodeChoice> choices = new ArrayList<>();
        for (String node : asked.byNode().keySet()) {
            Victims victims = victims(asked, node, first.again(), labels);
            if (victims.code() == Code.HELPS && victims.victims().isEmpty()) {
                return List.of();
            }
            if (victims.code() == Code.HELPS) {
                choices.add(new NodeChoice(node, victims));
            }
        }
        choices.sort(NodeChoice.ORDER);
        return choices;
    }

    /**
     * What a preemption on one node would take.
     *
     * @param labels of pods by uid, of those for which a budget may matter
     */
    public Victims victims(
            Asked asked, String node, DisruptionBudgets budgets, Map<String, Map<String, String>> labels) {
        return new VictimSelection(
                        asked.pod(),
                        new RoomOf(asked, node),
                        one -> budgets.exceeded(one.namespace(), one.name(), labels.getOrDefault(one.uid(), Map.of())))
                .select(asked.byNode().getOrDefault(node, List.of()));
    }

    /** The room of a pod on one node, with everything that is leaving gone. */
    private final class RoomOf implements VictimSelection.Room {
        private final Asked asked;
        private final String node;

        RoomOf(Asked asked, String node) {
            this.asked = asked;
            this.node = node;
        }

        @Override
        public boolean onNode(Set<String> goneUids) {
            Set<String> uids = new HashSet<>(goneUids);
            asked.leaving().forEach(pod -> uids.add(pod.uid()));
            uids.add(asked.pod().uid());
            return nodes.without(node, uids)
                    .filter(view -> plugins.hasRoom(asked.facts(), view))
                    .isPresent();
        }

        @Override
        public boolean inQuota(List<PodQuota> gone) {
            List<PodQuota> all = new ArrayList<>(asked.leaving());
            all.addAll(gone);
            return quotas.checkAmid(asked.pod().key(), all, List.of()).code().allows();
        }
    }
}
