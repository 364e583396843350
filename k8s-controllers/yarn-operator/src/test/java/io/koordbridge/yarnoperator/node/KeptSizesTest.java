package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeAgent;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.NodeObservation;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import io.koordbridge.yarnoperator.lease.WrittenLease;
import io.koordbridge.yarnoperator.node.NodeObserver.Observed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeptSizesTest {

    private static final YarnAmount SIZE = new YarnAmount(1, 2048);
    private static final YarnAmount FLOOR = new YarnAmount(1, 1024);

    private final KeptSizes kept = new KeptSizes();

    private static Observed observed(String name, String cluster, YarnAmount capability) {
        Node node =
                new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
        NodeManagerView manager = new NodeManagerView(
                new NodeManagerRef(cluster, "nm", 8041),
                ManagerState.LIVE,
                capability,
                YarnAmount.ZERO,
                null,
                false,
                true,
                Duration.ZERO,
                1,
                0);
        NodeObservation seen = new NodeObservation(
                Instant.EPOCH,
                new Authority(Instant.EPOCH, true),
                new NodeBalances(null, BatchAmount.ZERO, BatchAmount.ZERO, BatchAmount.ZERO, true, null, false, null),
                new WrittenLease(null, null, null, null, "1"),
                List.of(manager),
                Demand.UNKNOWN,
                NodeAgent.SILENT,
                Masters.UNKNOWN,
                null,
                null);
        return new Observed(
                node,
                NodeReading.of(node, null, null),
                seen,
                List.of(),
                Map.of(),
                NodeUsage.NONE,
                List.of(),
                Set.of(),
                NodeAsked.NOTHING);
    }

    @Test
    void nothingIsKeptWithoutASize() {
        assertThat(kept.of(observed("a", "", SIZE))).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void beforeNodesAreChosenEachKeepsTheSizeThatItHas() {
        kept.undecided(SIZE);

        assertThat(kept.of(observed("a", "", SIZE))).isEqualTo(SIZE);
        assertThat(kept.of(observed("a", "", FLOOR))).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void onlyChosenNodesKeepItInAClusterThatIsDecided() {
        kept.undecided(SIZE);
        kept.decided(Map.of("a", SIZE), Set.of(""), List.of());

        assertThat(kept.of(observed("a", "", FLOOR))).isEqualTo(SIZE);
        assertThat(kept.of(observed("b", "", SIZE))).isEqualTo(YarnAmount.ZERO);
        assertThat(kept.of(observed("c", "other", SIZE))).isEqualTo(SIZE);
        assertThat(kept.of("a")).isEqualTo(SIZE);
        assertThat(kept.of("b")).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void namesTheNodesThatKeepSomethingElseThanBefore() {
        assertThat(kept.decided(Map.of("a", SIZE, "b", SIZE), Set.of(""), List.of()))
                .containsExactlyInAnyOrder("a", "b");
        assertThat(kept.decided(Map.of("a", SIZE, "c", SIZE), Set.of(""), List.of("why")))
                .containsExactlyInAnyOrder("b", "c");
        assertThat(kept.problems()).containsExactly("why");
    }
}
