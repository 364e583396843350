package io.koordbridge.kube.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Set;

/**
 * Lets writes through at a limited rate. Reads and the renewal of leases never wait. The API server's own answers to too many
 * requests are obeyed besides. A write whose thread is interrupted while it waits is not sent.
 */
final class WritePace implements Interceptor {

    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final String LEASES = "/leases/";

    private final Pace pace;

    WritePace(Pace pace) {
        this.pace = pace;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (WRITES.contains(request.method()) && !request.uri().getPath().contains(LEASES)) {
            try {
                pace.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new KubernetesClientException("not sent, " + e.getMessage(), e);
            }
        }
    }
}
