package io.koordbridge.bench.scheduling;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.EtcdLoad;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** A real API server with nodes of 32 CPUs on two NUMA nodes; no kubelet stands behind them. */
final class SchedulingCluster implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String TEMPLATE = "template-object";
    private static final int CPUS = 32;
    private static final int NUMA_NODES = 2;

    private final RealControlPlane controlPlane;

    private SchedulingCluster(RealControlPlane controlPlane) {
        this.controlPlane = controlPlane;
    }

    /** Starts the API server and fills it. */
    static SchedulingCluster start(SchedulingOptions options, Consumer<String> progress) {
        progress.accept("starting etcd and the API server");
        SchedulingCluster cluster =
                new SchedulingCluster(RealControlPlane.start(RealControlPlane.Options.apiServerOnly()));
        ChartDefinitions.install(cluster.client(), NodeResourceTopology.class);
        ChartDefinitions.install(cluster.client(), NodeMetric.class);
        cluster.fill(options);
        progress.accept("the API server serves " + options.nodes() + " nodes with " + options.podsPerNode()
                + " pods and a topology each");
        return cluster;
    }

    RealControlPlane controlPlane() {
        return controlPlane;
    }

    KubernetesClient client() {
        return controlPlane.client();
    }

    /** One object of each kind is made by requests; the others are stored in etcd as copies of it. */
    private void fill(SchedulingOptions options) {
        createTemplates();
        String node = stored(client().raw("/api/v1/nodes/" + TEMPLATE));
        String topology =
                stored(client().raw("/apis/topology.node.k8s.io/v1alpha1/noderesourcetopologies/" + TEMPLATE));
        String pod = stored(client().raw("/api/v1/namespaces/default/pods/" + TEMPLATE + "-pod"));
        client().pods()
                .inNamespace("default")
                .withName(TEMPLATE + "-pod")
                .withGracePeriod(0)
                .delete();
        client().resources(NodeResourceTopology.class).withName(TEMPLATE).delete();
        String report = stored(client().raw("/apis/slo.koordinator.sh/v1alpha1/nodemetrics/" + TEMPLATE));
        client().resources(NodeMetric.class).withName(TEMPLATE).delete();
        client().nodes().withName(TEMPLATE).delete();
        controlPlane.stopApiServer();
        try (EtcdLoad etcd = new EtcdLoad(controlPlane.etcdUrl())) {
            for (int number = 0; number < options.nodes(); number++) {
                String name = nodeName(number);
                etcd.add("minions/" + name, copy(node, name));
                etcd.add("topology.node.k8s.io/noderesourcetopologies/" + name, copy(topology, name));
                if (options.loadAwareness()) {
                    etcd.add("slo.koordinator.sh/nodemetrics/" + name, copy(report, name));
                }
                for (int running = 0; running < options.podsPerNode(); running++) {
                    String ofPod = name + "-" + running;
                    etcd.add("pods/default/" + ofPod, copy(pod.replace(TEMPLATE + "-pod", ofPod), name));
                }
            }
        }
        controlPlane.startApiServer();
        await("the API server to serve the nodes")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> count() == options.nodes());
    }

    private void createTemplates() {
        controlPlane.createNode(
                TEMPLATE,
                Map.of(
                        "cpu",
                        Integer.toString(CPUS),
                        "memory",
                        "128Gi",
                        "pods",
                        "500",
                        ResourceNames.BATCH_CPU,
                        "16000",
                        ResourceNames.BATCH_MEMORY,
                        "64Gi"));
        client().resource(topology()).create();
        client().resource(running()).create();
        client().resource(report()).create();
        client().resources(NodeMetric.class)
                .withName(TEMPLATE)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":%s}".formatted(NodeReports.status(0)));
    }

    /** Name of a node by its number. */
    static String nodeName(int number) {
        return "node-%05d".formatted(number);
    }

    private static NodeMetric report() {
        NodeMetric report = new NodeMetric();
        report.setMetadata(new ObjectMetaBuilder().withName(TEMPLATE).build());
        return report;
    }

    private long count() {
        var page = client().nodes().list(new ListOptionsBuilder().withLimit(1L).build());
        Long rest = page.getMetadata().getRemainingItemCount();
        return page.getItems().size() + (rest == null ? 0 : rest);
    }

    private static Pod running() {
        Pod pod = PodLoad.PLAIN.pod(TEMPLATE + "-pod", 0, 1);
        return new PodBuilder(pod)
                .editMetadata()
                .withLabels(Map.of(PodLoad.LABEL, "running"))
                .endMetadata()
                .editSpec()
                .withNodeName(TEMPLATE)
                .endSpec()
                .build();
    }

    private static NodeResourceTopology topology() {
        List<Zone> zones = new ArrayList<>();
        List<String> detail = new ArrayList<>();
        int perNode = CPUS / NUMA_NODES;
        for (int node = 0; node < NUMA_NODES; node++) {
            for (int cpu = node * perNode; cpu < (node + 1) * perNode; cpu++) {
                detail.add("{\"id\":%d,\"core\":%d,\"socket\":%d,\"node\":%d}".formatted(cpu, cpu / 2, node, node));
            }
            zones.add(new Zone(
                    "node-" + node,
                    "Node",
                    null,
                    List.of(resource("cpu", Integer.toString(perNode)), resource("memory", "64Gi"))));
        }
        NodeResourceTopology object = new NodeResourceTopology();
        object.setMetadata(new ObjectMetaBuilder()
                .withName(TEMPLATE)
                .addToAnnotations(Annotations.NRT_CPU_TOPOLOGY, "{\"detail\":[" + String.join(",", detail) + "]}")
                .build());
        object.setTopologyPolicies(List.of("None"));
        object.setZones(zones);
        return object;
    }

    private static ZoneResource resource(String name, String amount) {
        Quantity quantity = new Quantity(amount);
        return new ZoneResource(name, quantity, quantity, quantity);
    }

    /** Without what etcd itself says about an object, and with its uid as a mark. */
    private static String stored(String answered) {
        try {
            ObjectNode object = (ObjectNode) JSON.readTree(answered);
            ObjectNode metadata = (ObjectNode) object.path("metadata");
            metadata.remove("resourceVersion");
            metadata.put("uid", TEMPLATE + "-uid");
            return object.toString();
        } catch (IOException impossible) {
            throw new UncheckedIOException("not JSON: " + answered, impossible);
        }
    }

    private static String copy(String template, String name) {
        return template.replace(TEMPLATE + "-uid", UUID.randomUUID().toString()).replace(TEMPLATE, name);
    }

    @Override
    public void close() {
        controlPlane.close();
    }
}
