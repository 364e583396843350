package io.koordbridge.descheduler.act.scavenge;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.ShortCalls;
import io.koordbridge.descheduler.act.scavenge.ScavengeRule.Named;
import io.koordbridge.kube.client.ApiPaths;
import io.koordbridge.kube.client.FailureFormatter;
import java.net.HttpURLConnection;
import java.util.Map;

/** Deletes objects without namespace under the lease, with their uid as precondition. */
public final class ObjectDeletions {

    private final KubernetesClient client;
    private final MayWrite mayWrite;

    public ObjectDeletions(KubernetesClient client, MayWrite mayWrite) {
        this.client = ShortCalls.of(client);
        this.mayWrite = mayWrite;
    }

    /**
     * Deletes an object.
     *
     * @return why it may still be there; empty when it is deleted, was gone before, or is another one of its name
     */
    public String delete(Class<? extends HasMetadata> kind, Named object) {
        if (!mayWrite.within(ShortCalls.CALL)) {
            return MayWrite.PROBLEM;
        }
        Map<String, Object> options =
                Map.of("apiVersion", "v1", "kind", "DeleteOptions", "preconditions", Map.of("uid", object.uid()));
        try {
            client.raw("/" + ApiPaths.collection(kind, null) + "/" + object.name(), "DELETE", options);
            return "";
        } catch (KubernetesClientException e) {
            boolean gone =
                    e.getCode() == HttpURLConnection.HTTP_NOT_FOUND || e.getCode() == HttpURLConnection.HTTP_CONFLICT;
            return gone ? "" : FailureFormatter.of(e);
        }
    }
}
