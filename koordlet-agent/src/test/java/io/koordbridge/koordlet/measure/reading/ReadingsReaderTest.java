package io.koordbridge.koordlet.measure.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.protocol.QosClass;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReadingsReaderTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
    private static final Need<Long> QUOTAS = Need.knob(Knob.CPU_CFS_QUOTA, Scope.containers(QosClass.LS));

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final List<String> problems = new ArrayList<>();
    private final ReadingsReader reader = new ReadingsReader(
            new CgroupReader(new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files)),
            store,
            Duration.ofSeconds(1),
            problems::add);

    static PodInfo pod(String uid, String qos, String phase) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("d")
                        .withName(uid)
                        .withUid(uid)
                        .addToLabels("koordinator.sh/qosClass", qos)
                        .endMetadata()
                        .withNewStatus()
                        .withPhase(phase)
                        .withQosClass("Burstable")
                        .addNewContainerStatus()
                        .withName("main")
                        .withContainerID("containerd://c" + uid)
                        .endContainerStatus()
                        .endStatus()
                        .build(),
                problem -> {});
    }

    private Readings read(Need<?> need, PodInfo... pods) {
        return reader.read(Set.of(need), List.of(pods), NOW);
    }

    @Test
    void readsFilesOfThePodsOfTheNamedClassesThatRun() {
        PodInfo ls = pod("1", "LS", "Running");
        PodInfo be = pod("2", "BE", "Running");
        PodInfo ended = pod("3", "LS", "Succeeded");
        for (PodInfo one : List.of(ls, be, ended)) {
            files.put("/cg/kubepods/burstable/pod" + one.uid() + "/c" + one.uid() + "/cpu.max", "50000 100000");
        }

        Readings found = read(QUOTAS, ls, be, ended);

        assertThat(found.of(QUOTAS, ls.containers().get(0))).hasValue(50_000L);
        assertThat(found.of(QUOTAS, be.containers().get(0))).isEmpty();
        assertThat(found.of(QUOTAS, ended.containers().get(0))).isEmpty();
    }

    @Test
    void readsOnlyFilesOfPodsThatAreLookedAt() {
        PodInfo one = pod("1", "LS", "Running");
        PodInfo other = pod("2", "LS", "Running");
        for (PodInfo pod : List.of(one, other)) {
            files.put("/cg/kubepods/burstable/pod" + pod.uid() + "/c" + pod.uid() + "/cpu.max", "50000 100000");
        }

        Readings found = reader.read(
                new Needs.Builder()
                        .add(Set.of(QUOTAS), pod -> pod.uid().equals("2"))
                        .build(),
                List.of(one, other),
                NOW);

        assertThat(found.of(QUOTAS, one.containers().get(0))).isEmpty();
        assertThat(found.of(QUOTAS, other.containers().get(0))).hasValue(50_000L);
    }

    @Test
    void readsTheSandboxOfAPodThatIsKnownAnewAfterItsEnd() {
        Need<List<Long>> threads = Need.knob(Knob.TASKS, Scope.sandboxes());
        PodInfo pod = pod("1", "LS", "Running");
        files.put("/cg/kubepods/burstable/pod1/c1/cgroup.threads", "7");
        files.put("/cg/kubepods/burstable/pod1/sandbox/cgroup.threads", "5");

        assertThat(read(threads, pod).of(threads, pod)).hasValue(List.of(5L));
        assertThat(reader.read(Set.of(threads), List.of(), NOW)).isSameAs(Readings.NONE);
        files.put("/cg/kubepods/burstable/pod1/sandbox/cgroup.threads", "6");
        assertThat(read(threads, pod).of(threads, pod)).hasValue(List.of(6L));
    }

    @Test
    void readsTheTierAndPods() {
        PodInfo pod = pod("1", "LS", "Running");
        files.put("/cg/kubepods/besteffort/cpu.weight", "1");
        files.put("/cg/kubepods/burstable/pod1/cpu.weight", "39");
        Need<Long> tier = Need.knob(Knob.CPU_SHARES, Scope.TIER);
        Need<Long> pods = Need.knob(Knob.CPU_SHARES, Scope.pods());

        Readings found = reader.read(Set.of(tier, pods), List.of(pod), NOW);

        assertThat(found.of(tier)).hasValue(2L);
        assertThat(found.of(pods, pod)).hasValue(998L);
    }

    @Test
    void aMissingFileIsNoValueAndABadOneIsReported() {
        PodInfo pod = pod("1", "LS", "Running");
        assertThat(read(QUOTAS, pod)).isSameAs(Readings.NONE);
        assertThat(problems).isEmpty();

        files.put("/cg/kubepods/burstable/pod1/c1/cpu.max", "much");

        assertThat(read(QUOTAS, pod)).isSameAs(Readings.NONE);
        assertThat(problems).singleElement().asString().contains("cpu.cfs_quota_us", "kubepods/burstable/pod1/c1");
    }

    @Test
    void readsSeriesOfTheNodeAndOfPods() {
        PodInfo pod = pod("1", "LS", "Running");
        for (int second = 0; second <= 10; second++) {
            store.append(Metric.NODE_CPU, SampleStore.NODE, NOW.minusSeconds(10L - second), second);
            store.append(Metric.POD_CPU, "1", NOW.minusSeconds(10L - second), 2.0 * second);
        }
        Need<Double> mean = Need.mean(Metric.NODE_CPU, Duration.ofSeconds(4), Scope.NODE);
        Need<Double> shortest = Need.mean(Metric.NODE_CPU, Duration.ZERO, Scope.NODE);
        Need<Double> latest = Need.latest(Metric.POD_CPU, Scope.pods());
        var samples = Need.samples(Metric.POD_CPU, Duration.ofSeconds(2), Scope.pods());

        Readings found = reader.read(Set.of(mean, shortest, latest, samples), List.of(pod), NOW);

        assertThat(found.of(mean)).hasValue(8.0);
        assertThat(found.of(shortest)).hasValue(9.5);
        assertThat(found.of(latest, pod)).hasValue(20.0);
        assertThat(found.of(samples, pod).orElseThrow().count()).isEqualTo(3);
    }

    @Test
    void listsGroupsWhereThePlaceHasTheKnob() {
        PodInfo pod = pod("1", "LS", "Running");
        files.put("/cg/kubepods/burstable/pod1/c1/cpu.weight", "1");
        files.put("/cg/kubepods/burstable/pod1/sandbox/cpu.weight", "1");
        Need<List<String>> ofPods = Need.groups(Knob.CPUSET_CPUS, 1, Scope.pods());
        Need<List<String>> ofTier = Need.groups(Knob.CPU_BVT, 2, Scope.BURSTABLE);

        Readings found = reader.read(Set.of(ofPods, ofTier), List.of(pod), NOW);

        assertThat(found.of(ofPods, pod).orElseThrow())
                .containsExactly("kubepods/burstable/pod1/c1", "kubepods/burstable/pod1/sandbox");
        assertThat(found.of(ofTier)).isEmpty();
        files.put("/cg/kubepods/burstable/cpu.bvt_warp_ns", "0");
        assertThat(read(ofTier).of(ofTier).orElseThrow()).hasSize(3);
    }

    @Test
    void oldSamplesAndWindowsThatAreTooLongHaveNoValue() {
        store.append(Metric.NODE_CPU, SampleStore.NODE, NOW.minusSeconds(3), 1);
        Need<Double> latest = Need.latest(Metric.NODE_CPU, Scope.NODE);
        Need<Double> forever = Need.mean(Metric.NODE_CPU, Duration.ofDays(1), Scope.NODE);

        assertThat(reader.read(Set.of(latest, forever), List.of(), NOW)).isSameAs(Readings.NONE);
    }
}
