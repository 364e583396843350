package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterCachesTest {

    static final FactReaders READERS = new FactReaders(
            node -> new NodeFacts(NodeTraits.of(node), true, Map.of(), Map.of()),
            (metric, received) -> new LoadReport(
                    metric.getStatus() == null ? null : metric.getStatus().updateTime(),
                    received,
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    ""));

    @Test
    void nothingIsEvictedBeforeAllWasRead() {
        try (Nowhere nowhere = new Nowhere();
                ClusterCaches caches = new ClusterCaches(
                        nowhere.source(),
                        new ManualClock(Instant.EPOCH),
                        READERS,
                        Duration.ofSeconds(30),
                        new Noted())) {
            String sentence =
                    "nodes, pods, nodemetrics, podmigrationjobs, reservations, deployments, replicasets, statefulsets, "
                            + "replicationcontrollers, jobs, clonesets, statefulsets not read yet: nothing is evicted before; the log says "
                            + "what is lacking";
            assertThat(caches.lacking()).contains(sentence);
            assertThat(caches.whyNotToAct()).contains(sentence);
            assertThat(caches.filled()).isFalse();
            assertThat(caches.live()).isFalse();
            assertThat(caches.pod("shop", "web")).isEmpty();
            assertThat(caches.job("a")).isEmpty();
            assertThat(caches.view().nodes()).isEmpty();
        }
    }
}
