package io.koordbridge.it.chart;

import static io.koordbridge.it.chart.HadoopChart.V1;
import static io.koordbridge.it.chart.HadoopChart.file;
import static io.koordbridge.it.chart.HadoopChart.notes;
import static io.koordbridge.it.chart.HadoopChart.pod;
import static io.koordbridge.it.chart.HadoopChart.property;
import static io.koordbridge.it.chart.HadoopChart.render;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.RMHAUtils;
import org.junit.jupiter.api.Test;

/** The history servers of chart hadoop-yarn, and several ResourceManagers. */
class HadoopServersTest {
    private static final String SHARED = "sharedDirectory.hostPath=/srv";
    private static final String HISTORY = "historyServer.enabled=true";
    private static final String SPARK_HISTORY = "spark.historyServer.enabled=true";
    private static final String[] TWO = {
        "resourceManager.replicas=2", "resourceManager.zookeeper=zk-0.zk:2181,zk-1.zk:2181"
    };

    @Test
    void historyServersReadWhatOthersWrote() {
        List<HasMetadata> objects = render(SHARED, HISTORY, SPARK_HISTORY);

        for (String name : List.of("hadoop-historyserver", "hadoop-sparkhistory")) {
            PodSpec pod = deployment(objects, name);
            assertThat(pod.getContainers().get(0).getVolumeMounts())
                    .extracting("mountPath")
                    .contains("/shared", "/etc/hadoop-conf");
            assertThat(pod.getInitContainers()).extracting("name").containsExactly("shared-directory");
        }
        assertThat(Rendered.named(objects, Service.class, "hadoop-historyserver")
                        .getSpec()
                        .getPorts())
                .extracting("port")
                .containsExactlyInAnyOrder(10020, 10033, 19888);
        assertThat(Rendered.named(objects, Service.class, "hadoop-sparkhistory")
                        .getSpec()
                        .getPorts())
                .extracting("port")
                .containsExactly(18080);
        assertThat(Rendered.of(render(SHARED), Deployment.class)).isEmpty();
    }

    /** NodeManagers of nodes with version 2 are root, and write files that only their owner and its group read. */
    @Test
    void historyServersAreTheUserOfNodeManagersWithoutItsRights() {
        PodSpec root = deployment(render(SHARED, HISTORY), "hadoop-historyserver");
        PodSpec user = deployment(render(SHARED, HISTORY, V1[0], V1[1]), "hadoop-historyserver");

        assertThat(root.getSecurityContext().getRunAsUser()).isZero();
        assertThat(root.getSecurityContext().getFsGroup()).isEqualTo(65_531L);
        assertThat(user.getSecurityContext().getRunAsUser()).isEqualTo(65_531L);
        assertThat(user.getSecurityContext().getRunAsNonRoot()).isTrue();
        for (PodSpec pod : List.of(root, user)) {
            Container container = pod.getContainers().get(0);
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getPrivileged()).isNull();
        }
    }

    @Test
    void historyServersAreFoundByLinksAndClients() {
        assertThat(file("yarn-site.xml", SHARED, HISTORY, "historyServer.retainLogsSeconds=3600"))
                .contains(property("yarn.log.server.url", "http://hadoop-historyserver.hadoop:19888/jobhistory/logs"))
                .contains(property("yarn.log-aggregation.retain-seconds", "3600"));
        assertThat(file("mapred-site.xml", SHARED, HISTORY))
                .contains(property("mapreduce.jobhistory.address", "hadoop-historyserver.hadoop:10020"))
                .contains(property("mapreduce.jobhistory.done-dir", "file:///shared/mapreduce-history/done"));
        assertThat(file("spark-defaults.conf", SHARED, SPARK_HISTORY))
                .contains(
                        "spark.yarn.historyServer.address http://hadoop-sparkhistory.hadoop:18080\n",
                        "spark.history.fs.logDirectory file:///shared/spark-events\n");
        assertThat(notes(SHARED, HISTORY, SPARK_HISTORY))
                .contains(
                        "port-forward svc/hadoop-historyserver 19888",
                        "port-forward svc/hadoop-sparkhistory 18080",
                        "exec deploy/hadoop-historyserver -- ");
    }

    @Test
    void historyServersNeedSharedFiles() {
        assertThatThrownBy(() -> render(HISTORY))
                .hasMessageContaining("historyServer.enabled: it reads what other pods");
        assertThatThrownBy(() -> render(SPARK_HISTORY))
                .hasMessageContaining(
                        "spark.historyServer.enabled: it reads what other pods wrote; set sharedDirectory");
        assertThat(render(HISTORY, "site.core-site\\.xml.fs\\.defaultFS=hdfs://name"))
                .isNotEmpty();
        assertThat(render(SPARK_HISTORY, "spark.defaults.spark\\.history\\.fs\\.logDirectory=hdfs://name/logs"))
                .isNotEmpty();
    }

    @Test
    void severalResourceManagersElectOneInZooKeeper() {
        assertThat(file("yarn-site.xml", TWO))
                .contains(property("yarn.resourcemanager.ha.enabled", "true"))
                .contains(
                        property("yarn.resourcemanager.ha.rm-ids", "hadoop-resourcemanager-0,hadoop-resourcemanager-1"))
                .contains(property(
                        "yarn.resourcemanager.hostname.hadoop-resourcemanager-1", "hadoop-resourcemanager-1.hadoop"))
                .contains(property("yarn.resourcemanager.cluster-id", "hadoop-hadoop"))
                .contains(property("hadoop.zk.address", "zk-0.zk:2181,zk-1.zk:2181"))
                .contains("ZKRMStateStore")
                .doesNotContain("FileSystemRMStateStore", "<name>yarn.resourcemanager.hostname</name>");
        List<HasMetadata> objects = render(TWO);
        assertThat(Rendered.named(objects, StatefulSet.class, "hadoop-resourcemanager")
                        .getSpec()
                        .getReplicas())
                .isEqualTo(2);
        assertThat(Rendered.named(objects, Service.class, "hadoop-resourcemanager-1")
                        .getSpec()
                        .getSelector())
                .containsEntry("statefulset.kubernetes.io/pod-name", "hadoop-resourcemanager-1");
        assertThat(Rendered.of(objects, PodDisruptionBudget.class))
                .extracting("metadata.name")
                .containsExactly("hadoop-resourcemanager");
        Container container =
                pod("hadoop-resourcemanager", TWO).getSpec().getContainers().get(0);
        assertThat(container.getArgs()).containsExactly("-Dyarn.resourcemanager.ha.id=$(POD_NAME)");
        assertThat(container.getEnv()).extracting("name").contains("POD_NAME");
    }

    /** As the yarn-operator reads the file. */
    @Test
    void severalResourceManagersAreFoundByClients() {
        YarnConfiguration conf = new YarnConfiguration();
        conf.addResource(new ByteArrayInputStream(file("yarn-site.xml", TWO).getBytes(StandardCharsets.UTF_8)));

        assertThat(HAUtil.isHAEnabled(conf)).isTrue();
        assertThat(RMHAUtils.getRMHAWebappAddresses(conf))
                .containsExactly("hadoop-resourcemanager-0.hadoop:8088", "hadoop-resourcemanager-1.hadoop:8088");
    }

    @Test
    void severalResourceManagersNeedZooKeeperAndNoClaim() {
        assertThatThrownBy(() -> render("resourceManager.replicas=2"))
                .hasMessageContaining(
                        "resourceManager.replicas: 2 ResourceManagers elect the active one in ZooKeeper; set");
        assertThatThrownBy(() -> render(TWO[0], TWO[1], "resourceManager.stateClaim=state"))
                .hasMessageContaining("resourceManager.stateClaim: with resourceManager.zookeeper");
        assertThatThrownBy(() -> render("resourceManager.zookeeper=zk"))
                .hasMessageContaining("/resourceManager/zookeeper");
        assertThat(file("yarn-site.xml", TWO[1])).contains("ZKRMStateStore").doesNotContain("ha.enabled");
    }

    /** A ConfigMap of another namespace cannot be mounted. */
    @Test
    void theOperatorGetsTheFilesOfSeveralResourceManagers() {
        assertThat(notes(TWO))
                .contains(
                        "kubectl -n hadoop get configmap hadoop-conf -o go-template='{{index .data \"yarn-site.xml\"}}'",
                        "create configmap yarn-config");
        assertThat(notes()).contains("hadoopConf.resourceManager").doesNotContain("create configmap");
    }

    @Test
    void thePageOfTheResourceManagerCanBePublished() {
        String[] settings = {
            "resourceManager.ingress.enabled=true",
            "resourceManager.ingress.host=yarn.example.com",
            "resourceManager.ingress.className=nginx",
            "resourceManager.ingress.tlsSecretName=tls",
            "resourceManager.service.type=NodePort"
        };

        Ingress ingress = Rendered.named(render(settings), Ingress.class, "hadoop-resourcemanager");

        assertThat(ingress.getSpec().getIngressClassName()).isEqualTo("nginx");
        assertThat(ingress.getSpec().getRules()).extracting("host").containsExactly("yarn.example.com");
        assertThat(ingress.getSpec().getTls()).extracting("secretName").containsExactly("tls");
        assertThat(Rendered.named(render(settings), Service.class, "hadoop-resourcemanager")
                        .getSpec()
                        .getType())
                .isEqualTo("NodePort");
        assertThatThrownBy(() -> render(settings[0])).hasMessageContaining("resourceManager.ingress.host: set it");
        assertThat(render()).noneMatch(Ingress.class::isInstance);
    }

    private static PodSpec deployment(List<HasMetadata> objects, String name) {
        return Rendered.named(objects, Deployment.class, name)
                .getSpec()
                .getTemplate()
                .getSpec();
    }
}
