package io.koordbridge.colo.evictions;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.evictions.Eviction.Freed;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvictionTableTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private static Eviction pod(Instant at, String node, String reason, Freed freed) {
        return new Eviction(at, node, "pod", "shop/etl-1", null, reason, "koordlet", null, freed);
    }

    @Test
    void hasALineForEach() {
        List<Eviction> all = List.of(
                pod(NOW.minusSeconds(30), "worker-1", "short of memory", new Freed(500L, 1L << 30)),
                pod(null, null, "descheduled", null));

        assertThat(EvictionTable.of(all, false, NOW).lines())
                .containsExactly(
                        "AGE  NODE      KIND  NAME        OWNER  REASON           FREED",
                        "30s  worker-1  pod   shop/etl-1  -      short of memory  0.5/1Gi",
                        "-    -         pod   shop/etl-1  -      descheduled      -");
    }

    @Test
    void saysWhoDidItWhenItIsWide() {
        assertThat(EvictionTable.of(List.of(pod(NOW, "worker-1", "r", null)), true, NOW))
                .contains("2026-11-21T10:00:00Z  koordlet  -");
    }

    @Test
    void whatTwoProcessesSayOfOneEvictionIsOneLine() {
        Eviction ofNode = pod(NOW, "worker-1", "short of memory", null);
        Eviction ofPod = new Eviction(
                NOW.minusSeconds(1), null, "pod", "shop/etl-1", "Job/etl", "BEMemoryEvict", "koordlet", "why", null);
        Eviction before = pod(NOW.minusSeconds(600), "worker-2", "short of cpu", null);

        assertThat(EvictionList.of(List.of(before, ofPod, ofNode)))
                .containsExactly(
                        new Eviction(
                                NOW,
                                "worker-1",
                                "pod",
                                "shop/etl-1",
                                "Job/etl",
                                "short of memory",
                                "koordlet",
                                "why",
                                null),
                        before);
    }
}
