package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.core.Configuration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** Sections that every process has besides Dropwizard's own {@code server} and {@code logging}. */
public class BridgeConfiguration extends Configuration {

    @Valid
    @NotNull
    @JsonProperty
    private KubernetesSettings kubernetes = new KubernetesSettings();

    @Valid
    @NotNull
    @JsonProperty
    private LeaderElectionSettings leaderElection = new LeaderElectionSettings();

    /** How to reach the API server. */
    public KubernetesSettings kubernetes() {
        return kubernetes;
    }

    /** Leader election. */
    public LeaderElectionSettings leaderElection() {
        return leaderElection;
    }
}
