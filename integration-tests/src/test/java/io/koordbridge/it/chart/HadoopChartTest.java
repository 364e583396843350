package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PriorityClass;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The chart of YARN as Helm renders it. */
class HadoopChartTest {
    private static final Path DIRECTORY = ProjectLayout.find().root().resolve("charts/hadoop-yarn");
    private static final String[] V1 = {"nodeManager.cgroup.version=1", "nodeManager.cgroup.driver=cgroupfs"};

    @Test
    void runsNodeManagersAsBestEffortPodsOneOnEachNode() {
        PodTemplateSpec pod = nodeManager(V1);

        assertThat(pod.getMetadata().getLabels())
                .containsEntry(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                .containsEntry("koordinator.sh/qosClass", "BE");
        assertThat(pod.getSpec().getPriorityClassName()).isEqualTo(PriorityClass.BATCH.wireName());
        assertThat(pod.getSpec().getAffinity().getPodAntiAffinity().getRequiredDuringSchedulingIgnoredDuringExecution())
                .singleElement()
                .extracting(term -> term.getTopologyKey())
                .isEqualTo("kubernetes.io/hostname");
        assertThat(containers(pod.getSpec()))
                .allSatisfy(container -> assertThat(container.getResources().getRequests())
                        .containsOnlyKeys("kubernetes.io/batch-cpu", "kubernetes.io/batch-memory")
                        .containsEntry("kubernetes.io/batch-cpu", new Quantity("500")));
    }

    @Test
    void hasNoPrivilegeOnNodesWithVersion1() {
        PodSpec pod = nodeManager("nodeManager.cgroup.version=1", "nodeManager.cgroup.driver=systemd")
                .getSpec();

        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser()).isEqualTo(65_531L);
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(containers(pod)).allSatisfy(container -> {
            assertThat(container.getSecurityContext().getPrivileged()).isNull();
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            assertThat(container.getSecurityContext().getCapabilities().getAdd())
                    .isEmpty();
        });
        assertThat(pod.getVolumes())
                .filteredOn(volume -> volume.getHostPath() != null)
                .extracting(volume -> volume.getHostPath().getPath())
                .containsExactlyInAnyOrder(
                        "/var/run/yarn-copilot",
                        "/sys/fs/cgroup/cpu/kubepods.slice/kubepods-besteffort.slice/hadoop-yarn",
                        "/sys/fs/cgroup/cpuacct/kubepods.slice/kubepods-besteffort.slice/hadoop-yarn",
                        "/sys/fs/cgroup/memory/kubepods.slice/kubepods-besteffort.slice/hadoop-yarn",
                        "/sys/fs/cgroup/cpuset/kubepods.slice/kubepods-besteffort.slice/hadoop-yarn",
                        "/sys/fs/cgroup/blkio/kubepods.slice/kubepods-besteffort.slice/hadoop-yarn");
    }

    @Test
    void itsNotesSayWhatPrivilegedNodeManagersNeedAndMean() {
        assertThat(notes())
                .contains(
                        "each of them can end containers of",
                        "kubectl label --overwrite namespace hadoop pod-security.kubernetes.io/enforce=privileged");
        assertThat(notes(V1)).contains("hadoop-resourcemanager.hadoop").doesNotContain("privileged", "WARNING");
    }

    private static String notes(String... settings) {
        InstallCommand install = new Helm(DIRECTORY)
                .install()
                .withName("hadoop")
                .withNamespace("hadoop")
                .withKubeVersion("v1.35.4")
                .clientOnly()
                .dryRun()
                .set("hadoop.image", "hadoop")
                .set("plugin.image", "plugin");
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            install.set(parts[0], parts[1]);
        }
        return install.call().getOutput();
    }

    @Test
    void isPrivilegedOnlyWithVersion2AndOnlyTheNodeManager() {
        PodSpec pod = nodeManager().getSpec();

        assertThat(containers(pod))
                .filteredOn(container ->
                        Boolean.TRUE.equals(container.getSecurityContext().getPrivileged()))
                .extracting(Container::getName)
                .containsExactly("nodemanager");
    }

    @Test
    void putsValuesForQueuesDisksServicesAndFilesWhereHadoopReadsThem() {
        ConfigMap conf = Rendered.named(
                render(
                        "queues.default=70",
                        "queues.etl=30",
                        "nodeManager.localDisks[0]=/data1/yarn",
                        "nodeManager.localDisks[1]=/data2/yarn",
                        "nodeManager.auxServices.mapreduce_shuffle=org.apache.hadoop.mapred.ShuffleHandler",
                        "site.core-site\\.xml.fs\\.defaultFS=hdfs://a?b<c&d"),
                ConfigMap.class,
                "hadoop-conf");

        assertThat(conf.getData().get("capacity-scheduler.xml"))
                .contains(property("yarn.scheduler.capacity.root.queues", "default,etl"))
                .contains(property("yarn.scheduler.capacity.root.etl.capacity", "30"));
        assertThat(conf.getData().get("yarn-site.xml"))
                .contains(property("yarn.nodemanager.local-dirs", "/local/0,/local/1"))
                .contains(property("yarn.nodemanager.aux-services", "copilot,mapreduce_shuffle"))
                .contains(property("yarn.resourcemanager.hostname", "hadoop-resourcemanager.hadoop"));
        assertThat(conf.getData().get("core-site.xml")).contains(property("fs.defaultFS", "hdfs://a?b&lt;c&amp;d"));
    }

    @Test
    void needsBothImages() {
        assertThatThrownBy(() -> render("hadoop.image=")).hasMessageContaining("hadoop.image: set it");
        assertThatThrownBy(() -> render("plugin.image=")).hasMessageContaining("plugin.image: set it");
    }

    private static String property(String name, String value) {
        return "<name>" + name + "</name><value>" + value + "</value>";
    }

    private static PodTemplateSpec nodeManager(String... settings) {
        return Rendered.named(render(settings), StatefulSet.class, "hadoop-nodemanager")
                .getSpec()
                .getTemplate();
    }

    private static List<Container> containers(PodSpec pod) {
        return Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
                .toList();
    }

    private static List<HasMetadata> render(String... settings) {
        TemplateCommand template = new Helm(DIRECTORY)
                .template()
                .withName("hadoop")
                .withNamespace("hadoop")
                .withKubeVersion("v1.35.4")
                .set("hadoop.image", "h")
                .set("plugin.image", "p");
        for (String setting : Arrays.asList(settings)) {
            int equals = setting.indexOf('=');
            template.set(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return Chart.parse(template.call());
    }
}
