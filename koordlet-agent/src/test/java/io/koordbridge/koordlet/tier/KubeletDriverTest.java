package io.koordbridge.koordlet.tier;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.CgroupProbe;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.kubelet.KubeletSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
        driver = kubelet("auto", "auto");
    }

    private KubeletDriver kubelet(String fixedDriver, String fixedRoot) {
        return new KubeletDriver(
                new CgroupProbe(directory),
                CgroupVersion.V2,
                new TierConfig(true, fixedDriver, fixedRoot, file.toString(), false));
    }

    private Optional<CgroupNames> now() {
        return driver.now(Optional.empty());
    }

    private static KubeletSettings answer(String cgroupDriver, String cgroupRoot) {
        return KubeletSettings.of(JsonNodeFactory.instance
                .objectNode()
                .put("cgroupDriver", cgroupDriver)
                .put("cgroupRoot", cgroupRoot));
    }

    private void group(String group) throws IOException {
        Files.createDirectories(directory.resolve(group));
    }

    @Test
    void nothingTells() {
        assertThat(now()).isEmpty();
    }

    @Test
    void tellsByTheOnlyTree() throws IOException {
        group("kubepods");

        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.CGROUPFS));
    }

    /** The guess of an agent that started before the kubelet. */
    @Test
    void theTreeOfTheKubeletAppearsBesideTheGuess() throws IOException {
        group("kubepods/besteffort/hadoop-yarn");
        group("kubepods.slice/kubepods-besteffort.slice");

        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.SYSTEMD));
    }

    @Test
    void theTreeWithPodsIsTheKubelets() throws IOException {
        group("kubepods.slice/kubepods-besteffort.slice/hadoop-yarn");
        group(CGROUPFS_POD);

        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.CGROUPFS));
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

        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.SYSTEMD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# cgroupDriver: systemd\n", "cgroupDriver: other\n", "cgroupDriver: systemdx\n"})
    void theConfigurationMayNotTell(String text) throws IOException {
        Files.writeString(file, text);
        group("kubepods");

        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.CGROUPFS));
    }

    @Test
    void podsAreNewerThanTheConfiguration() throws IOException {
        Files.writeString(file, "cgroupDriver: systemd\n");
        group(CGROUPFS_POD);
        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.CGROUPFS));

        group(SYSTEMD_POD);
        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.SYSTEMD));
    }

    private static final CgroupNames KIND = new CgroupNames(CgroupDriver.SYSTEMD, "kubelet");
    private static final String KIND_POD = "kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-podab_c.slice";

    /** kind's default. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cgroupDriver: systemd\ncgroupRoot: /kubelet\n",
                "cgroupRoot: \"/kubelet\"\ncgroupDriver: systemd\n",
                "{\n  \"cgroupDriver\": \"systemd\",\n  \"cgroupRoot\": \"/kubelet\"\n}",
            })
    void readsTheRootOfTheConfiguration(String text) throws IOException {
        Files.writeString(file, text);
        group("kubelet.slice/kubelet-kubepods.slice");

        assertThat(now()).hasValue(KIND);
    }

    @Test
    void theKubeletsOwnAnswerWinsOverItsFile() throws IOException {
        Files.writeString(file, "cgroupDriver: systemd\ncgroupRoot: /old\n");
        group(KIND_POD);

        assertThat(driver.now(Optional.of(answer("systemd", "/kubelet")))).hasValue(KIND);
        assertThat(driver.now(Optional.of(answer("systemd", "/")))).hasValue(CgroupNames.of(CgroupDriver.SYSTEMD));
    }

    @Test
    void aFixedRootWinsOverAll() throws IOException {
        Files.writeString(file, "cgroupDriver: systemd\ncgroupRoot: /old\n");

        assertThat(kubelet("auto", "/kubelet").now(Optional.of(answer("systemd", "/other"))))
                .hasValue(KIND);
        assertThat(kubelet("cgroupfs", "/a/b").now(Optional.empty()))
                .hasValue(new CgroupNames(CgroupDriver.CGROUPFS, "a/b"));
    }

    /** The configuration of the kubelet cannot be read, and this agent made another tier. */
    @Test
    void theOnlyGroupWithPodsInItIsTheKubelets() throws IOException {
        group("kubepods/besteffort/hadoop-yarn");
        group("machine-qemu\\x2d1.scope");
        group(KIND_POD);

        assertThat(now()).hasValue(KIND);

        group("kubelet/kubepods/podab-c");
        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.CGROUPFS));
    }

    @Test
    void podsAtTheRootAreTheKubelets() throws IOException {
        group(CGROUPFS_POD);
        group(KIND_POD);

        assertThat(now()).hasValue(CgroupNames.of(CgroupDriver.CGROUPFS));
    }
}
