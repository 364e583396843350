package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.Duration;
import io.koordbridge.kube.client.KubeConnection;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Section {@code kubernetes}: how to reach the API server. Nothing set means the service account of the pod. */
public final class KubernetesSettings {

    @JsonProperty
    private @Nullable String kubeconfig;

    @JsonProperty
    private @Nullable String apiServer;

    @NotNull
    @JsonProperty
    private Duration requestTimeout = Duration.seconds(10);

    @Min(1)
    @JsonProperty
    private int maxConcurrentRequests = 32;

    @Min(1)
    @JsonProperty
    private int maxWritesPerSecond = KubeConnection.DEFAULT_WRITES_PER_SECOND;

    KubeConnection connection() {
        return new KubeConnection(
                kubeconfig == null || kubeconfig.isEmpty() ? null : Path.of(kubeconfig),
                apiServer == null || apiServer.isEmpty() ? null : apiServer,
                requestTimeout.toJavaDuration(),
                maxConcurrentRequests,
                maxWritesPerSecond);
    }
}
