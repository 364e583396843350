package io.koordbridge.yarnoperator.amounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.node.NodeUsage;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDemand;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.PartitionDemand;
import io.koordbridge.yarnoperator.resourcemanager.PendingDemand;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterSumsTest {

    private static final PendingDemand WAITS = new PendingDemand(5, 1_024);

    private final Looked one = new Looked("one").manager("", ManagerState.LIVE);
    private final Looked two = new Looked("two").manager("", ManagerState.DECOMMISSIONING);
    private Set<String> declared = Set.of("");
    private Map<String, ClusterReport> reports = Map.of("", report(ClusterDemand.UNKNOWN));
    private StateTimes states = StateTimes.NONE;

    private static ClusterReport report(ClusterDemand demand, String... labels) {
        return Looked.report(
                "",
                demand,
                Looked.reported("one", ManagerState.LIVE, 2, labels.length > 0 ? labels[0] : ""),
                Looked.reported("two", ManagerState.DECOMMISSIONING, 1, ""),
                Looked.reported("stranger", ManagerState.LIVE, 0, ""),
                Looked.reported("dead", ManagerState.DEAD, 0, ""));
    }

    private ClusterAmounts sums(String cluster) {
        List<NodeLeaseStatus> nodes = List.of(one.status(), two.status());
        return ClusterSums.of(
                cluster,
                new ClusterSums.Look(
                        nodes, declared, reports, states, YarnConversion.safe(2_000, 1_000), Looked.NOW, Looked.NOW));
    }

    @Test
    void sumsTheNodesOfAClusterInThousandthsOfCoresAndBytes() {
        ClusterAmounts sums = sums("");

        assertThat(sums.origin()).isEqualTo(new BatchAmount(16_000, 16L << 30));
        assertThat(sums.pods()).isEqualTo(new BatchAmount(2_000, 2L << 30));
        assertThat(sums.lease()).isEqualTo(new BatchAmount(2_000, 4L << 30));
        assertThat(sums.capability()).isEqualTo(new BatchAmount(4_000, 8L << 30));
        assertThat(sums.allocated()).isEqualTo(new BatchAmount(3_000, 4L << 30));
        assertThat(sums.unmatched()).isOne();
    }

    @Test
    void onlyLeasesAreKnownWithoutAFreshReport() {
        reports = Map.of();

        ClusterAmounts sums = sums("");

        assertThat(sums.capability()).isNull();
        assertThat(sums.allocated()).isNull();
        assertThat(sums.pending()).isNull();
        assertThat(sums.unmatched()).isNull();
        assertThat(sums.lease()).isNotNull();
    }

    @Test
    void whatNoNodeHasIsUnknownAndUndecidedLeasesDoNotCount() {
        one.origin = null;
        two.origin = null;
        one.state = LeaseStateName.UNKNOWN;

        assertThat(sums("").origin()).isNull();
        assertThat(sums("").lease()).isEqualTo(new BatchAmount(1_000, 2L << 30));
    }

    @Test
    void realUseCountsWhileItsMeasurementIsYoung() {
        BatchAmount used = new BatchAmount(700, 1L << 30);
        one.usage = usage(used, Looked.NOW.minusSeconds(60));
        two.usage = usage(used, Looked.NOW.minusSeconds(600));

        assertThat(sums("").used()).isEqualTo(used);
        one.usage = NodeUsage.NONE;
        assertThat(sums("").used()).isNull();
    }

    private static NodeUsage usage(BatchAmount yarn, Instant at) {
        return new NodeUsage(at, yarn, BatchAmount.ZERO, yarn, Instant.EPOCH, at);
    }

    @Test
    void demandIsKnownOnlyWhenThatOfEveryLabelIs() {
        assertThat(sums("").pending()).isNull();

        reports = Map.of("", report(new ClusterDemand(WAITS, PartitionDemand.UNKNOWN)));
        assertThat(sums("").pending()).isEqualTo(new BatchAmount(2_500, 1L << 30));

        reports = Map.of("", report(new ClusterDemand(WAITS, PartitionDemand.UNKNOWN), "gpu"));
        assertThat(sums("").pending()).isNull();

        PartitionDemand labelled = new PartitionDemand(Map.of("gpu", WAITS), Set.of());
        reports = Map.of("", report(new ClusterDemand(WAITS, labelled), "gpu"));
        assertThat(sums("").pending()).isEqualTo(new BatchAmount(5_000, 2L << 30));
    }

    @Test
    void aNodeCountsInTheClusterOfItsFirstNodeManagerInUse() {
        declared = Set.of("", "blue");
        two.managers.clear();
        two.manager("", ManagerState.DEAD).manager("blue", ManagerState.LIVE);

        assertThat(sums("").nodes()).containsEntry(LeaseStateName.STEADY, 1L).containsEntry(LeaseStateName.STALE, 0L);
        assertThat(sums("blue").nodes()).containsEntry(LeaseStateName.STEADY, 1L);
    }

    @Test
    void aNodeWithoutANodeManagerCountsInTheOnlyCluster() {
        two.managers.clear();
        assertThat(sums("").nodes()).containsEntry(LeaseStateName.STEADY, 2L);

        declared = Set.of("", "blue");
        assertThat(sums("").nodes()).containsEntry(LeaseStateName.STEADY, 1L);
        assertThat(sums(ClusterSums.NO_CLUSTER).nodes()).containsEntry(LeaseStateName.STEADY, 1L);
    }

    @Test
    void theLongestTimeInAStateIsThatOfOneNode() {
        one.state = LeaseStateName.SHRINKING;
        states = StateTimes.NONE
                .next(List.of(one.status()), Looked.NOW.minusSeconds(90))
                .next(List.of(one.status(), two.status()), Looked.NOW.minusSeconds(30));

        assertThat(sums("").longest())
                .containsEntry(LeaseStateName.SHRINKING, 90L)
                .containsEntry(LeaseStateName.STEADY, 30L)
                .containsEntry(LeaseStateName.GROWING, 0L);

        one.state = LeaseStateName.GROWING;
        states = states.next(List.of(one.status()), Looked.NOW.minusSeconds(10));
        assertThat(sums("").longest())
                .containsEntry(LeaseStateName.GROWING, 10L)
                .containsEntry(LeaseStateName.SHRINKING, 0L);
    }

    @Test
    void containersOfANodeManagerThatDiedAreLost() {
        ClusterReport before = report(ClusterDemand.UNKNOWN);
        ClusterReport dead = Looked.report("", ClusterDemand.UNKNOWN, Looked.reported("one", ManagerState.DEAD, 0, ""));

        assertThat(LostNodes.containers(before, dead)).isEqualTo(2);
        assertThat(LostNodes.containers(dead, dead)).isZero();
        assertThat(LostNodes.containers(null, dead)).isZero();
    }
}
