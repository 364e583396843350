package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDemand;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.PartitionDemand;
import io.koordbridge.yarnoperator.resourcemanager.PendingDemand;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportNewsTest {

    private static final NodeManagerRef NODE_MANAGER = new NodeManagerRef("", "nm", 8041);
    private static final PendingDemand NONE = new PendingDemand(0, 0);

    private static ClusterReport report(long usedVcores, @Nullable PendingDemand pending) {
        ReportedNode node = new ReportedNode(
                "nm",
                8041,
                ManagerState.LIVE,
                "RUNNING",
                new YarnAmount(8, 8192),
                new YarnAmount(usedVcores, 1024),
                1,
                "",
                "",
                Map.of());
        return new ClusterReport("", Instant.EPOCH, Map.of(node.nodeId(), node), Map.of(), demand(pending), 1);
    }

    private static ClusterDemand demand(@Nullable PendingDemand unlabelled) {
        return new ClusterDemand(unlabelled, PartitionDemand.UNKNOWN);
    }

    private static ReportNews news(PendingDemand before, @Nullable PendingDemand now) {
        return new ReportNews(report(1, before), report(1, now));
    }

    @Test
    void applicationsThatBeginOrCeaseToWaitAreNews() {
        assertThat(news(NONE, new PendingDemand(1, 1024)).otherDemand()).isTrue();
        assertThat(news(NONE, new PendingDemand(0, 1)).otherDemand()).isTrue();
        assertThat(news(new PendingDemand(1, 1024), NONE).otherDemand()).isTrue();
        assertThat(news(NONE, null).otherDemand()).as("no longer known").isTrue();
    }

    @Test
    void howMuchTheyAskForIsNoNews() {
        assertThat(news(new PendingDemand(1, 1024), new PendingDemand(90, 90_000))
                        .otherDemand())
                .isFalse();
        assertThat(news(NONE, NONE).otherDemand()).isFalse();
        assertThat(new ReportNews(null, report(1, NONE)).otherDemand())
                .as("the first report is news of all nodes")
                .isFalse();
    }

    @Test
    void theFirstReportAndOtherNodeManagersAreNewsOfAll() {
        ClusterReport empty = new ClusterReport("", Instant.EPOCH, Map.of(), Map.of(), demand(NONE), 1);

        assertThat(new ReportNews(null, report(1, NONE)).otherNodes()).isTrue();
        assertThat(new ReportNews(empty, report(1, NONE)).otherNodes()).isTrue();
        assertThat(new ReportNews(report(1, NONE), report(2, NONE)).otherNodes())
                .isFalse();
    }

    @Test
    void aPartitionThatBeginsToWaitIsNews() {
        ClusterReport before = partition(NONE);

        assertThat(new ReportNews(before, partition(new PendingDemand(1, 1024))).otherDemand())
                .isTrue();
        assertThat(new ReportNews(before, partition(NONE)).otherDemand()).isFalse();
    }

    private static ClusterReport partition(PendingDemand pending) {
        ClusterDemand demand = new ClusterDemand(NONE, new PartitionDemand(Map.of("gpu", pending), Set.of()));
        return new ClusterReport("", Instant.EPOCH, Map.of(), Map.of(), demand, 1);
    }

    @Test
    void aNodeManagerHasNewsWhenItsPartOfTheReportIsAnother() {
        ReportNews news = new ReportNews(report(1, NONE), report(2, NONE));

        assertThat(news.changed(NODE_MANAGER)).isTrue();
        assertThat(news.changed(new NodeManagerRef("blue", "nm", 8041))).isFalse();
        assertThat(new ReportNews(report(1, NONE), report(1, NONE)).changed(NODE_MANAGER))
                .isFalse();
    }
}
