package io.koordbridge.scheduler.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.NodeFactsReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlaceFinderTest {

    private static final Hold HOLD = new Hold(Hold.Owner.GANG, "test");

    private final ClusterLedger ledger = new ClusterLedger();
    private final PlaceFinder finder = new PlaceFinder(ledger, Samples.plugins(), HOLD, Instant.MAX);

    @Test
    void fillsEveryNodeAndNoneBeyondItsCapacity() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 2_000, "80Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n2", 3_500, "80Gi"));

        Map<String, Integer> placed = new TreeMap<>();
        IntStream.range(0, 8)
                .mapToObj(number -> finder.place(Samples.batchPodFacts("p" + number, 1_000, "1Gi"), Set.of()))
                .forEach(place -> placed.merge(place.map(Assumption::node).orElse("none"), 1, Integer::sum));

        assertThat(placed).isEqualTo(Map.of("n1", 2, "n2", 3, "none", 3));
    }

    @Test
    void passesOverNodesForOnePodOnly() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));

        assertThat(finder.place(Samples.batchPodFacts("p1", 1_000, "1Gi"), Set.of("n1")))
                .isEmpty();
        assertThat(finder.place(Samples.batchPodFacts("p2", 1_000, "1Gi"), Set.of()))
                .map(Assumption::node)
                .contains("n1");
    }

    @Test
    void leavesNodesAloneThatKubeSchedulerWouldRefuse() {
        ledger.nodeSeen(NodeFactsReader.read(
                new NodeBuilder(Samples.node("n1", 9_000, "80Gi", Map.of()))
                        .withNewSpec()
                        .withUnschedulable(true)
                        .endSpec()
                        .build(),
                null));

        assertThat(finder.place(Samples.batchPodFacts("p1", 1_000, "1Gi"), Set.of()))
                .isEmpty();
        assertThat(ledger.assumptions()).isEqualTo(List.of());
    }
}
