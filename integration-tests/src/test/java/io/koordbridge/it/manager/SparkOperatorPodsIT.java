package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods of the shape that the Spark Operator and the driver make, admitted by the profile of docs/guide/spark-operator.md. */
class SparkOperatorPodsIT {

    private static final Pattern PROFILE =
            Pattern.compile("<!-- tested: SparkOperatorPodsIT -->\n```yaml\n(.*?)```", Pattern.DOTALL);
    private static final String NAMESPACE = "spark-jobs";

    private static final String DRIVER = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: pi-driver
              namespace: spark-jobs
              labels:
                spark-role: driver
                spark-app-selector: spark-1
                spark-version: 3.5.6
                sparkoperator.k8s.io/app-name: pi
                sparkoperator.k8s.io/launched-by-spark-operator: "true"
                quota.scheduling.koordinator.sh/name: spark
            spec:
              restartPolicy: Never
              containers:
                - name: spark-kubernetes-driver
                  image: apache/spark:3.5.6
                  args: [driver]
                  resources:
                    requests: {cpu: "1", memory: 1408Mi}
                    limits: {memory: 1408Mi}
                  volumeMounts:
                    - {name: spark-local-dir-1, mountPath: /scratch}
                    - {name: spark-conf-volume-driver, mountPath: /opt/spark/conf}
              volumes:
                - {name: spark-local-dir-1, emptyDir: {sizeLimit: 20Gi}}
                - {name: spark-conf-volume-driver, configMap: {name: spark-drv-conf-map}}
            """;

    private static final String EXECUTOR = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: pi-exec-1
              namespace: spark-jobs
              labels:
                spark-role: executor
                spark-app-selector: spark-1
                spark-exec-id: "1"
                spark-exec-resourceprofile-id: "0"
                sparkoperator.k8s.io/app-name: pi
                sparkoperator.k8s.io/launched-by-spark-operator: "true"
                quota.scheduling.koordinator.sh/name: spark
              annotations:
                gang.scheduling.koordinator.sh/name: pi-executors
                gang.scheduling.koordinator.sh/min-available: "4"
            spec:
              restartPolicy: Never
              tolerations:
                - {key: batch, operator: Exists}
              containers:
                - name: spark-kubernetes-executor
                  image: apache/spark:3.5.6
                  args: [executor]
                  env:
                    - {name: SPARK_EXECUTOR_CORES, value: "2"}
                  resources:
                    requests: {cpu: "2", memory: 5Gi}
                    limits: {memory: 5Gi}
                  volumeMounts:
                    - {name: spark-local-dir-1, mountPath: /scratch}
              volumes:
                - {name: spark-local-dir-1, emptyDir: {sizeLimit: 20Gi}}
            """;

    @TempDir
    private static Path directory;

    private static KubernetesClient client;
    private static ManagerUnderTest manager;

    @BeforeAll
    static void start() throws IOException {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        ManagerCluster cluster = new ManagerCluster(controlPlane);
        controlPlane.createNamespace(NAMESPACE);
        controlPlane.createNamespace("others");
        ChartEntries entries = new ChartEntries(client);
        entries.register(List.of());
        manager = ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory));
        cluster.load("""
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: koord-batch}
                value: 5000
                """);
        cluster.load(profileOfThePage());
        entries.awaitInForce();
        ManagerCluster.awaitAnswer(() -> PodAmounts.requests(dryRun(EXECUTOR)).containsKey(ManagerCluster.BATCH_CPU));
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
    }

    private static String profileOfThePage() throws IOException {
        Path page = ProjectLayout.find().root().resolve("docs/guide/spark-operator.md");
        Matcher block = PROFILE.matcher(Files.readString(page));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private static Pod dryRun(String yaml) {
        return client.resource(Serialization.unmarshal(yaml, Pod.class))
                .dryRun()
                .create();
    }

    @Test
    void driversAreStoredAsBatchPods() {
        Pod stored = dryRun(DRIVER);

        assertBatch(stored);
        Container driver = stored.getSpec().getContainers().get(0);
        assertThat(driver.getResources().getRequests())
                .isEqualTo(Map.of(
                        "kubernetes.io/batch-cpu",
                        new Quantity("1k"),
                        "kubernetes.io/batch-memory",
                        new Quantity("1408Mi")));
        assertThat(driver.getResources().getLimits())
                .isEqualTo(Map.of("kubernetes.io/batch-memory", new Quantity("1408Mi")));
        assertThat(driver.getVolumeMounts()).extracting("mountPath").contains("/scratch", "/opt/spark/conf");
    }

    @Test
    void executorsKeepVolumesQuotaAndGang() {
        Pod stored = dryRun(EXECUTOR);

        assertBatch(stored);
        Container executor = stored.getSpec().getContainers().get(0);
        assertThat(executor.getResources().getRequests())
                .isEqualTo(Map.of(
                        "kubernetes.io/batch-cpu",
                        new Quantity("2k"),
                        "kubernetes.io/batch-memory",
                        new Quantity("5Gi")));
        assertThat(executor.getEnv()).extracting("name").containsExactly("SPARK_EXECUTOR_CORES");
        assertThat(stored.getSpec().getVolumes()).extracting("name").contains("spark-local-dir-1");
        assertThat(stored.getSpec().getTolerations()).extracting("key").contains("batch");
        assertThat(stored.getMetadata().getLabels())
                .containsEntry("quota.scheduling.koordinator.sh/name", "spark")
                .containsEntry("spark-exec-id", "1");
        assertThat(stored.getMetadata().getAnnotations())
                .containsEntry("gang.scheduling.koordinator.sh/name", "pi-executors")
                .containsEntry("gang.scheduling.koordinator.sh/min-available", "4");
    }

    @Test
    void podsOfOtherNamespacesStayAsTheyAre() {
        Pod stored = dryRun(EXECUTOR.replace("namespace: spark-jobs", "namespace: others"));

        assertThat(PodAmounts.requests(stored)).containsOnlyKeys("cpu", "memory");
        assertThat(stored.getMetadata().getLabels()).doesNotContainKey("koordinator.sh/qosClass");
    }

    private static void assertBatch(Pod stored) {
        assertThat(stored.getMetadata().getLabels()).containsEntry("koordinator.sh/qosClass", "BE");
        assertThat(stored.getSpec().getPriority()).isEqualTo(5000);
        assertThat(stored.getSpec().getSchedulerName()).isEqualTo("koord-scheduler");
        assertThat(stored.getStatus().getQosClass()).isEqualTo("BestEffort");
        assertThat(stored.getMetadata().getAnnotations()).containsKey("node.koordinator.sh/extended-resource-spec");
    }
}
