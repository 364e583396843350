package io.koordbridge.yarnoperator.resourcemanager;

import org.apache.hadoop.conf.Configuration;

/** Time limits of Hadoop's client. Its defaults wait up to 15 minutes, far too long for a controller. */
final class ClientLimits {

    /** Limit of one call on the wire. */
    static final int RPC_TIMEOUT_MILLIS = 5_000;

    private ClientLimits() {}

    static void apply(Configuration configuration) {
        configuration.setInt("yarn.resourcemanager.connect.max-wait.ms", 4_000);
        configuration.setInt("yarn.resourcemanager.connect.retry-interval.ms", 500);
        configuration.setInt("ipc.client.connect.max.retries", 2);
        configuration.setInt("ipc.client.connect.retry.interval", 200);
        configuration.setInt("ipc.client.connect.max.retries.on.timeouts", 1);
        configuration.setInt("ipc.client.connect.timeout", 3_000);
        configuration.setInt("ipc.client.rpc-timeout.ms", RPC_TIMEOUT_MILLIS);
        configuration.setInt("yarn.client.failover-max-attempts", 4);
        configuration.setInt("yarn.client.failover-sleep-base-ms", 200);
        configuration.setInt("yarn.client.failover-sleep-max-ms", 1_000);
    }
}
