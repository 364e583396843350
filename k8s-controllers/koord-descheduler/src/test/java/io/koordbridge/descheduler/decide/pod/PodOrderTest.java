package io.koordbridge.descheduler.decide.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PodOrderTest {

    @Test
    void eachKeyDecidesWhereAllEarlierOnesAreEqual() {
        List<PodFacts> expected = List.of(
                pod("a", rank(PriorityClass.FREE, 9, KubeQos.GUARANTEED, QosClass.NONE, 9, 9)),
                pod("b", rank(PriorityClass.BATCH, 9, KubeQos.GUARANTEED, QosClass.NONE, 9, 9)),
                pod("c", rank(PriorityClass.MID, 9, KubeQos.GUARANTEED, QosClass.NONE, 9, 9)),
                pod("d", rank(PriorityClass.PROD, -1, KubeQos.GUARANTEED, QosClass.NONE, 9, 9)),
                pod("e", rank(PriorityClass.PROD, null, KubeQos.BEST_EFFORT, QosClass.NONE, 9, 9)),
                pod("f", rank(PriorityClass.PROD, 0, KubeQos.BURSTABLE, QosClass.BE, 9, 9)),
                pod("g", rank(PriorityClass.PROD, 0, KubeQos.BURSTABLE, QosClass.LS, 9, 9)),
                pod("h", rank(PriorityClass.PROD, 0, KubeQos.BURSTABLE, QosClass.LSR, 9, 9)),
                pod("i", rank(PriorityClass.PROD, 0, KubeQos.BURSTABLE, QosClass.LSE, -9, 9)),
                pod("j", rank(PriorityClass.PROD, 0, KubeQos.BURSTABLE, QosClass.SYSTEM, 3, -2)),
                pod("k", rank(PriorityClass.PROD, 0, KubeQos.BURSTABLE, QosClass.LSE, 3, 7)),
                pod("l", rank(PriorityClass.NONE, 0, KubeQos.BEST_EFFORT, QosClass.BE, 0, 0)));
        List<PodFacts> sorted = new ArrayList<>(expected);
        sorted.sort(Comparator.comparing((PodFacts pod) -> pod.ref().name()).reversed());

        sorted.sort(PodOrder.BY_RANK);

        assertThat(sorted).isEqualTo(expected);
    }

    @Test
    void youngerPodsGoFirstAndNamesDecideLast() {
        PodFacts old = created("a", "2026-07-01T00:00:00Z");
        PodFacts young = created("c", "2026-07-01T00:00:01Z");
        PodFacts same = created("b", "2026-07-01T00:00:01.900Z");
        List<PodFacts> sorted = new ArrayList<>(List.of(old, young, same));

        sorted.sort(PodOrder.NEWEST_FIRST.thenComparing(PodOrder.BY_NAME));

        assertThat(sorted).containsExactly(same, young, old);
    }

    private static PodRank rank(
            PriorityClass type, @Nullable Integer priority, KubeQos kube, QosClass qos, int deletion, int eviction) {
        return new PodRank(type, priority, kube, qos, deletion, eviction);
    }

    private static PodFacts created(String name, String time) {
        return pod(name, Instant.parse(time), rank(PriorityClass.PROD, 0, KubeQos.BURSTABLE, QosClass.LS, 0, 0));
    }

    private static PodFacts pod(String name, PodRank rank) {
        return pod(name, Instant.EPOCH, rank);
    }

    private static PodFacts pod(String name, Instant created, PodRank rank) {
        PodFacts read = PodReader.of(new PodBuilder()
                .withNewMetadata()
                .withNamespace("d")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build());
        return new PodFacts(
                read.ref(),
                read.nodeName(),
                created,
                read.labels(),
                read.owners(),
                rank,
                read.state(),
                read.guards(),
                read.fit());
    }
}
