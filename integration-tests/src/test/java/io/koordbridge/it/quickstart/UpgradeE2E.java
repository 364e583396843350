package io.koordbridge.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.lab.hadoop.NodeManagerRest;
import io.koordbridge.lab.hadoop.ResourceManagerRest;
import io.koordbridge.lab.hadoop.YarnApp;
import io.koordbridge.lab.ledger.LedgerOptions;
import io.koordbridge.lab.ledger.LedgerReport;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chart koord-bridge goes from a version to the next one and back by Helm, while Spark on YARN works: every pod of the chart is
 * another one each time, and no container of YARN and no lease notices. Both versions are of these sources.
 */
@Tag("soak")
class UpgradeE2E {
    private static final Logger LOG = LoggerFactory.getLogger(UpgradeE2E.class);
    private static final String HADOOP = System.getProperty("koordbridge.hadoop", "3.4");
    private static final String VERSION = "0.1.0";
    private static final String NEXT = "0.1.1";
    private static final String SYSTEM = "koordinator-system";

    private static final Duration LONG = Duration.ofMinutes(4);
    /** Longer than a new leader holds off, and than the agent takes to its next report. */
    private static final Duration AFTERWARDS = Duration.ofSeconds(40);
    /** How long nothing may change before the upgrade begins, or it would be blamed for what the job's start did. */
    private static final Duration SETTLED = Duration.ofSeconds(20);

    private static final int CONTAINERS = 3;
    private static final long ROOM_MEGABYTES = 4096;

    /**
     * As on the page for a machine of few cores. Memory of pods that start beside those that end is online use, and a lease follows it: here
     * 3 GiB are no change.
     */
    private static final String VALUES = """
            manager: {replicas: 1}
            yarnOperator:
              replicas: 1
              config:
                lease:
                  vcoreRatio: 4
                  hysteresis: {memoryMB: 3072, anyGrowAfter: 60m}
                  times: {growInterval: 5s}
            scheduler: {replicas: 1}
            sloControllerConfig:
              data:
                colocation-config:
                  cpuReclaimThresholdPercent: 400
                  memoryReclaimThresholdPercent: 95
                  metricReportIntervalSeconds: 30
                  metricAggregateDurationSeconds: 60
                resource-threshold-config:
                  clusterStrategy: {cpuSuppressPolicy: cfsQuota, cpuSuppressThresholdPercent: 85, cpuSuppressMinPercent: 25}
            """;

    private static final String INSTALL = """
            ./push %1$s/koord-bridge
            helm install koord-bridge charts/koord-bridge-%2$s.tgz -n koordinator-system --create-namespace -f values.yaml \\
              --set image.registry=%1$s/koord-bridge --set colocation.enabled=true \\
              --set yarnOperator.hadoopConf.resourceManager=hadoop-resourcemanager.hadoop --wait --timeout 5m
            docker build -t %1$s/hadoop-spark:test hadoop-spark
            docker push %1$s/hadoop-spark:test
            helm install hadoop charts/hadoop-yarn-%2$s.tgz -n hadoop --create-namespace \\
              --set hadoop.image=%1$s/hadoop-spark:test --set plugin.image=%1$s/koord-bridge/copilot-plugin:%2$s \\
              --set sharedDirectory.hostPath=%3$s \\
              --set nodeManager.cgroup.version=1 --set nodeManager.cgroup.driver=cgroupfs
            kubectl -n hadoop rollout status statefulset/hadoop-nodemanager --timeout=300s
            """;

    /** The same chart and images under the next version's names. */
    private static final String NEXT_RELEASE = """
            mkdir ../next
            tar -C ../next -xzf charts/koord-bridge-%2$s.tgz
            helm package ../next/koord-bridge --version %3$s --app-version %3$s -d ../next
            for file in images/*-%2$s.tar; do
              name=$(basename "$file" -%2$s.tar)
              skopeo --insecure-policy copy --all "docker://%1$s/koord-bridge/$name:%2$s" "docker://%1$s/koord-bridge/$name:%3$s"
            done
            """;

    private static final String UPGRADE = """
            helm upgrade koord-bridge ../next/koord-bridge-%s.tgz -n koordinator-system --reset-then-reuse-values --wait --timeout 5m
            """;

    private static final String ROLLBACK = """
            helm rollback koord-bridge 1 -n koordinator-system --wait --timeout 5m
            """;

    private static final String SUBMIT = """
            cat >submit.yaml <<'YAML'
            apiVersion: batch/v1
            kind: Job
            metadata: {name: submit, namespace: hadoop}
            spec:
              backoffLimit: 0
              template:
                spec:
                  restartPolicy: Never
                  securityContext: {runAsUser: 65531, runAsGroup: 65531}
                  containers:
                    - name: submit
                      image: %1$s/hadoop-spark:test
                      command: [/opt/spark/bin/spark-submit]
                      args:
                        - --deploy-mode=cluster
                        - --class=io.koordbridge.quickstart.job.PiJob
                        - --conf=spark.executor.instances=2
                        - --conf=spark.driver.memory=512m
                        - --conf=spark.executor.memory=512m
                        - --conf=spark.yarn.submit.waitAppCompletion=false
                        - local:///shared/job.jar
                        - --until
                        - /shared/stop
                      env:
                        - {name: HADOOP_CONF_DIR, value: /etc/hadoop-conf}
                        - {name: SPARK_CONF_DIR, value: /etc/hadoop-conf}
                        - {name: HOME, value: /tmp}
                      volumeMounts:
                        - {name: conf, mountPath: /etc/hadoop-conf}
                        - {name: conf, mountPath: /etc/passwd, subPath: passwd}
                        - {name: shared, mountPath: /shared}
                  volumes:
                    - {name: conf, configMap: {name: hadoop-conf}}
                    - {name: shared, hostPath: {path: %2$s}}
            YAML
            kubectl apply -f submit.yaml
            kubectl -n hadoop wait --for=condition=complete job/submit --timeout=240s
            """;

    @TempDir
    Path directory;

    private LabCluster cluster;
    private Path shared;
    private ResourceManagerRest yarn;

    @Test
    void theNextVersionAndTheWayBackLeaveLeasesAndContainersOfARunningJobAlone() throws Exception {
        Prerequisite.require(
                Files.isDirectory(Path.of("/sys/fs/cgroup/cpu")),
                "needs control groups version 1 for the lab's Hadoop");
        // The lab takes away what is there without a process.
        Files.createDirectories(BestEffort.TIER);
        try (LabCluster started = LabCluster.start(directory)) {
            cluster = started;
            cluster.prepare(HADOOP);
            install();
            String job = submit();
            Map<String, String> ofYarn = identities("hadoop");
            passUnnoticed(job);
            assertThat(identities("hadoop")).as("pods of YARN").containsAllEntriesOf(ofYarn);
            finish(job);
        }
    }

    private void install() throws Exception {
        shared = Files.createDirectories(directory.resolve("shared"));
        Files.copy(ProjectLayout.find().jar("story/spark-job"), shared.resolve("job.jar"));
        Files.writeString(cluster.release().resolve("values.yaml"), VALUES);
        run(INSTALL.formatted(cluster.registry(), VERSION, shared));
        run(NEXT_RELEASE.formatted(cluster.registry(), VERSION, NEXT));
        yarn = new ResourceManagerRest(address("hadoop-resourcemanager-0", 8088));
    }

    /** Spark works in all its containers, and the lease has come to rest. */
    private String submit() throws Exception {
        await("room for the job")
                .atMost(LONG)
                .until(() -> yarn.nodes().stream().anyMatch(node -> node.capacityMegabytes() >= ROOM_MEGABYTES));
        run(SUBMIT.formatted(cluster.registry(), shared));
        String id = yarn.apps().get(0).id();
        NodeManagerRest nodeManager = nodeManager();
        await("the job's containers")
                .atMost(LONG)
                .until(() -> yarn.app(id).running() && nodeManager.containers().size() == CONTAINERS);
        try (YarnWatch watch = YarnWatch.start(cluster.client(), yarn, nodeManager)) {
            await("a steady lease")
                    .atMost(LONG)
                    .until(() -> watch.unchangedFor().compareTo(SETTLED) >= 0
                            && watch.last().limited());
        }
        return id;
    }

    private void passUnnoticed(String job) throws Exception {
        LedgerOptions options = LedgerOptions.DEFAULT.ratios(4, 1);
        try (YarnWatch watch = YarnWatch.start(cluster.client(), yarn, nodeManager());
                LedgerWatch ledger = LedgerWatch.start(cluster.client(), yarn, options)) {
            assertThat(watch.last().containers())
                    .hasSize(CONTAINERS)
                    .allSatisfy((id, state) -> assertThat(state).as(id).isEqualTo("RUNNING"));
            replaceAll(UPGRADE.formatted(NEXT), NEXT, watch);
            replaceAll(ROLLBACK, VERSION, watch);

            LedgerReport seen = ledger.report();
            LOG.info("{} looks at YARN, ledger seen from outside: {}", watch.looks(), seen);
            seen.requireSound();
            assertThat(watch.looks()).isGreaterThan(100);
        }
        assertThat(yarn.attempts(job)).as("masters").isOne();
        assertThat(yarn.app(job))
                .as("containers that YARN took back")
                .returns(0, YarnApp::preemptedContainers)
                .returns(0, YarnApp::preemptedMasters);
    }

    /** Until only pods of the version are there, and for a while after it. */
    private void replaceAll(String command, String version, YarnWatch watch) throws Exception {
        Map<String, String> before = identities(SYSTEM);
        run(command);
        // Helm waits neither for the agents of a tenth of the nodes nor for pods that end.
        await("pods of " + version + " only")
                .atMost(LONG)
                .until(() -> images().values().stream().allMatch(image -> image.endsWith(":" + version)) && ready());
        await("what follows")
                .pollDelay(AFTERWARDS)
                .atMost(AFTERWARDS.plusSeconds(30))
                .until(() -> true);
        assertThat(watch.changes()).as("changes during %s", command).isEmpty();
        assertThat(identities(SYSTEM))
                .as("pods of the chart")
                .hasSameSizeAs(before)
                .doesNotContainKeys(before.keySet().toArray(String[]::new));
    }

    /** Images of our own, by pod and container. */
    private Map<String, String> images() {
        Map<String, String> images = new TreeMap<>();
        for (Pod pod : cluster.client().pods().inNamespace(SYSTEM).list().getItems()) {
            pod.getSpec().getContainers().stream()
                    .filter(container -> container.getImage().contains("/koord-bridge/"))
                    .forEach(container ->
                            images.put(pod.getMetadata().getName() + "/" + container.getName(), container.getImage()));
        }
        return images;
    }

    private boolean ready() {
        return cluster.client().pods().inNamespace(SYSTEM).list().getItems().stream()
                .allMatch(Readiness::isPodReady);
    }

    /** Pods that run, by uid: name and restarts. */
    private Map<String, String> identities(String namespace) {
        return cluster.client().pods().inNamespace(namespace).list().getItems().stream()
                .filter(pod -> pod.getStatus().getPhase().equals("Running"))
                .collect(Collectors.toMap(
                        pod -> pod.getMetadata().getUid(),
                        pod -> pod.getMetadata().getName() + ", restarts "
                                + pod.getStatus().getContainerStatuses().stream()
                                        .mapToInt(ContainerStatus::getRestartCount)
                                        .sum()));
    }

    private void finish(String job) throws IOException {
        Files.createFile(shared.resolve("stop"));
        await("the job's end").atMost(LONG).until(() -> yarn.app(job).ended());
        YarnApp app = yarn.app(job);
        assertThat(app).as(app.diagnostics()).matches(YarnApp::succeeded);
        assertThat(yarn.attempts(job)).as("masters").isOne();
    }

    private NodeManagerRest nodeManager() {
        return new NodeManagerRest(address("hadoop-nodemanager-0", 8042));
    }

    private URI address(String pod, int port) {
        return URI.create("http://"
                + cluster.client()
                        .pods()
                        .inNamespace("hadoop")
                        .withName(pod)
                        .get()
                        .getStatus()
                        .getPodIP()
                + ":" + port);
    }

    private void run(String script) throws Exception {
        long began = System.nanoTime();
        Outcome outcome = cluster.shell(script);
        assertThat(outcome.exitCode()).as("%s%n%s", script, outcome.output()).isZero();
        LOG.info("{} ms: {}{}", Duration.ofNanos(System.nanoTime() - began).toMillis(), script, outcome.output());
    }
}
