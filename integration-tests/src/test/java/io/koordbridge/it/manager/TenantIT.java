package io.koordbridge.it.manager;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.chart.Rendered;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody with the rights of an editor of one namespace can do to the others: nothing. */
@Tag("versions-kubernetes")
class TenantIT {
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final String QUOTAS = "/validate-scheduling-sigs-k8s-io-v1alpha1-elasticquota";
    private static final String QUOTA_GROUP = "scheduling.sigs.k8s.io";
    private static final String ALL_CPUS = "{\"cpuset\":\"1-63\"}";
    private static final String POLICY = "koord-bridge-pod-annotations";
    private static final String SCHEDULER = "system:serviceaccount:koordinator-system:koord-scheduler";

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;
    private static KubernetesClient admin;
    private static ManagerUnderTest manager;
    private static Tenant tenant;

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlaneGate.share();
        admin = controlPlane.client();
        new ManagerCluster(controlPlane);
        tenant = Tenant.of(controlPlane, "tenant");
        controlPlane.createNamespace("shop");
        ChartEntries entries = new ChartEntries(admin);
        entries.register(List.of());
        List<HasMetadata> chart = new Chart().renderWith();
        admin.resource(Rendered.named(chart, ValidatingAdmissionPolicy.class, POLICY))
                .create();
        admin.resource(Rendered.named(chart, ValidatingAdmissionPolicyBinding.class, POLICY))
                .create();
        Rendered.of(chart, PriorityClass.class)
                .forEach(one -> admin.resource(one).createOr(NonDeletingOperation::update));
        manager = ManagerUnderTest.start(ManagerOptions.of("koord-manager", controlPlane.kubeconfig(), directory));
        entries.awaitInForce();
        Pod probe =
                admin.resource(ManagerCluster.pod("shop", "probe", Map.of())).create();
        await("a policy in force")
                .until(() -> !accepted(() -> annotate(admin, probe, Annotations.POD_RESOURCE_STATUS, ALL_CPUS)));
    }

    @AfterAll
    static void stop() {
        if (manager != null) {
            manager.close();
        }
        if (tenant != null) {
            tenant.close();
        }
    }

    private static Pod annotate(KubernetesClient client, Pod pod, String key, String value) {
        return client.resource(pod)
                .patch(MERGE, "{\"metadata\":{\"annotations\":{\"" + key + "\":" + quoted(value) + "}}}");
    }

    private static String quoted(String value) {
        return "\"" + value.replace("\"", "\\\"") + "\"";
    }

    private static boolean accepted(Runnable call) {
        try {
            call.run();
            return true;
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    private static Pod annotated(String name, Map<String, String> annotations) {
        return new PodBuilder(ManagerCluster.pod(tenant.namespace(), name, Map.of()))
                .editMetadata()
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    @Test
    void annotatesNoPodThatRunsWithWhatSchedulersAndAdmissionWrite() {
        Pod pod = tenant.client()
                .resource(annotated("runs", Map.of("note", "mine")))
                .create();

        for (String key : Annotations.OF_SCHEDULERS) {
            refuses(() -> annotate(tenant.client(), pod, key, ALL_CPUS), key);
        }
        refuses(
                () -> annotate(tenant.client(), pod, Annotations.POD_EXTENDED_RESOURCE_SPEC, "{}"),
                Annotations.POD_EXTENDED_RESOURCE_SPEC);
        assertThat(annotate(tenant.client(), pod, "note", "still mine")
                        .getMetadata()
                        .getAnnotations())
                .isEqualTo(Map.of("note", "still mine"));
    }

    @Test
    void takesNoPlacementFromAPodThatHasOne() throws IOException {
        Pod pod = tenant.client().resource(annotated("placed", Map.of())).create();
        try (KubernetesClient scheduler = Tenant.as(controlPlane, SCHEDULER, "system:masters")) {
            annotate(scheduler, pod, Annotations.POD_RESOURCE_STATUS, "{\"cpuset\":\"1\"}");
        }

        refuses(
                () -> tenant.client()
                        .resource(pod)
                        .patch(
                                MERGE,
                                "{\"metadata\":{\"annotations\":{\"" + Annotations.POD_RESOURCE_STATUS + "\":null}}}"),
                Annotations.POD_RESOURCE_STATUS);
    }

    @Test
    void changesNoWishByWhichAPlacedPodIsReadOnceItHasANode() {
        String wish = "{\"preferredCPUBindPolicy\":\"FullPCPUs\"}";
        Pod waits = annotated("waits", Map.of(Annotations.POD_RESOURCE_SPEC, wish));
        Pod bound = annotated("bound", Map.of(Annotations.POD_RESOURCE_SPEC, wish));
        bound.getSpec().setNodeName("worker");
        Pod waiting = tenant.client().resource(waits).create();
        Pod placed = tenant.client().resource(bound).create();

        assertThat(annotate(tenant.client(), waiting, Annotations.POD_RESOURCE_SPEC, "{}")
                        .getMetadata()
                        .getAnnotations())
                .containsEntry(Annotations.POD_RESOURCE_SPEC, "{}");
        for (String key :
                List.of(Annotations.POD_RESOURCE_SPEC, Annotations.POD_DEVICE_HINT, Annotations.POD_DEVICE_JOINT)) {
            refuses(() -> annotate(tenant.client(), placed, key, "{}"), key);
        }
    }

    @Test
    void createsNoPodWithThem() {
        Pod created = tenant.client()
                .resource(annotated(
                        "stripped",
                        Map.of(
                                Annotations.POD_RESOURCE_STATUS,
                                ALL_CPUS,
                                Annotations.POD_EXTENDED_RESOURCE_SPEC,
                                "{\"containers\":{\"main\":{\"requests\":{\"kubernetes.io/batch-cpu\":\"64000\"}}}}",
                                "note",
                                "mine")))
                .create();

        assertThat(created.getMetadata().getAnnotations())
                .isEqualTo(Map.of("note", "mine", Annotations.POD_EXTENDED_RESOURCE_SPEC, "{}"));
    }

    @Test
    void createsNoneWithThemPastTheWebhookEither() {
        Pod optedOut = annotated("opted-out", Map.of(Annotations.POD_RESOURCE_STATUS, ALL_CPUS));
        optedOut.getMetadata().setLabels(Map.of(Labels.WEBHOOK_OPT_OUT, "true"));

        refuses(() -> tenant.client().resource(optedOut).create(), Annotations.POD_RESOURCE_STATUS);
    }

    @Test
    void forgesNoReviewThatChangesTheAnswerAboutOthers() throws Exception {
        ElasticQuota real =
                admin.resource(quota("shop", "shop-quota", Map.of())).create();
        try (Stranger stranger = stranger()) {
            ElasticQuota forged = quota(
                    "tenant",
                    "forged",
                    Map.of(Annotations.QUOTA_NAMESPACES, "[\"shop\",\"tenant\",\"koordinator-system\"]"));
            forged.getMetadata().setLabels(Map.of(Labels.QUOTA_IS_PARENT, "true"));

            stranger.review(QUOTAS, "CREATE", QUOTA_GROUP, "elasticquotas", forged);
            stranger.review(QUOTAS, "DELETE", QUOTA_GROUP, "elasticquotas", real);

            othersNoticeNothing();
            ElasticQuota changed = Edits.edit(admin.resource(real), quota -> {
                quota.getMetadata().setAnnotations(Map.of("note", "changed"));
                return quota;
            });
            assertThat(changed.getMetadata().getAnnotations()).containsEntry("note", "changed");
        }
    }

    @Test
    void fillsNoMemoryByForgedQuotas() throws Exception {
        String namespaces =
                IntStream.range(0, 240_000).mapToObj(n -> "\"n" + n + "\"").collect(joining(",", "[", "]"));
        try (Stranger stranger = stranger()) {
            for (int i = 0; i < 10; i++) {
                ElasticQuota large = quota("tenant", "large" + i, Map.of(Annotations.QUOTA_NAMESPACES, namespaces));
                stranger.review(QUOTAS, "CREATE", QUOTA_GROUP, "elasticquotas", large);
            }

            othersNoticeNothing();
        }
    }

    @Test
    void holdsNoConnectionThatOthersNeed() throws Exception {
        Pod reviewed = ManagerCluster.pod("shop", "reviewed", Map.of());
        try (Stranger stranger = stranger();
                Stranger another = stranger()) {
            stranger.openIdle(600);

            // On a connection of its own: those of the API server are open already.
            assertThat(another.review("/validate-pod", "CREATE", "", "pods", reviewed)
                            .at("/response/allowed")
                            .asBoolean())
                    .isTrue();
            othersNoticeNothing();
        }
    }

    @Test
    void holdsNoRoomThatReviewsOfOthersNeed() throws Exception {
        try (Stranger stranger = stranger()) {
            for (int i = 0; i < 6; i++) {
                stranger.beginReview("/validate-pod", 4_000_000);
            }

            othersNoticeNothing();
        }
    }

    @Test
    void endsNoProcessByThousandsOfContainers() {
        Pod large = ManagerCluster.pod(tenant.namespace(), "large", Map.of("job", "batch"));
        large.getSpec()
                .setContainers(IntStream.range(0, 6_000)
                        .mapToObj(n -> new ContainerBuilder()
                                .withName("c" + n)
                                .withImage("i")
                                .withNewResources()
                                .addToRequests("koordinator.sh/gpu", new Quantity("100"))
                                .addToLimits("koordinator.sh/gpu", new Quantity("100"))
                                .endResources()
                                .build())
                        .toList());

        for (int i = 0; i < 3; i++) {
            accepted(() -> tenant.client().resource(large).dryRun().create());
        }

        othersNoticeNothing();
    }

    @Test
    void displacesNobodyByAClassWithoutPromise() {
        for (String name : List.of("koord-free", "koord-batch")) {
            Pod pod = ManagerCluster.pod(tenant.namespace(), name, Map.of());
            pod.getSpec().setPriorityClassName(name);

            Pod created = tenant.client().resource(pod).create();

            assertThat(created.getSpec().getPreemptionPolicy()).isEqualTo("Never");
        }
    }

    @Test
    void chargesNoQuotaThatServesOtherNamespaces() {
        admin.resource(quota(ManagerCluster.NAMESPACE, "of-shop", Map.of(Annotations.QUOTA_NAMESPACES, "[\"shop\"]")))
                .create();
        Map<String, String> label = Map.of(Labels.QUOTA_NAME, "of-shop");
        await("a quota that is known")
                .until(() -> !accepted(() -> tenant.client()
                        .resource(ManagerCluster.pod(tenant.namespace(), null, label))
                        .dryRun()
                        .create()));

        assertThatThrownBy(() -> tenant.client()
                        .resource(ManagerCluster.pod(tenant.namespace(), "charges", label))
                        .create())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("of-shop");
        admin.resource(ManagerCluster.pod("shop", "charged", label)).create();
    }

    private static ElasticQuota quota(String namespace, String name, Map<String, String> annotations) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .withAnnotations(annotations)
                .build());
        Map<String, Quantity> amounts = Map.of("cpu", new Quantity("8"), "memory", new Quantity("8Gi"));
        quota.setSpec(new ElasticQuotaSpec(amounts, amounts));
        return quota;
    }

    private static Stranger stranger() {
        return new Stranger(URI.create(manager.webhookUrl()));
    }

    /** Reviews are answered in time: the entries of this test fail closed. */
    private static void othersNoticeNothing() {
        manager.process().requireAlive();
        for (int i = 0; i < 3; i++) {
            Pod created = admin.resource(new PodBuilder(ManagerCluster.pod("shop", null, Map.of()))
                            .editMetadata()
                            .withGenerateName("others-")
                            .endMetadata()
                            .build())
                    .create();
            assertThat(created.getMetadata().getUid()).isNotEmpty();
        }
        manager.process().requireAlive();
    }

    private static void refuses(Runnable call, String why) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
            assertThat(refusal.getCode()).isEqualTo(403);
            assertThat(refusal.getMessage()).contains(why);
        });
    }
}
