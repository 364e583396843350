package io.koordbridge.scheduler.quota.preemption;

import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.quota.preemption.Companions.Party;
import io.koordbridge.scheduler.quota.preemption.PreemptionPlan.Asked;
import io.koordbridge.scheduler.quota.preemption.Victims.Code;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds which pods have to go so that several enter their quotas together, each on a node. It changes nothing. */
final class PartyPlan {

    private final QuotaLedger quotas;
    private final ClusterLedger nodes;
    private final PluginList plugins;
    private final Predicate<String> isProtected;

    /** Plans by these ledgers; pods of protected quotas stay. */
    PartyPlan(QuotaLedger quotas, ClusterLedger nodes, PluginList plugins, Predicate<String> isProtected) {
        this.quotas = quotas;
        this.nodes = nodes;
        this.plugins = plugins;
        this.isProtected = isProtected;
    }

    /**
     * How parties enter.
     *
     * @param entering the pods, by quota
     * @param victims in the order in which they were selected; empty when what leaves already suffices
     */
    record Choice(Map<String, List<PodQuota>> entering, List<PodQuota> victims) {}

    /** The choice for parties, empty when they cannot enter even so. */
    Optional<Choice> choice(List<Party> parties, PreemptionApi api) {
        Trial trial = new Trial(parties, api);
        for (Party party : parties) {
            List<PodFacts> byRank = party.waiting().stream()
                    .sorted(Comparator.comparing((PodFacts pod) -> quotas.rank(pod.key()), PodRank.QUEUE))
                    .toList();
            int missing = party.needed();
            for (int next = 0; next < byRank.size() && missing > 0; next++) {
                missing -= trial.enters(byRank.get(next)) ? 1 : 0;
            }
            if (missing > 0) {
                return Optional.empty();
            }
        }
        return Optional.of(new Choice(trial.entering, trial.victims));
    }

    /** What has gone and come so far. */
    private final class Trial {
        private final PreemptionApi api;
        private final DisruptionBudgets budgets;
        /** Of the victims, of pods that are leaving, and of the pods that enter, which may have places by a plan. */
        private final Set<String> goneUids = new HashSet<>();

        private final List<PodQuota> victims = new ArrayList<>();
        private final Map<String, List<PodQuota>> entering = new HashMap<>();
        private final Map<String, List<PodFacts>> placed = new HashMap<>();
        private final Map<String, List<QuotaLedger.Entry>> ofQuota = new HashMap<>();
        /** Nodes that are not as the ledger shows them. */
        private final Set<String> changed = new HashSet<>();

        private final List<NodeView> all = nodes.view().nodes().stream().toList();

        Trial(List<Party> parties, PreemptionApi api) {
            this.api = api;
            this.budgets = api.budgets();
            parties.forEach(party -> party.waiting().forEach(pod -> goneUids.add(pod.uid())));
            nodes.assumptions().stream()
                    .filter(one -> goneUids.contains(one.pod().uid()))
                    .map(Assumption::node)
                    .forEach(changed::add);
        }

        boolean enters(PodFacts pod) {
            String quota = quotas.check(pod.key()).quota();
            Asked asked =
                    Asked.of(pod, ofQuota.computeIfAbsent(quota, quotas::pods)).orElse(null);
            if (asked == null) {
                return false;
            }
            asked.leaving().forEach(this::goes);
            Optional<String> node = hasRoomInQuota(asked, quota, List.of())
                    ? all.stream()
                            .map(NodeView::name)
                            .filter(name -> fits(pod, name, Set.of()))
                            .findFirst()
                    : Optional.empty();
            if (node.isEmpty() && !isProtected.test(quota)) {
                Optional<NodeChoice> choice = choice(asked, quota);
                choice.ifPresent(one -> one.victims().victims().forEach(this::evicted));
                node = choice.map(NodeChoice::node);
            }
            node.ifPresent(name -> placed(asked, quota, name));
            return node.isPresent();
        }

        private void goes(PodQuota pod) {
            goneUids.add(pod.uid());
            changed.add(pod.node());
        }

        private void evicted(PodQuota victim) {
            victims.add(victim);
            goes(victim);
        }

        private void placed(Asked asked, String quota, String node) {
            entering.computeIfAbsent(quota, name -> new ArrayList<>()).add(asked.pod());
            PodFacts there = view(node, Set.of())
                    .map(view -> plugins.place(asked.facts(), view).pod())
                    .orElse(asked.facts());
            placed.computeIfAbsent(node, name -> new ArrayList<>()).add(there);
            changed.add(node);
        }

        private Optional<NodeChoice> choice(Asked asked, String quota) {
            Map<String, List<PodQuota>> byNode = asked.byNode();
            Map<String, Map<String, String>> labels = api.labels(
                    byNode.values().stream()
                            .flatMap(List::stream)
                            .map(PodQuota::namespace)
                            .collect(Collectors.toSet()),
                    budgets);
            List<NodeChoice> choices = new ArrayList<>();
            byNode.forEach((node, pods) -> {
                DisruptionBudgets left = budgets.again();
                Victims found = new VictimSelection(
                                asked.pod(),
                                new RoomOf(asked, quota, node),
                                one -> left.exceeded(
                                        one.namespace(), one.name(), labels.getOrDefault(one.uid(), Map.of())))
                        .select(pods.stream()
                                .filter(one -> !goneUids.contains(one.uid()))
                                .toList());
                if (found.code() == Code.HELPS) {
                    choices.add(new NodeChoice(node, found));
                }
            });
            return choices.stream().min(NodeChoice.ORDER);
        }

        private boolean hasRoomInQuota(Asked asked, String quota, List<PodQuota> more) {
            List<PodQuota> gone = new ArrayList<>(asked.ofQuota().stream()
                    .filter(one -> goneUids.contains(one.uid()))
                    .toList());
            gone.addAll(more);
            return quotas.checkAmid(asked.pod().key(), gone, entering.getOrDefault(quota, List.of()))
                    .code()
                    .allows();
        }

        private boolean fits(PodFacts pod, String node, Set<String> more) {
            return view(node, more).filter(view -> plugins.hasRoom(pod, view)).isPresent();
        }

        private Optional<NodeView> view(String node, Set<String> more) {
            if (more.isEmpty() && !changed.contains(node)) {
                return nodes.view().node(node);
            }
            Set<String> gone = new HashSet<>(goneUids);
            gone.addAll(more);
            return nodes.trial(node, gone, placed.getOrDefault(node, List.of()));
        }

        /** The room of a pod of a party on one node. */
        private final class RoomOf implements VictimSelection.Room {
            private final Asked asked;
            private final String quota;
            private final String node;

            RoomOf(Asked asked, String quota, String node) {
                this.asked = asked;
                this.quota = quota;
                this.node = node;
            }

            @Override
            public boolean onNode(Set<String> uids) {
                return fits(asked.facts(), node, uids);
            }

            @Override
            public boolean inQuota(List<PodQuota> gone) {
                return hasRoomInQuota(asked, quota, gone);
            }
        }
    }
}
