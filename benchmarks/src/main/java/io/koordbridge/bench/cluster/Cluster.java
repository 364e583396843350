package io.koordbridge.bench.cluster;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Listable;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.EtcdLoad;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.manager.ManagerReplica;
import io.koordbridge.lab.process.ProcessCpu;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** A real API server with as many nodes, pods and reports as asked for; no kubelet stands behind them. */
public final class Cluster implements AutoCloseable {

    /** Namespace of the manager's configuration. */
    public static final String SYSTEM = "koordinator-system";

    private static final String TEAM = "shop";
    private static final ClusterRules NO_RULES = new ClusterRules(0, 0, 0);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOAD_PATIENCE = Duration.ofMinutes(10);
    private static final Duration REST = Duration.ofSeconds(1);
    private static final Duration REST_CPU = Duration.ofMillis(100);
    private static final int PROGRESS_NODES = 500;
    private static final String AMOUNTS = "{\"cpu\": \"64\", \"memory\": \"256Gi\", \"pods\": \"110\"}";

    private final RealControlPlane controlPlane;
    private final Path directory;
    private final Consumer<String> progress;

    private Cluster(RealControlPlane controlPlane, Path directory, Consumer<String> progress) {
        this.controlPlane = controlPlane;
        this.directory = directory;
        this.progress = progress;
    }

    /**
     * Starts an empty cluster with our resource definitions.
     *
     * @param directory for files of the run
     * @param progress gets the finished steps
     */
    public static Cluster start(Path directory, Consumer<String> progress) {
        progress.accept("starting etcd and the API server");
        Cluster cluster = new Cluster(
                RealControlPlane.start(RealControlPlane.Options.apiServerOnly().withAudit()), directory, progress);
        cluster.define();
        return cluster;
    }

    private void define() {
        ChartDefinitions.install(client());
        controlPlane.createNamespace(SYSTEM);
        controlPlane.createNamespace(TEAM);
        reclaimCpu(60, NO_RULES);
    }

    /** Creates objects. */
    public void load(String yaml) {
        List<HasMetadata> objects = client().load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .items();
        objects.forEach(object -> client().resource(object).createOr(NonDeletingOperation::update));
    }

    /** Sets the share of the CPU that prod and batch may use together, for every node that no entry of the rules selects. */
    public void reclaimCpu(int percent, ClusterRules rules) {
        client().resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(SYSTEM)
                        .withName("slo-controller-config")
                        .endMetadata()
                        .withData(Map.of(
                                "colocation-config",
                                rules.colocationConfig(percent),
                                "resource-threshold-config",
                                "{\"clusterStrategy\": {\"enable\": true}}"))
                        .build())
                .createOr(NonDeletingOperation::update);
    }

    /** Fills the cluster. */
    public void fill(ClusterSize size, ClusterRules rules) {
        Templates templates = templates();
        reclaimCpu(60, rules);
        if (rules.profiles() > 0) {
            load(rules.profilesYaml());
        }
        controlPlane.stopApiServer();
        Instant start = Instant.now();
        try (EtcdLoad etcd = new EtcdLoad(controlPlane.etcdUrl())) {
            for (int node = 0; node < size.nodes(); node++) {
                String name = nodeName(node);
                for (int pod = 0; pod < size.podsPerNode(); pod++) {
                    String podName = podName(node, pod);
                    etcd.add("pods/" + TEAM + "/" + podName, templates.pod(pod, podName, name));
                }
                etcd.add("minions/" + name, templates.node(name));
                etcd.add(
                        "slo.koordinator.sh/nodemetrics/" + name,
                        templates.report(
                                name,
                                Reports.status(node, size.podsPerNode(), TEAM, Instant.now()),
                                Reports.time(start)));
                if ((node + 1) % PROGRESS_NODES == 0) {
                    progress.accept("stored " + (node + 1) + " of " + size.nodes() + " nodes with their pods");
                }
            }
            for (int quota = 0; quota < rules.quotas(); quota++) {
                etcd.add(
                        "scheduling.sigs.k8s.io/elasticquotas/" + TEAM + "/" + ClusterRules.quotaName(quota),
                        ClusterRules.quota(quota, TEAM, start));
            }
        }
        controlPlane.startApiServer();
        await("the API server to serve them")
                .atMost(LOAD_PATIENCE)
                .ignoreExceptions()
                .until(() -> pods() == size.pods());
        settle(size, rules);
        progress.accept("the API server serves " + size.nodes() + " nodes and " + size.pods() + " pods after "
                + Duration.between(start, Instant.now()).toSeconds() + " s");
    }

    /**
     * Awaits that the API server is at rest. It was started anew and reads a custom kind only when first requested, which in a
     * cluster the agents have done long ago; otherwise that work falls into the time that is measured.
     */
    private void settle(ClusterSize size, ClusterRules rules) {
        await("the API server to serve the reports")
                .atMost(LOAD_PATIENCE)
                .ignoreExceptions()
                .until(() -> count(client().resources(NodeMetric.class)) == size.nodes());
        await("the API server to serve the quotas")
                .atMost(LOAD_PATIENCE)
                .ignoreExceptions()
                .until(() -> count(client().resources(ElasticQuota.class).inAnyNamespace()) == rules.quotas());
        policies();
        AtomicReference<Duration> last = new AtomicReference<>(apiServerCpu());
        await("the API server to be at rest")
                .pollInterval(REST)
                .atMost(LOAD_PATIENCE)
                .until(() -> {
                    Duration now = apiServerCpu();
                    return now.minus(last.getAndSet(now)).compareTo(REST_CPU) <= 0;
                });
    }

    private long pods() {
        return count(client().pods().inAnyNamespace());
    }

    /** Of the list only the first is fetched, so that looking costs the API server little. */
    private static long count(Listable<? extends KubernetesResourceList<?>> kind) {
        var page = kind.list(new ListOptionsBuilder().withLimit(1L).build());
        Long rest = page.getMetadata().getRemainingItemCount();
        return page.getItems().size() + (rest == null ? 0 : rest);
    }

    /** Has the manager once make what belongs to a node, then removes everything again. */
    private Templates templates() {
        progress.accept("making one node, its pods and its report by requests, as templates");
        load(Workloads.priorityClasses());
        newNode(Templates.NODE);
        List<String> pods = new ArrayList<>();
        for (int kind = 0; kind < Workloads.kinds(); kind++) {
            load(Workloads.pod(kind, TEAM));
            var pod = client().pods().inNamespace(TEAM).withName(Templates.POD);
            pod.subresource("status")
                    .patch(
                            MERGE,
                            "{\"status\":{\"phase\":\"Running\",\"podIP\":\"10.1.2.3\",\"startTime\":\""
                                    + Reports.time(Instant.now()) + "\"}}");
            pods.add(client().raw("/api/v1/namespaces/" + TEAM + "/pods/" + Templates.POD));
            pod.withGracePeriod(0).delete();
        }
        String policy;
        List<String> remember = List.of("-XX:ArchiveClassesAtExit=" + classArchive());
        try (ManagerReplica manager =
                ManagerReplica.start(managerOptions("template-manager").jvm(remember))) {
            await("a NodeMetric of the manager").atMost(PATIENCE).until(() -> report(Templates.NODE) != null);
            policy = client().getKubernetesSerialization()
                    .asJson(report(Templates.NODE).getSpec());
        }
        String node = client().raw("/api/v1/nodes/" + Templates.NODE);
        client().nodes().withName(Templates.NODE).delete();
        client().resources(NodeMetric.class).withName(Templates.NODE).delete();
        client().resources(NodeSLO.class).withName(Templates.NODE).delete();
        return new Templates(node, pods, policy);
    }

    private void newNode(String name) {
        load("""
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {zone: a}}
                """.formatted(name));
        client().nodes()
                .withName(name)
                .subresource("status")
                .patch(MERGE, "{\"status\":{\"capacity\":" + AMOUNTS + ",\"allocatable\":" + AMOUNTS + "}}");
    }

    private NodeMetric report(String node) {
        return client().resources(NodeMetric.class).withName(node).get();
    }

    /** Reports the same usage as before, only later. */
    public void reportAgain(String node, Instant at) {
        patchReport(node, "{\"status\":{\"updateTime\":\"" + Reports.time(at) + "\"}}");
    }

    /** Reports another usage of the system. */
    public void reportSystem(String node, int milliCpu, Instant at) {
        patchReport(
                node,
                "{\"status\":{\"updateTime\":\"" + Reports.time(at) + "\",\"nodeMetric\":{"
                        + Reports.systemUsage(milliCpu) + "}}}");
    }

    private void patchReport(String node, String patch) {
        client().resources(NodeMetric.class)
                .withName(node)
                .subresource("status")
                .patch(MERGE, patch);
    }

    /** A manager of this cluster that is not started yet. */
    public ManagerOptions managerOptions(String name) {
        return ManagerOptions.of(name, controlPlane.kubeconfig(), directory).quickElection();
    }

    /** Classes that a manager of this cluster has loaded once, as an image with class-data sharing holds them. */
    public Path classArchive() {
        return directory.resolve("koord-manager.jsa");
    }

    /** Watches what the nodes publish. */
    public PublishedCapacity watchCapacity() {
        return new PublishedCapacity(client());
    }

    /** How many NodeSLOs exist. */
    public long policies() {
        return count(client().resources(NodeSLO.class));
    }

    /** CPU that the API server has used since its last start. */
    public Duration apiServerCpu() {
        return ProcessCpu.used(Objects.requireNonNull(controlPlane.pids().get("kube-apiserver")))
                .orElse(Duration.ZERO);
    }

    /** The control plane. */
    public RealControlPlane controlPlane() {
        return controlPlane;
    }

    /** With every right. */
    public KubernetesClient client() {
        return controlPlane.client();
    }

    /** Name of a node by its number. */
    public static String nodeName(int node) {
        return "node-%05d".formatted(node);
    }

    static String podName(int node, int pod) {
        return "web-7c5ddbdf54-%05d-%03d".formatted(node, pod);
    }

    /** Whether a node is one of the cluster's. */
    static boolean isOurs(Node node) {
        return node.getMetadata().getName().startsWith("node-");
    }

    @Override
    public void close() {
        controlPlane.close();
    }
}
