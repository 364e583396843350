package io.koordbridge.scheduler.preempt.verb;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.preempt.budget.DisruptionApi;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodTimes;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Completes the victims of each node by what kube-scheduler does not know. In its releases until 1.37 a node that only this extender
 * refuses is never asked about; later ones name it with an empty list of victims.
 */
public final class Preemption {

    /** The most important pods first: by priority, then by how long they have been there. */
    private static final Comparator<PodFacts> REPRIEVE_ORDER = Comparator.<PodFacts>comparingInt(
                    pod -> pod.traits().priority())
            .reversed()
            .thenComparingLong(pod -> pod.times().scheduled() == PodTimes.UNKNOWN
                    ? Long.MAX_VALUE
                    : pod.times().scheduled())
            .thenComparing(PodFacts::key);

    private final ClusterLedger ledger;
    private final PluginList plugins;
    private final DisruptionApi disruption;

    public Preemption(ClusterLedger ledger, PluginList plugins, DisruptionApi disruption) {
        this.ledger = ledger;
        this.plugins = plugins;
        this.disruption = disruption;
    }

    /**
     * What happens to a node that was offered.
     *
     * @param victims who leaves, empty where the node does not help
     * @param considered pods of lower priority on the node, by name
     * @param problem why the node does not help, empty when it does
     */
    public record Outcome(Optional<NodeVictims> victims, List<String> considered, String problem) {}

    /** The outcomes for a pod that no victim helps. */
    public static Map<String, Outcome> useless(Map<String, NodeVictims> offered, String reason) {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        offered.keySet().forEach(name -> outcomes.put(name, new Outcome(Optional.empty(), List.of(), reason)));
        return outcomes;
    }

    /**
     * The outcome of each node that was offered, in the order of the request.
     *
     * @param goOn called before each trial, throws to end the calculation
     */
    public Map<String, Outcome> outcomes(PodFacts pod, Map<String, NodeVictims> offered, Runnable goOn) {
        ClusterView view = ledger.viewFor(pod.uid());
        Map<String, List<PodFacts>> lower = new LinkedHashMap<>();
        offered.keySet().forEach(name -> view.node(name).ifPresent(node -> lower.put(name, lower(pod, node))));
        BudgetCheck budgets = new BudgetCheck(
                disruption,
                lower.values().stream()
                        .flatMap(List::stream)
                        .map(PodFacts::namespace)
                        .collect(Collectors.toSet()));
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        offered.forEach((name, victims) -> {
            List<PodFacts> ofNode = lower.get(name);
            outcomes.put(
                    name,
                    ofNode == null
                            ? new Outcome(Optional.empty(), List.of(), "not known to the extender")
                            : outcome(pod, name, victims, ofNode, budgets, goOn));
        });
        return outcomes;
    }

    private static List<PodFacts> lower(PodFacts pod, NodeView node) {
        return node.placed().bound().values().stream()
                .filter(other -> other.traits().priority() < pod.traits().priority())
                .sorted(REPRIEVE_ORDER)
                .toList();
    }

    private Outcome outcome(
            PodFacts pod, String name, NodeVictims offered, List<PodFacts> lower, BudgetCheck budgets, Runnable goOn) {
        List<String> names = lower.stream().map(PodFacts::key).toList();
        Predicate<Set<String>> fits = gone -> {
            goOn.run();
            return ledger.without(name, pod.uid(), gone)
                    .filter(rest -> plugins.fits(pod.shape(), rest))
                    .isPresent();
        };
        if (!offered.uids().isEmpty() && fits.test(Set.copyOf(offered.uids()))) {
            return new Outcome(Optional.of(offered), names, "");
        }
        Set<String> beyond;
        try {
            beyond = budgets.beyond(lower);
        } catch (KubernetesClientException noAnswer) {
            return new Outcome(
                    Optional.empty(), names, "disruption budgets cannot be read: " + FailureFormatter.of(noAnswer));
        }
        List<String> order = Stream.concat(
                        lower.stream().map(PodFacts::uid).filter(beyond::contains),
                        lower.stream().map(PodFacts::uid).filter(uid -> !beyond.contains(uid)))
                .toList();
        Optional<List<String>> victims = VictimSearch.victims(offered.uids(), order, fits);
        if (victims.isEmpty()) {
            return new Outcome(
                    Optional.empty(),
                    names,
                    "does not fit without all pods of lower priority: " + reasons(pod, name, lower));
        }
        if (victims.get().isEmpty()) {
            // kube-scheduler takes a node without a victim as an error; the pod is tried again and needs none.
            return new Outcome(Optional.empty(), names, "fits without a victim by now");
        }
        long added = victims.get().stream()
                .filter(uid -> beyond.contains(uid) && !offered.uids().contains(uid))
                .count();
        return new Outcome(Optional.of(new NodeVictims(victims.get(), offered.violations() + added)), names, "");
    }

    private String reasons(PodFacts pod, String name, List<PodFacts> lower) {
        Set<String> all = lower.stream().map(PodFacts::uid).collect(Collectors.toSet());
        return ledger.without(name, pod.uid(), all)
                .map(rest -> plugins.answer(pod.shape(), rest).fit().message())
                .orElse("");
    }
}
