package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.topology.NodeResourceTopology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches what concerns this node. While the API server is away the last view stays; watches come back by themselves. Selections of the
 * server are repeated here, because not every server makes them.
 */
public final class ClusterWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);
    private static final String POD_KIND = "Pod";

    private final KubernetesClient client;
    private final String nodeName;
    private final Consumer<String> problems;
    private final Map<String, SharedIndexInformer<?>> informers = new HashMap<>();
    private final Map<String, PodInfo> pods = new HashMap<>();
    private @Nullable NodeFacts node;
    private @Nullable NodeSloSpec nodeSlo;
    private @Nullable NodeMetricSpec nodeMetric;
    private @Nullable Map<String, String> topology;
    private volatile NodeView view = NodeView.UNKNOWN;

    public ClusterWatch(KubernetesClient client, String nodeName, Consumer<String> problems) {
        this.client = client;
        this.nodeName = nodeName;
        this.problems = problems;
    }

    /** What is known now. */
    public NodeView view() {
        return view;
    }

    /** Whether the pods of the node are being watched now. */
    public boolean isConnected() {
        SharedIndexInformer<?> found = informers.get(POD_KIND);
        return found != null && found.isWatching();
    }

    /** Whether the pods of the node have ever been listed: before, none in the view says nothing. */
    public boolean hasListedPods() {
        SharedIndexInformer<?> found = informers.get(POD_KIND);
        return found != null && found.hasSynced();
    }

    /** Starts watching and returns at once; an API server that is not there yet is tried again and again. */
    public void start() {
        watch("Node", client.nodes().withName(nodeName), object -> node = facts(object), () -> node = null);
        watch(
                "NodeSLO",
                client.resources(NodeSLO.class).withName(nodeName),
                object -> nodeSlo = Objects.requireNonNullElse(
                        object.getSpec(), new NodeSloSpec(null, null, null, null, null, null)),
                () -> nodeSlo = null);
        watch(
                "NodeMetric",
                client.resources(NodeMetric.class).withName(nodeName),
                object -> nodeMetric = Objects.requireNonNullElse(object.getSpec(), new NodeMetricSpec(null)),
                () -> nodeMetric = null);
        watch(
                "NodeResourceTopology",
                client.resources(NodeResourceTopology.class).withName(nodeName),
                object -> topology =
                        Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of()),
                () -> topology = null);
        start(POD_KIND, selectedPods(), new PodHandler());
    }

    /** Plain HTTP is only served by an embedded control plane, which knows no selection by node. */
    private Informable<Pod> selectedPods() {
        boolean embedded = "http".equals(client.getMasterUrl().getProtocol());
        return embedded
                ? client.pods().inAnyNamespace()
                : client.pods().inAnyNamespace().withField("spec.nodeName", nodeName);
    }

    private NodeFacts facts(Node object) {
        return NodeFacts.of(object, problems);
    }

    private <T extends HasMetadata> void watch(String kind, Informable<T> informable, Consumer<T> seen, Runnable gone) {
        start(kind, informable, new OwnObject<>(seen, gone));
    }

    private <T extends HasMetadata> void start(String kind, Informable<T> informable, ResourceEventHandler<T> handler) {
        SharedIndexInformer<T> informer = informable.runnableInformer(0);
        informer.addEventHandler(handler);
        informer.exceptionHandler((started, cause) -> {
            LOG.debug("watch failed kind={}, trying again", kind, cause);
            return true;
        });
        informer.start();
        informers.put(kind, informer);
    }

    private synchronized void change(Runnable change) {
        change.run();
        List<PodInfo> sorted = new ArrayList<>(pods.values());
        sorted.sort(Comparator.comparing(PodInfo::namespace).thenComparing(PodInfo::name));
        view = new NodeView(
                Optional.ofNullable(node),
                Optional.ofNullable(nodeSlo),
                Optional.ofNullable(nodeMetric),
                Optional.ofNullable(topology),
                sorted);
    }

    @Override
    public void close() {
        informers.values().forEach(SharedIndexInformer::stop);
    }

    private final class OwnObject<T extends HasMetadata> implements ResourceEventHandler<T> {
        private final Consumer<T> seen;
        private final Runnable gone;

        OwnObject(Consumer<T> seen, Runnable gone) {
            this.seen = seen;
            this.gone = gone;
        }

        private boolean isOwn(T object) {
            return nodeName.equals(object.getMetadata().getName());
        }

        @Override
        public void onAdd(T object) {
            if (isOwn(object)) {
                change(() -> seen.accept(object));
            }
        }

        @Override
        public void onUpdate(T before, T object) {
            onAdd(object);
        }

        @Override
        public void onDelete(T object, boolean finalStateUnknown) {
            if (isOwn(object)) {
                change(gone);
            }
        }
    }

    private final class PodHandler implements ResourceEventHandler<Pod> {

        private String key(Pod pod) {
            return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
        }

        @Override
        public void onAdd(Pod pod) {
            boolean here =
                    pod.getSpec() != null && nodeName.equals(pod.getSpec().getNodeName());
            if (here) {
                PodInfo info = PodInfos.of(pod, problems);
                change(() -> pods.put(key(pod), info));
            } else if (pods.containsKey(key(pod))) {
                change(() -> pods.remove(key(pod)));
            }
        }

        @Override
        public void onUpdate(Pod before, Pod pod) {
            onAdd(pod);
        }

        @Override
        public void onDelete(Pod pod, boolean finalStateUnknown) {
            change(() -> pods.remove(key(pod)));
        }
    }
}
