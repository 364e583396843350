package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cluster.override.Overrides;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PlainTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ThrottledPodsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final List<PodInfo> pods =
            Stream.of("a", "b", "c").map(ThrottledPodsTest::pod).toList();
    private final ThrottledPods throttled = new ThrottledPods(
            store, () -> new NodeView(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), pods));

    private static PodInfo pod(String name) {
        return new PodInfo(
                new PodInfo.Identity("shop", name, "uid-" + name),
                PodInfo.LifeCycle.RUNNING,
                new PodInfo.Classes(QosClass.LS, QosClass.LS, KubeQos.BURSTABLE, PriorityClass.PROD),
                Amounts.NONE,
                List.of(new ContainerInfo("web", "containerd://" + name)),
                PodInfo.Batch.NONE,
                PodInfo.Placement.NONE,
                PlainTraits.RUNNING,
                Overrides.NONE);
    }

    @Test
    void theWorstComeFirstWithTheirContainers() {
        store.append(Metric.POD_THROTTLED, "uid-a", NOW, 0.125);
        store.append(Metric.POD_THROTTLED, "uid-b", NOW, 0);
        store.append(Metric.POD_THROTTLED, "uid-c", NOW, 0.5);
        store.append(Metric.CONTAINER_THROTTLED, "containerd://c", NOW, 0.75);

        assertThat(throttled.count(NOW)).isEqualTo(2);
        assertThat(throttled.most(NOW))
                .containsExactly(
                        Map.of("pod", "shop/c", "qos", "LS", "percentOfPeriods", 50L, "containers", Map.of("web", 75L)),
                        Map.of("pod", "shop/a", "qos", "LS", "percentOfPeriods", 13L, "containers", Map.of()));
    }

    @Test
    void whatWasMeasuredLongAgoDoesNotCount() {
        store.append(Metric.POD_THROTTLED, "uid-a", NOW, 0.5);

        assertThat(throttled.count(NOW.plusSeconds(6))).isZero();
        assertThat(throttled.most(NOW.plusSeconds(6))).isEmpty();
    }
}
