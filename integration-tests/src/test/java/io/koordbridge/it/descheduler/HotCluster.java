package io.koordbridge.it.descheduler;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Nodes, pods and reports on an API server without controllers: what a test writes stays until the descheduler acts. */
final class HotCluster {
    static final String NAMESPACE = "apps";
    private static final Map<String, String> ALLOCATABLE = Map.of("cpu", "16", "memory", "64Gi", "pods", "110");

    private final RealControlPlane controlPlane;
    private final KubernetesClient client;

    HotCluster(RealControlPlane controlPlane) {
        this.controlPlane = controlPlane;
        this.client = controlPlane.client();
        ChartDefinitions.install(client);
        await().ignoreExceptions().until(() -> {
            client.resources(PodMigrationJob.class).list();
            client.resources(NodeMetric.class).list();
            return true;
        });
        controlPlane.createNamespace("koordinator-system");
        controlPlane.createNamespace(NAMESPACE);
    }

    KubernetesClient client() {
        return client;
    }

    void createNode(String name) {
        controlPlane.createNode(name, ALLOCATABLE);
    }

    ReplicaSet createReplicaSet(String name, int replicas) {
        return client.resource(new ReplicaSetBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(replicas)
                        .withNewSelector()
                        .addToMatchLabels("app", name)
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .addToLabels("app", name)
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.com/none")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
    }

    /** A pod of a ReplicaSet that runs and is ready. */
    Pod createPod(ReplicaSet owner, String name, String node) {
        return createPod(
                new PodBuilder()
                        .withNewMetadata()
                        .addToLabels("app", owner.getMetadata().getName())
                        .addNewOwnerReference()
                        .withApiVersion("apps/v1")
                        .withKind("ReplicaSet")
                        .withName(owner.getMetadata().getName())
                        .withUid(owner.getMetadata().getUid())
                        .withController(true)
                        .endOwnerReference()
                        .endMetadata()
                        .build(),
                name,
                node);
    }

    /** The same of a pod whose metadata is given. */
    Pod createPod(Pod with, String name, String node) {
        Pod created = client.resource(new PodBuilder(with)
                        .editOrNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .withTerminationGracePeriodSeconds(0L)
                        .addNewContainer()
                        .withName("main")
                        .withImage("example.com/none")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("100m"))
                        .addToRequests("memory", new Quantity("64Mi"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        created.setStatus(new PodStatusBuilder()
                .withPhase("Running")
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("True")
                .endCondition()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .build());
        return client.resource(created).updateStatus();
    }

    Optional<Pod> pod(String name) {
        return Optional.ofNullable(
                client.pods().inNamespace(NAMESPACE).withName(name).get());
    }

    /**
     * Reports what the pods of a node use.
     *
     * @param milliCpuByPod usage of each pod of the node
     * @param at time in the report
     */
    void report(String node, Map<String, Long> milliCpuByPod, Instant at) {
        List<PodMetricInfo> usages = new ArrayList<>();
        milliCpuByPod.forEach(
                (pod, milli) -> usages.add(new PodMetricInfo(pod, NAMESPACE, usage(milli + "m"), null, null, null)));
        report(
                node,
                new NodeMetricStatus(
                        at, new NodeMetricInfo(usage("1"), null, usage("500m"), null, null), usages, null, null, null));
    }

    void report(String node, NodeMetricStatus status) {
        if (client.resources(NodeMetric.class).withName(node).get() == null) {
            NodeMetric report = new NodeMetric();
            report.setMetadata(new ObjectMetaBuilder().withName(node).build());
            client.resource(report).create();
        }
        client.resources(NodeMetric.class)
                .withName(node)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        client.getKubernetesSerialization().asJson(Map.of("status", status)));
    }

    static ResourceUsage usage(String cpu) {
        return new ResourceUsage(Map.of("cpu", new Quantity(cpu), "memory", new Quantity("64Mi")), null);
    }

    /** A job that a user makes by hand. */
    void createJob(String name, @Nullable String pod, @Nullable String uid, String ttl) {
        PodMigrationJob job = new PodMigrationJob();
        job.setMetadata(new ObjectMetaBuilder().withName(name).build());
        job.setSpec(new PodMigrationJobSpec(
                null,
                ttl,
                "EvictDirectly",
                new ObjectReferenceBuilder()
                        .withNamespace(pod == null ? null : NAMESPACE)
                        .withName(pod)
                        .withUid(uid)
                        .build(),
                null,
                null));
        client.resource(job).create();
    }

    /** Phase and reason of a job, such as {@code Failed/MissingPod}; empty parts before they are set. */
    String outcome(String job) {
        PodMigrationJob found =
                client.resources(PodMigrationJob.class).withName(job).get();
        if (found == null || found.getStatus() == null) {
            return "/";
        }
        return orEmpty(found.getStatus().phase()) + "/"
                + orEmpty(found.getStatus().reason());
    }

    List<PodMigrationJob> jobs() {
        return client.resources(PodMigrationJob.class).list().getItems();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
