package io.koordbridge.it.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Pods that are resized in place count as many cores for us as for kube-scheduler. Each node has one of them and 40 cores; waiting pods of
 * different sizes show how many kube-scheduler takes for used: its filters hand an extender the nodes that have room.
 */
@Tag("versions-kubernetes")
class ResizeIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int NODE_CORES = 40;
    private static final List<Integer> SIZES = List.of(8, 9, 28, 29, 36, 37, 39, 40);
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

    /**
     * A pod of 4 cores that is resized.
     *
     * @param sidecar whether its cores belong to a native sidecar
     * @param spec cores that it is resized to
     * @param allocated cores that the kubelet has set aside
     * @param reason why the kubelet has not yet, empty when it has
     */
    private record Scene(
            String node, boolean sidecar, int spec, int allocated, int actual, String reason, int counted) {}

    /** Node of a pod that requests 12 cores as a whole. */
    private static final String WHOLE = "whole";

    private static final List<Scene> SCENES = List.of(
            new Scene("infeasible", false, 32, 4, 4, "Infeasible", 4),
            new Scene("deferred", false, 32, 4, 4, "Deferred", 32),
            new Scene("growing", false, 32, 32, 4, "", 32),
            new Scene("shrinking", false, 1, 4, 4, "", 4),
            new Scene("acting", false, 1, 1, 4, "", 4),
            new Scene("shrunk", false, 1, 1, 1, "", 1),
            new Scene("sidecar", true, 1, 4, 4, "", 4),
            new Scene("futile", true, 32, 4, 4, "Infeasible", 4));

    private final Map<Integer, Set<String>> accepted = new ConcurrentHashMap<>();

    @Test
    void resizedPodsCountAsKubeSchedulerCountsThem() throws IOException {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        ControlPlaneGate.requireResize(controlPlane.client());
        HttpServer extender = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        extender.createContext("/filter", this::refuseAll);
        extender.start();
        try {
            KubernetesClient client = controlPlane.client();
            SCENES.forEach(scene -> set(controlPlane, scene));
            setWhole(controlPlane);
            controlPlane.startScheduler(CONFIGURATION.replace(
                    "PORT", Integer.toString(extender.getAddress().getPort())));
            SIZES.forEach(size -> client.resource(pod("w" + size, size)).create());
            await().atMost(PATIENCE).until(() -> SIZES.stream().allMatch(size -> isJudged(client, "w" + size)));

            assertThat(ours(client, WatchedKind.unfinishedPodsWithPlacement()))
                    .as("koord-scheduler")
                    .isEqualTo(expected());
            assertThat(ours(client, WatchedKind.PODS)).as("koord-manager").isEqualTo(expected());
            assertThat(ours(client, WatchedKind.podsWithPlacement()))
                    .as("koord-descheduler")
                    .isEqualTo(expected());
            assertThat(ours(client, WatchedKind.podsOfNode("infeasible")))
                    .as("koordlet")
                    .isEqualTo(Map.of("infeasible", 4_000L));
            assertThat(judged()).as("kube-scheduler").isEqualTo(roomFor(expected()));
        } finally {
            controlPlane.stopScheduler();
            extender.stop(0);
        }
    }

    private static Map<String, Long> expected() {
        Map<String, Long> used = new TreeMap<>();
        SCENES.forEach(scene -> used.put(scene.node(), scene.counted() * 1_000L));
        used.put(WHOLE, 12_000L);
        return used;
    }

    /** Nodes that have room, by size. */
    private static Map<Integer, Set<String>> roomFor(Map<String, Long> used) {
        return SIZES.stream()
                .collect(Collectors.toMap(
                        size -> size,
                        size -> used.entrySet().stream()
                                .filter(one -> one.getValue() + size * 1_000L <= NODE_CORES * 1_000L)
                                .map(Map.Entry::getKey)
                                .collect(Collectors.toCollection(TreeSet::new))));
    }

    /** A pod for which no node has room is never sent. */
    private Map<Integer, Set<String>> judged() {
        return SIZES.stream().collect(Collectors.toMap(size -> size, size -> accepted.getOrDefault(size, Set.of())));
    }

    /** As the client of the resize and the kubelet leave the pod. */
    private static void set(RealControlPlane controlPlane, Scene scene) {
        KubernetesClient client = controlPlane.client();
        controlPlane.createNode(scene.node(), Map.of("cpu", Integer.toString(NODE_CORES), "pods", "110"));
        Pod pod = bound(scene);
        client.resource(pod).create();
        report(client, pod, new Scene(scene.node(), scene.sidecar(), 4, 4, 4, "", 4));
        String list = scene.sidecar() ? "initContainers" : "containers";
        String resize = "{\"spec\":{\"" + list + "\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"cpu\":\""
                + scene.spec() + "\"}}}]}}";
        client.resource(pod).subresource("resize").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), resize);
        report(client, pod, scene);
    }

    private static Pod bound(Scene scene) {
        Pod pod = pod("resized-" + scene.node(), 4);
        pod.getSpec().setNodeName(scene.node());
        if (scene.sidecar()) {
            Container main = pod.getSpec().getContainers().get(0);
            pod.getSpec()
                    .setContainers(List.of(new ContainerBuilder()
                            .withName("other")
                            .withImage("none")
                            .build()));
            pod.getSpec()
                    .setInitContainers(List.of(new ContainerBuilder(main)
                            .withRestartPolicy("Always")
                            .build()));
        }
        return pod;
    }

    private static void setWhole(RealControlPlane controlPlane) {
        controlPlane.createNode(WHOLE, Map.of("cpu", Integer.toString(NODE_CORES), "pods", "110"));
        Pod pod = pod("whole", 4);
        pod.getSpec().setNodeName(WHOLE);
        pod.getSpec()
                .setResources(new ResourceRequirementsBuilder()
                        .addToRequests("cpu", new Quantity("12"))
                        .build());
        controlPlane.client().resource(pod).create();
    }

    private static void report(KubernetesClient client, Pod pod, Scene scene) {
        List<ContainerStatus> main = List.of(new ContainerStatusBuilder()
                .withName("main")
                .withImage("none")
                .withImageID("none")
                .withReady(true)
                .withRestartCount(0)
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .addToAllocatedResources("cpu", new Quantity(Integer.toString(scene.allocated())))
                .withNewResources()
                .addToRequests("cpu", new Quantity(Integer.toString(scene.actual())))
                .endResources()
                .build());
        Edits.editStatus(client.resource(pod), found -> {
            PodBuilder changed = new PodBuilder(found)
                    .editOrNewStatus()
                    .withPhase("Running")
                    .withContainerStatuses(scene.sidecar() ? List.of() : main)
                    .withInitContainerStatuses(scene.sidecar() ? main : List.of())
                    .endStatus();
            return scene.reason().isEmpty()
                    ? changed.build()
                    : changed.editStatus()
                            .addNewCondition()
                            .withType("PodResizePending")
                            .withStatus("True")
                            .withReason(scene.reason())
                            .endCondition()
                            .endStatus()
                            .build();
        });
    }

    private static Pod pod(String name, int cores) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("koord-scheduler")
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .addToRequests("cpu", new Quantity(Integer.toString(cores)))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    /** What a process counts on each node, of pods as it watches them. */
    private static Map<String, Long> ours(KubernetesClient client, WatchedKind<Pod> kind) {
        StrippedStore<Pod> store = StrippedStore.whole(StrippedStore.Watcher.nobody());
        try (KindCache<Pod> cache = new KindCache<>(new ListWatchSource(client, new MetricRegistry()), kind, store)) {
            cache.start();
            await().until(cache::synced);
            return used(store);
        }
    }

    private static Map<String, Long> used(StrippedStore<Pod> store) {
        Map<String, Long> used = new TreeMap<>();
        store.values()
                .filter(pod -> !PodPlacement.nodeName(pod).isEmpty())
                .forEach(pod -> used.merge(PodPlacement.nodeName(pod), PodRequests.milliCpu(pod), Long::sum));
        return used;
    }

    @Test
    void aResizeThatTheKubeletActsOnIsSeenByTheStatus() {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        KubernetesClient client = controlPlane.client();
        ControlPlaneGate.requireResize(client);
        Scene shrinking = new Scene("shrinking", false, 1, 4, 4, "", 4);
        set(controlPlane, shrinking);
        StrippedStore<Pod> store = StrippedStore.whole(StrippedStore.Watcher.nobody());
        try (KindCache<Pod> cache = new KindCache<>(
                new ListWatchSource(client, new MetricRegistry()), WatchedKind.unfinishedPodsWithPlacement(), store)) {
            cache.start();
            await().until(cache::synced);
            assertThat(used(store)).isEqualTo(Map.of("shrinking", 4_000L));

            report(client, bound(shrinking), new Scene("shrinking", false, 1, 1, 1, "", 1));

            await().atMost(PATIENCE).until(() -> used(store).equals(Map.of("shrinking", 1_000L)));
        }
    }

    private void refuseAll(HttpExchange exchange) throws IOException {
        JsonNode request = MAPPER.readTree(exchange.getRequestBody());
        Set<String> names = new TreeSet<>();
        request.path("NodeNames").forEach(name -> names.add(name.asText()));
        String pod = request.path("Pod").path("metadata").path("name").asText();
        accepted.put(Integer.parseInt(pod.substring(1)), names);
        Map<String, String> refused = names.stream().collect(Collectors.toMap(name -> name, name -> "recorded"));
        byte[] answer = MAPPER.writeValueAsString(Map.of("NodeNames", List.of(), "FailedAndUnresolvableNodes", refused))
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        try (exchange) {
            exchange.getResponseBody().write(answer);
        }
    }

    private static boolean isJudged(KubernetesClient client, String name) {
        return client.pods().inNamespace("default").withName(name).get().getStatus().getConditions().stream()
                .anyMatch(one -> "PodScheduled".equals(one.getType()) && "Unschedulable".equals(one.getReason()));
    }
}
