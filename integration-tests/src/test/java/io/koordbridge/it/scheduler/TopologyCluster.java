package io.koordbridge.it.scheduler;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Nodes with 16 cpus each, two threads to a core, and the random pods that use them. */
final class TopologyCluster {

    static final int NODES = 40;
    static final int CPUS = 16;
    static final long BATCH_MILLI = 8_000;
    static final double RATIO = 1.5;
    static final String RESERVED_CPUS = "0-3";
    /** Keeps {@link #RESERVED_CPUS} back. */
    static final String RESERVED = "n1";
    /** Shows {@link #RATIO} times its cpus. */
    static final String AMPLIFIED = "n2";

    private static final String WITHOUT_TOPOLOGY = "n0";
    private static final String ALIGNED = "{\"numaTopologyPolicy\":\"SingleNUMANode\"}";

    private TopologyCluster() {}

    /** How many cpus the NUMA nodes of a node have. */
    static int cpusOfNumaNode(String node) {
        return CPUS / numaNodes(node);
    }

    private static int numaNodes(String node) {
        return Integer.parseInt(node.substring(1)) % 2 == 0 ? 2 : 4;
    }

    /** Creates all nodes. */
    static void fill(RealControlPlane controlPlane) throws IOException {
        installTopologies(controlPlane.client());
        for (int number = 0; number < NODES; number++) {
            createNode(controlPlane, "n" + number);
        }
    }

    /** Makes the API server know topologies. */
    static void installTopologies(KubernetesClient client) {
        ChartDefinitions.install(client, NodeResourceTopology.class);
    }

    /** A node by its name; even numbers have two NUMA nodes, odd ones four. */
    static void createNode(RealControlPlane controlPlane, String node) {
        KubernetesClient client = controlPlane.client();
        boolean amplified = node.equals(AMPLIFIED);
        Map<String, String> annotations = new HashMap<>();
        if (amplified) {
            annotations.put(Annotations.NODE_AMPLIFICATION_RATIO, "{\"cpu\":" + RATIO + "}");
        }
        if (node.equals(RESERVED)) {
            annotations.put(Annotations.NODE_RESERVATION, "{\"reservedCPUs\":\"" + RESERVED_CPUS + "\"}");
        }
        controlPlane.createNode(node, allocatable(amplified));
        Edits.edit(
                client.nodes().withName(node),
                found -> new NodeBuilder(found)
                        .editMetadata()
                        .addToAnnotations(annotations)
                        .endMetadata()
                        .build());
        if (!node.equals(WITHOUT_TOPOLOGY)) {
            client.resource(topology(node)).create();
        }
    }

    private static Map<String, String> allocatable(boolean amplified) {
        return Map.of(
                "cpu",
                Integer.toString(amplified ? (int) (CPUS * RATIO) : CPUS),
                "memory",
                "64Gi",
                "pods",
                "110",
                Scene.BATCH_CPU,
                Long.toString(BATCH_MILLI),
                Scene.BATCH_MEMORY,
                "32Gi");
    }

    private static NodeResourceTopology topology(String node) {
        List<Zone> zones = new ArrayList<>();
        List<String> detail = new ArrayList<>();
        int perNode = cpusOfNumaNode(node);
        for (int numa = 0; numa < numaNodes(node); numa++) {
            for (int cpu = numa * perNode; cpu < (numa + 1) * perNode; cpu++) {
                detail.add("{\"id\":%d,\"core\":%d,\"socket\":%d,\"node\":%d}".formatted(cpu, cpu / 2, numa, numa));
            }
            Quantity cpus = new Quantity(Integer.toString(perNode));
            Quantity memory = new Quantity("16Gi");
            zones.add(new Zone(
                    "node-" + numa,
                    "Node",
                    null,
                    List.of(
                            new ZoneResource("cpu", cpus, cpus, cpus),
                            new ZoneResource("memory", memory, memory, memory))));
        }
        NodeResourceTopology object = new NodeResourceTopology();
        object.setMetadata(new ObjectMetaBuilder()
                .withName(node)
                .addToAnnotations(Annotations.NRT_CPU_TOPOLOGY, "{\"detail\":[" + String.join(",", detail) + "]}")
                .addToAnnotations(
                        node.equals(RESERVED)
                                ? Map.of(Annotations.NODE_RESERVATION, "{\"reservedCPUs\":\"" + RESERVED_CPUS + "\"}")
                                : Map.of())
                .build());
        object.setTopologyPolicies(List.of("None"));
        object.setZones(zones);
        return object;
    }

    /** A pod with cpus of its own, one that shares the cpus of a NUMA node, or a batch pod. */
    static Pod pod(String name, Random random) {
        int kind = random.nextInt(4);
        Map<String, Quantity> requests = switch (kind) {
            case 0 -> Map.of(Scene.BATCH_CPU, new Quantity("500"), Scene.BATCH_MEMORY, new Quantity("1Gi"));
            case 1 -> Map.of("cpu", new Quantity("1500m"), "memory", new Quantity("1Gi"));
            default ->
                Map.of(
                        "cpu",
                        new Quantity(Integer.toString(2 * (1 + random.nextInt(3)))),
                        "memory",
                        new Quantity("1Gi"));
        };
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("koord-scheduler")
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .withRequests(requests)
                .withLimits(requests)
                .endResources()
                .endContainer()
                .endSpec();
        if (kind > 0) {
            pod.editMetadata()
                    .addToLabels(Labels.POD_QOS_CLASS, kind == 1 ? "LS" : "LSR")
                    .addToLabels(Labels.POD_PRIORITY_CLASS, "koord-prod")
                    .addToAnnotations(Annotations.POD_NUMA_TOPOLOGY_SPEC, random.nextBoolean() ? ALIGNED : "{}")
                    .endMetadata();
        }
        return pod.build();
    }
}
