package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** The chart, installed by Helm on a real API server: what it accepts, and what each service account may do. */
@Tag("versions-kubernetes")
class ChartOnApiServerIT {
    private static final ResourceDefinitionContext NODE_METRIC = new ResourceDefinitionContext.Builder()
            .withGroup("slo.koordinator.sh")
            .withVersion("v1alpha1")
            .withKind("NodeMetric")
            .withPlural("nodemetrics")
            .withNamespaced(false)
            .build();
    private static final Chart CHART = new Chart();
    /** All that yarn-operator writes on a Node. */
    private static final List<String> OPERATORS = List.of(
            Annotations.NODE_THIRD_PARTY_ALLOCATIONS,
            Annotations.NODE_YARN_LEASE,
            Annotations.NODE_YARN_QUESTION,
            Annotations.NODE_YARN_SHRINK,
            Annotations.NODE_YARN_DRAIN_STATUS);

    private static final List<String> KEPT_OR_GIVEN_AWAY = List.of(
            "{'finalizers':['example.com/mine']}",
            "{'ownerReferences':[{'apiVersion':'v1','kind':'Namespace','name':'gone','uid':'1-2-3'}]}");

    private static RealControlPlane controlPlane;

    @BeforeAll
    static void install() throws Exception {
        controlPlane = ControlPlaneGate.share();
        CHART.installWith(Files.readString(controlPlane.kubeconfig()), Chart.DESCHEDULER);
    }

    @TestFactory
    Stream<DynamicTest> acceptsEveryObject() {
        return Stream.of(Chart.DEFAULTS, Chart.allOptions())
                .flatMap(values -> CHART.render(values).stream()
                        .map(object -> DynamicTest.dynamicTest(
                                (values.equals(Chart.DEFAULTS) ? "default " : "all options ") + Rendered.id(object),
                                () -> assertThat(dryRun(object).getMetadata().getName())
                                        .isEqualTo(object.getMetadata().getName()))));
    }

    @Test
    void refusesInADryRunWhatAnApiServerRefuses() {
        ConfigMap broken =
                Rendered.of(CHART.render(Chart.DEFAULTS), ConfigMap.class).get(0);
        broken.getMetadata().setName("Not_A_Name");

        assertThatThrownBy(() -> dryRun(broken)).isInstanceOf(KubernetesClientException.class);
    }

    @TestFactory
    Stream<DynamicTest> servesEveryCustomResource() throws Exception {
        return CHART.customResourceDefinitions().stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    String name = controlPlane
                            .client()
                            .apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .load(file.toFile())
                            .item()
                            .getMetadata()
                            .getName();
                    await().untilAsserted(() -> assertThat(controlPlane
                                    .client()
                                    .apiextensions()
                                    .v1()
                                    .customResourceDefinitions()
                                    .withName(name)
                                    .get()
                                    .getStatus()
                                    .getConditions())
                            .anyMatch(condition -> condition.getType().equals("Established")
                                    && condition.getStatus().equals("True")));
                }));
    }

    @ParameterizedTest(name = "{0} {1} {2} {3} {5} {4} -> {6}")
    @CsvFileSource(resources = "/chart/access.csv", useHeadersInDisplayName = false, numLinesToSkip = 1)
    void grants(
            String account, String verb, String group, String resource, String namespace, String name, String verdict) {
        AccessQuestion question = new AccessQuestion(account, verb, group, resource, namespace, name);

        assertThat(question.isAllowedBy(controlPlane.client()))
                .as(question.toString())
                .isEqualTo(verdict.equals("allowed"));
    }

    @Test
    void startsTheStockSchedulerByItsConfiguration() {
        ConfigMap config = Rendered.named(CHART.render(Chart.allOptions()), ConfigMap.class, "koord-scheduler-config");

        controlPlane.startScheduler(config.getData().get("kube-scheduler.yaml"));

        assertThat(controlPlane.pids()).containsKey("kube-scheduler");
        controlPlane.stopScheduler();
    }

    @Test
    void letsAnAgentReportForItsOwnNodeOnly() throws Exception {
        Stream.of("own-node", "other-node").forEach(node -> {
            controlPlane.createNode(node, Map.of("cpu", "4", "memory", "8Gi", "pods", "110"));
            controlPlane
                    .client()
                    .genericKubernetesResources(NODE_METRIC)
                    .resource(nodeMetric(node))
                    .create();
        });
        Config config =
                Config.fromKubeconfig(new ServiceAccounts(controlPlane).kubeconfigOfPod("koordlet", "own-node"));
        try (KubernetesClient agent =
                new KubernetesClientBuilder().withConfig(config).build()) {
            await().untilAsserted(() -> assertThatThrownBy(() -> report(agent, "other-node"))
                    .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
                        assertThat(refusal.getCode()).isEqualTo(403);
                        assertThat(refusal.getMessage()).contains("own node own-node only, not for other-node");
                    }));

            GenericKubernetesResource reported = report(agent, "own-node");

            assertThat(reported.<Object>get("status", "updateTime")).isEqualTo("2026-01-01T00:00:00Z");
            assertThat(marked(agent, "own-node", "{'annotations':{'koordbridge.io/online-use':'{}'}}")
                            .getMetadata()
                            .getAnnotations())
                    .containsEntry("koordbridge.io/online-use", "{}");
            assertThat(marked(agent, "own-node", "{'annotations':{'koordbridge.io/online-use':null}}")
                            .getMetadata()
                            .getAnnotations())
                    .isNullOrEmpty();
            assertThat(List.of("{'annotations':{'another':'one'}}", "{'labels':{'another':'one'}}"))
                    .allSatisfy(marks -> assertThatThrownBy(() -> marked(agent, "own-node", marks))
                            .hasMessageContaining("status and annotation koordbridge.io/online-use of its NodeMetric"));
            assertThatThrownBy(() -> agent.genericKubernetesResources(NODE_METRIC)
                            .withName("own-node")
                            .patch(
                                    PatchContext.of(PatchType.JSON_MERGE),
                                    "{\"spec\":{\"metricCollectPolicy\":{\"reportIntervalSeconds\":1}}}"))
                    .hasMessageContaining("status and annotation koordbridge.io/online-use of its NodeMetric");
            assertThatThrownBy(() -> marked(agent, "other-node", "{'annotations':{'koordbridge.io/online-use':'{}'}}"))
                    .hasMessageContaining("own node own-node only, not for other-node");
        }
    }

    /** A finalizer keeps an object for ever; an owner that does not exist has it deleted. */
    @Test
    void letsAnAgentNeitherKeepNorGiveAwayItsObjects() throws Exception {
        String node = "kept-node";
        controlPlane.createNode(node, Map.of("cpu", "4", "memory", "8Gi", "pods", "110"));
        GenericKubernetesResource metric = nodeMetric(node);
        metric.getMetadata().setFinalizers(List.of("example.com/kept"));
        controlPlane
                .client()
                .genericKubernetesResources(NODE_METRIC)
                .resource(metric)
                .create();
        Config config = Config.fromKubeconfig(new ServiceAccounts(controlPlane).kubeconfigOfPod("koordlet", node));
        try (KubernetesClient agent =
                new KubernetesClientBuilder().withConfig(config).build()) {
            await().untilAsserted(() -> refuses(agent, node, "", "{\"spec\":{\"unschedulable\":true}}", "of its node"));
            assertThat(KEPT_OR_GIVEN_AWAY).allSatisfy(marks -> {
                refuses(agent, node, "", "{\"metadata\":" + marks.replace('\'', '"') + "}", "finalizers");
                assertThatThrownBy(() -> marked(agent, node, marks)).hasMessageContaining("finalizers");
            });
            assertThatThrownBy(() -> marked(agent, node, "{'finalizers':null}")).hasMessageContaining("finalizers");

            patch(agent, node, "", annotation("node.koordinator.sh/yarn-masters"));
            NodeResourceTopology topology = new NodeResourceTopology();
            topology.getMetadata().setName(node);
            topology.getMetadata().setFinalizers(List.of("example.com/kept"));
            assertThatThrownBy(() -> agent.resource(topology).create())
                    .hasMessageContaining("creates no object with finalizers");
            assertThat(marked(agent, node, "{'annotations':{'koordbridge.io/online-use':'{}'}}")
                            .getMetadata()
                            .getFinalizers())
                    .containsExactly("example.com/kept");
        } finally {
            marked(controlPlane.client(), node, "{'finalizers':null}");
        }
    }

    @Test
    void showsUseAndLimitsInColumns() throws Exception {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName("shown")
                .withNamespace("default")
                .build());
        quota.setSpec(new ElasticQuotaSpec(Map.of("cpu", new Quantity("1")), Map.of("cpu", new Quantity("2"))));
        controlPlane.client().resource(quota).create();
        controlPlane
                .client()
                .genericKubernetesResources(NODE_METRIC)
                .resource(nodeMetric("shown"))
                .create();

        await().untilAsserted(() -> assertThat(
                        table("/apis/scheduling.sigs.k8s.io/v1alpha1/namespaces/default/elasticquotas"))
                .contains("\"Min\"", "\"Used\"", "{\\\"cpu\\\":\\\"2\\\"}"));
        assertThat(table("/apis/slo.koordinator.sh/v1alpha1/nodemetrics"))
                .contains("\"CPU\"", "\"Memory\"", "\"Reported\"", "\"Age\"");
    }

    /** As kubectl asks for it. */
    private static String table(String path) throws Exception {
        HttpClient http = controlPlane.client().getHttpClient();
        return http.sendAsync(
                        http.newHttpRequestBuilder()
                                .uri(URI.create(controlPlane.url() + path))
                                .header("Accept", "application/json;as=Table;g=meta.k8s.io;v=v1")
                                .build(),
                        String.class)
                .get(10, TimeUnit.SECONDS)
                .body();
    }

    @Test
    void letsManagerAndOperatorChangeOnlyWhatIsTheirsOfANode() throws Exception {
        String node = "pinned-node";
        controlPlane.createNode(node, Map.of("cpu", "4", "memory", "8Gi", "pods", "110"));
        ServiceAccounts accounts = new ServiceAccounts(controlPlane);
        Config manager = Config.fromKubeconfig(accounts.kubeconfig("koord-manager"));
        Config operator = Config.fromKubeconfig(accounts.kubeconfig("yarn-operator"));
        try (KubernetesClient asManager =
                        new KubernetesClientBuilder().withConfig(manager).build();
                KubernetesClient asOperator =
                        new KubernetesClientBuilder().withConfig(operator).build()) {
            String cpu = "{\"status\":{\"allocatable\":{\"cpu\":\"1\"}}}";
            await().untilAsserted(() -> refuses(asManager, node, "status", cpu, "allocatable of a node"));
            refuses(asManager, node, "status", "{\"status\":{\"conditions\":[]}}", "only capacity and allocatable");
            refuses(asManager, node, "", annotation("node.koordinator.sh/yarn-lease"), "annotations of a node");
            refuses(asManager, node, "", "{\"spec\":{\"unschedulable\":true}}", "the spec of a node");
            refuses(asManager, node, "", "{\"metadata\":{\"labels\":{\"role\":\"mine\"}}}", "labels of a node");
            refuses(asOperator, node, "", annotation("node.koordinator.sh/originExtendedAllocatable"), "yarn-lease");
            refuses(asOperator, node, "", annotation("koordbridge.io/risk-choice"), "yarn-lease");
            refuses(asOperator, node, "", "{\"metadata\":{\"labels\":{\"role\":\"mine\"}}}", "only none");
            for (String marks : KEPT_OR_GIVEN_AWAY) {
                String metadata = "{\"metadata\":" + marks.replace('\'', '"') + "}";
                refuses(asManager, node, "", metadata, "finalizers and owners of a node");
                refuses(asOperator, node, "", metadata, "finalizers and owners of a node");
            }

            patch(
                    asManager,
                    node,
                    "status",
                    "{\"status\":{\"capacity\":{\"kubernetes.io/batch-cpu\":\"1000\"},"
                            + "\"allocatable\":{\"kubernetes.io/batch-cpu\":\"1000\"}},"
                            + "\"metadata\":{\"annotations\":{\"node.koordinator.sh/originExtendedAllocatable\":\"{}\"}}}");
            patch(asManager, node, "status", "{\"status\":{\"allocatable\":{\"kubernetes.io/batch-cpu\":null}}}");
            patch(asManager, node, "", annotation("koordbridge.io/risk-choice"));
            Node after = patch(asOperator, node, "", annotations(OPERATORS));

            assertThat(after.getMetadata().getAnnotations())
                    .containsKeys("node.koordinator.sh/originExtendedAllocatable", "koordbridge.io/risk-choice")
                    .containsKeys(OPERATORS.toArray(String[]::new));
        }
    }

    private static String annotation(String key) {
        return annotations(List.of(key));
    }

    private static String annotations(List<String> keys) {
        String members = keys.stream().map("\"%s\":\"{}\""::formatted).collect(Collectors.joining(","));
        return "{\"metadata\":{\"annotations\":{%s}}}".formatted(members);
    }

    private static void refuses(KubernetesClient account, String node, String part, String patch, String why) {
        assertThatThrownBy(() -> patch(account, node, part, patch))
                .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
                    assertThat(refusal.getCode()).isEqualTo(403);
                    assertThat(refusal.getMessage()).contains(why);
                });
    }

    private static Node patch(KubernetesClient account, String node, String part, String patch) {
        PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
        Node target =
                new NodeBuilder().withNewMetadata().withName(node).endMetadata().build();
        return part.isEmpty()
                ? account.resource(target).patch(merge, patch)
                : account.resource(target).subresource(part).patch(merge, patch);
    }

    @Test
    void letsOnlyTheOperatorSayThatANodeManagerIsDrained() throws Exception {
        Pod pod = controlPlane
                .client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("node-manager")
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.invalid/none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        String drained = annotation(Annotations.POD_YARN_DRAINED);
        PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
        await().untilAsserted(() -> assertThatThrownBy(
                        () -> controlPlane.client().resource(pod).patch(merge, drained))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("only by yarn-operator"));
        Config config = Config.fromKubeconfig(new ServiceAccounts(controlPlane).kubeconfig("koord-descheduler"));
        try (KubernetesClient descheduler =
                new KubernetesClientBuilder().withConfig(config).build()) {
            assertThatThrownBy(() -> descheduler.resource(pod).patch(merge, drained))
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            refusal -> assertThat(refusal.getCode()).isEqualTo(403));

            Pod asked = descheduler.resource(pod).patch(merge, annotation(Annotations.POD_SOFT_EVICTION));

            assertThat(asked.getMetadata().getAnnotations()).containsKey(Annotations.POD_SOFT_EVICTION);
        }
    }

    private static HasMetadata dryRun(HasMetadata object) {
        return controlPlane
                .client()
                .resource(object)
                .dryRun(true)
                .forceConflicts()
                .serverSideApply();
    }

    private static GenericKubernetesResource nodeMetric(String node) {
        GenericKubernetesResource metric = new GenericKubernetesResource();
        metric.setApiVersion("slo.koordinator.sh/v1alpha1");
        metric.setKind("NodeMetric");
        metric.setMetadata(new ObjectMetaBuilder().withName(node).build());
        return metric;
    }

    private static GenericKubernetesResource marked(KubernetesClient agent, String node, String marks) {
        return agent.genericKubernetesResources(NODE_METRIC)
                .withName(node)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":" + marks.replace('\'', '"') + "}");
    }

    private static GenericKubernetesResource report(KubernetesClient agent, String node) {
        return agent.genericKubernetesResources(NODE_METRIC)
                .withName(node)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"updateTime\":\"2026-01-01T00:00:00Z\"}}");
    }
}
