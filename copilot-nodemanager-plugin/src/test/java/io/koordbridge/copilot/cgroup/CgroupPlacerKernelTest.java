package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.copilot.health.Degradation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On the kernel's own cgroup version 1, in a hierarchy that only this test knows. */
class CgroupPlacerKernelTest {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final List<String> CONTROLLERS = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");
    private static final Duration LONG = Duration.ofSeconds(30);

    private final String top = "koordbridge-test-" + ProcessHandle.current().pid();
    private final String path = top + "/besteffort/hadoop-yarn";
    private final Degradation degradation = new Degradation();
    private final List<Process> started = new ArrayList<>();
    private CgroupPlacer placer;

    @BeforeEach
    void needsTheKernelAndATier() throws IOException {
        boolean there = Files.isWritable(ROOT.resolve("memory")) && Files.isWritable(ROOT.resolve("cpuset"));
        Kernel.require(there, "no writable control groups version 1 below " + ROOT);
        for (String controller : CONTROLLERS) {
            Files.createDirectories(ROOT.resolve(controller).resolve(top).resolve("besteffort"));
        }
        placer = new CgroupPlacer(new CgroupConfig(true, ROOT, path, CONTROLLERS, 1.0, 0), degradation, 8);
    }

    @AfterEach
    void leaveNothing() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
        for (String controller : CONTROLLERS) {
            Path group = ROOT.resolve(controller).resolve(top);
            await().atMost(LONG).until(() -> CgroupFiles.remove(group));
        }
    }

    @Test
    void theKernelGivesBackALimitAsItWasWritten() throws IOException {
        placer = new CgroupPlacer(new CgroupConfig(true, ROOT, path, CONTROLLERS, 1.0, 0.123), degradation);

        placer.prepare("container_1", 1, 70, false);

        assertThat(ROOT.resolve("memory").resolve(path).resolve("container_1/memory.limit_in_bytes"))
                .as("another content would be written over each second")
                .hasContent(Long.toString(CgroupLimits.memoryBytes(70, 0.123)));
    }

    @Test
    void aProcessIsInAllGroupsFromItsFirstInstruction() throws IOException {
        List<Path> groups = placer.prepare("container_1", 2, 64, false);
        assertThat(groups).hasSize(5);

        Process process = join(groups, "sleep", "60");

        await().atMost(LONG).until(() -> placer.processes("container_1").contains(process.pid()));
        assertThat(Files.readString(Path.of("/proc/" + process.pid() + "/cgroup")))
                .contains("memory:/" + path + "/container_1", "cpuset:/" + path + "/container_1");
        assertThat(placer.mode()).isEqualTo("cgroup-v1");
        assertThat(degradation.reasons()).isEmpty();
    }

    @Test
    void writesTheLimits() throws IOException {
        placer.prepare("container_1", 2, 64, false);

        assertThat(read("memory", "memory.limit_in_bytes")).isEqualTo("67108864");
        assertThat(read("cpu", "cpu.shares")).isEqualTo("2048");
        assertThat(read("cpuset", "cpuset.cpus")).isNotEmpty();
    }

    @Test
    void followsAContainerWhoseSizeAndKindChange() throws IOException {
        placer.prepare("container_1", 1, 64, true);
        assertThat(read("cpu", "cpu.shares")).isEqualTo("2");

        placer.level("container_1", 3, 128, false);

        assertThat(read("cpu", "cpu.shares")).isEqualTo("3072");
        assertThat(read("memory", "memory.limit_in_bytes")).isEqualTo("134217728");
    }

    @Test
    void theMemoryLimitIsEnforced() throws Exception {
        List<Path> groups = placer.prepare("container_1", 1, 32, false);

        Process hog = join(groups, "bash", "-c", "x=$(head -c 200000000 /dev/zero | tr '\\0' x); echo ${#x}");

        assertThat(new String(hog.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .doesNotContain("200000000");
        assertThat(hog.waitFor()).isNotZero();
    }

    @Test
    void aContainerThatCouldNotBePlacedIsMovedWithAllThatItStarted() throws Exception {
        Path inTheWay = ROOT.resolve("memory").resolve(path).resolve("container_1");
        placer.check();
        Process process = join(
                List.of(), "setsid", "--wait", "bash", "-c", "echo $$; (sleep 60 & sleep 60) & setsid sleep 60 & wait");
        long pid = Long.parseLong(process.inputReader(StandardCharsets.UTF_8).readLine());
        await().atMost(LONG).until(() -> tree(pid).size() >= 4);

        // As after a start without groups: nothing is there, and each round looks.
        placer.settle("container_1", pid, 1, 64, false);

        Set<Long> all = tree(pid);
        assertThat(all).hasSizeGreaterThanOrEqualTo(4);
        for (String controller : CONTROLLERS) {
            assertThat(CgroupFiles.processes(
                            ROOT.resolve(controller).resolve(path).resolve("container_1")))
                    .as(controller)
                    .containsAll(all);
        }
        assertThat(read("memory", "memory.limit_in_bytes")).isEqualTo("67108864");
        assertThat(placer.mode()).isEqualTo("cgroup-v1");
        assertThat(degradation.reasons()).isEmpty();
        all.forEach(member -> ProcessHandle.of(member).ifPresent(ProcessHandle::destroyForcibly));
        assertThat(inTheWay).isDirectory();
    }

    @Test
    void aFailedWriteInOneControllerIsMadeUpForInALaterRound() throws Exception {
        placer.check();
        Path memory = ROOT.resolve("memory").resolve(path).resolve("container_1");
        // Charged above the limit: the kernel refuses the limit of 1 MB as long as this runs.
        Files.createDirectories(memory);
        // It waits in the shell itself: a last command would replace the shell, and free what it holds.
        Process hog =
                join(List.of(memory), "bash", "-c", "x=$(head -c 40000000 /dev/zero | tr '\\0' x); echo; read -r");
        assertThat(hog.getInputStream().read()).isPositive();

        assertThat(placer.prepare("container_1", 1, 1, false)).isEmpty();
        assertThat(placer.mode()).isEqualTo("none");
        assertThat(degradation.reasons())
                .singleElement()
                .asString()
                .contains("container_1 was not placed", "memory.limit_in_bytes");
        hog.destroyForcibly().waitFor();
        Process process = join(List.of(), "sleep", "60");

        await().atMost(LONG).until(() -> {
            placer.settle("container_1", process.pid(), 1, 64, false);
            return placer.mode().equals("cgroup-v1");
        });

        assertThat(placer.processes("container_1")).contains(process.pid());
        assertThat(degradation.reasons()).isEmpty();
    }

    @Test
    void whatIsInItsGroupsIsLookedAtOnceAndLeftAlone() throws Exception {
        Process process = join(placer.prepare("container_1", 2, 64, false), "sleep", "60");
        await().atMost(LONG).until(() -> placer.processes("container_1").contains(process.pid()));
        placer.settle("container_1", process.pid(), 2, 64, false);
        CgroupFiles.write(ROOT.resolve("memory/cgroup.procs"), Long.toString(process.pid()));

        placer.settle("container_1", process.pid(), 2, 64, false);

        assertThat(CgroupFiles.processes(ROOT.resolve("memory").resolve(path).resolve("container_1")))
                .as("a second look would have moved it back")
                .isEmpty();
    }

    private static Set<Long> tree(long pid) {
        return ProcessHandle.of(pid)
                .map(process -> Stream.concat(Stream.of(process), process.descendants()))
                .orElse(Stream.of())
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    @Test
    void aGroupGoesWhenItsLastProcessHasGone() throws Exception {
        Process process = join(placer.prepare("container_1", 1, 64, false), "sleep", "60");
        await().atMost(LONG).until(() -> placer.processes("container_1").contains(process.pid()));

        placer.release("container_1");
        assertThat(placer.groups("container_1")).hasSize(5);
        process.destroyForcibly().waitFor();

        await().atMost(LONG).until(() -> {
            placer.collect();
            return placer.groups("container_1").isEmpty();
        });
    }

    @Test
    void sweepsUnknownContainersWithoutProcessesAndNothingElse() throws Exception {
        placer.prepare("container_1", 1, 64, false);
        placer.release("container_1");
        for (String name : List.of("container_left", "container_known", "container_busy", "other")) {
            for (String controller : CONTROLLERS) {
                Files.createDirectories(ROOT.resolve(controller).resolve(path).resolve(name));
            }
        }
        Path busy = ROOT.resolve("memory").resolve(path).resolve("container_busy");
        Process process = join(List.of(busy), "sleep", "60");
        await().atMost(LONG).until(() -> CgroupFiles.processes(busy).contains(process.pid()));

        Set<String> swept = placer.sweep(Set.of("container_known"));

        assertThat(swept).contains("container_left").doesNotContain("other", "container_known");
        assertThat(placer.groups("container_left")).isEmpty();
        assertThat(busy).isDirectory();
        assertThat(ROOT.resolve("memory").resolve(path).resolve("other")).isDirectory();
    }

    @Test
    void measuresABusyContainer() throws Exception {
        UsageSampler sampler = new UsageSampler(placer);
        join(placer.prepare("container_1", 1, 64, false), "bash", "-c", "while :; do :; done");
        sampler.sample(List.of("container_1"), System.nanoTime());
        assertThat(sampler.usage("container_1").cpuMilli()).isEqualTo(ContainerUsage.UNKNOWN);

        await().atMost(LONG).pollInterval(Duration.ofMillis(300)).until(() -> {
            sampler.sample(List.of("container_1"), System.nanoTime());
            return sampler.usage("container_1").cpuMilli() > 50;
        });

        assertThat(sampler.usage("container_1").memoryBytes()).isPositive();
        sampler.sample(List.of(), System.nanoTime());
        assertThat(sampler.usage("container_1").cpuMilli()).isEqualTo(ContainerUsage.UNKNOWN);
    }

    @Test
    void limitsTheParentAndKeepsTheLastLimitTheKernelAccepts() throws IOException {
        placer.check();

        placer.levelParent(3, 256);

        Path parent = ROOT.resolve("memory").resolve(path);
        assertThat(CgroupFiles.read(parent.resolve("memory.limit_in_bytes")))
                .as("256 MB and as much for what ended containers left")
                .isEqualTo("536870912");
        assertThat(CgroupFiles.read(ROOT.resolve("cpu").resolve(path).resolve("cpu.shares")))
                .isEqualTo("3072");
    }

    @Test
    void weightsFollowCoresAsSoonAsTheRatioIsKnown() throws IOException {
        placer.prepare("container_1", 4, 64, false);
        placer.vcoresPerCore(8);

        placer.level("container_1", 4, 64, false);
        placer.levelParent(16, 256);

        assertThat(read("cpu", "cpu.shares")).isEqualTo("512");
        assertThat(CgroupFiles.read(ROOT.resolve("cpu").resolve(path).resolve("cpu.shares")))
                .isEqualTo("2048");
    }

    private String read(String controller, String file) throws IOException {
        return CgroupFiles.read(
                ROOT.resolve(controller).resolve(path).resolve("container_1").resolve(file));
    }

    private Process join(List<Path> groups, String... command) throws IOException {
        StringBuilder script = new StringBuilder();
        groups.forEach(group -> script.append("echo $$ > ").append(group).append("/cgroup.procs || exit 126; "));
        List<String> line = new ArrayList<>(List.of("bash", "-c", script + "exec \"$@\"", "join"));
        line.addAll(Arrays.asList(command));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        started.add(process);
        return process;
    }
}
