package io.koordbridge.kube.write;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.kube.client.FailureFormatter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Ends pods by the eviction API, which respects disruption budgets, or by deletion, which does not. The uid is a condition: a pod that was made anew under the same name
 * stays. No try is repeated: the caller decides whether the pod still has to go.
 */
public final class PodEvictions {

    /** The longest that one call takes. */
    public static final Duration CALL = Duration.ofSeconds(3);

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;

    /** Of an API server that found the uid of another pod. */
    private static final Pattern OTHER_UID = Pattern.compile("UID in (the )?precondition");

    private final KubernetesClient client;

    public PodEvictions(KubernetesClient client) {
        this.client = client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) CALL.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
    }

    /** How a call ended. */
    public enum Result {
        EVICTED,
        /** There is no such pod, or another one of its name. */
        GONE,
        /** A disruption budget keeps it, the API server is busy, or another writer was faster. */
        REFUSED,
        FAILED
    }

    /**
     * The end of a call.
     *
     * @param problem empty when it went well
     */
    public record Outcome(Result result, String problem) {}

    /** Evicts a pod. */
    public Outcome evict(String namespace, String name, String uid) {
        return evict(namespace, name, uid, Map.of());
    }

    /**
     * Evicts a pod.
     *
     * @param deleteOptions passed on, with the uid as the only precondition
     */
    public Outcome evict(String namespace, String name, String uid, Map<String, ?> deleteOptions) {
        Map<String, Object> eviction = Map.of(
                "apiVersion",
                "policy/v1",
                "kind",
                "Eviction",
                "metadata",
                Map.of("namespace", namespace, "name", name),
                "deleteOptions",
                withPreconditions(uid, deleteOptions));
        return call("POST", path(namespace, name) + "/eviction", eviction);
    }

    /**
     * Deletes a pod, past all disruption budgets.
     *
     * @param deleteOptions passed on, with the uid as the only precondition
     */
    public Outcome delete(String namespace, String name, String uid, Map<String, ?> deleteOptions) {
        Map<String, Object> options = withPreconditions(uid, deleteOptions);
        options.put("apiVersion", "v1");
        options.put("kind", "DeleteOptions");
        return call("DELETE", path(namespace, name), options);
    }

    private static String path(String namespace, String name) {
        return "/api/v1/namespaces/" + namespace + "/pods/" + name;
    }

    private static Map<String, Object> withPreconditions(String uid, Map<String, ?> deleteOptions) {
        Map<String, Object> options = new HashMap<>(deleteOptions);
        options.put("preconditions", Map.of("uid", uid));
        return options;
    }

    private Outcome call(String method, String path, Map<String, ?> body) {
        try {
            return new Outcome(client.raw(path, method, body) == null ? Result.GONE : Result.EVICTED, "");
        } catch (KubernetesClientException e) {
            return switch (e.getCode()) {
                case NOT_FOUND -> new Outcome(Result.GONE, FailureFormatter.of(e));
                case CONFLICT -> new Outcome(isOfAnotherUid(e) ? Result.GONE : Result.REFUSED, FailureFormatter.of(e));
                case TOO_MANY_REQUESTS -> new Outcome(Result.REFUSED, FailureFormatter.of(e));
                default -> new Outcome(Result.FAILED, FailureFormatter.of(e));
            };
        }
    }

    private static boolean isOfAnotherUid(KubernetesClientException e) {
        return OTHER_UID.matcher(String.valueOf(e.getMessage())).find();
    }
}
