package io.koordbridge.kube.leader;

import java.time.Duration;

/**
 * Parameters of the election.
 *
 * @param enabled false makes the process the leader at once, for a single replica
 * @param identity unique name of this replica
 */
public record LeaderConfig(
        boolean enabled,
        String namespace,
        String leaseName,
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod) {

    public LeaderConfig {
        boolean ordered = leaseDuration.compareTo(renewDeadline) > 0 && renewDeadline.compareTo(retryPeriod) > 0;
        if (!ordered || retryPeriod.isNegative() || retryPeriod.isZero()) {
            throw new IllegalArgumentException("leader election: needs leaseDuration " + leaseDuration
                    + " > renewDeadline " + renewDeadline + " > retryPeriod " + retryPeriod + " > 0");
        }
    }

    /** The reference's times: lease 15 s, renew within 10 s, try every 2 s. */
    public static LeaderConfig of(boolean enabled, String namespace, String leaseName, String identity) {
        return new LeaderConfig(
                enabled,
                namespace,
                leaseName,
                identity,
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2));
    }
}
