package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the operator remembers of the API server. Informers keep trying when it cannot be reached, at the start too. */
public final class ClusterCaches implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterCaches.class);

    private static final int SHOWN_CHARACTERS = 300;

    private final SharedIndexInformer<Node> nodes;
    private final SharedIndexInformer<Pod> pods;
    private final SharedIndexInformer<NodeMetric> metrics;
    private final PodBook book;

    /** Caches that are not started yet; {@code onNodeChanged} gets the name of a node of which anything changed. */
    public ClusterCaches(KubernetesClient client, Consumer<String> onNodeChanged) {
        book = new PodBook(onNodeChanged);
        nodes = client.nodes().runnableInformer(0);
        pods = client.pods().inAnyNamespace().runnableInformer(0);
        metrics = client.resources(NodeMetric.class).runnableInformer(0);
        nodes.addEventHandler(new NameHandler<>(onNodeChanged));
        pods.addEventHandler(book);
        metrics.addEventHandler(new NameHandler<>(onNodeChanged));
    }

    private record NameHandler<T extends io.fabric8.kubernetes.api.model.HasMetadata>(Consumer<String> consumer)
            implements ResourceEventHandler<T> {

        @Override
        public void onAdd(T object) {
            consumer.accept(object.getMetadata().getName());
        }

        @Override
        public void onUpdate(T before, T after) {
            consumer.accept(after.getMetadata().getName());
        }

        @Override
        public void onDelete(T object, boolean unknownState) {
            consumer.accept(object.getMetadata().getName());
        }
    }

    /** Starts all caches. */
    public void start() {
        start("nodes", nodes);
        start("pods", pods);
        start("nodemetrics", metrics);
    }

    private static void start(String name, SharedIndexInformer<?> informer) {
        AtomicReference<String> told = new AtomicReference<>("");
        informer.exceptionHandler((started, problem) -> {
            // Repeated with each try: only a new problem is news.
            String text = shortText(problem);
            if (!text.equals(told.getAndSet(text))) {
                LOG.warn("cache cannot be filled or followed, trying on cache={} problem={}", name, text);
            }
            return true;
        });
        informer.start().exceptionally(problem -> {
            LOG.debug("cache is not filled yet cache={}", name, problem);
            return null;
        });
    }

    private static String shortText(Throwable problem) {
        Throwable cause = problem.getCause() == null ? problem : problem.getCause();
        String text = String.valueOf(cause.getMessage());
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS);
    }

    /** Whether nodes and pods were listed once. Before that nothing may be decided. */
    public boolean filled() {
        return nodes.hasSynced() && pods.hasSynced();
    }

    /** Whether nodes and pods follow the API server now. */
    public boolean live() {
        return filled() && nodes.isWatching() && pods.isWatching();
    }

    @Nullable
    Node node(String name) {
        return nodes.getStore().getByKey(name);
    }

    /** Names of all nodes. */
    public List<String> nodeNames() {
        return nodes.getStore().listKeys();
    }

    NodeUsage usage(String node) {
        return NodeUsage.of(metrics.getStore().getByKey(node));
    }

    BatchAmount requests(String node) {
        return book.requests(node);
    }

    List<Pod> nodeManagers(String node) {
        return book.nodeManagers(node);
    }

    /** Nodes with a NodeManager pod. */
    public Set<String> nodesWithNodeManagers() {
        return book.nodesWithNodeManagers();
    }

    boolean batchPodsPending() {
        return book.anyPending();
    }

    /** Nodes of which the agent reported something. */
    public int agents() {
        return metrics.getStore().listKeys().size();
    }

    @Override
    public void close() {
        nodes.close();
        pods.close();
        metrics.close();
    }
}
