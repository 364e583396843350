package io.koordbridge.scheduler.explain;

import io.koordbridge.scheduler.explain.Decisions.PodDecision;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterView;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Explains pods by the last decisions and by the nodes as they are now. */
public final class PodExplainer {

    private final ClusterLedger ledger;
    private final Decisions decisions;
    private final PluginList plugins;
    private final PodGate gate;
    private final PodPlan plan;
    private final Function<PodFacts, List<String>> notes;
    private final SchedulerWords words;

    /** What kube-scheduler says of a pod; empty when it says nothing or cannot be asked. */
    public interface SchedulerWords {

        /** Message of the condition PodScheduled. */
        String about(String namespace, String name);
    }

    /** Explains by the decisions of capabilities. */
    public PodExplainer(ClusterLedger ledger, Decisions decisions, Capabilities capabilities, SchedulerWords words) {
        this.ledger = ledger;
        this.decisions = decisions;
        this.plugins = capabilities.plugins();
        this.gate = capabilities.gate();
        this.plan = capabilities.plan();
        this.notes = capabilities.notes();
        this.words = words;
    }

    /** The report of a pod that waits or was bound lately. */
    public Optional<Object> explain(String namespace, String name) {
        String key = namespace + "/" + name;
        Optional<PodDecision> decision = decisions.find(key);
        Optional<PodFacts> waiting = ledger.pendingPod(namespace, name);
        PodFacts pod = waiting.or(() -> decision.map(PodDecision::pod)).orElse(null);
        if (pod == null) {
            return Optional.empty();
        }
        PodDecision known =
                decision.filter(one -> one.pod().uid().equals(pod.uid())).orElseGet(() -> PodDecision.none(pod));
        return Optional.of(report(key, pod, known));
    }

    private PodReport report(String key, PodFacts pod, PodDecision known) {
        FilterDecision filter = known.filter();
        BindDecision bind = known.bind();
        PreemptDecision preempt = known.preempt();
        boolean bound = bind != null && bind.bound();
        return new PodReport(
                key,
                pod.uid(),
                bound ? "bound" : "waiting",
                bind != null && bind.bound() ? bind.node() : null,
                bound ? "" : words.about(pod.namespace(), pod.name()),
                bound ? null : NodeChecks.of(pod, ledger.viewFor(pod.uid())),
                bound ? List.of() : details(pod),
                filter == null ? null : filter(pod, filter),
                bind == null ? null : bind(bind),
                preempt == null ? null : preempt(preempt));
    }

    private List<String> details(PodFacts pod) {
        Stream<String> holds = ledger.assumptions().stream()
                .filter(kept -> kept.pod().uid().equals(pod.uid()))
                .map(kept ->
                        "room: kept on node " + kept.node() + ", " + kept.hold().reason());
        return Stream.of(plan.details(pod).stream(), gate.details(pod).stream(), notes.apply(pod).stream(), holds)
                .flatMap(lines -> lines)
                .toList();
    }

    private PodReport.Filter filter(PodFacts pod, FilterDecision filter) {
        ClusterView view = ledger.viewFor(pod.uid());
        return new PodReport.Filter(
                filter.at().toString(),
                filter.candidates(),
                filter.fitting(),
                filter.offered(),
                filter.refused().stream()
                        .map(one -> new PodReport.Reason(
                                one.reason(),
                                one.nodes(),
                                example(pod, one.example(), view),
                                WakeWords.of(one.reason())))
                        .toList());
    }

    private PodReport.Example example(PodFacts pod, String name, ClusterView view) {
        NodeView node = view.node(name).orElse(null);
        if (node == null) {
            return new PodReport.Example(name, new TreeMap<>(), new TreeMap<>(), List.of("the node is not known"));
        }
        SortedMap<String, PodReport.Amounts> resources = new TreeMap<>();
        pod.request()
                .amounts()
                .forEach((resource, amount) -> resources.put(
                        resource,
                        new PodReport.Amounts(
                                amount,
                                node.requested().get(resource),
                                node.allocatable().get(resource),
                                node.free().get(resource))));
        return new PodReport.Example(
                name,
                resources,
                amounts(node.numa().available(node.facts().ratios().amplification())),
                plugins.details(pod.shape(), node));
    }

    private static PodReport.Preempt preempt(PreemptDecision decision) {
        return new PodReport.Preempt(decision.at().toString(), decision.nodes());
    }

    private static PodReport.Bind bind(BindDecision bind) {
        return new PodReport.Bind(
                bind.at().toString(),
                bind.node(),
                bind.problem(),
                bind.scores(),
                bind.holding().cpus().format(),
                amounts(bind.holding().quantities()));
    }

    private static SortedMap<Integer, Map<String, Long>> amounts(NumaQuantities quantities) {
        SortedMap<Integer, Map<String, Long>> amounts = new TreeMap<>();
        quantities.byNode().forEach((id, ofNode) -> amounts.put(id, ofNode.amounts()));
        return amounts;
    }
}
