package io.koordbridge.koordlet.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.CgroupPath;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.store.Metric;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OnlineCollectorTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final MeasuredUsage NODE = new MeasuredUsage(new Usage(4, 1000), 2000);

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
    private final OnlineCollector collector = new OnlineCollector(
            new TierUsage(new UsageReader(tree), new ReadErrors(new MetricRegistry(), problem -> {})));
    private final List<String> passed = new ArrayList<>();
    private int second;

    @Test
    void podsBesideTheTierCountByTheirOwnGroupsAndOnlinePodsNot() {
        List<PodInfo> pods = List.of(
                pod("inside", "BestEffort", "BE"), pod("beside", "Burstable", "BE"), pod("online", "Burstable", "LS"));
        round(pods, Map.of(), List.of());

        MeasuredUsage found = round(pods, Map.of("inside", 1.0, "beside", 0.5, "online", 2.0), List.of())
                .orElseThrow();

        assertThat(found.usage().cores()).isCloseTo(4 - 1 - 0.5, within(1e-9));
        assertThat(found.usage().memoryBytes()).isEqualTo(1000 - 2 * 10);
        assertThat(found.memoryWithPageCacheBytes()).isEqualTo(2000 - 2 * 20);
        assertThat(passed).as("every sample goes on to the store").hasSize(9);
    }

    @Test
    void hostApplicationsCountWhereSuppressionReachesThem() {
        HostApplication inTier =
                new HostApplication("yarn", "koord-batch", "BE", new CgroupPath("KubepodsBesteffort", null, "y"), null);
        HostApplication elsewhere =
                new HostApplication("other", "koord-batch", "BE", new CgroupPath("CgroupRoot", null, "o"), null);
        round(List.of(), Map.of(), List.of());

        MeasuredUsage found =
                round(List.of(), Map.of(), List.of(inTier, elsewhere)).orElseThrow();

        assertThat(found.usage().memoryBytes()).isEqualTo(1000 - 100);
        assertThat(found.memoryWithPageCacheBytes()).isEqualTo(2000 - 300);
    }

    @Test
    void podsThatComeAreKnownFromTheRoundOn() {
        round(List.of(), Map.of(), List.of());
        List<PodInfo> pods = List.of(pod("beside", "Burstable", "BE"));

        assertThat(round(pods, Map.of("beside", 0.5), List.of())
                        .orElseThrow()
                        .usage()
                        .cores())
                .isCloseTo(4 - 1 - 0.5, within(1e-9));
    }

    private Optional<MeasuredUsage> round(
            List<PodInfo> pods, Map<String, Double> cores, List<HostApplication> applications) {
        second++;
        files.put("/cg/kubepods/besteffort/cpu.stat", "usage_usec " + second * 1_000_000 + "\n");
        OnlineCollector.Round round = collector.begin(NOW.plusSeconds(second), pods);
        SampleSink sink = round.passingOn((metric, key, value) -> passed.add(metric + " " + key));
        cores.forEach((uid, used) -> {
            sink.add(Metric.POD_CPU, uid, used);
            sink.add(Metric.POD_MEMORY, uid, 10);
            sink.add(Metric.POD_MEMORY_WITH_PAGE_CACHE, uid, 20);
        });
        MeasuredUsage application = new MeasuredUsage(new Usage(7, 100), 300);
        return round.of(NODE, applications, Map.of("yarn", application, "other", application));
    }

    private static PodInfo pod(String name, String kubeQos, String qos) {
        Pod pod = Serialization.unmarshal("""
                metadata: {name: %1$s, namespace: default, uid: %1$s, labels: {koordinator.sh/qosClass: %3$s}}
                status: {phase: Running, qosClass: %2$s}
                """.formatted(name, kubeQos, qos), Pod.class);
        return PodInfos.of(pod, problem -> {
            throw new IllegalStateException(problem);
        });
    }
}
