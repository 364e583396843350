package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code helm uninstall} while colocation is on leaves the cluster as it was before the installation. Pods do not run here: the test
 * starts koord-manager and the hook's container as processes with the rights of their accounts, and ends pods as a kubelet would.
 */
@Tag("long")
@Tag("versions-kubernetes")
class CleanUpIT {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String[] VALUES = {"colocation.enabled=true", "pages.tls.enabled=true", Chart.DESCHEDULER};
    private static final String NODE = "worker";
    private static final String OTHERS = "node.koordinator.sh/thirdPartyAllocations";
    private static final String OTHER_ALLOCATION =
            "{\"allocations\":[{\"name\":\"other\",\"priority\":\"koord-batch\",\"resources\":{\"kubernetes.io/batch-cpu\":\"1\"}}]}";
    private static final String LEASE = "node.koordinator.sh/yarn-lease";
    private static final String OTHERS_GATE = "example.com/review";
    private static final List<String> GATED = List.of("waits", "reviewed");
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final List<String> COMPONENTS =
            List.of("koord-manager", "yarn-operator", "koord-descheduler", "koord-scheduler", "koordlet");

    private final Chart chart = new Chart();
    private RealControlPlane controlPlane;
    private KubernetesClient client;
    private String kubeconfig;

    @TempDir
    private Path temp;

    @BeforeEach
    void start() throws Exception {
        controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        kubeconfig = Files.readString(controlPlane.kubeconfig());
        controlPlane.createNamespace(WellKnown.NAMESPACE);
        controlPlane.createNode(NODE, Map.of("cpu", "8", "memory", "16Gi", "pods", "110"));
        annotate(Map.of("own", "stays", OTHERS, OTHER_ALLOCATION));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void uninstallTakesEverythingAway(boolean managerKilledFirst) throws Exception {
        Map<String, JsonNode> before = ClusterDump.of(client);
        assertThat(before).containsKeys("/api/v1/nodes//worker", "/api/v1/namespaces//" + WellKnown.NAMESPACE);
        gatedPods();
        chart.installWith(kubeconfig, VALUES);
        try (ChildProcess manager = startManager()) {
            offerCapacity();
            leaveTraces();
            if (managerKilledFirst) {
                manager.crash();
            }

            CompletableFuture<Void> uninstalled = CompletableFuture.runAsync(() -> chart.uninstall(kubeconfig));
            runHook(manager, uninstalled);
            uninstalled.get(SOON.toSeconds(), TimeUnit.SECONDS);
        }

        assertThat(gates("waits")).isEmpty();
        assertThat(gates("reviewed")).containsExactly(OTHERS_GATE);
        GATED.forEach(
                name -> assertThat(pod(name).getMetadata().getAnnotations()).isEmpty());
        GATED.forEach(name -> client.resource(pod(name)).delete());
        assertThat(ClusterDump.of(client)).isEqualTo(before);
    }

    private void gatedPods() {
        for (String name : GATED) {
            List<PodSchedulingGate> gates = new ArrayList<>(List.of(new PodSchedulingGate(WellKnown.SCHEDULING_GATE)));
            if (name.equals("reviewed")) {
                gates.add(new PodSchedulingGate(OTHERS_GATE));
            }
            client.resource(new PodBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .withNamespace("default")
                            .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                            .addToAnnotations(Annotations.POD_EVICTION_COST, "7")
                            .addToAnnotations(Annotations.POD_YARN_EVICTION_COST, "7")
                            .endMetadata()
                            .withNewSpec()
                            .withSchedulerName(WellKnown.SCHEDULER_NAME)
                            .withSchedulingGates(gates)
                            .addNewContainer()
                            .withName("main")
                            .withImage("example.invalid/none")
                            .endContainer()
                            .endSpec()
                            .build())
                    .create();
        }
    }

    private List<String> gates(String pod) {
        return pod(pod).getSpec().getSchedulingGates().stream()
                .map(PodSchedulingGate::getName)
                .toList();
    }

    private Pod pod(String name) {
        return client.pods().inNamespace("default").withName(name).get();
    }

    private ChildProcess startManager() throws Exception {
        ConfigMap config = Rendered.named(chart.renderWith(VALUES), ConfigMap.class, "koord-manager-config");
        Path file =
                Files.writeString(temp.resolve("manager.yaml"), config.getData().get("config.yaml"));
        return startAs("koord-manager", "koord-manager", List.of("--config=" + file));
    }

    /** As the kubelet starts the container: with the arguments of the pod and a token of its account. */
    private ChildProcess startAs(String account, String name, List<String> arguments) throws Exception {
        JavaCommand manager = Executables.command(
                "koord-manager", "k8s-controllers/koord-manager", "io.koordbridge.manager.app.ManagerMain");
        Path token = Files.writeString(
                temp.resolve(name + ".kubeconfig"), new ServiceAccounts(controlPlane).kubeconfig(account));
        List<String> all = new ArrayList<>(arguments);
        all.add("--kubeconfig=" + token);
        for (String server : List.of("applicationConnectors", "adminConnectors")) {
            all.add("--set=server." + server + "[0].port=0");
            all.add("--set=server." + server + "[0].bindHost=127.0.0.1");
        }
        all.addAll(List.of("--set=webhook.port=0", "--set=webhook.bindHost=127.0.0.1"));
        return manager.arguments(all).start(temp, temp.resolve(name + ".log"));
    }

    private void offerCapacity() {
        await().atMost(SOON)
                .until(() -> client.resources(NodeMetric.class).withName(NODE).get() != null
                        && client.resources(NodeSLO.class).withName(NODE).get() != null);
        client.resources(NodeMetric.class).withName(NODE).subresource("status").patch(MERGE, """
                        {"status": {"updateTime": "%s", "nodeMetric": {
                          "nodeUsage": {"resources": {"cpu": "1", "memory": "1Gi"}},
                          "systemUsage": {"resources": {"cpu": "1", "memory": "1Gi"}}}}}
                        """.formatted(
                        Instant.now().truncatedTo(ChronoUnit.SECONDS)));
        await().atMost(SOON).until(() -> node().getStatus().getAllocatable().containsKey("kubernetes.io/batch-cpu"));
        await().atMost(SOON)
                .until(() -> client.secrets().inNamespace(WellKnown.NAMESPACE).list().getItems().stream()
                        .map(secret -> secret.getMetadata().getName())
                        .toList()
                        // The last one of the pages.
                        .containsAll(List.of("koordinator-webhook-certs", "koord-bridge-pages-koord-descheduler")));
    }

    private static Map<String, String> annotations() {
        String ours = "[{\"name\":\"hadoop-yarn\",\"priority\":\"koord-batch\","
                + "\"resources\":{\"kubernetes.io/batch-cpu\":\"1000\"}},{";
        Map<String, String> all = new HashMap<>();
        all.put(LEASE, "{\"state\":\"STEADY\"}");
        all.put(OTHERS, OTHER_ALLOCATION.replace("[{", ours));
        for (String name : List.of("masters", "nodemanager", "drain", "drain-status", "frozen", "shrink")) {
            all.put("node.koordinator.sh/yarn-" + name, "{}");
        }
        return all;
    }

    /** What the other processes leave. */
    private void leaveTraces() {
        annotate(annotations());
        NodeResourceTopology topology = new NodeResourceTopology();
        topology.getMetadata().setName(NODE);
        topology.getMetadata().setLabels(Map.of(Labels.MANAGED_BY, "Koordinator"));
        client.resource(topology).create();
        leaveMigration();
        ElasticQuota quota = new ElasticQuota();
        quota.getMetadata().setName(WellKnown.DEFAULT_QUOTA);
        quota.getMetadata().setNamespace(WellKnown.NAMESPACE);
        client.resource(quota).create();
        for (String name :
                List.of(WellKnown.YARN_OPERATOR_LEASE, WellKnown.DESCHEDULER_LEASE, WellKnown.SCHEDULER_NAME)) {
            client.resource(new LeaseBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .withNamespace(WellKnown.NAMESPACE)
                            .endMetadata()
                            .withNewSpec()
                            .withHolderIdentity("replica")
                            .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                            .endSpec()
                            .build())
                    .create();
        }
        COMPONENTS.forEach(component -> client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(component + "-1")
                        .withNamespace(WellKnown.NAMESPACE)
                        .addToLabels("koord-app", component)
                        .endMetadata()
                        .withNewSpec()
                        .withServiceAccountName(component)
                        .withNodeName(NODE)
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.invalid/none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create());
    }

    private void leaveMigration() {
        PodMigrationJob job = new PodMigrationJob();
        job.getMetadata().setName("move");
        job.getMetadata().setAnnotations(Map.of(Annotations.JOB_CREATED_BY, "koord-descheduler"));
        job.setSpec(new PodMigrationJobSpec(
                null,
                null,
                null,
                new ObjectReferenceBuilder()
                        .withNamespace("default")
                        .withName("waits")
                        .build(),
                null,
                null));
        client.resource(job).create();
    }

    private void runHook(ChildProcess manager, CompletableFuture<Void> uninstalled) throws Exception {
        Job job = await().atMost(SOON).until(() -> hook(uninstalled), found -> found != null);
        isBoundedAndRestricted(job);
        List<String> arguments = job.getSpec().getTemplate().getSpec().getContainers().get(0).getArgs().stream()
                .map(argument -> argument.replace(
                        "/opt/koord-bridge",
                        ProjectLayout.find()
                                .root()
                                .resolve("k8s-controllers/koord-manager/src/main/dist")
                                .toString()))
                .toList();
        try (ChildProcess process = startAs("clean-up", "hook", arguments)) {
            await().atMost(SOON).until(() -> {
                actAsTheNode(manager, process);
                return !process.isAlive();
            });
            assertThat(process.exitCode().orElseThrow()).as(process.logTail(40)).isZero();
            assertThat(process.logTail(60)).contains("done, nothing is left");
        }
        complete(job);
    }

    private void isBoundedAndRestricted(Job job) {
        assertThat(job.getSpec().getActiveDeadlineSeconds()).isEqualTo(780);
        PodSpec pod = job.getSpec().getTemplate().getSpec();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        SecurityContext security = pod.getContainers().get(0).getSecurityContext();
        assertThat(security.getReadOnlyRootFilesystem()).isTrue();
        assertThat(security.getAllowPrivilegeEscalation()).isFalse();
        assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
        List<PolicyRule> rules = client.rbac()
                .roles()
                .inNamespace(WellKnown.NAMESPACE)
                .withName("clean-up")
                .get()
                .getRules();
        assertThat(rules)
                .filteredOn(rule -> rule.getVerbs().contains("delete"))
                .hasSize(6)
                .allSatisfy(rule -> assertThat(rule.getResourceNames()).isNotEmpty());
    }

    private Job hook(CompletableFuture<Void> uninstalled) {
        assertThat(uninstalled).isNotCompletedExceptionally();
        return client.batch()
                .v1()
                .jobs()
                .inNamespace(WellKnown.NAMESPACE)
                .withName("clean-up")
                .get();
    }

    /** Ends what belongs to a workload that is gone; YARN follows once the node offers nothing. */
    private void actAsTheNode(ChildProcess manager, ChildProcess hook) {
        for (String component : COMPONENTS) {
            boolean installed = component.equals("koordlet")
                    ? client.apps()
                                    .daemonSets()
                                    .inNamespace(WellKnown.NAMESPACE)
                                    .withName(component)
                                    .get()
                            != null
                    : client.apps()
                                    .deployments()
                                    .inNamespace(WellKnown.NAMESPACE)
                                    .withName(component)
                                    .get()
                            != null;
            if (!installed) {
                if (component.equals("koord-manager")) {
                    manager.stop(Duration.ofSeconds(20));
                }
                client.pods()
                        .inNamespace(WellKnown.NAMESPACE)
                        .withName(component + "-1")
                        .withGracePeriod(0)
                        .delete();
            }
        }
        Node node = node();
        Map<String, Quantity> allocatable = node.getStatus().getAllocatable();
        String lease = node.getMetadata().getAnnotations().get(LEASE);
        boolean waited = hook.logTail(60).contains("YARN: above its minimum nodes=1 such as worker");
        if (waited
                && !allocatable.containsKey("kubernetes.io/batch-cpu")
                && lease != null
                && lease.contains("STEADY")) {
            annotate(Map.of(LEASE, "{\"state\":\"CLOSED\"}"));
        }
    }

    private void complete(Job job) {
        String now = ZonedDateTime.now(ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        // As the Job controller does: since 1.31 the one goes before the other, and no earlier API server takes it.
        List<String> types =
                ControlPlaneGate.minor(client) < 31 ? List.of("Complete") : List.of("SuccessCriteriaMet", "Complete");
        client.resource(new JobBuilder(job)
                        .withNewStatus()
                        .withStartTime(now)
                        .withCompletionTime(now)
                        .withSucceeded(1)
                        .withConditions(types.stream()
                                .map(type -> new JobCondition(now, now, null, null, "True", type))
                                .toList())
                        .endStatus()
                        .build())
                .updateStatus();
    }

    private void annotate(Map<String, String> annotations) {
        client.nodes()
                .withName(NODE)
                .edit(node -> new NodeBuilder(node)
                        .editMetadata()
                        .addToAnnotations(annotations)
                        .endMetadata()
                        .build());
    }

    private Node node() {
        return client.nodes().withName(NODE).get();
    }
}
