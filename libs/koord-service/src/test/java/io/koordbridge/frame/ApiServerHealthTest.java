package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.health.HealthCheck.Result;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ApiServerHealthTest {

    @Test
    void doesNotWaitForAnApiServerThatNeverAnswers() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                KubernetesClient client = client(silent.getLocalPort())) {
            Result result = new ApiServerHealth(client).check();

            assertThat(result.isHealthy()).isFalse();
            assertThat(result.getMessage()).contains("no answer within", "127.0.0.1:" + silent.getLocalPort());
        }
    }

    @Test
    void saysWhyNoConnectionIsMade() throws Exception {
        try (KubernetesClient client = client(1)) {
            Result result = new ApiServerHealth(client).check();

            assertThat(result.getMessage())
                    .startsWith("API server http://127.0.0.1:1/: ")
                    .contains("Connection refused");
        }
    }

    private static KubernetesClient client(int port) {
        Config config = Config.empty();
        config.setMasterUrl("http://127.0.0.1:" + port + "/");
        // Were this waited for, the answer would be another one.
        config.setRequestTimeout(600_000);
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
