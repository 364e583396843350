package io.koordbridge.kube.write;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ObjectCallsTest {

    /** The connection itself waits for an hour. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void aCallEndsWithinTheLimitOfTheClientThatWasDerivedForIt() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                KubernetesClient client = KubeClients.connect(
                        new KubeConnection(null, "http://127.0.0.1:" + silent.getLocalPort(), Duration.ofHours(1), 4),
                        "test")) {
            KubernetesClient brief = client.newClient(new RequestConfigBuilder()
                            .withRequestTimeout(100)
                            .withRequestRetryBackoffLimit(0)
                            .build())
                    .adapt(KubernetesClient.class);

            assertThatThrownBy(() -> new ObjectCalls(brief)
                            .create(new ConfigMapBuilder()
                                    .withNewMetadata()
                                    .withNamespace("ns")
                                    .withName("one")
                                    .endMetadata()
                                    .build()))
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("no answer in time");
        }
    }
}
