package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.koordbridge.frame.BridgeConfiguration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;

/** Configuration of the process; {@code conf/yarn-operator.yaml} names every key. */
public final class YarnOperatorConfiguration extends BridgeConfiguration {

    @Valid
    @NotNull
    @JsonProperty
    private HadoopSection hadoop = new HadoopSection();

    @Valid
    @NotNull
    @JsonProperty
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
