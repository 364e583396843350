package io.koordbridge.koordlet.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.topology.Processor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SnapshotBuilderTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final List<String> problems = new ArrayList<>();
    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final FakeCgroupTree files = new FakeCgroupTree();
    private List<Processor> processors = List.of(new Processor(0, 0, 0, 0));
    private boolean listed = true;

    private final SnapshotBuilder builder = new SnapshotBuilder(
            new SnapshotBuilder.Sources(
                    store, () -> processors, () -> new CgroupPaths(CgroupDriver.CGROUPFS), () -> listed, List::of),
            new SnapshotBuilder.Settings(Duration.ofSeconds(2), true, true),
            problems::add);

    private NodeSnapshot build(long capacityMilliCpu, Instant at) {
        NodeFacts node = new NodeFacts(
                "node-a",
                null,
                new Amounts(capacityMilliCpu, 1 << 30),
                0,
                Amounts.NONE,
                NodeFacts.Layout.NONE,
                Optional.empty(),
                null,
                null,
                Map.of());
        NodeView view = new NodeView(
                Optional.of(node),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(PodInfos.of(
                        new PodBuilder()
                                .withNewMetadata()
                                .withName("p")
                                .endMetadata()
                                .build(),
                        problem -> {})));
        CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files);
        TierReading tier = TierReading.of(new CgroupReader(tree));
        return builder.build(
                Tick.Cause.TIMER,
                at,
                view,
                new SnapshotBuilder.Observed(tier, List.of(), OptionalDouble.empty(), Set.of()));
    }

    @Test
    void aNodeWithoutASizeHasNoLoad() {
        store.append(Metric.NODE_CPU, SampleStore.NODE, NOW, 1);

        assertThat(build(0, NOW).load()).isEmpty();
        assertThat(build(8_000, NOW).load()).isPresent();
        assertThat(build(8_000, NOW.plusSeconds(3)).load()).isEmpty();
    }

    @Test
    void keepsTheProcessorsThatItKnowsAndReportsThatNoneCanBeRead() {
        processors = List.of();
        assertThat(build(8_000, NOW).processors()).isEmpty();
        assertThat(problems).containsExactly("no processor can be read below roots.sys: nothing is suppressed");

        processors = List.of(new Processor(0, 0, 0, 0));
        assertThat(build(8_000, NOW.plusSeconds(61)).processors()).hasSize(1);
        processors = List.of();
        assertThat(build(8_000, NOW.plusSeconds(200)).processors()).hasSize(1);
    }

    @Test
    void goesOnWithoutANodeSloThatNobodyListsAfterTenSeconds() {
        listed = false;

        assertThat(build(8_000, NOW).slo().known()).isFalse();
        assertThat(build(8_000, NOW.plusSeconds(10)).slo().known()).isFalse();
        assertThat(build(8_000, NOW.plusSeconds(11)).slo().known()).isTrue();
    }

    @Test
    void readsTheTierWithItsPodsAndContainersInOrder() {
        files.put("/cg/cpu/kubepods/besteffort/cpu.cfs_quota_us", "50000\n");
        files.put("/cg/cpu/kubepods/besteffort/cpu.cfs_period_us", "100000\n");
        for (String dir : List.of("", "/podb", "/podb/c", "/poda", "/poda/y", "/poda/x")) {
            files.put("/cg/cpuset/kubepods/besteffort" + dir + "/cpuset.cpus", "0-3\n");
        }
        TierReading tier = build(8_000, NOW).tier();

        assertThat(tier.quotaMicros().value()).contains(50_000L);
        assertThat(tier.cpus().value().orElseThrow().format()).isEqualTo("0-3");
        assertThat(tier.downward())
                .containsExactly(
                        "kubepods/besteffort",
                        "kubepods/besteffort/poda",
                        "kubepods/besteffort/poda/x",
                        "kubepods/besteffort/poda/y",
                        "kubepods/besteffort/podb",
                        "kubepods/besteffort/podb/c");
    }

    @Test
    void saysWhyATierCannotBeRead() {
        assertThat(build(8_000, NOW).tier().quotaMicros().problem())
                .isEqualTo("/cg/cpu/kubepods/besteffort/cpu.cfs_quota_us: no such file");
    }
}
