package io.koordbridge.koordlet.qos.rdt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.ResctrlFiles;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.StrategyLife;
import io.koordbridge.protocol.QosClass;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RdtStrategyTest {
    private static final String TOP = "/sys/fs/resctrl/";
    private static final String POD = "/cg/kubepods/besteffort/podu1/";
    private static final String SHARE = "{\"resourceQOSStrategy\": {\"beClass\": {\"resctrlQOS\": {\"enable\": true,"
            + " \"catRangeStartPercent\": 0, \"catRangeEndPercent\": 30, \"mbaPercent\": 35}}}}";

    @TempDir
    private Path temp;

    private final AtomicInteger reads = new AtomicInteger();
    private final ResctrlFiles files = new ResctrlFiles() {
        @Override
        public String read(Path file) throws IOException {
            if (file.endsWith("tasks") && file.startsWith(TOP)) {
                reads.incrementAndGet();
            }
            return super.read(file);
        }
    };

    @BeforeEach
    void machine() {
        files.put("/proc/cpuinfo", "vendor_id\t: GenuineIntel\nflags\t\t: fpu cat_l3 mba\n");
        files.put(TOP + "info/L3/cbm_mask", "7ff\n");
        files.put(POD + "c1/cgroup.threads", "20\n21\n");
        files.put(POD + "sandbox/cgroup.threads", "19\n");
    }

    private StrategyLife life(boolean ofPods) {
        return new StrategyLife(CgroupVersion.V2, files, temp, new RdtStrategy(true, ofPods));
    }

    private static Pod pod(Map<String, String> annotations) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("batch")
                .withUid("u1")
                .addToLabels("koordinator.sh/qosClass", "BE")
                .withAnnotations(annotations)
                .endMetadata()
                .withNewStatus()
                .withPhase("Running")
                .withQosClass("BestEffort")
                .withContainerStatuses(new ContainerStatusBuilder()
                        .withName("c")
                        .withContainerID("containerd://c1")
                        .withNewState()
                        .withNewRunning()
                        .endRunning()
                        .endState()
                        .build())
                .endStatus()
                .build();
    }

    private String read(String file) throws IOException {
        return files.read(Path.of(TOP + file));
    }

    @Test
    void aClassGetsItsShareAndItsThreads() throws IOException {
        StrategyLife life = life(false).slo(SHARE).pods(pod(Map.of()));
        life.tick();

        assertThat(read("BE/schemata").lines().map(String::strip))
                .containsExactlyInAnyOrder("L3:0=f;1=f", "MB:0=40;1=40");
        assertThat(read("BE/tasks").lines()).containsExactly("19", "20", "21");
        assertThat(files.directories(Path.of(TOP))).containsExactly("BE", "info");
        assertThat(life.runner.state().toString()).contains("threads=3");
        assertThat(life.problems).isEmpty();
    }

    @Test
    void aNotationOfTheKernelIsNotWrittenAgain() {
        StrategyLife life = life(false).slo(SHARE).pods(pod(Map.of()));
        life.tick();
        files.put(TOP + "BE/schemata", "    MB:0= 40;1= 40\n    L3:0=00f;1=00f\n");
        files.takeWrites();
        life.after(Duration.ofSeconds(61));

        assertThat(files.takeWrites()).isEmpty();
    }

    @Test
    void aClosedGateGivesBackGroupsAndThreads() throws IOException {
        StrategyLife life = life(false).slo(SHARE).pods(pod(Map.of()));
        life.tick();
        life.closed().tick();

        assertThat(files.directories(Path.of(TOP))).containsExactly("info");
        assertThat(read("tasks").lines()).containsExactlyInAnyOrder("1", "19", "20", "21");
        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void aClassThatIsOffAgainIsGivenBackByALaterLife() throws IOException {
        StrategyLife killed = life(false).slo(SHARE).pods(pod(Map.of()));
        killed.tick();
        killed.undo.save();
        life(false).slo("{}").pods(pod(Map.of())).tick();

        assertThat(files.directories(Path.of(TOP))).containsExactly("info");
        assertThat(read("schemata").lines().map(String::strip)).contains("L3:0=7ff;1=7ff");
    }

    @Test
    void aGroupThatWasThereStaysWithItsShares() throws IOException {
        files.put(TOP + "BE/schemata", "L3:0=3;1=3\nMB:0=70;1=70\n");
        files.put(TOP + "BE/tasks", "");
        StrategyLife life = life(false).slo(SHARE).pods(pod(Map.of()));
        life.tick();
        life.closed().tick();

        assertThat(read("BE/schemata").lines()).containsExactlyInAnyOrder("L3:0=3;1=3", "MB:0=70;1=70");
        assertThat(read("BE/tasks")).isBlank();
    }

    @Test
    void anAnnotatedPodHasAGroupUntilItEnds() throws IOException {
        String asked = "{\"llc\": {\"schemata\": {\"range\": [0, 30]}}, \"mb\": {\"schemata\": {\"percent\": 20}}}";
        StrategyLife life = life(true).slo(SHARE).pods(pod(Map.of("node.koordinator.sh/resctrl", asked)));
        life.tick();
        assertThat(read("koordlet-u1/schemata").lines().map(String::strip))
                .containsExactlyInAnyOrder("L3:0=f;1=f", "MB:0=20;1=20");
        assertThat(read("koordlet-u1/tasks").lines()).contains("20", "21");
        assertThat(read("BE/tasks")).isEmpty();

        life.pods().tick();
        assertThat(files.directories(Path.of(TOP))).containsExactly("BE", "info");
    }

    @Test
    void rangesThatNoKernelTakesAreNamedAndTheShareStays() throws IOException {
        StrategyLife life = life(true).slo(SHARE).pods(pod(Map.of()));
        life.tick();
        life.slo(SHARE.replace("\"catRangeEndPercent\": 30", "\"catRangeEndPercent\": 300"))
                .tick();
        life.pods(pod(Map.of("node.koordinator.sh/resctrl", "{\"llc\": {\"schemata\": {\"range\": [50]}}}")))
                .tick();
        life.pods(pod(Map.of("node.koordinator.sh/resctrl", "[]"))).tick();

        assertThat(read("BE/schemata")).contains("L3:0=f;1=f");
        assertThat(life.problems)
                .contains(
                        "NodeSLO: resourceQOSStrategy.beClass.resctrlQOS: range 0 to 300: want 0 <= start < end <= 100;"
                                + " the share stays")
                .anyMatch(problem -> problem.contains("llc range = [50]: want two percentages"))
                .anyMatch(problem -> problem.endsWith("it counts as absent"));
    }

    @Test
    void nothingIsReadWithoutAClassThatIsOn() {
        StrategyLife life = life(false).slo("{}").pods(pod(Map.of()));

        assertThat(life.runner.needs(life.tick()).all()).isEmpty();
        assertThat(files.takeWrites()).isEmpty();
    }

    @Test
    void aMachineWithoutIsLeftAlone() {
        files.put("/proc/cpuinfo", "vendor_id\t: GenuineIntel\nflags\t\t: fpu mba\n");
        StrategyLife life = life(false).slo(SHARE).pods(pod(Map.of()));
        life.tick();

        assertThat(files.takeWrites()).isEmpty();
        assertThat(life.problems).isEmpty();
        assertThat(life.preflight())
                .containsExactly("resctrl          not supported here: no cat_l3 and mba in /proc/cpuinfo");
    }

    @Test
    void withoutSupportNoThreadIsReadAndWithItNoneIsLost() throws IOException {
        StrategyLife life = life(false).slo(SHARE).pods(pod(Map.of()));
        life.tick();
        String mask = files.read(Path.of(TOP + "info/L3/cbm_mask"));
        files.take(TOP + "info/L3/cbm_mask");
        assertThat(threads(life.after(Duration.ofMinutes(2)))).isPresent();
        assertThat(threads(life.tick())).isEmpty();
        assertThat(read("BE/tasks").lines()).containsExactly("19", "20", "21");

        files.put(TOP + "info/L3/cbm_mask", mask);
        assertThat(threads(life.after(Duration.ofMinutes(2)))).isEmpty();
        assertThat(read("BE/tasks").lines()).containsExactly("19", "20", "21");
        assertThat(threads(life.tick())).isPresent();
        assertThat(read("BE/tasks").lines()).containsExactly("19", "20", "21");
    }

    private static Optional<List<Long>> threads(NodeSnapshot snapshot) {
        Need<List<Long>> need = Need.knob(Knob.TASKS, Scope.containers(QosClass.BE, QosClass.NONE));
        return snapshot.readings()
                .of(need, snapshot.cluster().pods().get(0).containers().get(0));
    }

    @Test
    void aFileSystemThatIsNotMountedIsNamed() {
        files.take(TOP + "info/L3/cbm_mask");
        StrategyLife life = life(false).slo(SHARE).pods(pod(Map.of()));
        life.tick();

        assertThat(life.problems).containsExactly("resctrl: not mounted: mount -t resctrl resctrl /sys/fs/resctrl");
    }

    @Test
    void manyThreadsCostAsManyReadingsAsFew() {
        files.put(
                POD + "c1/cgroup.threads",
                IntStream.range(100, 400).mapToObj(Integer::toString).collect(Collectors.joining("\n")));
        StrategyLife life = life(false).slo(SHARE).pods(pod(Map.of()));
        life.tick();
        reads.set(0);
        life.after(Duration.ofSeconds(100));
        life.undo.forgetGone();

        assertThat(reads.get()).isLessThan(10);
    }
}
