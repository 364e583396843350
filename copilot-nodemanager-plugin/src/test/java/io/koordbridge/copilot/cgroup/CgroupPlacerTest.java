package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.health.Degradation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupPlacerTest {
    @TempDir
    Path root;

    private final Degradation degradation = new Degradation();

    @Test
    void aContainerStartsAsWithoutThePluginWhenNoControllerIsThere() {
        CgroupPlacer placer = placer(true, "yarn");

        assertThat(placer.prepare("container_1", 1, 64, false)).isEmpty();
        assertThat(placer.mode()).isEqualTo("none");
        assertThat(degradation.reasons()).singleElement().asString().contains("no cgroup controller is mounted");
    }

    @Test
    void tellsWhatCouldNotBeWritten() throws IOException {
        Files.createDirectories(root.resolve("memory"));
        Files.writeString(root.resolve("memory/yarn"), "a file in the way");

        assertThat(placer(true, "yarn").prepare("container_1", 1, 64, false)).isEmpty();
        assertThat(degradation.reasons()).singleElement().asString().contains("memory/yarn");
    }

    @Test
    void aContainerWhoseLimitCannotBeSetIsNotPlacedAtAll() throws IOException {
        Files.createDirectories(root.resolve("memory"));

        assertThat(placer(true, "yarn").prepare("container_1", 1, 64, false)).isEmpty();
        assertThat(degradation.reasons())
                .anySatisfy(reason -> assertThat(reason).contains("container_1 was not placed"));
        assertThat(root.resolve("memory/yarn/container_1")).doesNotExist();
    }

    @Test
    void startsAsWithoutThePluginWhenNoProcessCanJoin() throws IOException {
        Files.createDirectories(root.resolve("blkio/yarn/container_1/cgroup.procs"));

        assertThat(placer(true, "yarn").prepare("container_1", 1, 64, false)).isEmpty();
        assertThat(degradation.reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .contains("container_1 was not placed", "no process can join", "cgroup.procs"));
    }

    @Test
    void doesNothingWhenSwitchedOffAndSaysNothing() throws IOException {
        Files.createDirectories(root.resolve("memory"));

        assertThat(placer(false, "yarn").prepare("container_1", 1, 64, false)).isEmpty();
        assertThat(degradation.reasons()).isEmpty();
        assertThat(root.resolve("memory/yarn")).doesNotExist();
    }

    @Test
    void recoversWhenItBecomesPossible() throws IOException {
        CgroupPlacer placer = placer(true, "/yarn/");
        placer.check();
        assertThat(degradation.reasons()).isNotEmpty();

        Files.createDirectories(root.resolve("blkio"));

        assertThat(placer.prepare("container_1", 1, 64, false)).containsExactly(root.resolve("blkio/yarn/container_1"));
        assertThat(placer.mode()).isEqualTo("cgroup-v1");
        assertThat(degradation.reasons()).containsExactly("controller memory is not mounted below " + root);
    }

    @Test
    void makesNothingWhereThereIsNoTier() throws IOException {
        Files.createDirectories(root.resolve("memory"));
        Files.createDirectories(root.resolve("blkio"));

        for (String path : List.of("", "kubepods/besteffort/hadoop-yarn")) {
            CgroupPlacer placer = placer(true, path);
            assertThat(placer.prepare("container_1", 1, 64, false)).isEmpty();
            placer.levelParent(1, 64);
            assertThat(placer.mode()).isEqualTo("none");
            assertThat(degradation.reasons())
                    .anySatisfy(reason -> assertThat(reason).contains("kubepods/besteffort"));
        }

        assertThat(root.resolve("memory")).isEmptyDirectory();
        assertThat(root.resolve("blkio")).isEmptyDirectory();
    }

    @Test
    void findsATierThatTheKubeletMakesLater() throws IOException {
        Files.createDirectories(root.resolve("blkio"));
        CgroupPlacer placer = new CgroupPlacer(new CgroupConfig(true, root, "", List.of("blkio"), 1.0, 0), degradation);
        assertThat(placer.check()).isFalse();
        Files.createDirectories(root.resolve("blkio/kubepods.slice/kubepods-besteffort.slice"));

        assertThat(placer.check()).isTrue();

        assertThat(placer.path()).isEqualTo("kubepods.slice/kubepods-besteffort.slice/hadoop-yarn");
        assertThat(root.resolve("blkio").resolve(placer.path())).isDirectory();
        assertThat(degradation.reasons()).isEmpty();
    }

    private CgroupPlacer placer(boolean enabled, String path) {
        return new CgroupPlacer(new CgroupConfig(enabled, root, path, List.of("memory", "blkio"), 1.0, 0), degradation);
    }
}
