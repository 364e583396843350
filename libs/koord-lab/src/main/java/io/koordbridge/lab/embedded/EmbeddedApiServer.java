package io.koordbridge.lab.embedded;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** See the package. Listens on a free loopback port from construction until {@link #close}. */
public final class EmbeddedApiServer implements AutoCloseable {

    /** Kept in a field: the logging system holds its loggers weakly. */
    private static final Logger REQUESTS = Logger.getLogger("io.fabric8.mockwebserver");

    private final KubernetesMockServer server;

    public EmbeddedApiServer() {
        REQUESTS.setLevel(Level.WARNING);
        server =
                new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), new ObjectStore(), false);
        server.init(InetAddress.getLoopbackAddress(), 0);
    }

    /** Plain HTTP, without credentials. */
    public String url() {
        return "http://127.0.0.1:" + server.getPort();
    }

    /** A client; the caller closes it. */
    public KubernetesClient newClient() {
        Config config = Config.empty();
        config.setMasterUrl(url());
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Override
    public void close() {
        server.destroy();
    }
}
