package io.koordbridge.it.chart;

import static io.koordbridge.it.chart.HadoopChart.V1;
import static io.koordbridge.it.chart.HadoopChart.containers;
import static io.koordbridge.it.chart.HadoopChart.nodeManager;
import static io.koordbridge.it.chart.HadoopChart.property;
import static io.koordbridge.it.chart.HadoopChart.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PriorityClass;
import org.junit.jupiter.api.Test;

/** The chart of YARN as Helm renders it. */
class HadoopChartTest {
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
}
