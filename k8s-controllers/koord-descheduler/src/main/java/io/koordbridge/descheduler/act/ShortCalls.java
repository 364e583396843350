package io.koordbridge.descheduler.act;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.kube.write.PodEvictions;
import java.time.Duration;

/** A client whose calls end before a lease does. */
public final class ShortCalls {

    /** The longest that one call takes. */
    public static final Duration CALL = PodEvictions.CALL;

    private ShortCalls() {}

    /** The same connection, with calls that take at most {@link #CALL} and are tried once. */
    public static KubernetesClient of(KubernetesClient client) {
        return client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) CALL.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
    }
}
