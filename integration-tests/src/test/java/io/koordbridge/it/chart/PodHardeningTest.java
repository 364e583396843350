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
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
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
    private static final Map<String, String> READY =
            Map.of("yarn-operator", "/ping", "koord-manager", "/ready", "koord-descheduler", "/ready");

    /** In the agent's reference, which follows its code. */
    private static final Pattern GATE = Pattern.compile("\\| `(\\w+)` \\| `(?:true|false)` \\|");

    private static final Set<String> WRITTEN_BY_THE_AGENT = Set.of("cgroup", "yarn-copilot", "audit");

    record Pod(String name, PodSpec spec) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Pod> pods() {
        Chart chart = new Chart();
        return Stream.of(chart.renderWith(Chart.DESCHEDULER), chart.render(Chart.allOptions()))
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
        return Rendered.podTemplates(new Chart().renderWith(Chart.DESCHEDULER)).values().stream();
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

    private record Asked(Set<String> volumes, List<String> capabilities, boolean hostPid) {}

    private static Asked asked(String... gates) {
        String[] settings = Stream.of(gates)
                .map(gate -> "koordlet.config.featureGates." + gate)
                .toArray(String[]::new);
        PodSpec spec = Rendered.podTemplates(new Chart().renderWith(settings))
                .get(AGENT)
                .getSpec();
        Container agent = spec.getContainers().get(0);
        Set<String> mounted = agent.getVolumeMounts().stream()
                .filter(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                .map(VolumeMount::getName)
                .collect(Collectors.toSet());
        Set<String> volumes = spec.getVolumes().stream()
                .filter(volume -> volume.getHostPath() != null && mounted.contains(volume.getName()))
                .map(Volume::getName)
                .filter(name -> !WRITTEN_BY_THE_AGENT.contains(name))
                .collect(Collectors.toSet());
        List<String> more = agent.getSecurityContext().getCapabilities().getAdd().stream()
                .filter(name -> !List.of("DAC_OVERRIDE", "CHOWN").contains(name))
                .toList();
        return new Asked(volumes, more, Boolean.TRUE.equals(spec.getHostPID()));
    }

    @Test
    void asksForMoreOnlyWithTheGatesThatNeedIt() {
        Set<String> settings = Set.of("min-free-kbytes", "watermark-scale", "kernel-mm");

        assertThat(asked("SystemConfig=true")).isEqualTo(new Asked(settings, List.of(), false));
        assertThat(asked("ColdPageCollector=true")).isEqualTo(new Asked(Set.of("kernel-mm"), List.of(), false));
        assertThat(asked("CPICollector=true")).isEqualTo(new Asked(Set.of(), List.of("PERFMON"), false));
        for (String gate : List.of("RdtResctrl", "Resctrl")) {
            assertThat(asked(gate + "=true")).as(gate).isEqualTo(new Asked(Set.of("resctrl"), List.of(), true));
        }
        assertThat(asked("SystemConfig=true", "ColdPageCollector=true", "CPICollector=true", "RdtResctrl=true"))
                .isEqualTo(new Asked(
                        Set.of("min-free-kbytes", "watermark-scale", "kernel-mm", "resctrl"),
                        List.of("PERFMON"),
                        true));
    }

    @Test
    void asksForNoMoreWithAGateThatIsOffOrNeedsNothing() throws IOException {
        Asked nothing = new Asked(Set.of(), List.of(), false);
        Set<String> asking = Set.of("SystemConfig", "ColdPageCollector", "CPICollector", "RdtResctrl", "Resctrl");

        assertThat(asked(asking.stream().map(gate -> gate + "=false").toArray(String[]::new)))
                .isEqualTo(nothing);
        List<String> others = GATE.matcher(
                        Files.readString(ProjectLayout.find().root().resolve("docs/reference/koordlet.md")))
                .results()
                .map(found -> found.group(1))
                .filter(gate -> !asking.contains(gate))
                .map(gate -> gate + "=true")
                .toList();
        assertThat(others).hasSizeGreaterThan(25);
        assertThat(asked(others.toArray(String[]::new))).isEqualTo(nothing);
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
