package io.koordbridge.koordlet.evict;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.kube.client.FailureFormatter;
import java.time.Duration;
import java.util.Map;

/**
 * Ends pods by the eviction API, which respects disruption budgets. The uid is a condition: a pod that was made anew under the same name
 * stays. No try is repeated: the next victim has its turn, and the next tick asks anew.
 */
public final class PodEnding implements Ending {

    private static final Duration CALL = Duration.ofSeconds(3);
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;

    private final KubernetesClient client;

    public PodEnding(KubernetesClient client) {
        this.client = client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) CALL.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
    }

    @Override
    public Outcome end(Victim victim, Pool pool, String reason) {
        String path = "/api/v1/namespaces/" + victim.namespace() + "/pods/" + victim.name() + "/eviction";
        Map<String, Object> eviction = Map.of(
                "apiVersion",
                "policy/v1",
                "kind",
                "Eviction",
                "metadata",
                Map.of("namespace", victim.namespace(), "name", victim.name()),
                "deleteOptions",
                Map.of("preconditions", Map.of("uid", victim.id())));
        try {
            return Outcome.of(client.raw(path, "POST", eviction) == null ? Result.GONE : Result.EVICTED);
        } catch (KubernetesClientException e) {
            return switch (e.getCode()) {
                case CONFLICT -> new Outcome(Result.GONE, FailureFormatter.of(e));
                case TOO_MANY_REQUESTS -> new Outcome(Result.REFUSED, FailureFormatter.of(e));
                default -> new Outcome(Result.FAILED, FailureFormatter.of(e));
            };
        }
    }
}
