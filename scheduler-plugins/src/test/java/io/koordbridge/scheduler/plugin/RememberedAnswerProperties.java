package io.koordbridge.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever happened to the nodes, an answer that was remembered is the one that is calculated. */
class RememberedAnswerProperties {

    private static final int PODS = 12;
    private static final List<String> NODES = List.of("n0", "n1");

    private final PluginList plugins = Samples.plugins();

    enum Kind {
        ASSUME,
        RELEASE,
        SEEN_BOUND,
        GONE,
        TOPOLOGY,
        CAPACITY,
        NODE_GONE
    }

    record Step(Kind kind, int pod, int node, int amount) {}

    @Provide
    Arbitrary<List<Step>> histories() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(0, PODS - 1),
                        Arbitraries.integers().between(0, NODES.size() - 1),
                        Arbitraries.integers().between(1, 4))
                .as(Step::new)
                .list()
                .ofMaxSize(30);
    }

    @Property(tries = 150)
    void areTheCalculatedOnes(@ForAll("histories") List<Step> history) {
        ClusterLedger ledger = new ClusterLedger();
        NODES.forEach(node -> ledger.nodeSeen(Samples.nodeFacts(node, 4_000, "8Gi")));
        List<PodFacts> asking = IntStream.range(0, PODS)
                .mapToObj(pod -> ledger.shared(pod(pod)))
                .toList();

        for (Step step : history) {
            apply(ledger, step);
            for (PodFacts pod : asking) {
                for (NodeView node : ledger.viewFor(pod.uid()).nodes()) {
                    assertThat(plugins.answer(pod.shape(), node)).isEqualTo(plugins.computed(pod.shape(), node));
                    assertThat(plugins.answer(pod.shape(), node)).isEqualTo(plugins.computed(pod.shape(), node));
                }
            }
        }
    }

    private void apply(ClusterLedger ledger, Step step) {
        PodFacts pod = pod(step.pod());
        String node = NODES.get(step.node());
        switch (step.kind()) {
            case ASSUME -> ledger.assume(pod, node, Instant.EPOCH, view -> plugins.place(pod, view));
            case RELEASE -> ledger.release(new Assumption(pod, node, Instant.EPOCH));
            case SEEN_BOUND -> ledger.podSeen(Samples.boundFacts(object(step.pod()), node));
            case GONE -> ledger.podGone(pod.uid(), pod.key());
            case TOPOLOGY -> ledger.topologySeen(node, step.amount() == 1 ? null : Samples.topology(step.amount() * 2));
            case CAPACITY -> ledger.nodeSeen(Samples.nodeFacts(node, 1_000L * step.amount(), "8Gi"));
            case NODE_GONE -> ledger.nodeGone(node);
        }
    }

    private static PodFacts pod(int number) {
        return PodFactsReader.read(object(number));
    }

    /** Every other pod wants CPUs of its own; there are more shapes than a snapshot remembers. */
    private static Pod object(int number) {
        return number % 2 == 0
                ? Samples.batchPod("p" + number, 300L * (number + 1), "1Gi")
                : new PodBuilder(Samples.pod("p" + number, Map.of("cpu", Integer.toString(1 + number / 4))))
                        .editMetadata()
                        .addToLabels(Labels.POD_QOS_CLASS, "LSR")
                        .addToLabels(Labels.POD_PRIORITY_CLASS, "koord-prod")
                        .endMetadata()
                        .build();
    }
}
