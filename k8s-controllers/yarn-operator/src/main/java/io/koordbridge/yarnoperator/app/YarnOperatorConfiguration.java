package io.koordbridge.yarnoperator.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.frame.ElectingConfiguration;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;

/** Configuration of the process; {@code conf/yarn-operator.yaml} names every key. */
public final class YarnOperatorConfiguration extends ElectingConfiguration {

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

    @Valid
    @NotNull
    @JsonProperty
    @JsonPropertyDescription("How the metrics of amounts are made.")
    private AmountsSection amounts = new AmountsSection();

    /** Where the clusters are. */
    public HadoopSection hadoop() {
        return hadoop;
    }

    /** How leases are made. */
    public LeaseSection lease() {
        return lease;
    }

    /** How amounts are counted. */
    public AmountsSection amounts() {
        return amounts;
    }

    /** Settings of the lease; refuses what sections hold that cannot be together. */
    LeaseConfig leaseSettings() {
        LeaseConfig settings = lease.settings();
        requirePollsWhileReportsCount(settings);
        requireHoldOffWhileTheFormerLeaderMayAct();
        return settings;
    }

    private void requirePollsWhileReportsCount(LeaseConfig settings) {
        Duration longest = settings.times().freshFor();
        if (hadoop.pollInterval().compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "hadoop.pollInterval = " + hadoop.pollInterval().toMillis()
                            + "ms: must be at most " + longest.toMillis()
                            + "ms, a third of lease.times.reportStale, or reports are too old before the next one comes");
        }
    }

    private void requireHoldOffWhileTheFormerLeaderMayAct() {
        Duration shortest = leaderElection().leaseDuration();
        if (leaderElection().enabled() && lease.newLeaderHoldOff().compareTo(shortest) < 0) {
            throw new IllegalArgumentException(
                    "lease.times.newLeaderHoldOff = " + lease.newLeaderHoldOff().toMillis()
                            + "ms: must be at least " + shortest.toMillis()
                            + "ms, leaderElection.leaseDuration, within which the former leader may still act");
        }
    }
}
