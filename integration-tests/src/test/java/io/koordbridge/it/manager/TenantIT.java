package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.chart.Rendered;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody with the rights of an editor of one namespace can do to the others: nothing. */
class TenantIT {
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
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

    private static void refuses(Runnable call, String why) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(KubernetesClientException.class, refusal -> {
            assertThat(refusal.getCode()).isEqualTo(403);
            assertThat(refusal.getMessage()).contains(why);
        });
    }
}
