package io.koordbridge.it.chain;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.machine.FileMachine;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.ResourceNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The node and its pods in the API server. Pods are bound and reported as running, as a scheduler and a kubelet would. */
final class ChainNode {
    static final String NAME = "chain-1";
    private static final String NAMESPACE = "work";

    private final KubernetesClient client;

    ChainNode(RealControlPlane controlPlane) {
        client = controlPlane.client();
        controlPlane.createNode(
                NAME,
                Map.of(
                        ResourceNames.CPU,
                        Integer.toString(FileMachine.CPUS),
                        ResourceNames.MEMORY,
                        FileMachine.MEMORY_KIB + "Ki",
                        "pods",
                        "110"));
        controlPlane.createNamespace(NAMESPACE);
    }

    /** Gives the control group of the pod. */
    String onlinePod(long milliCpu) {
        Pod pod = create(
                pod("online", QosClass.LS, PriorityClass.PROD, Map.of(ResourceNames.CPU, milliCpu + "m")), "Burstable");
        return "kubepods/burstable/pod" + pod.getMetadata().getUid();
    }

    void batchPod(String name, long milliCpu) {
        create(
                pod(
                        name,
                        QosClass.BE,
                        PriorityClass.BATCH,
                        Map.of(ResourceNames.BATCH_CPU, Long.toString(milliCpu), ResourceNames.BATCH_MEMORY, "1Gi")),
                "BestEffort");
    }

    void nodeManagerPod(String nodeId) {
        Pod pod = pod(
                "nodemanager",
                QosClass.BE,
                PriorityClass.BATCH,
                Map.of(ResourceNames.BATCH_CPU, "50", ResourceNames.BATCH_MEMORY, "512Mi"));
        pod.getMetadata().getLabels().put(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER);
        pod.getMetadata().setAnnotations(Map.of(Annotations.YARN_NODE_ID, nodeId));
        create(pod, "BestEffort");
    }

    private static Pod pod(String name, QosClass qos, PriorityClass priority, Map<String, String> requests) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .addToLabels(Labels.POD_QOS_CLASS, qos.wireName())
                .addToLabels(Labels.POD_PRIORITY_CLASS, priority.wireName())
                .endMetadata()
                .withNewSpec()
                .withNodeName(NAME)
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .withRequests(quantities(requests))
                .withLimits(priority == PriorityClass.BATCH ? quantities(requests) : Map.of())
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static Map<String, Quantity> quantities(Map<String, String> amounts) {
        return amounts.entrySet().stream()
                .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, one -> new Quantity(one.getValue())));
    }

    private Pod create(Pod pod, String kubeQos) {
        Pod created = client.resource(pod).create();
        created.getStatus().setPhase("Running");
        created.getStatus().setQosClass(kubeQos);
        return client.resource(created).updateStatus();
    }

    /** Milli-cores of batch capacity that pods are offered. */
    long offeredMilliCpu() {
        return Quantities.value(node().getStatus().getAllocatable(), ResourceNames.BATCH_CPU);
    }

    /** Milli-cores of batch capacity before they are split between pods and YARN. */
    long originMilliCpu() {
        return Origin.read(node())
                .found()
                .map(origin -> Quantities.value(origin.resources(), ResourceNames.BATCH_CPU))
                .orElse(0L);
    }

    /** Milli-cores of mid capacity that pods are offered. */
    long midMilliCpu() {
        return Quantities.value(node().getStatus().getAllocatable(), ResourceNames.MID_CPU);
    }

    /** The lease as people see it on the node. */
    Optional<YarnLease> lease() {
        return AnnotationCodec.read(node(), Annotations.NODE_YARN_LEASE, YarnLease.class);
    }

    /** Time since the agent's last report. */
    Duration reportAge() {
        NodeMetric report = client.resources(NodeMetric.class).withName(NAME).require();
        return Duration.between(report.getStatus().updateTime(), Instant.now());
    }

    /** Names of the pods that run. */
    List<String> pods() {
        return client.pods().inNamespace(NAMESPACE).list().getItems().stream()
                .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    private Node node() {
        return client.nodes().withName(NAME).get();
    }
}
