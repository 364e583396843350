package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.copilot.health.Degradation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * What the plugin does with control groups version 2 that have controllers. A program, because such a kernel is often another one than the tests
 * run on. Writes one line for each check, and DONE.
 */
public final class CgroupV2PluginChecks {
    private static final Path ROOT = Paths.get("/sys/fs/cgroup");
    private static final String TIER = "plugin-checks/hadoop-yarn";

    private CgroupV2PluginChecks() {}

    private static final int STARTS = 20;

    private interface Check {
        void run() throws Exception;
    }

    /**
     * Runs all checks.
     *
     * @param args file for the results
     */
    public static void main(String[] args) throws IOException {
        Path results = Paths.get(args[0]);
        check(results, "a process joins, and its group goes after it", CgroupV2PluginChecks::join);
        check(results, "a container and the group around it are limited", CgroupV2PluginChecks::limit);
        check(results, "a container that started elsewhere is moved", CgroupV2PluginChecks::move);
        check(
                results,
                "containers start in their groups while the CPUs of the tier change",
                CgroupV2PluginChecks::starts);
        line(results, "DONE");
    }

    private static void check(Path results, String name, Check check) throws IOException {
        try {
            check.run();
            line(results, "PASS " + name);
        } catch (Exception | AssertionError e) {
            line(results, "FAIL " + name + ": " + e.toString().replace('\n', ' '));
        }
    }

    private static void line(Path results, String text) throws IOException {
        Files.write(
                results,
                (text + "\n").getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static void join() throws Exception {
        CgroupV2KernelTest test = new CgroupV2KernelTest();
        test.needsTheKernel();
        try {
            test.aProcessJoinsAndItsGroupGoesAfterIt();
        } finally {
            test.leaveNothing();
        }
    }

    private static void move() throws Exception {
        Degradation degradation = new Degradation();
        Files.createDirectories(ROOT.resolve(TIER).getParent());
        CgroupPlacer placer = placer(degradation);
        Process process =
                new ProcessBuilder("setsid", "--wait", "bash", "-c", "echo $$; sleep 600 & sleep 600").start();
        long pid = Long.parseLong(process.inputReader(StandardCharsets.UTF_8).readLine());
        await().until(() -> ProcessHandle.of(pid)
                .map(found -> found.descendants().count() == 2)
                .orElse(false));

        placer.settle("container_1", pid, 1, 64, false);

        try {
            Path group = ROOT.resolve(TIER).resolve("container_1");
            assertThat(degradation.reasons()).isEmpty();
            assertThat(placer.mode()).isEqualTo("cgroup-v2");
            assertThat(CgroupFiles.processes(group)).contains(pid).hasSize(3);
            assertThat(CgroupFiles.read(group.resolve("memory.max"))).isEqualTo(String.valueOf(64L << 20));
        } finally {
            CgroupFiles.write(ROOT.resolve(TIER).resolve("container_1/cgroup.kill"), "1");
            leaveNothing(placer);
        }
    }

    private static void starts() throws Exception {
        Degradation degradation = new Degradation();
        Path tier = ROOT.resolve(TIER).getParent();
        Files.createDirectories(tier);
        CgroupPlacer placer = placer(degradation);
        assertThat(placer.check()).isTrue();
        List<Process> started = new ArrayList<>();
        try {
            for (int number = 1; number <= STARTS; number++) {
                List<Path> groups = placer.prepare("container_" + number, 1, 64, false);
                CgroupFiles.write(tier.resolve("cpuset.cpus"), number % 2 == 0 ? "0" : "0-1");
                Process process = new ProcessBuilder(
                                "bash", "-c", "echo $$ > " + groups.get(0) + "/cgroup.procs && exec sleep 600")
                        .start();
                started.add(process);
                CgroupFiles.write(tier.resolve("cpuset.cpus"), number % 2 == 0 ? "0-1" : "0");
                await().until(() -> CgroupFiles.processes(groups.get(0)).contains(process.pid()));
                placer.settle("container_" + number, process.pid(), 1, 64, false);
            }
            assertThat(placer.mode()).isEqualTo("cgroup-v2");
            assertThat(degradation.reasons()).isEmpty();
            assertThat(placer.busy()).hasSize(STARTS);
            assertThat(CgroupFiles.read(ROOT.resolve(TIER).resolve("container_1/cpuset.cpus.effective")))
                    .isEqualTo(CgroupFiles.read(tier.resolve("cpuset.cpus.effective")));
        } finally {
            started.forEach(Process::destroyForcibly);
            leaveNothing(placer);
        }
    }

    private static CgroupPlacer placer(Degradation degradation) {
        return new CgroupPlacer(
                new CgroupConfig(true, ROOT, TIER, Arrays.asList("cpu", "memory", "cpuset"), 1, 0), degradation, 4);
    }

    private static void leaveNothing(CgroupPlacer placer) {
        await().until(() -> {
            placer.sweep(new HashSet<>());
            return CgroupFiles.remove(ROOT.resolve("plugin-checks"));
        });
    }

    private static void limit() throws IOException {
        Degradation degradation = new Degradation();
        Files.createDirectories(ROOT.resolve(TIER).getParent());
        CgroupPlacer placer = new CgroupPlacer(
                new CgroupConfig(true, ROOT, TIER, Arrays.asList("cpu", "memory"), 1, 0), degradation, 4);

        List<Path> groups = placer.prepare("container_1", 2, 64, false);
        placer.levelParent(4, 256);

        Path group = ROOT.resolve(TIER).resolve("container_1");
        assertThat(degradation.reasons()).isEmpty();
        assertThat(groups).containsExactly(group);
        assertThat(CgroupFiles.read(group.resolve("memory.max"))).isEqualTo(String.valueOf(64L << 20));
        assertThat(CgroupFiles.read(group.resolve("cpu.weight")))
                .isEqualTo(String.valueOf(CgroupLimits.weight(CgroupLimits.shares(2, 1, false))));
        assertThat(CgroupFiles.read(ROOT.resolve(TIER).resolve("memory.max"))).isEqualTo(String.valueOf(512L << 20));
        placer.release("container_1");
        assertThat(group).doesNotExist();
        assertThat(CgroupFiles.remove(ROOT.resolve("plugin-checks"))).isTrue();
    }
}
