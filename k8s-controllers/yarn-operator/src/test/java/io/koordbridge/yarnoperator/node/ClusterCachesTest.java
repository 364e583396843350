package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.listwatch.ListWatchSource;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClusterCachesTest {

    @Test
    void namesTheKindsThatWereNotReadYet() {
        KubeConnection nowhere = new KubeConnection(null, "http://127.0.0.1:1", Duration.ofSeconds(1), 1);
        try (KubernetesClient client = KubeClients.connect(nowhere, "test");
                ClusterCaches caches = new ClusterCaches(
                        new ListWatchSource(client, new MetricRegistry()), Clock.systemUTC(), node -> {})) {
            assertThat(caches.lacking())
                    .contains("nodes, pods not read yet: nothing is decided before; the log says what is lacking");
        }
    }
}
