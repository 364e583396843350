package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.health.Degradation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a tree of plain files: the kernel of a development machine rarely has version 2 with controllers. */
class CgroupV2HierarchyTest {
    @TempDir
    Path root;

    private Path parent;

    @BeforeEach
    void tree() throws IOException {
        parent = root.resolve("kubepods/hadoop-yarn");
        for (Path group : List.of(root, root.resolve("kubepods"), parent)) {
            Files.createDirectories(group);
            Files.writeString(group.resolve("cgroup.controllers"), "cpu io memory pids\n");
            Files.writeString(group.resolve("cgroup.subtree_control"), "memory\n");
            Files.writeString(group.resolve("cgroup.procs"), "");
        }
    }

    @Test
    void passesControllersOnFromTheTopAndNamesTheOnesThatAreMissing() throws IOException {
        List<String> missing = hierarchy().prepare();

        assertThat(missing).containsExactly("controller cpuset is not available in " + root);
        assertThat(root.resolve("cgroup.subtree_control")).hasContent("+io");
        assertThat(parent.resolve("cgroup.subtree_control")).hasContent("+io");
    }

    @Test
    void leavesControllersAloneThatArePassedOnAlready() throws IOException {
        for (Path group : List.of(root, root.resolve("kubepods"), parent)) {
            Files.writeString(group.resolve("cgroup.subtree_control"), "cpu io memory\n");
        }

        hierarchy().prepare();

        assertThat(parent.resolve("cgroup.subtree_control")).hasContent("cpu io memory");
    }

    @Test
    void writesWeightAndMaximumWhereTheyDiffer() throws IOException {
        Path group = Files.createDirectory(parent.resolve("container_1"));
        Files.writeString(group.resolve("cpu.weight"), "100\n");
        Files.writeString(group.resolve("memory.max"), "max\n");

        hierarchy().limit("unified", group, 1024, 4096);

        assertThat(group.resolve("cpu.weight")).hasContent("39");
        assertThat(group.resolve("memory.max")).hasContent("4096");
    }

    @Test
    void readsUsage() throws IOException {
        Path group = Files.createDirectory(parent.resolve("container_1"));
        Files.writeString(group.resolve("cpu.stat"), "usage_usec 250\nuser_usec 200\n");
        Files.writeString(group.resolve("memory.current"), "1000\n");
        Files.writeString(group.resolve("memory.stat"), "anon 500\ninactive_file 300\n");

        assertThat(hierarchy().cpuNanos(Map.of("unified", group))).isEqualTo(250_000);
        assertThat(hierarchy().workingSetBytes(Map.of("unified", group))).isEqualTo(700);
    }

    @Test
    void isChosenWhereTheUnifiedTreeIsMounted() {
        CgroupConfig settings = new CgroupConfig(true, root, "kubepods/hadoop-yarn", List.of("memory", "io"), 1, 0);
        Degradation degradation = new Degradation();
        CgroupPlacer placer = new CgroupPlacer(settings, degradation);

        assertThat(placer.prepare("container_1", 1, 512, false)).containsExactly(parent.resolve("container_1"));
        assertThat(placer.mode()).isEqualTo("cgroup-v2");
        assertThat(degradation.reasons()).isEmpty();
    }

    @Test
    void weightsFollowCores() throws IOException {
        CgroupConfig settings = new CgroupConfig(true, root, "kubepods/hadoop-yarn", List.of("memory", "io"), 1, 0);
        CgroupPlacer placer = new CgroupPlacer(settings, new Degradation(), 2);
        Path group = Files.createDirectory(parent.resolve("container_1"));
        Files.writeString(group.resolve("cpu.weight"), "100\n");
        Files.writeString(parent.resolve("cpu.weight"), "100\n");
        placer.check();
        placer.vcoresPerCore(8);

        placer.level("container_1", 8, 64, false);
        placer.levelParent(16, 256);

        assertThat(group.resolve("cpu.weight")).hasContent("39");
        assertThat(parent.resolve("cpu.weight")).hasContent("79");
    }

    private CgroupV2Hierarchy hierarchy() {
        return new CgroupV2Hierarchy(root, "kubepods/hadoop-yarn", List.of("memory", "cpuacct", "cpuset", "blkio"));
    }
}
