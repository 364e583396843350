package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quota trees on a real API server: definitions that come late, rules, guards, profiles, affinity. */
class QuotaIT {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String NAMESPACE = "koordinator-system";
    private static final String TEAM = "team";
    private static final String PREFIX = "quota.scheduling.koordinator.sh/";
    private static final String TOO_MUCH = "sum up to cpu=6";
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static KubernetesClient client;
    private static ManagerUnderTest manager;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        client = controlPlane.client();
        ChartDefinitions.install(client, name -> !isQuotaKind(name));
        controlPlane.createNamespace(NAMESPACE);
        controlPlane.createNamespace(TEAM);
        manager = ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory)
                .yaml("featureGates: {MultiQuotaTree: true, EnableQuotaAdmission: true}\n"));
        register("Mutating", "mutate", "[CREATE]");
        register("Validating", "validate", "[CREATE, UPDATE, DELETE]");
        ChartDefinitions.install(client, QuotaIT::isQuotaKind);
        await().atMost(SOON).until(QuotaIT::ruleIsInForce);
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
    }

    @Test
    void givesANewQuotaItsParentAndWeights() {
        ElasticQuota created = create(quota("filled", "", 4));

        assertThat(created.getMetadata().getLabels()).containsEntry(PREFIX + "parent", "koordinator-root-quota");
        assertThat(created.getMetadata().getAnnotations()).containsEntry(PREFIX + "shared-weight", "{\"cpu\":\"4\"}");
        awaitShown("filled", 4);
    }

    @Test
    void refusesAQuotaWhoseBrothersAlreadyHoldTheParentsMinimum() {
        create(quota("department", "is-parent: 'true'", 4));
        create(quota("first", "parent: department", 3));
        awaitShown("first", 3);

        assertThatThrownBy(() -> create(quota("second", "parent: department", 2)))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("minimums of the children of quota department sum up to cpu=5");
    }

    @Test
    void refusesToDeleteAQuotaWhilePodsNameIt() {
        create(quota("busy", "", 1));
        Pod pod = client.resource(pod("worker", "busy")).create();

        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThatThrownBy(() -> quotas("busy").delete()).hasMessageContaining("quota busy has pods"));
        client.resource(pod).withGracePeriod(0).delete();

        await().atMost(SOON).ignoreExceptions().until(() -> {
            quotas("busy").delete();
            return quotas("busy").get() == null;
        });
    }

    @Test
    void remembersNothingOfADryRun() {
        client.resource(quota("rehearsal", "", 1)).dryRun().create();

        assertThat(create(quota("rehearsal", "", 1)).getMetadata().getName()).isEqualTo("rehearsal");
    }

    @Test
    @Tag("long")
    void keepsTheQuotaWhoseChangeAnotherWebhookRejected() {
        create(quota("contested", "is-parent: 'true'", 4));
        refuse("contested");
        String change = "{\"spec\": {\"min\": {\"cpu\": \"9\"}, \"max\": {\"cpu\": \"9\"}}}";
        assertThatThrownBy(() -> quotas("contested").patch(MERGE, change)).hasMessageContaining(ForeignWebhook.NAME);

        ElasticQuota child = quota("contested-child", "parent: contested", 6);
        assertThatThrownBy(() -> client.resource(child).dryRun().create()).hasMessageContaining(TOO_MUCH);
        client.resource(ForeignWebhook.refusing("contested")).delete();
    }

    @Test
    void keepsTheStatusThatASchedulerWritesWithTheObject() {
        create(quota("used", "", 1));

        quotas("used").patch(MERGE, "{\"status\": {\"used\": {\"cpu\": \"500m\"}}}");

        assertThat(quotas("used").get().used()).containsEntry("cpu", new Quantity("500m"));
    }

    @Test
    void admitsPodsThatFitIntoWhatKoordSchedulerPublishes() {
        create(quota("limited", "", 2));
        publish("limited", "1500m");
        await().atMost(SOON).until(() -> fits(pod("limited-rehearsal", "limited", "500m"), true));
        await().atMost(SOON).until(() -> !fits(pod("limited-rehearsal", "limited", "501m"), true));

        long admitted = IntStream.range(0, 6)
                .parallel()
                .filter(number -> fits(pod("limited-" + number, "limited", "500m"), false))
                .count();

        assertThat(admitted).as("a review counts nothing").isEqualTo(6);
        assertThat(quotas("limited").get().getMetadata().getAnnotations())
                .containsEntry(PREFIX + "child-request", "{\"cpu\":\"1500m\"}");
        publish("limited", "2");
        await().atMost(SOON).until(() -> !fits(pod("limited-rehearsal", "limited", "500m"), true));
    }

    /** As koord-scheduler does once it sees the pods. */
    private static void publish(String quota, String cpu) {
        quotas(quota)
                .patch(
                        MERGE,
                        "{\"metadata\": {\"annotations\": {\"" + PREFIX + "child-request\": \"{\\\"cpu\\\":\\\"" + cpu
                                + "\\\"}\"}}}");
    }

    private static void awaitShown(String quota, int cpu) {
        await().atMost(SOON)
                .until(() -> manager.metric("koord_manager_webhook_quota_shared_weight{elasticquota_name=\"" + quota
                                + "\",resource_name=\"cpu\"}")
                        == cpu);
    }

    private static boolean fits(Pod pod, boolean rehearsal) {
        try {
            if (rehearsal) {
                client.resource(pod).dryRun().create();
            } else {
                client.resource(pod).create();
            }
            return true;
        } catch (KubernetesClientException e) {
            assertThat(e.getMessage()).contains("exceeded quota: team/limited, requested: cpu=50", "limited: cpu=2");
            return false;
        }
    }

    @Test
    void keepsTheRootQuotaAsLargeAsItsNodesAndWritesNothingMore() {
        node("pool-1", "a");
        node("pool-2", "b");
        ManagerCluster.load(client, """
                apiVersion: quota.koordinator.sh/v1alpha1
                kind: ElasticQuotaProfile
                metadata: {name: pool-a, namespace: team}
                spec:
                  quotaName: root-a
                  quotaLabels: {quota.scheduling.koordinator.sh/is-parent: "true"}
                  nodeSelector: {matchLabels: {pool: a}}
                """);
        // It may be made before the manager hears of what the nodes have.
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(quotas("root-a").get())
                        .isNotNull()
                        .satisfies(made -> assertThat(made.getSpec().min()).containsEntry("cpu", new Quantity("16"))));
        ElasticQuota root = quotas("root-a").get();
        String treeId = profile().getMetadata().getLabels().get(PREFIX + "tree-id");
        assertThat(treeId).isNotEmpty();
        assertThat(root.getMetadata().getLabels())
                .containsEntry(PREFIX + "tree-id", treeId)
                .containsEntry(PREFIX + "is-root", "true")
                .containsEntry(PREFIX + "parent", "koordinator-root-quota");
        String version = root.getMetadata().getResourceVersion();
        double passes = passes();
        await().atMost(SOON).until(() -> passes() >= passes + 2);
        assertThat(quotas("root-a").get().getMetadata().getResourceVersion()).isEqualTo(version);

        node("pool-3", "a");

        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(quotas("root-a").get().getSpec().min()).containsEntry("cpu", new Quantity("32")));
        create(quota("member", "parent: root-a", Map.of("cpu", "1", "memory", "1Gi")));
        Pod pod = client.resource(pod("kept", "member")).create();
        assertThat(pod.getSpec()
                        .getAffinity()
                        .getNodeAffinity()
                        .getRequiredDuringSchedulingIgnoredDuringExecution()
                        .getNodeSelectorTerms()
                        .get(0)
                        .getMatchExpressions())
                .containsExactly(new NodeSelectorRequirement("pool", "In", List.of("a")));
    }

    @Test
    void tellsOnTheProfileWhatOfItDoesNotCountAndWhyThereIsNoQuota() {
        create(quota("taken", "", 1));
        ManagerCluster.load(client, """
                apiVersion: quota.koordinator.sh/v1alpha1
                kind: ElasticQuotaProfile
                metadata: {name: careless, namespace: team}
                spec: {quotaName: taken, resourceRatio: 50%, nodeSelector: {}}
                """);

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(ManagerCluster.events(client, TEAM, "careless"))
                        .extracting(Event::getReason, Event::getMessage)
                        .contains(
                                tuple(
                                        "ResourceRatioInvalid",
                                        "invalid spec.resourceRatio: '50%'; allowed: a number above 0 and up to 1, such as 0.9"))
                        .anySatisfy(told -> assertThat(told.toList())
                                .element(1)
                                .asString()
                                .startsWith("failed to update quota 'taken': 400 admission webhook")
                                .contains("tree id of quota taken cannot change")
                                .doesNotContain("Status(")));
    }

    private static boolean isQuotaKind(String name) {
        return name.startsWith("elasticquota");
    }

    private static void register(String kind, String verb, String operations) {
        String path = "/" + verb + "-scheduling-sigs-k8s-io-v1alpha1-elasticquota";
        String quotaRule = "{apiGroups: [scheduling.sigs.k8s.io], apiVersions: [v1alpha1], resources: [elasticquotas],"
                + " operations: " + operations + "}";
        ManagerCluster.load(
                client,
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: %sWebhookConfiguration
                metadata: {name: koordinator-%s-webhook-configuration}
                webhooks:
                - name: elasticquota.koordinator.sh
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Fail
                  timeoutSeconds: 5
                  clientConfig: {url: "%s"}
                  rules: [%s]
                """.formatted(kind, kind.equals("Mutating") ? "mutating" : "validating", url(path), quotaRule)
                        + podEntry("/" + verb + "-pod"));
    }

    private static void refuse(String quota) {
        client.resource(ForeignWebhook.refusing(quota)).create();
        PatchContext rehearsal = new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withDryRun(List.of("All"))
                .build();
        String change = "{\"metadata\": {\"annotations\": {\"note\": \"rehearsed\"}}}";
        await().atMost(SOON)
                .untilAsserted(() -> assertThatThrownBy(() -> quotas(quota).patch(rehearsal, change))
                        .hasMessageContaining(ForeignWebhook.NAME));
    }

    private static String podEntry(String path) {
        return """
                - name: pod.koordinator.sh
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Fail
                  timeoutSeconds: 5
                  clientConfig: {url: "%s"}
                  rules: [{apiGroups: [""], apiVersions: [v1], resources: [pods], operations: [CREATE]}]
                """.formatted(url(path));
    }

    private static String url(String path) {
        return manager.webhookUrl().replace("/mutate-pod", path);
    }

    /** The webhooks answer, and the manager has found the kinds that came late. */
    private static boolean ruleIsInForce() {
        try {
            client.resource(quota("probe", "parent: nobody", 1)).dryRun().create();
            return false;
        } catch (KubernetesClientException e) {
            return String.valueOf(e.getMessage()).contains("parent nobody of quota probe is not known");
        }
    }

    private static ElasticQuota create(ElasticQuota quota) {
        return client.resource(quota).create();
    }

    private static ElasticQuota quota(String name, String label, int cpu) {
        return quota(name, label, Map.of("cpu", String.valueOf(cpu)));
    }

    private static ElasticQuota quota(String name, String label, Map<String, String> amounts) {
        StringBuilder list = new StringBuilder();
        amounts.forEach(
                (key, value) -> list.append(key).append(": '").append(value).append("', "));
        String labels = label.isEmpty() ? "" : PREFIX + label;
        return client.getKubernetesSerialization()
                .unmarshal("""
                        apiVersion: scheduling.sigs.k8s.io/v1alpha1
                        kind: ElasticQuota
                        metadata: {name: %s, namespace: team, labels: {%s}}
                        spec: {min: {%s}, max: {%s}}
                        """.formatted(name, labels, list, list), ElasticQuota.class);
    }

    private static Resource<ElasticQuota> quotas(String name) {
        return client.resources(ElasticQuota.class).inNamespace(TEAM).withName(name);
    }

    private static ElasticQuotaProfile profile() {
        return client.resources(ElasticQuotaProfile.class)
                .inNamespace(TEAM)
                .withName("pool-a")
                .get();
    }

    private static double passes() {
        return manager.metric("koord_reconcile_total{controller=\"quotaprofile\",status=\"succeeded\"}");
    }

    private static void node(String name, String pool) {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels("pool", pool)
                        .endMetadata()
                        .build())
                .create();
        client.nodes()
                .withName(name)
                .subresource("status")
                .patch(MERGE, "{\"status\": {\"allocatable\": {\"cpu\": \"16\", \"memory\": \"64Gi\"}}}");
    }

    private static Pod pod(String name, String quota) {
        return pod(name, quota, "0");
    }

    private static Pod pod(String name, String quota, String cpu) {
        return ManagerCluster.pod(TEAM, name, Map.of(PREFIX + "name", quota), Map.of("cpu", cpu));
    }
}
