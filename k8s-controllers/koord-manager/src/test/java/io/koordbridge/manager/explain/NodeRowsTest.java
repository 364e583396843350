package io.koordbridge.manager.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.plan.NodeExplanation.LastWrite;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.WriteDecision;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeRowsTest {

    private static final Instant REPORTED = Instant.parse("2026-03-01T09:59:50Z");
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:20Z");
    private static final Map<String, Quantity> AMOUNTS =
            Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi"));

    @Test
    void saysWhatTheNodeHasAndSells() {
        NodePlan plan = plan("{\"enable\": true}", node(AMOUNTS));

        NodeRow row = NodeRows.of(explanation(plan, plan.status(), REPORTED.plusSeconds(20)), NOW);

        assertThat(row.name()).isEqualTo("n");
        assertThat(row.state()).isEqualTo(NodeRow.State.PUBLISHED);
        assertThat(row.reason()).isEqualTo("CALCULATED");
        assertThat(row.capacityCpuMilli()).isEqualTo(16_000);
        assertThat(row.capacityMemoryBytes()).isEqualTo(64L << 30);
        assertThat(row.onlineCpuMilli()).isEqualTo(1_500 + 3_000);
        assertThat(row.originCpuMilli()).isEqualTo(5_100);
        assertThat(row.thirdPartyCpuMilli()).isEqualTo(375);
        assertThat(row.batchCpuMilli()).isEqualTo(5_100 - 375);
        assertThat(row.metricAgeSeconds()).isEqualTo(30);
        assertThat(row.lastWriteSeconds()).isEqualTo(10);
        assertThat(row.problems())
                .containsExactly("ResourceAmplification: CONFIG_UNAVAILABLE resource-amplification-config");
    }

    @Test
    void aChangeThatWaitsLeavesTheAmountThatTheNodeShows() {
        NodePlan plan = plan(
                "{\"enable\": true}",
                node(Map.of(
                        "cpu", new Quantity("16"),
                        "memory", new Quantity("64Gi"),
                        "kubernetes.io/batch-cpu", new Quantity("4700"))));
        Instant due = NOW.plusSeconds(60);
        WriteDecision waits = new WriteDecision(WriteDecision.Reason.HELD_BACK, Optional.of(due));

        NodeRow row = NodeRows.of(explanation(plan, waits, null), NOW);

        assertThat(row.state()).isEqualTo(NodeRow.State.HELD_BACK);
        assertThat(row.reason()).isEqualTo("HELD_BACK");
        assertThat(row.batchCpuMilli()).isEqualTo(4_700);
        assertThat(row.originCpuMilli()).isEqualTo(5_100);
        assertThat(row.dueAt()).isEqualTo(due.toString());
        assertThat(row.lastWriteSeconds()).isNull();
    }

    @Test
    void whatIsOffHasNoAmounts() {
        NodePlan plan = plan("{\"enable\": false}", node(AMOUNTS));

        NodeRow row = NodeRows.of(explanation(plan, plan.status(), null), NOW);

        assertThat(row.state()).isEqualTo(NodeRow.State.OFF);
        assertThat(row.reason()).isEqualTo("COLOCATION_DISABLED");
        assertThat(row.capacityCpuMilli()).isNull();
        assertThat(row.originCpuMilli()).isNull();
        assertThat(row.batchCpuMilli()).isNull();
    }

    @Test
    void aNodeThatTheKubeletHasNotReportedOffersNothing() {
        NodePlan plan = plan("{\"enable\": true}", node(Map.of()));

        NodeRow row = NodeRows.of(explanation(plan, plan.status(), null), NOW);

        assertThat(row.state()).isEqualTo(NodeRow.State.NOTHING);
        assertThat(row.batchCpuMilli()).isNull();
    }

    @Test
    void aNodeNobodyWorkedOnWaits() {
        NodeRow row = NodeRows.waiting("n");

        assertThat(row.state()).isEqualTo(NodeRow.State.WAITING);
        assertThat(row.metricAgeSeconds()).isNull();
    }

    private static NodeExplanation explanation(NodePlan plan, WriteDecision status, @Nullable Instant writtenAt) {
        LastWrite last = writtenAt == null ? null : new LastWrite(writtenAt, status.reason(), plan.metadata());
        return new NodeExplanation(
                plan.terms(),
                status,
                plan.metadata(),
                status.writes() ? plan.wanted() : plan.shown(),
                last,
                List.of(),
                null);
    }

    private static Node node(Map<String, Quantity> amounts) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations("node.koordinator.sh/cpu-normalization-ratio", "1.00")
                .endMetadata()
                .withNewStatus()
                .withCapacity(amounts)
                .withAllocatable(amounts)
                .endStatus()
                .build();
    }

    private static NodePlan plan(String strategy, Node node) {
        NodeUsage usage = ExplainedNodes.report(
                REPORTED,
                CpuMemory.ofMilliAndBytes(1_500, 1L << 30),
                List.of(new PodUsage("ns/p", CpuMemory.ofMilliAndBytes(3_000, 1L << 30), false)));
        return ExplainedNodes.plan(
                node,
                strategy,
                usage,
                List.of(ExplainedNodes.prod("p", CpuMemory.ofMilliAndBytes(8_000, 8L << 30))),
                new ThirdPartyShare(375_000, 0, ThirdPartyShare.Source.ANNOTATION));
    }
}
