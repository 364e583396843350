package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.place.fit.NodeFit;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The ledger against a plain model: what is requested is the sum over the pods that are placed, whatever the order of events. */
class LedgerProperties {

    private static final long CAPACITY = 10_000;

    enum Kind {
        ASSUME,
        RELEASE,
        SEEN_BOUND,
        GONE,
        SEEN_PENDING
    }

    record Step(Kind kind, int pod, int node) {}

    @Provide
    Arbitrary<List<Step>> histories() {
        return Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(0, 5),
                        Arbitraries.integers().between(0, 1))
                .as(Step::new)
                .list()
                .ofMaxSize(60);
    }

    @Property(tries = 400)
    void requestedIsTheSumOfWhatIsPlaced(@ForAll("histories") List<Step> history) {
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(Samples.nodeFacts("n0", CAPACITY, "80Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n1", CAPACITY, "80Gi"));
        Model model = new Model();

        for (Step step : history) {
            apply(ledger, model, step);

            for (String node : List.of("n0", "n1")) {
                NodeView view = ledger.view().node(node).orElseThrow();
                assertThat(view.requested().get(ResourceNames.BATCH_CPU)).isEqualTo(model.requested(node));
                assertThat(view.assumed().get(ResourceNames.BATCH_CPU))
                        .isLessThanOrEqualTo(view.requested().get(ResourceNames.BATCH_CPU));
            }
        }
    }

    @Property(tries = 200)
    void placementsAloneNeverExceedTheCapacity(@ForAll("histories") List<Step> history) {
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(Samples.nodeFacts("n0", CAPACITY, "80Gi"));

        for (Step step : history) {
            PodFacts pod = pod(step.pod());
            if (step.kind() == Kind.GONE) {
                ledger.podGone(pod.uid(), pod.key());
            } else {
                ledger.assume(
                        pod,
                        "n0",
                        Instant.EPOCH,
                        view -> new PlacedPod(NodeFit.check(pod.request(), view), pod, Map.of()));
            }

            assertThat(ledger.view().node("n0").orElseThrow().requested().get(ResourceNames.BATCH_CPU))
                    .isLessThanOrEqualTo(CAPACITY);
        }
    }

    private static void apply(ClusterLedger ledger, Model model, Step step) {
        PodFacts pod = pod(step.pod());
        String node = "n" + step.node();
        switch (step.kind()) {
            case ASSUME -> {
                Samples.assume(ledger, pod, node, Instant.EPOCH);
                model.assume(pod, node);
            }
            case RELEASE -> {
                ledger.release(new Assumption(pod, node, Instant.EPOCH));
                model.assumed.remove(pod.uid() + "@" + node);
            }
            case SEEN_BOUND -> {
                ledger.podSeen(Samples.boundFacts(Samples.batchPod("p" + step.pod(), amount(step.pod()), "1Gi"), node));
                model.gone(pod);
                model.bound.put(pod.uid(), node);
            }
            case GONE -> {
                ledger.podGone(pod.uid(), pod.key());
                model.gone(pod);
            }
            case SEEN_PENDING -> ledger.podSeen(pod);
        }
    }

    private static long amount(int pod) {
        return 700L * (pod + 1);
    }

    private static PodFacts pod(int number) {
        return Samples.batchPodFacts("p" + number, amount(number), "1Gi");
    }

    private static final class Model {
        private final Map<String, String> bound = new HashMap<>();
        private final Map<String, Boolean> assumed = new HashMap<>();

        void assume(PodFacts pod, String node) {
            if (!node.equals(bound.get(pod.uid()))) {
                assumed.put(pod.uid() + "@" + node, true);
            }
        }

        void gone(PodFacts pod) {
            bound.remove(pod.uid());
            assumed.keySet().removeIf(key -> key.startsWith(pod.uid() + "@"));
        }

        long requested(String node) {
            long sum = 0;
            for (int number = 0; number <= 5; number++) {
                String uid = "uid-p" + number;
                if (node.equals(bound.get(uid)) || assumed.containsKey(uid + "@" + node)) {
                    sum += amount(number);
                }
            }
            return sum;
        }
    }
}
