package io.koordbridge.quickstart.world;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** The Kubernetes objects of the story. Pods are bound to the node and reported as running, as a kubelet would. */
final class ClusterObjects {

    static final String NODE = "quickstart-node";
    static final String ONLINE_NAMESPACE = "online";
    static final String BATCH_NAMESPACE = "batch";
    private static final int ID_PAIRS = 32;

    private final KubernetesClient client;

    ClusterObjects(KubernetesClient client) {
        this.client = client;
    }

    /**
     * A pod of the story.
     *
     * @param tier cgroup of its QoS class
     * @param containerId of its only container, as the runtime names it
     */
    record Placed(String namespace, String name, String tier, String containerId) {}

    static final Placed ONLINE = new Placed(ONLINE_NAMESPACE, "shop-frontend", "kubepods/burstable", "a1".repeat(32));
    static final Placed NODE_MANAGER =
            new Placed(WellKnown.NAMESPACE, "node-manager-0", "kubepods/besteffort", "b2".repeat(32));

    void node(Machine machine) {
        Map<String, Quantity> amounts = Map.of(
                ResourceNames.CPU,
                new Quantity(Integer.toString(machine.cpus())),
                ResourceNames.MEMORY,
                new Quantity(machine.memoryBytes() / 1024 + "Ki"),
                "pods",
                new Quantity("110"));
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName(NODE)
                .addToLabels("kubernetes.io/hostname", "localhost")
                .addToAnnotations("koordbridge.io/quickstart", "true")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .addToCapacity(amounts)
                .addToAllocatable(amounts)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .withReason("Quickstart")
                .withLastTransitionTime(now())
                .endCondition()
                .endStatus()
                .build();
        Node created = client.resource(node).create();
        created.setStatus(node.getStatus());
        client.resource(created).updateStatus();
    }

    void strategies(Map<String, String> data) {
        client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(WellKnown.SLO_CONFIG_MAP)
                        .withNamespace(WellKnown.NAMESPACE)
                        .addToLabels(Labels.CONFIG_MAP_TYPE, WellKnown.SLO_CONFIG_MAP)
                        .endMetadata()
                        .withData(data)
                        .build())
                .create();
    }

    /** Gives the cgroup of the pod's container. */
    String onlinePod(Machine machine) {
        return create(
                ONLINE,
                pod(ONLINE)
                        .editMetadata()
                        .addToLabels(Labels.POD_QOS_CLASS, QosClass.LS.wireName())
                        .addToLabels(Labels.POD_PRIORITY_CLASS, PriorityClass.PROD.wireName())
                        .endMetadata()
                        .editSpec()
                        .editFirstContainer()
                        .withNewResources()
                        .addToRequests(ResourceNames.CPU, new Quantity(machine.milliCpu() * 6 / 10 + "m"))
                        .addToRequests(ResourceNames.MEMORY, new Quantity("512Mi"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .editStatus()
                        .withQosClass("Burstable")
                        .endStatus()
                        .build());
    }

    /**
     * Gives the cgroup of the pod's container. It requests the part of a small machine that the chart's request is of a large one; the tier
     * keeps more for it, and no lease pays for that.
     */
    String nodeManagerPod(String yarnNodeId) {
        return create(
                NODE_MANAGER,
                pod(NODE_MANAGER)
                        .editMetadata()
                        .addToLabels(Labels.POD_QOS_CLASS, QosClass.BE.wireName())
                        .addToLabels(Labels.POD_PRIORITY_CLASS, PriorityClass.BATCH.wireName())
                        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                        .addToAnnotations(Annotations.YARN_NODE_ID, yarnNodeId)
                        .endMetadata()
                        .editSpec()
                        .editFirstContainer()
                        .withNewResources()
                        .addToRequests(
                                ResourceNames.BATCH_CPU, new Quantity(Long.toString(World.NODE_MANAGER_MILLI_CPU)))
                        .addToRequests(ResourceNames.BATCH_MEMORY, new Quantity("512Mi"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .editStatus()
                        .withQosClass("BestEffort")
                        .endStatus()
                        .build());
    }

    /** One of the batch pods; gives the cgroup of its container. */
    String batchPod(int number, long milliCpu) {
        Placed placed =
                new Placed(BATCH_NAMESPACE, "batch-" + number, "kubepods/besteffort", ("c" + number).repeat(ID_PAIRS));
        Map<String, Quantity> amounts = Map.of(
                ResourceNames.BATCH_CPU,
                new Quantity(Long.toString(milliCpu)),
                ResourceNames.BATCH_MEMORY,
                new Quantity("128Mi"));
        return create(
                placed,
                pod(placed)
                        .editMetadata()
                        .addToLabels(Labels.POD_QOS_CLASS, QosClass.BE.wireName())
                        .addToLabels(Labels.POD_PRIORITY_CLASS, PriorityClass.BATCH.wireName())
                        .endMetadata()
                        .editSpec()
                        .editFirstContainer()
                        .withNewResources()
                        .addToRequests(amounts)
                        .addToLimits(amounts)
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .editStatus()
                        .withQosClass("BestEffort")
                        .endStatus()
                        .build());
    }

    private static PodBuilder pod(Placed placed) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(placed.name())
                .withNamespace(placed.namespace())
                .endMetadata()
                .withNewSpec()
                .withNodeName(NODE)
                .addNewContainer()
                .withName("main")
                .withImage("koordbridge.io/quickstart:local")
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withStartTime(now())
                .addNewContainerStatus()
                .withName("main")
                .withReady(true)
                .withImage("koordbridge.io/quickstart:local")
                .withImageID("")
                .withRestartCount(0)
                .withContainerID("containerd://" + placed.containerId())
                .withNewState()
                .withNewRunning()
                .withStartedAt(now())
                .endRunning()
                .endState()
                .endContainerStatus()
                .endStatus();
    }

    /** The API server gives the pod its UID, and the UID names the cgroup. */
    private String create(Placed placed, Pod pod) {
        Pod created = client.resource(pod).create();
        created.setStatus(pod.getStatus());
        client.resource(created).updateStatus();
        return placed.tier() + "/pod" + created.getMetadata().getUid() + "/" + placed.containerId();
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
