package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.frame.tls.PageCertificateConfig;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** Sections of a process of whose replicas one acts. */
public class ElectingConfiguration extends BridgeConfiguration {

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Which replica acts.")
    private LeaderElectionConfig leaderElection = new LeaderElectionConfig();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("TLS of the port of pages and API.")
    private PageCertificateConfig pageCertificates = new PageCertificateConfig();

    /** Leader election. */
    public LeaderElectionConfig leaderElection() {
        return leaderElection;
    }

    @Override
    PageCertificateConfig pageCertificates() {
        return pageCertificates;
    }

    @Override
    PeerToken peerToken() {
        return leaderElection.peerToken();
    }

    @Override
    void requireStartable(String processName) {
        leaderElection.forLease(processName);
        pageCertificates.requireNamed();
    }
}
