package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BestEffortTierTest {
    private static final String SYSTEMD = "kubepods.slice/kubepods-besteffort.slice";
    private static final String CGROUPFS = "kubepods/besteffort";

    @TempDir
    Path root;

    @Test
    void isEmptyWhereThereIsNone() {
        assertThat(found()).isEmpty();
    }

    @Test
    void isTheOneOfTheDriverThatIsThere() throws IOException {
        make("cpu", CGROUPFS);

        assertThat(found()).isEqualTo("kubepods/besteffort/hadoop-yarn");
    }

    @Test
    void withBothItIsTheOneWithPods() throws IOException {
        make("cpu", SYSTEMD);
        make("memory", CGROUPFS + "/pod1234");

        assertThat(found()).isEqualTo("kubepods/besteffort/hadoop-yarn");
    }

    @Test
    void withBothTheGroupThatTheAgentMadeDecides() throws IOException {
        make("memory", SYSTEMD + "/kubepods-besteffort-pod1.slice");
        make("cpu", CGROUPFS + "/hadoop-yarn");

        assertThat(found()).isEqualTo("kubepods/besteffort/hadoop-yarn");
    }

    private String found() {
        return BestEffortTier.find(List.of(root.resolve("cpu"), root.resolve("memory")));
    }

    private void make(String controller, String group) throws IOException {
        Files.createDirectories(root.resolve(controller).resolve(group));
    }
}
