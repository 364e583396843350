package io.koordbridge.manager.server.webhook;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.validation.MaxDataSize;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Section {@code webhook}. */
public final class WebhookConfig {

    @JsonProperty
    @JsonPropertyDescription("Whether the webhook is served.")
    private boolean enabled = true;

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Address that is listened on.")
    private String bindHost = "0.0.0.0";

    @Min(0)
    @Max(65_535)
    @JsonProperty
    @JsonPropertyDescription("Port; 0 takes a free one.")
    private int port = 9876;

    @JsonProperty
    @JsonPropertyDescription("Directory of the certificates, instead of the Secret; for a single replica.")
    private @Nullable String certDir;

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Secret of the certificates.")
    private String secretName = "koordinator-webhook-certs";

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Service in front of the webhook; its DNS name is in the certificate.")
    private String serviceName = "koordinator-webhook-service";

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("Namespace of Secret and Service; its pods are never mutated.")
    private String namespace = WellKnown.NAMESPACE;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Further DNS names and IP addresses of the certificate.")
    private List<String> extraHosts = List.of();

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("MutatingWebhookConfiguration that is kept up to date: caBundle, address, and only "
            + "entries whose path is served.")
    private String mutatingConfiguration = "koordinator-mutating-webhook-configuration";

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription("ValidatingWebhookConfiguration that is kept up to date likewise.")
    private String validatingConfiguration = "koordinator-validating-webhook-configuration";

    /** Address outside of the cluster's network that the API server calls instead of the Service. */
    @NotNull
    @Pattern(
            regexp = "[A-Za-z0-9.-]*|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*",
            message = "must be a host name or an address, without scheme, port and path")
    @JsonProperty
    @JsonPropertyDescription(
            "Host name or address, without a port, that the API server calls at webhook.port instead of the "
                    + "Service; the certificate carries it.")
    private String externalHost = "";

    @NotNull
    @MaxDataSize(value = 64, unit = DataSizeUnit.MEBIBYTES)
    @JsonProperty
    @JsonPropertyDescription("Largest review that is read; larger ones get 413.")
    private DataSize maxRequestSize = DataSize.mebibytes(4);

    @NotNull
    @MaxDataSize(value = 1, unit = DataSizeUnit.GIBIBYTES)
    @JsonProperty
    @JsonPropertyDescription(
            "How much of all reviews together is held until they are answered; beyond it a review gets "
                    + "503, unless it is the only one.")
    private DataSize maxHeldSize = DataSize.mebibytes(16);

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Whose pods are never mutated or validated, besides the own namespace.")
    private Set<String> excludedNamespaces = Set.of("kube-system");

    /** Whether the webhook is served. */
    public boolean enabled() {
        return enabled;
    }

    /** Address that is listened on. */
    public String bindHost() {
        return bindHost;
    }

    /** Port; 0 takes a free one. */
    public int port() {
        return port;
    }

    /** Directory of the certificates; empty when they are kept in the Secret. */
    public Optional<Path> certDir() {
        return certDir == null || certDir.isEmpty() ? Optional.empty() : Optional.of(Path.of(certDir));
    }

    /** Secret of the certificates, in {@link #namespace}. */
    public String secretName() {
        return secretName;
    }

    /** Service in front of the webhook; its DNS name is in the certificate. */
    public String serviceName() {
        return serviceName;
    }

    /** Namespace of Secret and Service; its pods are never mutated. */
    public String namespace() {
        return namespace;
    }

    /** Names of the certificate besides that of the Service. */
    public List<String> certificateHosts() {
        List<String> hosts = new ArrayList<>(extraHosts);
        externalHost().filter(host -> !hosts.contains(host)).ifPresent(hosts::add);
        return hosts;
    }

    /** MutatingWebhookConfiguration whose caBundle is kept up to date. */
    public String mutatingConfiguration() {
        return mutatingConfiguration;
    }

    /** ValidatingWebhookConfiguration whose caBundle is kept up to date. */
    public String validatingConfiguration() {
        return validatingConfiguration;
    }

    /** Host that the API server calls instead of the Service, with {@link #port}; empty for the Service. */
    public Optional<String> externalHost() {
        return externalHost.isEmpty() ? Optional.empty() : Optional.of(externalHost);
    }

    /** How much of all reviews together is held. */
    public long maxHeldBytes() {
        return maxHeldSize.toBytes();
    }

    /** Largest review that is read. */
    public long maxRequestBytes() {
        return maxRequestSize.toBytes();
    }

    /** Whose pods are mutated and validated. */
    public WebhookScope scope() {
        return new WebhookScope(namespace, excludedNamespaces);
    }
}
