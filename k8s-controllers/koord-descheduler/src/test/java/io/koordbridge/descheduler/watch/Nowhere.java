package io.koordbridge.descheduler.watch;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.listwatch.ListWatchSource;
import java.time.Duration;

/** An API server that is not there. */
final class Nowhere implements AutoCloseable {

    private final KubernetesClient client =
            KubeClients.connect(new KubeConnection(null, "http://127.0.0.1:1", Duration.ofSeconds(1), 1), "test");

    ListWatchSource source() {
        return new ListWatchSource(client, new MetricRegistry());
    }

    @Override
    public void close() {
        client.close();
    }
}
