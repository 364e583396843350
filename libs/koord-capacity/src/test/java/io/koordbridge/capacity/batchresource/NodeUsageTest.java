package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeUsageTest {

    private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");
    private static final CpuMemory NONE = CpuMemory.ZERO;

    @Test
    void holdsSinceTheEarlierOfBothTimes() {
        NodeUsage usage = DemandFixtures.report(AT, NONE, List.of());

        assertThat(usage.notAfter(AT.plusSeconds(1))).isSameAs(usage);
        assertThat(usage.notAfter(AT.minusSeconds(1)).updateTime()).isEqualTo(AT.minusSeconds(1));
        assertThat(NodeUsage.NEVER_REPORTED.notAfter(AT)).isSameAs(NodeUsage.NEVER_REPORTED);
    }

    @Test
    void aPredictionAboveTheNodeCountsAsNone() {
        CpuMemory node = CpuMemory.ofMilliAndBytes(4_000, 1L << 30);
        NodeUsage usage =
                new NodeUsage(AT, true, NONE, List.of(), NONE, NONE, null, CpuMemory.ofMilliAndBytes(4_001, 1L << 30));

        assertThat(usage.within(node).prodReclaimable()).isEqualTo(CpuMemory.ofMilliAndBytes(0, 1L << 30));
        assertThat(usage.within(node.plus(node))).isSameAs(usage);
    }

    @Test
    void requestsStandInForWhatIsNotKnownOfAPod() {
        PodUsage usage = new PodUsage("ns/p", new CpuMemory(-5, 7), false);

        assertThat(usage.of(new CpuMemory(3, 9))).isEqualTo(new CpuMemory(3, 7));
        assertThat(usage.dangling()).isEqualTo(new CpuMemory(0, 7));
    }
}
