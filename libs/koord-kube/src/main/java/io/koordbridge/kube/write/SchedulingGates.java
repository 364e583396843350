package io.koordbridge.kube.write;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.protocol.WellKnown;
import java.net.HttpURLConnection;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes our scheduling gate from pods, and never one of others, by one patch each. No try is repeated: the caller looks at the pod again. */
public final class SchedulingGates {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulingGates.class);
    private static final Duration CALL = Duration.ofSeconds(3);
    private static final String PATCH =
            "{\"metadata\":{\"uid\":\"%s\"},\"spec\":{\"schedulingGates\":[{\"$patch\":\"delete\",\"name\":\"%s\"}]}}";

    private final ObjectCalls calls;

    public SchedulingGates(KubernetesClient client) {
        this.calls = new ObjectCalls(client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) CALL.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class));
    }

    /**
     * Removes the gate of a pod that has one. The uid is a condition: a pod that was made anew under the same name stays as it is.
     *
     * @return false when it could not be written; true as well when the pod is gone
     */
    public boolean remove(String namespace, String name, String uid) {
        try {
            calls.patch(
                    new ObjectAddress<>(Pod.class, namespace, name),
                    "",
                    PatchType.STRATEGIC_MERGE,
                    PATCH.formatted(uid, WellKnown.SCHEDULING_GATE));
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return true;
            }
            LOG.info("Scheduling gate not removed pod={}/{} problem={}", namespace, name, FailureFormatter.of(e));
            return false;
        }
    }
}
