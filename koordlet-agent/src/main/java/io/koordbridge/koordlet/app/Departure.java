package io.koordbridge.koordlet.app;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.binding.PlainJson;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether another agent follows when this one ends. A rolling update must not lift a limit in between; the end of the installation, and of
 * a process outside of a cluster, leaves none behind.
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

    Departure(KubernetesClient client, Map<String, String> environment) {
        this.client = client;
        this.daemonSet = environment.getOrDefault(DAEMON_SET, "");
    }

    /** Asks for the DaemonSet; while the API server does not answer, the installation is taken to go on. */
    boolean anotherFollows() {
        String[] parts = daemonSet.split("/");
        if (parts.length != 2) {
            return false;
        }
        String path = "/apis/apps/v1/namespaces/" + parts[0] + "/daemonsets/" + parts[1];
        CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(() -> stays(client.raw(path)));
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

    private static boolean stays(@Nullable String object) {
        if (object == null) {
            return false;
        }
        try {
            JsonNode tree = PlainJson.MAPPER.readTree(object);
            return tree.path("metadata").path("deletionTimestamp").isMissingNode();
        } catch (IOException e) {
            return true;
        }
    }

    /** Rights and account go with the installation, the object first. */
    private static boolean goesOn(Throwable problem) {
        return !(problem instanceof KubernetesClientException refused)
                || (refused.getCode() != UNAUTHORIZED
                        && refused.getCode() != FORBIDDEN
                        && refused.getCode() != NOT_FOUND);
    }
}
