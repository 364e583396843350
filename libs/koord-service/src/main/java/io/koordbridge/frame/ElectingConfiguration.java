package io.koordbridge.frame;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** Sections of a process of whose replicas one acts. */
public class ElectingConfiguration extends BridgeConfiguration {

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Which replica acts.")
    private LeaderElectionConfig leaderElection = new LeaderElectionConfig();

    /** Leader election. */
    public LeaderElectionConfig leaderElection() {
        return leaderElection;
    }

    @Override
    void requireStartable(String processName) {
        leaderElection.forLease(processName);
    }
}
