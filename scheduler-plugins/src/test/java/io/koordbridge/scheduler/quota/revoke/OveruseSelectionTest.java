package io.koordbridge.scheduler.quota.revoke;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OveruseSelectionTest {

    private static PodQuota pod(String name, int priority, long cpu, long memory) {
        PodRank rank = new PodRank(priority, 0, Instant.EPOCH, Instant.EPOCH);
        return new PodQuota("uid-" + name, "ns", name, "a", amounts(cpu, memory), false, "n1", rank, false, null);
    }

    private static ResourceVector amounts(long cpu, long memory) {
        return ResourceVector.of(Map.of("cpu", cpu, "memory", memory));
    }

    @Test
    void aResourceThatTheLastPodDoesNotRequestStillCounts() {
        PodQuota big = pod("big", 5, 1_000, 8);
        PodQuota small = new PodQuota(
                "uid-small",
                "ns",
                "small",
                "a",
                ResourceVector.of(Map.of("cpu", 500L)),
                false,
                "n1",
                new PodRank(1, 0, Instant.EPOCH, Instant.EPOCH),
                false,
                null);

        List<PodQuota> evicted = OveruseSelection.select(amounts(2_000, 4), amounts(1_500, 8), List.of(big, small));

        assertThat(evicted).containsExactly(big);
    }

    @Test
    void nothingIsEvictedWhileTheQuotaStaysWithinItsRuntime() {
        assertThat(OveruseSelection.select(amounts(1_000, 8), amounts(1_000, 8), List.of(pod("x", 1, 1_000, 8))))
                .isEmpty();
    }
}
