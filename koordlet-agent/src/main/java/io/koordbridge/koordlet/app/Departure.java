package io.koordbridge.koordlet.app;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeList;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether another agent follows when this one ends. A rolling update must not lift a limit in between; the end of the installation, a node
 * that leaves the selection of the DaemonSet, and the end of a process outside of a cluster leave none behind.
 */
final class Departure {

    /** {@code namespace/name} of the DaemonSet that this process belongs to. */
    static final String DAEMON_SET = "KOORDLET_DAEMONSET";

    private static final Logger LOG = LoggerFactory.getLogger(Departure.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final KubernetesClient client;
    private final String daemonSet;
    private final String nodeName;

    Departure(KubernetesClient client, Map<String, String> environment, String nodeName) {
        this.client = client;
        this.nodeName = nodeName;
        this.daemonSet = environment.getOrDefault(DAEMON_SET, "");
    }

    /** Asks for the DaemonSet, and for the node if there is one; while the API server does not answer, the installation is taken to go on. */
    boolean anotherFollows() {
        String[] parts = daemonSet.split("/");
        if (parts.length != 2) {
            return false;
        }
        String path = "/apis/apps/v1/namespaces/" + parts[0] + "/daemonsets/" + parts[1];
        CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(() -> stays(path));
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            boolean goesOn = goesOn(cause);
            LOG.info("DaemonSet not read, limits={} cause={}", goesOn ? "kept" : "given back", cause.toString());
            return goesOn;
        } catch (TimeoutException e) {
            LOG.info("API server does not answer, limits are kept");
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private boolean stays(String path) {
        String object = client.raw(path);
        if (object == null) {
            return false;
        }
        DaemonSet found = client.getKubernetesSerialization().unmarshal(object, DaemonSet.class);
        return found.getMetadata().getDeletionTimestamp() == null && wantsNode(found);
    }

    /** Of a list, since the agent may list nodes and not get one. */
    private boolean wantsNode(DaemonSet set) {
        NodeList list = client.nodes().withField("metadata.name", nodeName).list();
        // Not every server selects by fields.
        Optional<Node> node = list.getItems().stream()
                .filter(one -> nodeName.equals(one.getMetadata().getName()))
                .findFirst();
        boolean wanted = node.filter(one -> DaemonSetPlaces.wants(set, one)).isPresent();
        if (!wanted) {
            LOG.info("the DaemonSet does not want this node any more");
        }
        return wanted;
    }

    /** Rights and account go with the installation, the object first. */
    private static boolean goesOn(Throwable problem) {
        return !(problem instanceof KubernetesClientException refused)
                || (refused.getCode() != UNAUTHORIZED
                        && refused.getCode() != FORBIDDEN
                        && refused.getCode() != NOT_FOUND);
    }
}
