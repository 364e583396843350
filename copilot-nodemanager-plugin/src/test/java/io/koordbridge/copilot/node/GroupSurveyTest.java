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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupSurveyTest {
    private static final String PATH = "kubepods/besteffort/hadoop-yarn";

    @TempDir
    Path root;

    private final List<ContainerFacts> containers = new ArrayList<>();
    private long now;
    private int asked;

    @Test
    void namesGroupsWhoseContainersTheNodeManagerDoesNotList() throws IOException {
        GroupSurvey survey = survey();
        group("cpu", "container_1", "41\n");
        group("memory", "container_2", "42\n");
        group("memory", "container_3", "");
        group("memory", "other", "44\n");
        runs("container_1");

        assertThat(look(survey).strangers()).containsExactly("container_2");
    }

    @Test
    void namesTheGroupAroundThemWhenProcessesAreInItself() throws IOException {
        GroupSurvey survey = survey();
        group("memory", "", "43\n");

        assertThat(look(survey).strangers()).containsExactly("hadoop-yarn");
    }

    @Test
    void aGroupWithoutProcessesIsNoStranger() throws IOException {
        GroupSurvey survey = survey();
        group("cpu", "container_1", "");
        group("memory", "container_1", "");

        assertThat(look(survey).strangers()).isEmpty();
    }

    @Test
    void withVersionTwoProcessesInGroupsInsideCount() throws IOException {
        Files.writeString(root.resolve("cgroup.controllers"), "cpu memory");
        GroupSurvey survey = survey();
        group("", "container_1", "");
        Files.writeString(root.resolve(PATH + "/container_1/cgroup.events"), "populated 1\nfrozen 0\n");
        group("", "container_2", "");
        Files.writeString(root.resolve(PATH + "/container_2/cgroup.events"), "populated 0\nfrozen 0\n");

        assertThat(look(survey).strangers()).containsExactly("container_1");
    }

    @Test
    void whereThereIsNoGroupAtAllItCannotSeeStrangers() throws IOException {
        assertThat(look(survey()).strangers()).isNull();
        Files.createDirectories(root.resolve("cpu"));
        assertThat(look(survey()).strangers()).isNull();
    }

    @Test
    void aFileThatCannotBeReadIsNotAnEmptyOne() throws IOException {
        GroupSurvey survey = survey();
        Files.createDirectories(root.resolve("cpu").resolve(PATH).resolve("container_1/cgroup.procs"));

        assertThat(look(survey).strangers()).isNull();
    }

    @Test
    void countsGroupsUpToABound() throws IOException {
        GroupSurvey survey = survey();
        for (int i = 0; i < 30; i++) {
            group("cpu", "container_" + i, "1\n");
        }
        assertThat(look(survey).strangers()).hasSize(10);
        for (int i = 30; i < 1100; i++) {
            Files.createDirectory(root.resolve("cpu").resolve(PATH).resolve("container_" + i));
        }

        assertThat(look(survey).strangers()).isNull();
    }

    @Test
    void anAnswerStandsForAMoment() throws IOException {
        GroupSurvey survey = survey();
        group("cpu", "container_1", "41\n");
        assertThat(look(survey).strangers()).hasSize(1);
        Files.writeString(root.resolve("cpu/" + PATH + "/container_1/cgroup.procs"), "");

        assertThat(survey.look(this::listed).strangers()).hasSize(1);
        assertThat(asked).isEqualTo(1);
        assertThat(look(survey).strangers()).isEmpty();
    }

    private GroupFacts look(GroupSurvey survey) {
        now += Duration.ofSeconds(1).toNanos();
        return survey.look(this::listed);
    }

    private List<ContainerFacts> listed() {
        asked++;
        return containers;
    }

    private void runs(String id) {
        containers.add(ContainerFacts.of(id).build());
    }

    private void group(String controller, String name, String processes) throws IOException {
        Path group =
                Files.createDirectories(root.resolve(controller).resolve(PATH).resolve(name));
        Files.writeString(group.resolve("cgroup.procs"), processes);
    }

    private GroupSurvey survey() {
        CgroupConfig settings = new CgroupConfig(true, root, PATH, List.of("cpu", "memory"), 1.0, 0);
        CgroupPlacer placer = new CgroupPlacer(settings, new Degradation());
        return new GroupSurvey(placer, new ProcessPlaces(placer, root.resolve("proc")), () -> now);
    }
}
