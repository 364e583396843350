package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.lab.kube.RealControlPlane;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * A node of 16 cores in two NUMA zones whose capacity is damped, and all that the API server ever stored of it, in the order in which
 * it was stored: nothing between two looks is missed.
 */
final class DampedNode implements AutoCloseable {
    private static final String BATCH = "kubernetes.io/batch-cpu";
    private static final String MID = "kubernetes.io/mid-cpu";
    private static final List<String> ZONES = List.of("node-0", "node-1");

    private final KubernetesClient client;
    private final ManagerCluster cluster;
    private final String name;
    private final ConcurrentSkipListMap<Long, Map<String, Long>> stored = new ConcurrentSkipListMap<>();
    private final List<Watch> watches = new ArrayList<>();

    private DampedNode(KubernetesClient client, ManagerCluster cluster, String name) {
        this.client = client;
        this.cluster = cluster;
        this.name = name;
    }

    /** Creates the node. */
    static DampedNode create(RealControlPlane controlPlane, ManagerCluster cluster, String name, String damping) {
        DampedNode node = new DampedNode(controlPlane.client(), cluster, name);
        cluster.load("""
                apiVersion: topology.node.k8s.io/v1alpha1
                kind: NodeResourceTopology
                metadata: {name: %s}
                topologyPolicies: [None]
                zones:
                - name: node-0
                  type: Node
                  resources:
                  - {name: cpu, capacity: "8", allocatable: "8", available: "8"}
                  - {name: memory, capacity: 32Gi, allocatable: 32Gi, available: 32Gi}
                - name: node-1
                  type: Node
                  resources:
                  - {name: cpu, capacity: "8", allocatable: "8", available: "8"}
                  - {name: memory, capacity: 32Gi, allocatable: 32Gi, available: 32Gi}
                """.formatted(name));
        cluster.newNode(
                name,
                Map.of(
                        "node.koordinator.sh/colocation-strategy",
                        "{\"extensions\": {\"damping\": %s}}".formatted(damping)));
        node.follow();
        return node;
    }

    private void follow() {
        watches.add(client.nodes().withName(name).watch(new Recorder<>(this::record)));
        watches.add(client.resources(NodeResourceTopology.class).withName(name).watch(new Recorder<>(this::record)));
    }

    /** What online work uses, and what prod pods are predicted not to need. */
    void report(int systemMilliCpu, int reclaimableMilliCpu, Instant at) {
        cluster.report(name, systemMilliCpu, reclaimableMilliCpu, at);
    }

    /** Changes with each write to the node or its topology. */
    String versions() {
        return cluster.version(name) + " and "
                + client.resources(NodeResourceTopology.class)
                        .withName(name)
                        .get()
                        .getMetadata()
                        .getResourceVersion();
    }

    void awaitHistory(String expected) {
        await().atMost(ManagerCluster.SOON)
                .untilAsserted(() -> assertThat(history()).isEqualTo(expected));
    }

    /** All values that the CPU ever had, without repetitions. */
    String history() {
        List<Long> first = history(ZONES.get(0));
        List<Long> second = history(ZONES.get(1));
        return "batch " + history(BATCH) + " mid " + history(MID) + " zones " + first
                + (first.equals(second) ? " twice" : " and " + second);
    }

    private List<Long> history(String amount) {
        List<Long> values = new ArrayList<>();
        for (Map<String, Long> moment : stored.values()) {
            Long value = moment.get(amount);
            if (value != null && (values.isEmpty() || !value.equals(values.get(values.size() - 1)))) {
                values.add(value);
            }
        }
        return values;
    }

    /** Looks at each moment since the node is there. */
    void assertThatZonesNeverOfferedMoreThanTheNode() {
        Map<String, Long> shown = new HashMap<>();
        stored.forEach((revision, moment) -> {
            shown.putAll(moment);
            long zones = ZONES.stream()
                    .mapToLong(zone -> shown.getOrDefault(zone, 0L))
                    .sum();
            assertThat(zones)
                    .as("zones of %s at revision %d: %s", name, revision, stored)
                    .isLessThanOrEqualTo(shown.getOrDefault(BATCH, 0L));
        });
    }

    private void record(Node node) {
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        Map<String, Long> amounts = new HashMap<>();
        for (String resource : List.of(BATCH, MID)) {
            if (allocatable != null && allocatable.containsKey(resource)) {
                amounts.put(resource, value(allocatable.get(resource)));
            }
        }
        record(node, amounts);
    }

    private void record(NodeResourceTopology topology) {
        Map<String, Long> amounts = new HashMap<>();
        for (Zone zone : topology.getZones()) {
            for (ZoneResource resource : zone.resources()) {
                if (BATCH.equals(resource.name())) {
                    amounts.put(zone.name(), value(resource.allocatable()));
                }
            }
        }
        record(topology, amounts);
    }

    private void record(HasMetadata object, Map<String, Long> amounts) {
        stored.put(Long.valueOf(object.getMetadata().getResourceVersion()), amounts);
    }

    private static long value(Quantity quantity) {
        return quantity.getNumericalAmount().longValueExact();
    }

    @Override
    public void close() {
        watches.forEach(Watch::close);
        client.nodes().withName(name).delete();
    }

    /** Hands over each state of an object. */
    private record Recorder<T>(Consumer<T> states) implements Watcher<T> {
        @Override
        public void eventReceived(Action action, T state) {
            if (action == Action.ADDED || action == Action.MODIFIED) {
                states.accept(state);
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new IllegalStateException("the history has a gap", cause);
        }
    }
}
