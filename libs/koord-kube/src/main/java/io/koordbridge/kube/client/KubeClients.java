package io.koordbridge.kube.client;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Makes clients whose every call ends: with a time limit and at most three tries. */
public final class KubeClients {

    private static final int CONNECT_TIMEOUT_MILLIS = 3_000;
    private static final int RETRIES = 2;
    private static final int RETRY_FIRST_MILLIS = 100;
    private static final int WATCH_RECONNECT_MILLIS = 500;

    /** All calls share a connection: one that is dead without a word is noticed when a second ping would be due. */
    private static final long PING_MILLIS = 10_000;

    private KubeClients() {}

    /**
     * A client; no call is made yet.
     *
     * @param userAgent name of the process in the API server's log
     * @throws IllegalArgumentException when the named kubeconfig cannot be read, or the address is invalid
     */
    public static KubernetesClient connect(KubeConnection connection, String userAgent) {
        return connect(connection, userAgent, new MetricRegistry());
    }

    /**
     * As the other.
     *
     * @param metrics where the answers to its requests are counted
     */
    public static KubernetesClient connect(KubeConnection connection, String userAgent, MetricRegistry metrics) {
        Config config = new ConfigBuilder(base(connection))
                .withConnectionTimeout(CONNECT_TIMEOUT_MILLIS)
                .withRequestTimeout((int) connection.requestTimeout().toMillis())
                .withRequestRetryBackoffLimit(RETRIES)
                .withRequestRetryBackoffInterval(RETRY_FIRST_MILLIS)
                .withMaxConcurrentRequests(connection.maxConcurrentRequests())
                .withMaxConcurrentRequestsPerHost(connection.maxConcurrentRequests())
                .withWatchReconnectInterval(WATCH_RECONNECT_MILLIS)
                .withWebsocketPingInterval(PING_MILLIS)
                .withUserAgent(userAgent)
                .build();
        WritePace pace = new WritePace(new Pace(connection.maxWritesPerSecond()));
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(KubeJson.serialization(KubeJson.mapper()))
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("koord-write-pace", pace)
                        .addOrReplaceInterceptor("koord-request-counts", new RequestCounts(metrics))
                        .addOrReplaceInterceptor("koord-brief-answers", new MetadataOnlyInterceptor()))
                .build();
    }

    private static Config base(KubeConnection connection) {
        if (connection.apiServer() != null) {
            Config config = Config.empty();
            config.setMasterUrl(address(connection.apiServer()));
            config.setTrustCerts(false);
            return config;
        }
        if (connection.kubeconfig() == null) {
            return Config.autoConfigure(null);
        }
        return ofFile(connection.kubeconfig());
    }

    /** Without a scheme the client library takes HTTPS, and HTTP where that fails. */
    private static String address(String given) {
        try {
            URI address = new URI(given);
            boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (http && address.getHost() != null) {
                return given;
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("API server '" + given + "': " + e.getReason(), e);
        }
        throw new IllegalArgumentException("API server '" + given + "': use https://HOST:PORT");
    }

    private static Config ofFile(Path kubeconfig) {
        if (Files.isDirectory(kubeconfig) || !Files.isReadable(kubeconfig)) {
            throw new IllegalArgumentException("kubeconfig " + kubeconfig + ": not a readable file");
        }
        try {
            return Objects.requireNonNull(Config.fromKubeconfig(kubeconfig.toFile()));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("kubeconfig " + kubeconfig + ": " + FailureFormatter.whole(e), e);
        }
    }
}
