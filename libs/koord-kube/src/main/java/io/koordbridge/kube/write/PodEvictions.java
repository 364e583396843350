package io.koordbridge.kube.write;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.kube.client.FailureFormatter;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Ends pods by the eviction API, which respects disruption budgets. The uid is a condition: a pod that was made anew under the same name
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
        String path = "/api/v1/namespaces/" + namespace + "/pods/" + name + "/eviction";
        Map<String, Object> eviction = Map.of(
                "apiVersion",
                "policy/v1",
                "kind",
                "Eviction",
                "metadata",
                Map.of("namespace", namespace, "name", name),
                "deleteOptions",
                Map.of("preconditions", Map.of("uid", uid)));
        try {
            return new Outcome(client.raw(path, "POST", eviction) == null ? Result.GONE : Result.EVICTED, "");
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
