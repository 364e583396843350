package io.koordbridge.it.quickstart;

import io.koordbridge.it.quickstart.QuickstartPage.Block;
import io.koordbridge.lab.process.ProjectLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What of the page is other on the lab's node, which reaches no registry but its own and has two cores that others use. */
final class OnLab {
    /** Blocks that cannot run here: what they contain, and why. */
    private static final Map<String, String> NOT_HERE = Map.of(
            "spark-submit --master k8s://",
            "no image with Spark's Kubernetes client is built here; a pod with the label of an executor is admitted instead",
            "mvn -q -DskipTests package",
            "the build that runs this test has packaged colo",
            "port-forward",
            "forwards until a browser is done with it; colo forwards the same ports");

    /** Of the chart koord-bridge: one replica, capacity and leases that move within seconds on a machine that others use. */
    static final String BRIDGE_VALUES = """
            manager: {replicas: 1}
            yarnOperator: {replicas: 1, config: {lease: {vcoreRatio: 4, times: {growInterval: 5s}}}}
            scheduler: {replicas: 1, kubeScheduler: {image: REGISTRY/kube-scheduler}}
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

    /** Of the chart hadoop-yarn: the shared file system is a directory of the only node. */
    static final String HADOOP_VALUES = """
            nodeManager:
              volumes: [{name: shared, hostPath: {path: SHARED, type: Directory}}]
              volumeMounts: [{name: shared, mountPath: /shared}]
            """;

    private final Map<String, String> words = new LinkedHashMap<>();

    /**
     * Changes of the page's text.
     *
     * @param registry host and port
     * @param hadoop release of Hadoop as lab/hadoop-image.sh names it
     * @param files directory with bridge.yaml, hadoop.yaml and shared
     */
    OnLab(String registry, String hadoop, String files) {
        words.put("bin/images build", "bin/images build --archive none");
        words.put("push registry.example.com/koord-bridge", "push " + registry + " --insecure");
        words.put("registry.example.com/koord-bridge", registry);
        words.put("registry.example.com/hadoop:3.4.3", registry + "/hadoop:" + hadoop);
        words.put(
                "resourceManager=hadoop-resourcemanager.hadoop",
                "resourceManager=hadoop-resourcemanager.hadoop -f " + files + "/bridge.yaml");
        words.put(
                "--set nodeManager.cgroup.version=2",
                "-f " + files
                        + "/hadoop.yaml --set nodeManager.cgroup.version=1 --set nodeManager.cgroup.driver=cgroupfs");
        words.put("image: busybox\n", "image: busybox:lab\n");
        words.put("--class=org.apache.spark.examples.SparkPi", "--class=io.koordbridge.quickstart.job.PiJob");
        words.put(
                "local:///opt/spark/examples/jars/spark-examples.jar\n            - \"100\"\n",
                "local:///opt/spark/jobs/spark-job.jar\n            - --tasks\n            - \"20\"\n");
        words.put(
                "- --conf=spark.executor.instances=2",
                "- --conf=spark.executor.instances=2\n" + "            - --conf=spark.yarn.stagingDir=file:///shared");
        words.put("            - {name: conf, mountPath: /etc/hadoop-conf}\n", """
                            - {name: conf, mountPath: /etc/hadoop-conf}
                            - {name: shared, mountPath: /shared}
                """);
        words.put("        - {name: conf, configMap: {name: hadoop-conf}}\n", """
                        - {name: conf, configMap: {name: hadoop-conf}}
                        - {name: shared, hostPath: {path: %s/shared, type: Directory}}
                """.formatted(files));
        words.put("bin/colo", ProjectLayout.find().root().resolve("bin/colo").toString());
        words.put("worker-1", "lab-node");
    }

    /** The block as it runs here. */
    String of(String text) {
        String changed = text;
        for (Map.Entry<String, String> word : words.entrySet()) {
            changed = changed.replace(word.getKey(), word.getValue());
        }
        return changed;
    }

    /** What the page says that is changed here. */
    List<String> changed() {
        return List.copyOf(words.keySet());
    }

    static Optional<String> whyNot(Block block) {
        return NOT_HERE.entrySet().stream()
                .filter(entry -> block.text().contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
