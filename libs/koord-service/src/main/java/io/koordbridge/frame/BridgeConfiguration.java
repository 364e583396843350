package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.dropwizard.core.Configuration;
import io.koordbridge.frame.tls.PageCertificateConfig;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** Sections that every process has besides Dropwizard's own {@code server} and {@code logging}. */
public class BridgeConfiguration extends Configuration {

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("How to reach the API server; nothing set means the service account of the pod.")
    private KubernetesConfig kubernetes = new KubernetesConfig();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Who may read pages and API.")
    private AccessConfig access = new AccessConfig();

    /** Who may read pages and API. */
    AccessConfig access() {
        return access;
    }

    /** TLS of the port of pages and API. */
    PageCertificateConfig pageCertificates() {
        return new PageCertificateConfig();
    }

    /** By which this replica shows others of its process that it is one of them. */
    PeerToken peerToken() {
        return PeerToken.NONE;
    }

    /** How to reach the API server. */
    public KubernetesConfig kubernetes() {
        return kubernetes;
    }

    /** Refuses what only a start of the process looks at otherwise. */
    void requireStartable(String processName) {}
}
