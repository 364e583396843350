package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.health.Degradation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/**
 * What the plugin does with control groups version 2 that have controllers. A program, because such a kernel is often another one than the tests
 * run on. Writes one line for each check, and DONE.
 */
public final class CgroupV2PluginChecks {
    private static final Path ROOT = Paths.get("/sys/fs/cgroup");
    private static final String TIER = "plugin-checks/hadoop-yarn";

    private CgroupV2PluginChecks() {}

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
