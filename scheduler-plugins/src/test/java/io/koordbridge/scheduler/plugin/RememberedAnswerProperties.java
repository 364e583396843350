package io.koordbridge.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.device.DeviceSamples;
import io.koordbridge.scheduler.place.load.UsageReport;
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
import org.jspecify.annotations.Nullable;

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
        REPORT,
        DEVICES,
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
            case REPORT -> ledger.objectSeen(node, UsageReport.class, report(step.amount()));
            case DEVICES -> DeviceSamples.gpus(ledger, node, step.amount() - 1);
            case NODE_GONE -> ledger.nodeGone(node);
        }
    }

    /** None, or one that leaves little, that leaves much, or that is too old. */
    private static @Nullable UsageReport report(int amount) {
        return amount == 1
                ? null
                : new UsageReport(
                        1_000L * amount,
                        60_000,
                        amount == 4,
                        ResourceVector.of(Map.of("cpu", 4_000L * amount, "memory", 1L << 30)),
                        ResourceVector.EMPTY,
                        Map.of(),
                        Map.of(),
                        List.of());
    }

    private static PodFacts pod(int number) {
        return PodFactsReader.read(object(number));
    }

    /** Most other pods want CPUs of their own, some GPUs; there are more shapes than a snapshot remembers. */
    private static Pod object(int number) {
        if (number % 5 == 4) {
            return Samples.pod("p" + number, Map.of("koordinator.sh/gpu", Integer.toString(20 * number)));
        }
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
