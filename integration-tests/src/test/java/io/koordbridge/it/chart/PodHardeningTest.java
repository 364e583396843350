package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every pod of the chart may do to its node, whatever the values. */
class PodHardeningTest {
    private static final String AGENT = "koordlet";
    /** Serves its page also while a ResourceManager is down. */
    /** What is served without an API server must not be taken away with it. */
    private static final Map<String, String> READY = Map.of("yarn-operator", "/ping", "koord-manager", "/ready");

    private static final Set<String> WRITTEN_BY_THE_AGENT = Set.of("cgroup", "yarn-copilot", "audit");

    record Pod(String name, PodSpec spec) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Pod> pods() {
        Chart chart = new Chart();
        return Stream.of(chart.render(Chart.DEFAULTS), chart.render(Chart.allOptions()))
                .map(Rendered::podTemplates)
                .map(Map::entrySet)
                .flatMap(Set::stream)
                .map(entry -> new Pod(entry.getKey(), entry.getValue().getSpec()));
    }

    static Stream<Pod> controlPlanePods() {
        return pods().filter(pod -> !pod.name().equals(AGENT));
    }

    static Stream<Pod> agentPods() {
        return pods().filter(pod -> pod.name().equals(AGENT));
    }

    static Stream<PodTemplateSpec> templates() {
        return Rendered.podTemplates(new Chart().render(Chart.DEFAULTS)).values().stream();
    }

    @ParameterizedTest
    @MethodSource("pods")
    void sharesNoNamespaceWithTheNode(Pod pod) {
        assertThat(pod.spec().getHostNetwork()).isNotEqualTo(true);
        assertThat(pod.spec().getHostPID()).isNotEqualTo(true);
        assertThat(pod.spec().getHostIPC()).isNotEqualTo(true);
        assertThat(pod.spec().getSecurityContext().getSeccompProfile().getType())
                .isEqualTo("RuntimeDefault");
    }

    @ParameterizedTest
    @MethodSource("pods")
    void gainsNoPrivilegeAndWritesNoImageLayer(Pod pod) {
        assertThat(pod.spec().getContainers()).isNotEmpty().allSatisfy(container -> {
            SecurityContext security = container.getSecurityContext();
            assertThat(security.getPrivileged()).isNotEqualTo(true);
            assertThat(security.getAllowPrivilegeEscalation()).isFalse();
            assertThat(security.getReadOnlyRootFilesystem()).isTrue();
            assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
        });
    }

    @ParameterizedTest
    @MethodSource("pods")
    void boundsItsMemoryAndAsksForItsShare(Pod pod) {
        assertThat(pod.spec().getContainers()).allSatisfy(container -> {
            assertThat(container.getResources().getRequests()).containsKeys("cpu");
            assertThat(container.getLivenessProbe()).isNotNull();
        });
    }

    @ParameterizedTest
    @MethodSource("controlPlanePods")
    void runsTheControlPlaneAsNobodyWithoutCapabilitiesOrHostPaths(Pod pod) {
        assertThat(pod.spec().getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.spec().getSecurityContext().getRunAsUser()).isPositive();
        assertThat(pod.spec().getVolumes()).allMatch(volume -> volume.getHostPath() == null);
        assertThat(pod.spec().getContainers())
                .allMatch(container -> container
                        .getSecurityContext()
                        .getCapabilities()
                        .getAdd()
                        .isEmpty());
    }

    @ParameterizedTest
    @MethodSource("controlPlanePods")
    void restartsOnItsOwnFaultsOnlyAndServesWhenItCan(Pod pod) {
        Container ours = pod.spec().getContainers().get(0);
        List<String> ports =
                ours.getPorts().stream().map(ContainerPort::getName).toList();

        assertThat(path(ours.getLivenessProbe())).isEqualTo("/ping");
        assertThat(path(ours.getReadinessProbe())).isEqualTo(READY.getOrDefault(pod.name(), "/healthcheck"));
        assertThat(ports)
                .contains(ours.getReadinessProbe().getHttpGet().getPort().getStrVal());
    }

    @ParameterizedTest
    @MethodSource("agentPods")
    void givesTheAgentTwoCapabilitiesAndOnlyThePathsItNeeds(Pod pod) {
        Container agent = pod.spec().getContainers().get(0);
        Set<String> hostPaths = pod.spec().getVolumes().stream()
                .filter(volume -> volume.getHostPath() != null)
                .map(Volume::getName)
                .collect(Collectors.toSet());
        Set<String> writable = agent.getVolumeMounts().stream()
                .filter(mount -> hostPaths.contains(mount.getName()))
                .filter(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                .map(VolumeMount::getName)
                .collect(Collectors.toSet());

        assertThat(agent.getSecurityContext().getCapabilities().getAdd()).containsExactly("DAC_OVERRIDE", "CHOWN");
        assertThat(hostPaths).containsExactlyInAnyOrder("cgroup", "proc", "sys", "yarn-copilot", "audit");
        assertThat(writable).isEqualTo(WRITTEN_BY_THE_AGENT);
    }

    @Test
    void mountsTheDirectoryOfTheKubeletWhereItIsNamedAndReadsIt() {
        PodTemplateSpec agent = Rendered.podTemplates(
                        new Chart().renderWith("koordlet.kubeletDirectory=/var/lib/kubelet"))
                .get(AGENT);

        assertThat(agent.getSpec().getVolumes())
                .filteredOn(volume -> volume.getName().equals("kubelet"))
                .singleElement()
                .satisfies(volume -> assertThat(volume.getHostPath().getPath()).isEqualTo("/var/lib/kubelet"));
        assertThat(agent.getSpec().getContainers().get(0).getVolumeMounts())
                .filteredOn(mount -> mount.getName().equals("kubelet"))
                .singleElement()
                .satisfies(mount -> assertThat(mount.getReadOnly()).isTrue());
    }

    @Test
    void sharesTheNetworkOfTheNodeOnlyWhereAsked() {
        PodTemplateSpec agent = Rendered.podTemplates(new Chart().renderWith("koordlet.hostNetwork=true"))
                .get(AGENT);

        assertThat(agent.getSpec().getHostNetwork()).isTrue();
        assertThat(agent.getSpec().getDnsPolicy()).isEqualTo("ClusterFirstWithHostNet");
    }

    @ParameterizedTest
    @MethodSource("templates")
    void tellsPrometheusAPortThatIsOpen(PodTemplateSpec template) {
        String port = template.getMetadata().getAnnotations().get("prometheus.io/port");

        assertThat(template.getSpec().getContainers())
                .flatExtracting(Container::getPorts)
                .extracting(ContainerPort::getContainerPort)
                .contains(Integer.parseInt(port));
    }

    private static String path(Probe probe) {
        return probe.getHttpGet().getPath();
    }
}
