package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the service account of yarn-operator may do with pods, on a real API server with the chart's policy. */
@Tag("versions-kubernetes")
class OperatorPodsIT {
    private static final Map<String, String> NODE_MANAGER = Map.of(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final PatchContext STRATEGIC = PatchContext.of(PatchType.STRATEGIC_MERGE);
    private static final String NAMESPACE = "default";
    private static RealControlPlane controlPlane;
    private static KubernetesClient operator;

    @BeforeAll
    static void install() throws Exception {
        controlPlane = ControlPlaneGate.share();
        new Chart().installWith(Files.readString(controlPlane.kubeconfig()), Chart.DESCHEDULER);
        operator = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(new ServiceAccounts(controlPlane).kubeconfig("yarn-operator")))
                .build();
        create("probe", Map.of());
        await().untilAsserted(
                        () -> refuses(() -> mark("probe", Annotations.POD_YARN_DRAINED), "only pods with the label"));
    }

    @AfterAll
    static void close() {
        operator.close();
    }

    @AfterEach
    void clean() {
        controlPlane.client().pods().inNamespace(NAMESPACE).withGracePeriod(0).delete();
    }

    @Test
    void deletesPodsOfNodeManagersAndNoOthers() {
        create("ordinary", Map.of("app", "shop"));
        create("nm-0", NODE_MANAGER);

        refuses(() -> delete("ordinary"), "only pods with the label app.kubernetes.io/component=node-manager");
        refuses(
                () -> operator.pods()
                        .inNamespace(NAMESPACE)
                        .withName("ordinary")
                        .withGracePeriod(0)
                        .delete(),
                "only pods with the label app.kubernetes.io/component=node-manager");
        delete("nm-0");

        await().untilAsserted(() -> assertThat(read("nm-0")).isNull());
        assertThat(read("ordinary").getMetadata().getDeletionTimestamp()).isNull();
    }

    @Test
    void deletesThePodThatItMeansAndNotOneOfTheSameName() {
        PodEvictions evictions = new PodEvictions(operator);
        create("ordinary", Map.of("app", "shop"));
        create("nm-0", NODE_MANAGER);

        assertThat(end(evictions, "ordinary", uid("ordinary"))).isEqualTo(PodEvictions.Result.FAILED);
        assertThat(end(evictions, "nm-0", uid("ordinary"))).isEqualTo(PodEvictions.Result.GONE);
        assertThat(List.of(read("ordinary"), read("nm-0")))
                .extracting(pod -> pod.getMetadata().getDeletionTimestamp())
                .containsOnlyNulls();
        assertThat(end(evictions, "nm-0", uid("nm-0"))).isEqualTo(PodEvictions.Result.EVICTED);

        await().untilAsserted(() -> assertThat(read("nm-0")).isNull());
    }

    /** RBAC refuses this first, unless someone has given the account more. */
    @Test
    void withMoreRightsItIsStillHeldToThat() {
        KubernetesClient admin = controlPlane.client();
        ClusterRoleBinding all = new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName("yarn-operator-may-all")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                .addNewSubject(null, "ServiceAccount", "yarn-operator", WellKnown.NAMESPACE)
                .build();
        admin.resource(all).create();
        try {
            create("nm-0", NODE_MANAGER);
            create("ordinary", Map.of("app", "shop"));

            await().untilAsserted(() -> refuses(
                    () -> operator.resource(pod("another", NODE_MANAGER)).create(), "may only change and delete pods"));
            refuses(
                    () -> operator.pods()
                            .inNamespace(NAMESPACE)
                            .withName("nm-0")
                            .evict(),
                    "may only change and delete pods");
            refuses(
                    () -> operator.pods()
                            .inNamespace(NAMESPACE)
                            .withLabel("app", "shop")
                            .delete(),
                    "only pods with the label");
        } finally {
            admin.resource(all).delete();
        }
        assertThat(read("nm-0")).isNotNull();
        assertThat(read("ordinary").getMetadata().getDeletionTimestamp()).isNull();
    }

    @Test
    void othersMayDoWhatTheyMayDo() {
        create("ordinary", Map.of("app", "shop"));
        var ordinary = controlPlane.client().pods().inNamespace(NAMESPACE).withName("ordinary");

        ordinary.patch(MERGE, "{\"metadata\":{\"annotations\":{\"note\":\"new\"},\"labels\":{\"more\":\"x\"}}}");
        ordinary.subresource("status").patch(STRATEGIC, condition("Ready"));
        ordinary.delete();

        await().untilAsserted(() -> assertThat(read("ordinary")).isNull());
    }

    private static PodEvictions.Result end(PodEvictions evictions, String name, String uid) {
        return evictions.delete(NAMESPACE, name, uid, Map.of()).result();
    }

    private static String uid(String name) {
        return read(name).getMetadata().getUid();
    }

    @Test
    void marksThemAsDrainedAndAsCostlyAndChangesNothingElse() {
        create("nm-0", NODE_MANAGER);

        mark("nm-0", Annotations.POD_YARN_DRAINED);
        mark("nm-0", Annotations.POD_EVICTION_COST);
        mark("nm-0", Annotations.POD_YARN_EVICTION_COST);
        patch("nm-0", "{\"metadata\":{\"annotations\":{\"%s\":null}}}".formatted(Annotations.POD_YARN_DRAINED));

        assertThat(read("nm-0").getMetadata().getAnnotations())
                .containsKeys(Annotations.POD_EVICTION_COST, "note")
                .doesNotContainKey(Annotations.POD_YARN_DRAINED);
        refuses(() -> mark("nm-0", "other"), "of the annotations of a pod");
        refuses(() -> patch("nm-0", "{\"metadata\":{\"annotations\":{\"note\":null}}}"), "of the annotations of a pod");
        refuses(() -> patch("nm-0", "{\"metadata\":{\"labels\":{\"more\":\"x\"}}}"), "only annotations and");
        refuses(() -> patch("nm-0", "{\"metadata\":{\"finalizers\":[\"a.b/c\"]}}"), "only annotations and");
        refuses(() -> patch("nm-0", "{\"spec\":{\"activeDeadlineSeconds\":1}}"), "only annotations and");
    }

    @Test
    void noOrdinaryPodBecomesOneOfANodeManager() {
        create("ordinary", Map.of("app", "shop"));

        refuses(
                () -> patch(
                        "ordinary",
                        "{\"metadata\":{\"labels\":{\"%s\":\"%s\"}}}"
                                .formatted(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)),
                "only pods with the label");
        refuses(() -> status("ordinary", condition("DisruptionTarget")), "only pods with the label");
    }

    @Test
    void saysByTheConditionWhyAPodGoesAndNothingElseOfItsStatus() {
        create("nm-0", NODE_MANAGER);
        controlPlane
                .client()
                .pods()
                .inNamespace(NAMESPACE)
                .withName("nm-0")
                .subresource("status")
                .patch(STRATEGIC, condition("Ready"));

        status("nm-0", condition("DisruptionTarget"));

        assertThat(read("nm-0").getStatus().getConditions())
                .extracting(PodCondition::getType)
                .contains("Ready", "DisruptionTarget");
        refuses(() -> status("nm-0", condition("Initialized")), "only the condition DisruptionTarget");
        refuses(() -> status("nm-0", "{\"status\":{\"phase\":\"Failed\"}}"), "only the condition DisruptionTarget");
        refuses(
                () -> status("nm-0", "{\"status\":{\"podIP\":\"10.0.0.9\",\"podIPs\":[{\"ip\":\"10.0.0.9\"}]}}"),
                "only the condition DisruptionTarget");
        refuses(() -> status("nm-0", "{\"status\":{\"message\":\"x\"}}"), "only the condition DisruptionTarget");
        refuses(() -> status("nm-0", "{\"metadata\":{\"annotations\":{\"other\":\"x\"}}}"), "of the annotations");
    }

    private static String condition(String type) {
        return """
                {"status":{"conditions":[{"type":"%s","status":"True","reason":"Drained","message":"by a test"}]}}
                """.formatted(type);
    }

    private static void create(String name, Map<String, String> labels) {
        controlPlane.client().resource(pod(name, labels)).create();
    }

    private static Pod pod(String name, Map<String, String> labels) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withLabels(labels)
                .addToAnnotations("note", "kept")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("example.invalid/none")
                .endContainer()
                .endSpec()
                .build();
    }

    private static Pod read(String name) {
        return controlPlane
                .client()
                .pods()
                .inNamespace(NAMESPACE)
                .withName(name)
                .get();
    }

    private static void delete(String name) {
        operator.pods().inNamespace(NAMESPACE).withName(name).delete();
    }

    private static void mark(String name, String annotation) {
        patch(name, "{\"metadata\":{\"annotations\":{\"%s\":\"x\"}}}".formatted(annotation));
    }

    private static void patch(String name, String patch) {
        operator.pods().inNamespace(NAMESPACE).withName(name).patch(MERGE, patch);
    }

    private static void status(String name, String patch) {
        operator.pods()
                .inNamespace(NAMESPACE)
                .withName(name)
                .subresource("status")
                .patch(STRATEGIC, patch);
    }

    private static void refuses(ThrowingCallable call, String why) {
        assertThatThrownBy(call).isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
            assertThat(refusal.getCode()).as(refusal.getMessage()).isEqualTo(403);
            assertThat(refusal.getMessage()).contains(why);
        });
    }
}
