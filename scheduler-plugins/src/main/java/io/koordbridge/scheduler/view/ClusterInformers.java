package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Feeds the ledger from watches on all nodes and all pods that are not done. */
public final class ClusterInformers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterInformers.class);
    private static final String PHASE = "status.phase";

    private final ClusterLedger ledger;
    private final EventRecorder events;
    private final LoadedInformer<Node> nodes;
    private final LoadedInformer<Pod> pods;

    /** Informers that are not started yet. */
    public ClusterInformers(KubernetesClient client, ClusterLedger ledger, EventRecorder events) {
        this.ledger = ledger;
        this.events = events;
        this.nodes = new LoadedInformer<>(
                client.nodes().runnableInformer(0),
                this::nodeSeen,
                node -> ledger.nodeGone(node.getMetadata().getName()));
        this.pods = new LoadedInformer<>(
                client.pods()
                        .inAnyNamespace()
                        .withoutField(PHASE, "Succeeded")
                        .withoutField(PHASE, "Failed")
                        .runnableInformer(0),
                pod -> ledger.podSeen(PodFactsReader.read(pod)),
                pod -> ledger.podGone(
                        pod.getMetadata().getUid(),
                        pod.getMetadata().getNamespace() + "/"
                                + pod.getMetadata().getName()));
    }

    /** Starts watching and returns at once. */
    public void start() {
        nodes.start();
        pods.start();
    }

    /** Whether the ledger contains all nodes and pods. */
    public boolean loaded() {
        return nodes.loaded() && pods.loaded();
    }

    /** Whether changes arrive at the moment. */
    public boolean watching() {
        return nodes.watching() && pods.watching();
    }

    private void nodeSeen(Node node) {
        NodeFacts before = ledger.facts(node.getMetadata().getName());
        NodeFacts now = NodeFactsReader.read(node, before);
        List<String> knownProblems = before == null ? List.of() : before.problems();
        ledger.nodeSeen(now);
        if (!now.problems().equals(knownProblems)) {
            now.problems().forEach(problem -> {
                LOG.warn("Bad annotation {}", problem);
                events.record(node, EventType.WARNING, "BadSchedulingAnnotation", problem);
            });
        }
    }

    @Override
    public void close() {
        pods.close();
        nodes.close();
    }
}
