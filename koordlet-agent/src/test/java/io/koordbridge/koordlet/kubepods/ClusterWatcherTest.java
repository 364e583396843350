package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that speaks JSON alone, in which nodes and pods can be listed but not followed. */
class ClusterWatcherTest {

    private static final String NODES = "/api/v1/nodes";
    private static final String PODS = "/api/v1/pods";
    private static final String NODE_SLOS = "/apis/slo.koordinator.sh/v1alpha1/nodeslos";
    private static final String NODE_METRICS = "/apis/slo.koordinator.sh/v1alpha1/nodemetrics";
    private static final String SLO = """
        {"metadata": {"name": "%s", "resourceVersion": "5"},
         "spec": {"resourceUsedThresholdWithBE": {"cpuSuppressThresholdPercent": %d}}}
        """;
    private static final String POD = """
        {"metadata": {"namespace": "shop", "name": "%s", "uid": "u", "resourceVersion": "5"},
         "spec": {"nodeName": "%s", "containers": [{"name": "main"}]},
         "status": {"phase": "Running", "qosClass": "Burstable",
                    "containerStatuses": [{"name": "main", "containerID": "containerd://c1"}]}}
        """;

    private final Map<String, String> lists = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private LoopbackServer server;
    private KubernetesClient client;
    private ClusterWatcher watch;

    @BeforeEach
    void start() {
        server = new LoopbackServer(this::serve);
        client = KubeClients.connect(
                new KubeConnection(null, server.url(), PatientAwaits.PATIENCE, 8), "cluster-watch-test");
        ListWatchSource.Waits waits = new ListWatchSource.Waits(Duration.ofMillis(10), Duration.ofMillis(50));
        watch = new ClusterWatcher(new ListWatchSource(client, new MetricRegistry(), waits), "node-a", problems::add);
    }

    @AfterEach
    void stop() {
        watch.close();
        client.close();
        server.close();
    }

    /** Kinds without a list are not installed. */
    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String items = lists.get(path);
        asked.add(exchange.getRequestURI().toString());
        if (items == null) {
            LoopbackServer.answer(exchange, 404, "{}");
        } else if (LoopbackServer.isWatch(exchange)) {
            LoopbackServer.begin(exchange);
            server.keep(exchange);
        } else {
            LoopbackServer.answer(
                    exchange, 200, "{\"metadata\": {\"resourceVersion\": \"7\"}, \"items\": [%s]}".formatted(items));
        }
    }

    private void endWatches() {
        for (HttpExchange watching = server.kept().poll();
                watching != null;
                watching = server.kept().poll()) {
            watching.close();
        }
    }

    /** For so long that they are listed when they are back. */
    private void loseNodeSlos() {
        lists.remove(NODE_SLOS);
        asked.clear();
        await().until(() -> {
            endWatches();
            return asked.stream().filter(uri -> uri.startsWith(NODE_SLOS)).count() > 5;
        });
    }

    private long threshold() {
        return watch.view()
                .nodeSlo()
                .map(slo -> slo.effective().resourceUsedThresholdWithBE().cpuSuppressThresholdPercent())
                .orElse(-1L);
    }

    @Test
    void namesKindsThatAreNotFollowedExceptOptionalOnes() {
        watch.start();
        assertThat(watch.notWatched()).containsExactly("nodes", "pods", "nodeslos", "nodemetrics");
        assertThat(watch.isConnected()).isFalse();

        lists.put(NODE_SLOS, "");
        lists.put(NODE_METRICS, "");

        await().untilAsserted(() -> assertThat(watch.notWatched()).containsExactly("nodes", "pods"));
        assertThat(watch.hasListedPods()).isFalse();
    }

    @Test
    void whatWasKnownStaysWhileTheServerIsAwayAndGoesWhenItSaysSo() {
        lists.put(NODE_SLOS, SLO.formatted("node-b", 30) + "," + SLO.formatted("node-a", 65));
        watch.start();
        await().until(() -> threshold() == 65);

        loseNodeSlos();
        assertThat(threshold()).isEqualTo(65);

        lists.put(NODE_SLOS, SLO.formatted("node-b", 30));
        await().until(() -> watch.view().nodeSlo().isEmpty());
    }

    @Test
    void anEarlierNodeSloEndsWithTheListOfNodeSlosNotOfAllKinds() {
        ResourceThresholdStrategy strategy = Serialization.unmarshal(
                "enable: true\ncpuSuppressThresholdPercent: 40\n", ResourceThresholdStrategy.class);
        NodeSloSpec before = new NodeSloSpec(strategy, null, null, null, null, null);
        watch.restore(new LastKnown(null, before, null, List.of()));
        watch.start();
        lists.put(NODES, "");
        lists.put(PODS, "");
        await().until(watch::hasListedPods);
        assertThat(threshold()).as("no NodeSLO is listed yet").isEqualTo(40);

        lists.put(NODE_SLOS, "");

        await().until(() -> watch.view().nodeSlo().isEmpty());
        assertThat(watch.notWatched()).contains("nodemetrics");
    }

    @Test
    void whatCannotBeReadIsToldAndWhatWasKnownStays() {
        lists.put(NODE_SLOS, SLO.formatted("node-a", 65));
        watch.start();
        await().until(() -> threshold() == 65);

        loseNodeSlos();
        String garbage = SLO.replace("%d", "\"many\"");
        lists.put(NODE_SLOS, garbage.formatted("node-b") + "," + garbage.formatted("node-a"));
        await().until(() -> !problems.isEmpty());

        assertThat(problems)
                .containsOnly("NodeSLO/node-a cannot be read, what was read before holds:"
                        + " spec.resourceUsedThresholdWithBE.cpuSuppressThresholdPercent = \"many\","
                        + " allowed: a whole number of 64 bits");
        assertThat(threshold()).isEqualTo(65);
    }

    @Test
    void onlyWhatConcernsTheNodeIsAskedFor() {
        watch.start();

        await().untilAsserted(() -> assertThat(asked)
                .anyMatch(uri -> uri.startsWith(PODS + "?fieldSelector=spec.nodeName%3Dnode-a"))
                .anyMatch(uri -> uri.startsWith(NODES + "?fieldSelector=metadata.name%3Dnode-a"))
                .anyMatch(uri -> uri.startsWith(NODE_SLOS + "?fieldSelector=metadata.name%3Dnode-a")));
    }

    @Test
    void annotationsOfStrategiesAreDecodedForPodsFromBothSources() {
        OverrideKey<Integer> percent = new OverrideKey<>("example.org/percent", "a number", Integer::valueOf);
        watch.read(new OverrideKeys(List.of(percent)));
        Pod listed = Serialization.unmarshal(POD.formatted("listed", "node-a"), Pod.class);
        listed.getMetadata().setAnnotations(Map.of("example.org/percent", "40"));
        Pod ofKubelet = new PodBuilder(listed)
                .editMetadata()
                .withName("z-of-kubelet")
                .withUid("other")
                .addToAnnotations("example.org/percent", "50")
                .endMetadata()
                .build();
        lists.put(PODS, Serialization.asJson(listed));
        watch.kubeletPods(List.of(ofKubelet), Instant.EPOCH);
        watch.start();
        await().until(watch::hasListedPods);

        assertThat(watch.view().pods())
                .extracting(pod -> pod.overrides().get(percent).orElse(0))
                .containsExactly(40, 50);
    }

    @Test
    void podsOfOtherNodesAreNoneOfOurs() {
        lists.put(PODS, POD.formatted("theirs", "node-b") + "," + POD.formatted("ours", "node-a"));
        watch.start();

        await().until(watch::hasListedPods);

        assertThat(watch.view().pods()).singleElement().satisfies(pod -> {
            assertThat(pod.fullName()).isEqualTo("shop/ours");
            assertThat(pod.containers()).containsExactly(new ContainerInfo("main", "containerd://c1"));
        });
        assertThat(problems).isEmpty();
    }
}
