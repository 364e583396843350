package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.report.shown.Ground;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeaturesTest {

    @TempDir
    private Path temp;

    private Machine machine(String... obstacles) {
        HostFiles files = new HostFiles();
        return new Machine(
                new CgroupTree(temp, CgroupVersion.V2, CgroupDriver.CGROUPFS, files),
                files,
                List.of(),
                List.of(obstacles));
    }

    private KoordletConfig config(String text) throws IOException {
        return ConfigReader.read(Files.writeString(
                temp.resolve("koordlet.yaml"), text + "\nroots: {proc: " + temp + "/proc, sys: " + temp + "/sys}"));
    }

    private Map<String, String> states(String config, int cpus, String... obstacles) throws IOException {
        Machine machine = machine(obstacles);
        return new Features(config(config), machine)
                .list(new Ground(machine.tree(), cpus, temp.resolve("sys"))).stream()
                        .collect(Collectors.toMap(one -> one.gate().wireName(), Features.Feature::text));
    }

    @Test
    void everyGateHasOneState() throws IOException {
        Map<String, String> states = states("", 4);

        assertThat(states.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Gate.values()).map(Gate::wireName).toList());
        assertThat(states)
                .containsEntry("BECPUSuppress", "works")
                .containsEntry("BatchResource", "works")
                .containsEntry("MemoryEvict", "off")
                .containsEntry("AuditEvents", "off");
        assertThat(Arrays.stream(Gate.values()).filter(gate -> gate.meaning().isEmpty()))
                .isNotEmpty()
                .allSatisfy(gate -> assertThat(states).containsEntry(gate.wireName(), "not implemented"));
    }

    @Test
    void whatAStrategySaysOfTheMachineIsTheStateOfItsGate() throws IOException {
        assertThat(states("", 0))
                .containsEntry(
                        "BECPUSuppress", "not supported here: no processor can be read in " + temp.resolve("sys"));
    }

    @Test
    void nothingThatWritesIsSupportedWhereTheAgentOnlyObserves() throws IOException {
        assertThat(states("featureGates: {MemoryEvict: true}", 4, "controller cpu is missing"))
                .containsEntry("BECPUSuppress", "not supported here: controller cpu is missing")
                .containsEntry("MemoryEvict", "not supported here: controller cpu is missing")
                .containsEntry("NodeTopologyReport", "works");
    }

    @Test
    void aKeyOfTheConfigurationSwitchesOffAsWell() throws IOException {
        assertThat(states("suppress: {enabled: false}", 4))
                .containsEntry("BECPUSuppress", "off: by another key of the configuration");
        assertThat(states("kubernetes: {kubelet: {enabled: false}}", 4))
                .containsEntry("NodeTopologyReport", "not supported here: kubernetes.kubelet.enabled is false");
    }

    @Test
    void coldMemoryNeedsAScanner() throws IOException {
        String on = "featureGates: {ColdPageCollector: true}";
        assertThat(states(on, 4).get("ColdPageCollector"))
                .startsWith("not supported here: no ")
                .contains("damon");
    }

    @Test
    void theGuideHasTheRightsOfEachGateWithAMeaning() throws IOException {
        String guide = Files.readString(Path.of("../docs/guide/qos.md"));
        String rights =
                guide.substring(guide.indexOf("## Rights of each feature"), guide.indexOf("## Plan and record"));

        assertThat(Arrays.stream(Gate.values())
                        .filter(gate -> gate.meaning().isPresent())
                        .map(gate -> "`" + gate.wireName() + "`"))
                .allMatch(rights::contains, "is in the table");
    }

    private static String said(String... lines) {
        return Features.ofStrategies(Gate.CPU_BURST, Set.of("one"), Map.of("one", List.of(lines)))
                .text();
    }

    @Test
    void linesOfStrategiesBecomeOneState() {
        assertThat(said()).isEqualTo("works");
        assertThat(said("cpu burst        works; up to the quota")).isEqualTo("works: up to the quota");
        assertThat(said("cpu burst        works")).isEqualTo("works");
        assertThat(said("cpu burst        none: no file")).isEqualTo("not supported here: no file");
        assertThat(said("cpu burst        not supported here: no file")).isEqualTo("not supported here: no file");
        assertThat(said("works: up to the quota")).isEqualTo("works: up to the quota");
        assertThat(said(
                        "system-config    /proc/a: not supported here: no such file",
                        "system-config    /proc/b: works"))
                .isEqualTo("works");
        assertThat(said("system-config    a: not supported here: one", "system-config    b: not supported here: two"))
                .isEqualTo("not supported here: one");
        assertThat(said("cpu burst        limits the offline part")).isEqualTo("works");
    }

    @Test
    void strategiesHaveTheirGates() throws IOException {
        Features features = new Features(config(""), machine());

        assertThat(features.gatesOf("cpu-suppress")).containsExactly("BECPUSuppress");
        assertThat(features.gatesOf("batch-resource")).containsExactly("BatchResource");
        assertThat(features.gatesOf("cpuset")).containsExactly("CPUSetAllocator");
        assertThat(features.gatesOf("memory-evict"))
                .containsExactlyInAnyOrder("BEMemoryEvict", "MemoryEvict", "MemoryAllocatableEvict");
    }
}
