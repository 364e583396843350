package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.nodecheck.HostPort;
import io.koordbridge.api.nodecheck.NodeCheck;
import io.koordbridge.api.nodecheck.NodeRoom;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Amounts;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Our node check and kube-scheduler's own filters agree on random pods and nodes. An extender that refuses everything is sent the names
 * of the nodes that the filters accepted.
 */
@Tag("versions-kubernetes")
class NodeCheckAgreementIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int NODES = 50;
    private static final int PODS = 40;
    private static final long SEED = Long.getLong("nodecheck.seed", 24);
    private static final String CONFIGURATION = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            percentageOfNodesToScore: 100
            profiles:
              - schedulerName: koord-scheduler
            extenders:
              - urlPrefix: http://127.0.0.1:PORT
                filterVerb: filter
                nodeCacheCapable: true
                httpTimeout: 10s
            """;

    private final Map<String, Set<String>> accepted = new ConcurrentHashMap<>();

    @Test
    void agreesWithKubeSchedulerOnEveryPairOfPodAndNode() throws IOException {
        RandomCluster random = new RandomCluster(new Random(SEED));
        HttpServer extender = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        extender.createContext("/filter", this::refuseAll);
        extender.start();
        RealControlPlane controlPlane = ControlPlaneGate.share();
        try {
            KubernetesClient client = controlPlane.client();
            List<String> nodes = random.nodes(controlPlane, NODES);
            random.boundPods(nodes).forEach(pod -> client.resource(pod).create());
            controlPlane.startScheduler(CONFIGURATION.replace(
                    "PORT", Integer.toString(extender.getAddress().getPort())));
            random.waitingPods(PODS).forEach(pod -> client.resource(pod).create());
            await().atMost(PATIENCE)
                    .until(() -> waiting(client).size() == PODS
                            && waiting(client).stream().allMatch(NodeCheckAgreementIT::isJudged));

            // as our processes watch them: what is not decoded is not judged
            List<Pod> pods = watched(client, WatchedKind.unfinishedPodsWithPlacement());
            List<KnownNode> nodesNow = known(watched(client, WatchedKind.NODES), pods);
            List<Pod> judged = pods.stream()
                    .filter(pod -> pod.getMetadata().getLabels().containsKey(RandomCluster.WAITING))
                    .toList();
            assertThat(judged).hasSize(PODS);
            int fits = 0;
            for (Pod pod : judged) {
                Set<String> ours = nodesNow.stream()
                        .filter(node -> node.takes(pod))
                        .map(node -> node.node().getMetadata().getName())
                        .collect(Collectors.toCollection(TreeSet::new));
                assertThat(ours)
                        .as("seed %d, %s", SEED, MAPPER.writeValueAsString(pod.getSpec()))
                        .isEqualTo(accepted.getOrDefault(pod.getMetadata().getName(), Set.of()));
                fits += ours.size();
            }
            assertThat(fits).as("pairs that fit").isBetween(NODES * PODS / 50, NODES * PODS / 2);
        } finally {
            controlPlane.stopScheduler();
            extender.stop(0);
        }
    }

    private void refuseAll(HttpExchange exchange) throws IOException {
        JsonNode request = MAPPER.readTree(exchange.getRequestBody());
        Set<String> names = new TreeSet<>();
        request.path("NodeNames").forEach(name -> names.add(name.asText()));
        accepted.put(request.path("Pod").path("metadata").path("name").asText(), names);
        Map<String, String> refused = names.stream().collect(Collectors.toMap(name -> name, name -> "recorded"));
        byte[] answer = MAPPER.writeValueAsString(Map.of("NodeNames", List.of(), "FailedAndUnresolvableNodes", refused))
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        try (exchange) {
            exchange.getResponseBody().write(answer);
        }
    }

    private static <T extends HasMetadata> List<T> watched(KubernetesClient client, WatchedKind<T> kind) {
        StrippedStore<T> store = StrippedStore.whole(StrippedStore.Watcher.nobody());
        try (KindCache<T> cache = new KindCache<>(new ListWatchSource(client, new MetricRegistry()), kind, store)) {
            cache.start();
            await().until(cache::synced);
            return store.values().toList();
        }
    }

    private static List<KnownNode> known(List<Node> nodes, List<Pod> pods) {
        return nodes.stream()
                .map(node -> new KnownNode(
                        node,
                        pods.stream()
                                .filter(pod -> node.getMetadata()
                                        .getName()
                                        .equals(pod.getSpec().getNodeName()))
                                .toList()))
                .toList();
    }

    /** Amounts as the scheduler counts them. */
    private record Counted(Map<String, Long> byName) implements Amounts {

        static Counted of(Map<String, BigDecimal> exact) {
            Map<String, Long> amounts = new TreeMap<>();
            exact.forEach((name, amount) -> amounts.put(
                    name,
                    (name.equals("cpu") ? amount.movePointRight(3) : amount)
                            .setScale(0, RoundingMode.CEILING)
                            .longValueExact()));
            return new Counted(amounts);
        }

        Counted minus(Counted other) {
            Map<String, Long> left = new TreeMap<>();
            byName.forEach((name, amount) -> left.put(name, amount - other.get(name)));
            return new Counted(left);
        }

        @Override
        public List<String> names() {
            return List.copyOf(byName.keySet());
        }

        @Override
        public long get(String name) {
            return byName.getOrDefault(name, 0L);
        }
    }

    private record KnownNode(Node node, List<Pod> pods) {

        NodeRoom room() {
            Counted free = Counted.of(
                    ResourceAmounts.of(node.getStatus().getAllocatable()).byName());
            Set<HostPort> ports = new HashSet<>();
            for (Pod pod : pods) {
                free = free.minus(Counted.of(PodRequests.of(pod)));
                ports.addAll(HostPort.of(pod));
            }
            return new NodeRoom(free, free.get("pods") - pods.size(), ports);
        }

        boolean takes(Pod pod) {
            PodConstraints constraints = PodConstraints.of(pod);
            return NodeCheck.obstacles(constraints, NodeTraits.of(node)).isEmpty()
                    && NodeCheck.shortages(Counted.of(PodRequests.of(pod)), constraints, room())
                            .isEmpty();
        }
    }

    private static List<Pod> waiting(KubernetesClient client) {
        return client.pods()
                .inNamespace("default")
                .withLabel(RandomCluster.WAITING)
                .list()
                .getItems();
    }

    private static boolean isJudged(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(one -> "PodScheduled".equals(one.getType()) && "Unschedulable".equals(one.getReason()));
    }
}
