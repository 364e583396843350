package io.koordbridge.kube;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/** A server that keeps what it is given, speaks JSON alone and holds nothing yet, and a client of it. */
public record EmptyCluster(KubernetesMockServer server, KubernetesClient client) implements AutoCloseable {

    /** A running one. */
    public static EmptyCluster start(String userAgent) {
        KubernetesMockServer server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
        server.init();
        String url = "http://127.0.0.1:" + server.getPort();
        return new EmptyCluster(
                server, KubeClients.connect(new KubeConnection(null, url, Duration.ofSeconds(5), 8), userAgent));
    }

    @Override
    public void close() {
        client.close();
        server.destroy();
    }
}
