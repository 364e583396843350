package io.koordbridge.it.scheduler;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Nodes and pods of one test, apart from those of the others by a label. */
final class Scene implements AutoCloseable {
    static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    static final String BATCH_MEMORY = "kubernetes.io/batch-memory";

    private static final String LABEL = "scene";
    private static final String NAMESPACE = "default";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final RealControlPlane controlPlane;
    private final KubernetesClient client;
    private final String name;
    private final List<String> nodes = new ArrayList<>();

    Scene(RealControlPlane controlPlane, String name) {
        this.controlPlane = controlPlane;
        this.client = controlPlane.client();
        this.name = name;
    }

    /** A node of this scene with 4 cpus. */
    String node(String suffix, long batchCpuMilli, String batchMemory, Map<String, String> annotations) {
        String node = name + "-" + suffix;
        controlPlane.createNode(
                node,
                Map.of(
                        "cpu",
                        "4",
                        "memory",
                        "16Gi",
                        "pods",
                        "110",
                        BATCH_CPU,
                        Long.toString(batchCpuMilli),
                        BATCH_MEMORY,
                        batchMemory));
        nodes.add(node);
        Edits.edit(
                client.nodes().withName(node),
                found -> new NodeBuilder(found)
                        .editMetadata()
                        .addToLabels(LABEL, name)
                        .addToAnnotations(annotations)
                        .endMetadata()
                        .build());
        return node;
    }

    String node(String suffix, long batchCpuMilli, String batchMemory) {
        return node(suffix, batchCpuMilli, batchMemory, Map.of());
    }

    Pod batchPod(String suffix, long milliCpu, String memory) {
        return pod(suffix, Map.of(BATCH_CPU, Long.toString(milliCpu), BATCH_MEMORY, memory));
    }

    Pod pod(String suffix, Map<String, String> requests) {
        return client.resource(unbornPod(suffix, requests)).create();
    }

    /** A pod of this scene that is not created yet. */
    Pod unbornPod(String suffix, Map<String, String> requests) {
        Map<String, Quantity> quantities = new TreeMap<>();
        requests.forEach((resource, amount) -> quantities.put(resource, new Quantity(amount)));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name + "-" + suffix)
                .addToLabels(LABEL, name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("koord-scheduler")
                .withNodeSelector(Map.of(LABEL, name))
                .withTerminationGracePeriodSeconds(0L)
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .withNewResources()
                .withRequests(quantities)
                .withLimits(quantities)
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    List<Pod> pods() {
        return client.pods()
                .inNamespace(NAMESPACE)
                .withLabel(LABEL, name)
                .list()
                .getItems();
    }

    List<Pod> placedPods() {
        return pods().stream().filter(Scene::isPlaced).toList();
    }

    static boolean isPlaced(Pod pod) {
        return pod.getSpec().getNodeName() != null;
    }

    /** Collects each version of each pod from now on. */
    Watch watchPods(List<Pod> versions) {
        return client.pods().inNamespace(NAMESPACE).withLabel(LABEL, name).watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                versions.add(pod);
            }

            @Override
            public void onClose(WatcherException cause) {
                // The test ends by what it has collected.
            }
        });
    }

    /** Milli-cores of batch cpu that the placed pods request, by node. */
    Map<String, Long> placedMilliCpu() {
        Map<String, Long> placed = new TreeMap<>();
        for (Pod pod : placedPods()) {
            long milli = pod.getSpec()
                    .getContainers()
                    .get(0)
                    .getResources()
                    .getRequests()
                    .get(BATCH_CPU)
                    .getNumericalAmount()
                    .longValueExact();
            placed.merge(pod.getSpec().getNodeName(), milli, Long::sum);
        }
        return placed;
    }

    /** The node where the pod ends up. */
    String nodeOf(Pod pod) {
        return await("placement of " + pod.getMetadata().getName())
                .atMost(PATIENCE)
                .until(() -> client.resource(pod).get().getSpec().getNodeName(), node -> node != null);
    }

    /** Messages of the scheduler about a pod that it could not place. */
    List<String> failures(Pod pod) {
        return client
                .v1()
                .events()
                .inNamespace(NAMESPACE)
                .withField("involvedObject.name", pod.getMetadata().getName())
                .list()
                .getItems()
                .stream()
                .filter(event -> "FailedScheduling".equals(event.getReason()))
                .map(Event::getMessage)
                .toList();
    }

    void awaitPlaced(int count) {
        await("placement of " + count + " pods")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> placedPods().size() >= count);
    }

    @Override
    public void close() {
        client.pods().inNamespace(NAMESPACE).withLabel(LABEL, name).delete();
        nodes.forEach(node -> client.nodes().withName(node).delete());
        await().atMost(PATIENCE).until(() -> pods().isEmpty());
    }
}
