package io.koordbridge.koordlet.measure.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.subject.MeasuredPods;
import io.koordbridge.koordlet.measure.subject.SubjectGauges;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.QosClass;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PressureSamplerTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String SOME = "some avg10=%s avg60=0.10 avg300=0.05 total=2500000\n";
    private static final String FULL = "full avg10=0.50 avg60=0.10 avg300=0.05 total=1000000\n";
    private static final PodInfo WEB = MeasuredPods.pod("web", QosClass.LS, KubeQos.BURSTABLE);
    private static final String POD = "kubepods/burstable/poduid-web";

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final MetricRegistry registry = new MetricRegistry();
    private final Map<String, Double> samples = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final PressureSampler sampler = new PressureSampler(
            new CgroupTree(Path.of("/sys/fs/cgroup"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files),
            Path.of("/proc"),
            Duration.ofSeconds(10),
            now -> (metric, key, value) -> samples.put(metric.wireName() + "/" + key, value),
            new SubjectGauges(registry, "n1", () -> true),
            new ReadErrors(new MetricRegistry(), problems::add));

    private void pressure(String dir, String avg10, String more) {
        for (String resource : List.of("cpu", "memory", "io")) {
            files.put(dir + "/" + resource + suffix(dir), SOME.formatted(avg10) + more);
        }
    }

    private static String suffix(String dir) {
        return dir.startsWith("/proc") ? "" : ".pressure";
    }

    private void machine() {
        pressure("/proc/pressure", "1.25", FULL);
        for (String dir : List.of("kubepods", "kubepods/burstable", "kubepods/besteffort", POD, POD + "/web")) {
            pressure("/sys/fs/cgroup/" + dir, "2.50", FULL);
        }
    }

    @Test
    void nodeTiersPodsAndContainersHaveSeries() {
        machine();
        sampler.round(START, List.of(WEB), List.of());

        assertThat(samples)
                .containsEntry("node_psi_cpu_some/", 1.25)
                .containsEntry("node_psi_io_full/", 0.5)
                .containsEntry("node_stall_mem_some/", 2.5)
                .containsEntry("node_psi_mem_some/burstable", 2.5)
                .containsEntry("node_stall_cpu_full/besteffort", 1.0)
                .containsEntry("pod_psi_cpu_some/uid-web", 2.5)
                .containsEntry("pod_psi_mem_full/uid-web", 0.5)
                .containsEntry("container_psi_io_some/containerd://web", 2.5)
                .hasSize(3 * 12 + 2 * 6);
        assertThat(sampler.seen()).isEqualTo(new PressureSampler.Seen(5, true));
        assertThat(problems).isEmpty();
    }

    @Test
    void metricsHaveTheLabelsOfTheReferenceAndGoWithThePod() {
        machine();
        sampler.round(START, List.of(WEB), List.of());
        assertThat(registry.getNames())
                .contains(
                        "koordlet_pod_psi{node=n1,pod_uid=uid-web,pod_name=web,pod_namespace=shop,"
                                + "psi_resource_type=mem,psi_precision=10,psi_degree=some,cpu_full_supported=true}",
                        "koordlet_container_psi{node=n1,pod_uid=uid-web,pod_name=web,pod_namespace=shop,"
                                + "container_id=containerd://web,container_name=main,"
                                + "psi_resource_type=cpu,psi_precision=10,psi_degree=full,cpu_full_supported=true}",
                        "koord_koordlet_pressure_percent{node=n1,of=burstable,resource=io,degree=some}");

        sampler.round(START.plusSeconds(10), List.of(), List.of());
        assertThat(registry.getNames()).noneMatch(name -> name.contains("uid-web"));
        assertThat(registry.getNames()).hasSize(3 * 12);
    }

    @Test
    void withoutFullOfCpuTheLabelSaysSoAndTheSeriesHasNoValue() {
        machine();
        files.put("/sys/fs/cgroup/" + POD + "/cpu.pressure", SOME.formatted("3.00"));
        sampler.round(START, List.of(WEB), List.of());

        assertThat(samples)
                .containsEntry("pod_psi_cpu_some/uid-web", 3.0)
                .doesNotContainKey("pod_psi_cpu_full/uid-web");
        assertThat(registry.getNames())
                .filteredOn(name -> name.startsWith("koordlet_pod_psi"))
                .hasSize(6)
                .allMatch(name -> name.contains("cpu_full_supported=false"));
    }

    @Test
    void itSamplesOnceInItsIntervalAndNoFinishedPod() {
        machine();
        sampler.round(START, List.of(), List.of());
        samples.clear();
        sampler.round(START.plusSeconds(9), List.of(WEB), List.of());
        assertThat(samples).isEmpty();

        PodInfo finished = MeasuredPods.pod(
                "web",
                QosClass.LS,
                KubeQos.BURSTABLE,
                new PodInfo.LifeCycle(true, false, Optional.empty()),
                PodInfo.Placement.NONE);
        sampler.round(START.plusSeconds(10), List.of(finished), List.of());
        assertThat(samples.keySet()).noneMatch(name -> name.contains("web"));
    }

    @Test
    void aMachineWithoutPressureFilesHasNoValueAndNoProblem() {
        sampler.round(START, List.of(WEB), List.of());

        assertThat(samples).isEmpty();
        assertThat(registry.getNames()).isEmpty();
        assertThat(problems).isEmpty();
        assertThat(sampler.seen().subjects()).isZero();
    }

    @Test
    void aContentThatIsNoPressureIsReportedWithItsFile() {
        machine();
        files.put("/proc/pressure/io", "much\n");
        sampler.round(START, List.of(), List.of());

        assertThat(problems).singleElement().asString().contains("/proc/pressure/io", "no line 'some'");
        assertThat(samples).containsKey("node_psi_cpu_some/").doesNotContainKey("node_psi_io_some/");
    }
}
