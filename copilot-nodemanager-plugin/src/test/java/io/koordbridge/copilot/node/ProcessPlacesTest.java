package io.koordbridge.copilot.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.cgroup.CgroupConfig;
import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.health.Degradation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessPlacesTest {
    private static final String PATH = "kubepods/besteffort/hadoop-yarn";
    private static final String ID = "container_1";
    private static final String INSIDE = "9:memory:/" + PATH + "/" + ID + "\n4:cpu,cpuacct:/" + PATH + "/" + ID + "\n";
    private static final String OUTSIDE = "9:memory:/system.slice/yarn\n4:cpu,cpuacct:/system.slice/yarn\n0::/\n";

    @TempDir
    Path root;

    private final List<ContainerFacts> containers = new ArrayList<>();
    private ProcessPlaces places;
    private long now;

    @BeforeEach
    void create() {
        places = places();
    }

    @Test
    void nothingIsKnownBeforeTheFirstContainer() {
        assertThat(after(0)).isNull();
        assertThat(after(60)).isNull();
    }

    @Test
    void aProcessThatItsGroupsNameConfirmsAndStaysConfirmed() throws IOException {
        // Seen from another part of the tree than the node agent's.
        runs(ID, "4001", "9:memory:/../x\n4:cpu,cpuacct:/../x\n");
        named("cpu", "4001");
        named("memory", "4001");

        assertThat(after(0)).isTrue();
        containers.clear();
        assertThat(after(60)).isTrue();
    }

    @Test
    void aProcessThatNamesItsGroupsConfirms() throws IOException {
        runs(ID, "4001", INSIDE);

        assertThat(after(0)).isTrue();
    }

    @Test
    void aGroupOfOneControllerOnlyDoesNotConfirm() throws IOException {
        runs(ID, "4001", "9:memory:/yarn/" + ID + "\n4:cpu,cpuacct:/" + PATH + "/" + ID + "\n");
        named("cpu", "4001");
        named("memory", "77");

        assertThat(after(0)).isNull();
        assertThat(after(6)).isFalse();
    }

    @Test
    void aContainerOfOneNameInAnotherPlaceIsElsewhere() throws IOException {
        runs(ID, "4001", "0::/hadoop-yarn/" + ID + "\n");
        assertThat(after(0)).isNull();
        assertThat(after(6)).isFalse();
    }

    @Test
    void oneThatRunsElsewhereForAWhileCountsMoreThanOneInside() throws IOException {
        runs(ID, "4001", INSIDE);
        runs("container_2", "4002", OUTSIDE);

        assertThat(after(0)).isTrue();
        assertThat(after(4)).isTrue();
        assertThat(after(2)).isFalse();
        containers.remove(1);
        assertThat(after(1)).isTrue();
    }

    @Test
    void oneThatIsMovedSoonAfterItsStartWasNeverElsewhere() throws IOException {
        runs(ID, "4001", OUTSIDE);
        assertThat(after(0)).isNull();
        Files.writeString(root.resolve("proc/4001/cgroup"), INSIDE);

        assertThat(after(3)).isTrue();
        assertThat(after(60)).isTrue();
    }

    @Test
    void whatRanElsewhereAloneStaysElsewhereWhenItHasEnded() throws IOException {
        runs(ID, "4001", OUTSIDE);
        after(0);
        assertThat(after(6)).isFalse();
        containers.clear();

        assertThat(after(1)).isFalse();
    }

    @Test
    void aProcessThatIsGoneOrHasNoNumberSaysNothing() throws IOException {
        containers.add(ContainerFacts.of(ID).process("4001", Map.of()).build());
        containers.add(ContainerFacts.of("container_2").build());
        runs("container_3", "4003", OUTSIDE);
        containers.set(2, ended("container_3", "4003"));

        assertThat(after(0)).isNull();
        assertThat(after(6)).isNull();
    }

    @Test
    void withVersionTwoTheOnlyLineCounts() throws IOException {
        Files.writeString(root.resolve("cgroup.controllers"), "cpu memory");
        places = places();
        runs(ID, "4001", "0::/" + PATH + "/" + ID + "/inner\n");

        assertThat(after(0)).isTrue();
    }

    private Boolean after(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
        return places.confirmed(containers, now);
    }

    private void runs(String id, String pid, String groups) throws IOException {
        Files.writeString(
                Files.createDirectories(root.resolve("proc").resolve(pid)).resolve("cgroup"), groups);
        containers.add(ContainerFacts.of(id).process(pid, Map.of()).build());
    }

    private static ContainerFacts ended(String id, String pid) {
        return ContainerFacts.of(id).state("KILLING").process(pid, Map.of()).build();
    }

    private void named(String controller, String pid) throws IOException {
        Path group =
                Files.createDirectories(root.resolve(controller).resolve(PATH).resolve(ID));
        Files.writeString(group.resolve("cgroup.procs"), "17\n" + pid + "\n");
    }

    private ProcessPlaces places() {
        CgroupConfig settings = new CgroupConfig(true, root, PATH, List.of("cpu", "memory", "blkio"), 1.0, 0);
        return new ProcessPlaces(new CgroupPlacer(settings, new Degradation()), root.resolve("proc"));
    }
}
