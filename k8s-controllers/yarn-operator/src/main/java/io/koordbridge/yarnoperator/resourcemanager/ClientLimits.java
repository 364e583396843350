package io.koordbridge.yarnoperator.resourcemanager;

import org.apache.hadoop.conf.Configuration;

/**
 * Time limits of Hadoop's client. Its defaults wait up to 15 minutes, far too long for a controller. A call that gets no answer is repeated
 * once, so that what was decided leaves the process within the time that the lease of the election was asked for, and nothing takes
 * effect later than {@code lease.times.lateCall}; the next poll asks anew anyway.
 */
final class ClientLimits {

    /** Limit of one call on the wire. */
    static final int RPC_TIMEOUT_MILLIS = 5_000;

    private ClientLimits() {}

    static void apply(Configuration configuration) {
        // As often repeated as one goes into the other, whatever each try takes.
        configuration.setInt("yarn.resourcemanager.connect.max-wait.ms", 200);
        configuration.setInt("yarn.resourcemanager.connect.retry-interval.ms", 200);
        configuration.setInt("ipc.client.connect.max.retries", 2);
        configuration.setInt("ipc.client.connect.retry.interval", 200);
        configuration.setInt("ipc.client.connect.max.retries.on.timeouts", 0);
        configuration.setInt("ipc.client.connect.timeout", 3_000);
        configuration.setInt("ipc.client.rpc-timeout.ms", RPC_TIMEOUT_MILLIS);
        configuration.setInt("yarn.client.failover-max-attempts", 1);
        configuration.setInt("yarn.client.failover-sleep-base-ms", 200);
        configuration.setInt("yarn.client.failover-sleep-max-ms", 200);
    }
}
