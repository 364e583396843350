package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.frame.BridgeConfiguration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** Configuration of the process; {@code conf/yarn-operator.yaml} names every key. */
public final class YarnOperatorConfiguration extends BridgeConfiguration {

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Where the clusters are declared, and as whom to talk to them.")
    private HadoopSection hadoop = new HadoopSection();

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("How much YARN gets, and how changes are carried out.")
    private LeaseSection lease = new LeaseSection();

    /** Where the clusters are. */
    public HadoopSection hadoop() {
        return hadoop;
    }

    /** How leases are made. */
    public LeaseSection lease() {
        return lease;
    }
}
