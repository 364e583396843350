package io.koordbridge.scheduler.leadership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.write.ObjectPatcher;
import java.time.Duration;

/**
 * Writes that end within the time for which their writers ask the lease: a request that goes on longer, or is sent again by the client,
 * would outlive it. The writers try again in their next round.
 */
public final class BriefWrites {

    private static final Duration CALL = Duration.ofSeconds(3);

    private BriefWrites() {}

    /** A patcher whose requests end within three seconds and are sent once. */
    public static ObjectPatcher patcher(BridgeContext context) {
        KubernetesClient brief = context.client()
                .newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) CALL.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
        return new ObjectPatcher(brief, context.metrics());
    }
}
