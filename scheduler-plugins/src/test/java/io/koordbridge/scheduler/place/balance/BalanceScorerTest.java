package io.koordbridge.scheduler.place.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class BalanceScorerTest {

    @Test
    void prefersTheNodeWithMostBatchLeft() {
        PodFacts pod = Samples.batchPodFacts("p", 1_000, "1Gi");

        assertThat(score(pod, 10_000, 0)).isEqualTo((90 + 87) / 2);
        assertThat(score(pod, 10_000, 5_000)).isEqualTo((40 + 87) / 2);
    }

    @Test
    void hasNoOpinionOnPodsWithoutBatchRequests() {
        assertThat(score(PodFactsReader.read(Samples.pod("p", Map.of("cpu", "1"))), 10_000, 0))
                .isZero();
    }

    @Property
    void staysBetweenZeroAndHundredAndNeverRisesWithLoad(
            @ForAll @LongRange(max = 1L << 40) long capacity,
            @ForAll @LongRange(max = 1L << 40) long load,
            @ForAll @LongRange(max = 1L << 40) long more) {
        PodFacts pod = Samples.batchPodFacts("p", 1_000, "1Gi");

        long before = score(pod, capacity, load);
        long after = score(pod, capacity, load + more);

        assertThat(before).isBetween(0L, 100L);
        assertThat(after).isLessThanOrEqualTo(before);
    }

    private static long score(PodFacts pod, long capacity, long load) {
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(Samples.nodeFacts("n1", capacity, "8Gi"));
        ledger.podSeen(Samples.boundFacts(Samples.batchPod("running", load, "0"), "n1"));
        NodeView node = ledger.view().node("n1").orElseThrow();
        return BalanceScorer.score(pod.shape(), node, BalanceScorer.Config.DEFAULT);
    }
}
