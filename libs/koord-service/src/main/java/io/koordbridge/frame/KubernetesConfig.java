package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDuration;
import io.koordbridge.kube.client.KubeConnection;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Section {@code kubernetes}: how to reach the API server. Nothing set means the service account of the pod. */
public final class KubernetesConfig {

    @JsonProperty
    @JsonPropertyDescription("File with the address and the credentials.")
    private @Nullable String kubeconfig;

    @JsonProperty
    @JsonPropertyDescription("URL of the API server, instead of a file; plain http only for an embedded control plane.")
    private @Nullable String apiServer;

    @NotNull
    @MinDuration(value = 100, unit = TimeUnit.MILLISECONDS)
    @MaxDuration(value = 10, unit = TimeUnit.MINUTES)
    @JsonProperty
    @JsonPropertyDescription("Limit of one call.")
    private Duration requestTimeout = Duration.seconds(10);

    @Min(1)
    @JsonProperty
    @JsonPropertyDescription("Calls that run at once; more wait.")
    private int maxConcurrentRequests = 32;

    @Min(1)
    @JsonProperty
    @JsonPropertyDescription("Writes per second in the long run, after a second's worth at once; the server's 429 "
            + "and Retry-After are obeyed besides.")
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
