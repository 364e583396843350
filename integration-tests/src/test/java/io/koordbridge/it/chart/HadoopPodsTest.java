package io.koordbridge.it.chart;

import static io.koordbridge.it.chart.HadoopChart.V1;
import static io.koordbridge.it.chart.HadoopChart.containers;
import static io.koordbridge.it.chart.HadoopChart.nodeManager;
import static io.koordbridge.it.chart.HadoopChart.notes;
import static io.koordbridge.it.chart.HadoopChart.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users set of the pods of chart hadoop-yarn. */
class HadoopPodsTest {
    private static final String DAEMON_SET = "nodeManager.mode=DaemonSet";

    private record Run(int exit, String output) {}

    @ParameterizedTest
    @ValueSource(strings = {"resourceManager", "nodeManager", "historyServer", "spark.historyServer"})
    void takeWhatIsSetOfThem(String section) {
        PodTemplateSpec pod = pods(
                        section + ".podLabels.team=data",
                        section + ".podLabels.app\\.kubernetes\\.io/component=other",
                        section + ".podAnnotations.note=kept",
                        section + ".priorityClassName=mine",
                        section + ".affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight=7",
                        section + ".topologySpreadConstraints[0].topologyKey=zone",
                        section + ".env[0].name=EXTRA",
                        section + ".env[0].value=yes",
                        section + ".volumes[0].name=extra",
                        section + ".volumeMounts[0].name=extra",
                        section + ".volumeMounts[0].mountPath=/extra",
                        section + ".hostNetwork=true",
                        section + ".nodeSelector.disk=ssd")
                .get(section);

        assertThat(pod.getMetadata().getLabels()).containsEntry("team", "data").doesNotContainValue("other");
        assertThat(pod.getMetadata().getAnnotations())
                .containsEntry("note", "kept")
                .containsKey("checksum/config");
        PodSpec spec = pod.getSpec();
        assertThat(spec.getPriorityClassName()).isEqualTo("mine");
        assertThat(spec.getAffinity().getNodeAffinity().getPreferredDuringSchedulingIgnoredDuringExecution())
                .extracting("weight")
                .containsExactly(7);
        assertThat(spec.getTopologySpreadConstraints())
                .extracting("topologyKey")
                .containsExactly("zone");
        assertThat(spec.getContainers().get(0).getEnv()).contains(new EnvVar("EXTRA", "yes", null));
        assertThat(spec.getContainers().get(0).getVolumeMounts())
                .extracting("mountPath")
                .contains("/extra");
        assertThat(spec.getVolumes()).extracting("name").contains("extra");
        assertThat(spec.getHostNetwork()).isTrue();
        assertThat(spec.getDnsPolicy()).isEqualTo("ClusterFirstWithHostNet");
        assertThat(spec.getNodeSelector()).containsEntry("disk", "ssd");
    }

    @Test
    void keepTheirRightsUnlessTheyAreSet() {
        Map<String, PodTemplateSpec> pods = pods(
                "resourceManager.podSecurityContext.runAsUser=70000",
                "resourceManager.containerSecurityContext.readOnlyRootFilesystem=false");
        PodSpec manager = pods.get("resourceManager").getSpec();

        assertThat(manager.getSecurityContext().getRunAsUser()).isEqualTo(70_000L);
        assertThat(manager.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(manager.getContainers().get(0).getSecurityContext().getReadOnlyRootFilesystem())
                .isFalse();
        assertThat(manager.getContainers()
                        .get(0)
                        .getSecurityContext()
                        .getCapabilities()
                        .getDrop())
                .containsExactly("ALL");
        assertThatThrownBy(() -> render("nodeManager.podSecurityContext.runAsUser=1"))
                .hasMessageContaining("podSecurityContext");
    }

    @Test
    void nodeManagersOfADaemonSetRegisterWithTheirAddress() {
        List<HasMetadata> objects = render(DAEMON_SET);
        PodTemplateSpec pod = Rendered.named(objects, DaemonSet.class, "hadoop-nodemanager")
                .getSpec()
                .getTemplate();

        assertThat(objects)
                .noneMatch(one -> one instanceof StatefulSet
                        && one.getMetadata().getName().contains("nodemanager"));
        assertThat(pod.getMetadata().getLabels())
                .containsEntry(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                .containsEntry("koordinator.sh/qosClass", "BE");
        assertThat(pod.getSpec().getAffinity()).isNull();
        assertThat(pod.getSpec().getContainers().get(0).getVolumeMounts())
                .filteredOn(mount -> mount.getMountPath().equals("/etc/hosts"))
                .hasSize(1);
        assertThat(named(pod, "hosts")
                        .getEnv()
                        .get(0)
                        .getValueFrom()
                        .getFieldRef()
                        .getFieldPath())
                .isEqualTo("status.podIP");
        assertThat(named(pod, "hosts").getCommand()).last().asString().contains("\"$POD_IP\" \"$POD_IP\" \"$name\"");
        assertThatThrownBy(() -> render(DAEMON_SET, "nodeManager.replicas=3"))
                .hasMessageContaining("nodeManager.replicas: not with nodeManager.mode=DaemonSet");
        assertThat(notes(DAEMON_SET)).contains("one on each node of nodeManager.nodeSelector");
    }

    /** The first name of an address is the one that Java calls canonical. */
    @Test
    void nodeManagersOfADaemonSetHaveTheirAddressAsName(@TempDir Path directory) throws Exception {
        PodTemplateSpec pod = Rendered.named(render(DAEMON_SET), DaemonSet.class, "hadoop-nodemanager")
                .getSpec()
                .getTemplate();
        List<String> command = named(pod, "hosts").getCommand().stream()
                .map(part -> part.replace("/hosts/hosts", directory + "/hosts"))
                .toList();

        Run run = run(command, "POD_IP", "192.0.2.7");

        assertThat(run).isEqualTo(new Run(0, ""));
        assertThat(Files.readAllLines(directory.resolve("hosts")))
                .contains("127.0.0.1 localhost")
                .last()
                .asString()
                .startsWith("192.0.2.7 192.0.2.7 ");
    }

    @Test
    void nodeManagersInTheNetworkOfTheNodeRegisterWithItsAddress() {
        assertThat(nodeManager("nodeManager.hostNetwork=true")
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getVolumeMounts())
                .extracting("mountPath")
                .contains("/etc/hosts");
        assertThat(nodeManager().getSpec().getContainers().get(0).getVolumeMounts())
                .extracting("mountPath")
                .doesNotContain("/etc/hosts");
    }

    @Test
    void nodeManagersTakeAnUpdateStrategyAndABudget() {
        List<HasMetadata> objects = render(
                "nodeManager.updateStrategy.type=OnDelete",
                "nodeManager.disruptionBudget.enabled=true",
                "nodeManager.disruptionBudget.maxUnavailable=25%");

        assertThat(Rendered.named(objects, StatefulSet.class, "hadoop-nodemanager")
                        .getSpec()
                        .getUpdateStrategy()
                        .getType())
                .isEqualTo("OnDelete");
        assertThat(Rendered.named(objects, PodDisruptionBudget.class, "hadoop-nodemanager")
                        .getSpec()
                        .getMaxUnavailable()
                        .getStrVal())
                .isEqualTo("25%");
        assertThat(render()).noneMatch(PodDisruptionBudget.class::isInstance);
    }

    @ParameterizedTest
    @CsvSource({
        "openjdk version \"1.8.0_402\", 1, has Java 8",
        "openjdk version \"11.0.22\" 2024-01-16, 1, has Java 11",
        "openjdk version \"16\" 2021-03-16, 0, ''",
        "openjdk version \"17.0.10\" 2024-01-16, 0, ''",
        "openjdk version \"21-ea\", 0, ''",
        "sh: java: not found, 1, of an unknown version",
    })
    void nodeManagersOfAnOldJavaDoNotStart(String printed, int exit, String said, @TempDir Path directory)
            throws Exception {
        Run run = javaVersion(directory, printed);

        assertThat(run.exit()).isEqualTo(exit);
        assertThat(run.output()).contains(said);
        assertThat(run.output().contains("hadoop.allowOldJava=true")).isEqualTo(exit == 1);
    }

    @Test
    void nodeManagersOfAnOldJavaStartWhereThatIsAllowed() {
        assertThat(containers(nodeManager("hadoop.allowOldJava=true").getSpec()))
                .extracting("name")
                .doesNotContain("java-version")
                .contains("nodemanager");
        assertThat(notes("hadoop.allowOldJava=true")).contains("by TCP", "koordlet.hostNetwork=true");
    }

    private static Run javaVersion(Path home, String printed) throws IOException, InterruptedException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(
                java, "#!/bin/sh\necho 'Picked up JAVA_TOOL_OPTIONS: -Da=\"b\"' >&2\necho '" + printed + "' >&2\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return run(named(nodeManager(V1), "java-version").getCommand(), "JAVA_HOME", home.toString());
    }

    private static Run run(List<String> command, String variable, String value)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put(variable, value);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private static Container named(PodTemplateSpec pod, String name) {
        return containers(pod.getSpec()).stream()
                .filter(container -> container.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** By the section of the values. */
    private static Map<String, PodTemplateSpec> pods(String... settings) {
        List<HasMetadata> objects = render(Stream.concat(
                        Stream.of(settings),
                        Stream.of(
                                "sharedDirectory.hostPath=/srv",
                                "historyServer.enabled=true",
                                "spark.historyServer.enabled=true"))
                .toArray(String[]::new));
        return Map.of(
                "resourceManager",
                Rendered.named(objects, StatefulSet.class, "hadoop-resourcemanager")
                        .getSpec()
                        .getTemplate(),
                "nodeManager",
                Rendered.named(objects, StatefulSet.class, "hadoop-nodemanager")
                        .getSpec()
                        .getTemplate(),
                "historyServer",
                Rendered.named(objects, Deployment.class, "hadoop-historyserver")
                        .getSpec()
                        .getTemplate(),
                "spark.historyServer",
                Rendered.named(objects, Deployment.class, "hadoop-sparkhistory")
                        .getSpec()
                        .getTemplate());
    }
}
