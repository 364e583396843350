package io.koordbridge.koordlet.qos.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.batchresource.BatchResourceStrategy;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.WritePlan;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeManagerStrategyTest {

    private static final String POD = "kubepods/besteffort/podu1";
    private static final PodInfo DAEMON = NodeManagerPods.requesting("u1", 500);

    private final NodeManagerStrategy strategy = new NodeManagerStrategy();

    private static NodeSnapshot snapshot(int cores, CgroupPaths paths, PodInfo... pods) {
        NodeView view = new NodeView(
                Optional.empty(), Optional.<NodeSlo>empty(), Optional.empty(), Optional.empty(), List.of(pods));
        return new NodeSnapshot(
                new Tick(1, Instant.EPOCH, Tick.Cause.TIMER),
                view,
                new SloInForce(Optional.empty(), Optional.empty(), true, null, false),
                IntStream.range(0, cores)
                        .mapToObj(cpu -> new Processor(cpu, cpu, 0, 0))
                        .toList(),
                new TierReading(
                        "kubepods/besteffort",
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        new TreeMap<>()),
                Optional.empty(),
                paths,
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
    }

    private static NodeSnapshot snapshot(int cores, PodInfo... pods) {
        return snapshot(cores, new CgroupPaths(CgroupDriver.CGROUPFS), pods);
    }

    private List<String> writes(NodeSnapshot snapshot) {
        return writes(strategy.step(snapshot, strategy.initial()).levels());
    }

    private static List<String> writes(List<List<Intent>> levels) {
        return levels.stream()
                .flatMap(List::stream)
                .map(Intent::update)
                .map(update -> update.dir() + " " + update.knob() + " " + update.value())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"1, 2048", "2, 4096", "64, 131072", "128, 262144", "512, 262144"})
    void aDaemonWeighsTwiceWhatAllCoresWeigh(int cores, long shares) {
        assertThat(writes(snapshot(cores, DAEMON))).containsExactly(POD + " cpu.shares " + shares);
    }

    @Test
    void theGroupHasTheNameOfItsDriver() {
        assertThat(writes(snapshot(2, new CgroupPaths(CgroupDriver.SYSTEMD), DAEMON)))
                .containsExactly(
                        "kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podu1.slice cpu.shares 4096");
    }

    @Test
    void nothingIsWrittenWithoutADaemonOrWhileCoresAreUnknown() {
        Step<NodeManagerMemory> none = strategy.step(snapshot(2), strategy.initial());
        Step<NodeManagerMemory> unknown = strategy.step(snapshot(0, DAEMON), strategy.initial());

        assertThat(none.levels()).isEmpty();
        assertThat(none.reason()).isEqualTo("no-node-manager");
        assertThat(unknown.levels()).isEmpty();
        assertThat(unknown.reason()).isEqualTo("cores-unknown");
    }

    @Test
    void aSecondStepWantsTheSame() {
        Step<NodeManagerMemory> first = strategy.step(snapshot(2, DAEMON), strategy.initial());

        Step<NodeManagerMemory> second = strategy.step(snapshot(2, DAEMON), first.memory());

        assertThat(second).isEqualTo(first);
        assertThat(second.memory()).isSameAs(first.memory());
    }

    @Test
    void aPodThatLosesTheLabelLosesTheWeight() {
        PodInfo plain = NodeManagerPods.changed(
                "u1",
                500,
                pod -> pod.editMetadata()
                        .removeFromLabels("app.kubernetes.io/component")
                        .endMetadata());
        NodeManagerMemory first =
                strategy.step(snapshot(2, DAEMON), strategy.initial()).memory();

        Step<NodeManagerMemory> second = strategy.step(snapshot(2, plain), first);
        Step<NodeManagerMemory> third = strategy.step(snapshot(2, plain), second.memory());
        Step<NodeManagerMemory> gone = strategy.step(snapshot(2), third.memory());

        assertThat(writes(second.levels())).containsExactly(POD + " cpu.shares 2");
        assertThat(third).isEqualTo(second);
        assertThat(gone.levels()).isEmpty();
        assertThat(writes(strategy.step(snapshot(2, DAEMON), third.memory()).levels()))
                .containsExactly(POD + " cpu.shares 4096");
    }

    @Test
    void theDaemonsWeightWinsOverThatOfItsRequestInAnyOrder() {
        NodeSnapshot snapshot = snapshot(2, DAEMON);
        BatchResourceStrategy limits = new BatchResourceStrategy();
        List<List<Intent>> batch = limits.step(snapshot, limits.initial()).levels();
        List<List<Intent>> daemon = strategy.step(snapshot, strategy.initial()).levels();

        assertThat(writes(batch)).contains(POD + " cpu.shares 512");
        for (List<List<List<Intent>>> order : List.of(List.of(batch, daemon), List.of(daemon, batch))) {
            List<List<Intent>> merged =
                    WritePlan.merge(order).stream().flatMap(List::stream).toList();
            assertThat(writes(merged))
                    .filteredOn(write -> write.startsWith(POD + " cpu.shares"))
                    .containsExactly(POD + " cpu.shares 4096");
            assertThat(writes(merged)).contains(POD + "/c-u1 cpu.shares 512");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "V1, /cg/cpu/kubepods/besteffort/podu1/cpu.shares, 2, 4096",
        "V2, /cg/kubepods/besteffort/podu1/cpu.weight, 1, 157"
    })
    void bothVersionsOfControlGroupsGetTheirValue(CgroupVersion version, String file, String before, String after)
            throws Exception {
        FakeCgroupTree files = new FakeCgroupTree();
        files.put(file, before);
        CgroupExecutor writer = new CgroupExecutor(
                new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files),
                (path, was, is, reason, error) -> {},
                new ManualClock(Instant.EPOCH),
                false);

        writer.carryOut(strategy.step(snapshot(2, DAEMON), strategy.initial()).levels());

        assertThat(files.read(Path.of(file))).isEqualTo(after);
    }

    @Test
    void giveBackIsLeftToTheLimitsOfThePod() {
        assertThat(strategy.release(snapshot(2, DAEMON), strategy.initial()).levels())
                .isEmpty();
    }
}
