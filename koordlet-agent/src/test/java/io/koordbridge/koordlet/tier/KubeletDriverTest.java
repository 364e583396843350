package io.koordbridge.koordlet.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupProbe;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeletDriverTest {

    private static final String SYSTEMD_POD =
            "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-podab_c.slice";
    private static final String CGROUPFS_POD = "kubepods/burstable/podab-c";

    @TempDir
    private Path directory;

    private Path file;
    private KubeletDriver driver;

    @BeforeEach
    void prepare() {
        file = directory.resolve("config.yaml");
        driver = new KubeletDriver(new CgroupProbe(directory), CgroupVersion.V2, file);
    }

    private void group(String group) throws IOException {
        Files.createDirectories(directory.resolve(group));
    }

    @Test
    void nothingTells() {
        assertThat(driver.now()).isEmpty();
    }

    @Test
    void tellsByTheOnlyTree() throws IOException {
        group("kubepods");

        assertThat(driver.now()).hasValue(CgroupDriver.CGROUPFS);
    }

    /** The guess of an agent that started before the kubelet. */
    @Test
    void theTreeOfTheKubeletAppearsBesideTheGuess() throws IOException {
        group("kubepods/besteffort/hadoop-yarn");
        group("kubepods.slice/kubepods-besteffort.slice");

        assertThat(driver.now()).hasValue(CgroupDriver.SYSTEMD);
    }

    @Test
    void theTreeWithPodsIsTheKubelets() throws IOException {
        group("kubepods.slice/kubepods-besteffort.slice/hadoop-yarn");
        group(CGROUPFS_POD);

        assertThat(driver.now()).hasValue(CgroupDriver.CGROUPFS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind: KubeletConfiguration\ncgroupDriver: systemd\n",
                "cgroupDriver: \"systemd\" # as the runtime\n",
                "{\n  \"cgroupDriver\": \"systemd\"\n}",
            })
    void asksTheConfigurationBeforeThereIsATree(String text) throws IOException {
        Files.writeString(file, text);

        assertThat(driver.now()).hasValue(CgroupDriver.SYSTEMD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# cgroupDriver: systemd\n", "cgroupDriver: other\n", "cgroupDriver: systemdx\n"})
    void theConfigurationMayNotTell(String text) throws IOException {
        Files.writeString(file, text);
        group("kubepods");

        assertThat(driver.now()).hasValue(CgroupDriver.CGROUPFS);
    }

    @Test
    void podsAreNewerThanTheConfiguration() throws IOException {
        Files.writeString(file, "cgroupDriver: systemd\n");
        group(CGROUPFS_POD);
        assertThat(driver.now()).hasValue(CgroupDriver.CGROUPFS);

        group(SYSTEMD_POD);
        assertThat(driver.now()).hasValue(CgroupDriver.SYSTEMD);
    }
}
