package io.koordbridge.yarnoperator.resourcemanager;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.AuthInfo;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.util.ZKUtil.BadAuthFormatException;
import org.apache.hadoop.util.ZKUtil.ZKAuthInfo;

/**
 * The lock that the ResourceManagers of a pair elect their active one by.
 *
 * @param address of ZooKeeper, {@code host:port} separated by commas
 * @param path of the lock
 * @param logIns as whom to ask, empty for a ZooKeeper that shows it to all
 */
record ElectionLock(String address, String path, List<AuthInfo> logIns) {

    static final String AUTH = "hadoop.zk.auth";
    private static final String OLD_AUTH = "yarn.resourcemanager.zk-auth";

    ElectionLock {
        logIns = List.copyOf(logIns);
    }

    /**
     * What a cluster's files say; empty for a single ResourceManager, or one that is made active by hand.
     *
     * @throws IllegalArgumentException naming what of the log-in is wrong, without its secret
     */
    static Optional<ElectionLock> of(Configuration configuration) {
        boolean elects = configuration.getBoolean("yarn.resourcemanager.ha.enabled", false)
                && configuration.getBoolean("yarn.resourcemanager.ha.automatic-failover.enabled", true);
        String address = configuration.getTrimmed(
                "hadoop.zk.address", configuration.getTrimmed("yarn.resourcemanager.zk-address", ""));
        String cluster = configuration.getTrimmed("yarn.resourcemanager.cluster-id", "");
        if (!elects || address.isEmpty() || cluster.isEmpty()) {
            return Optional.empty();
        }
        String base = configuration.getTrimmed(
                "yarn.resourcemanager.ha.automatic-failover.zk-base-path", "/yarn-leader-election");
        List<ZKAuthInfo> found = logIns(configuration, AUTH);
        List<ZKAuthInfo> all = found.isEmpty() ? logIns(configuration, OLD_AUTH) : found;
        return Optional.of(new ElectionLock(
                address,
                base + "/" + cluster + "/ActiveStandbyElectorLock",
                all.stream()
                        .map(one -> new AuthInfo(one.getScheme(), one.getAuth()))
                        .toList()));
    }

    /** As the ResourceManagers read it: a list of scheme:data, a file that holds one after {@code @}, or a credential store. */
    private static List<ZKAuthInfo> logIns(Configuration configuration, String key) {
        try {
            return SecurityUtil.getZKAuthInfos(configuration, key);
        } catch (BadAuthFormatException e) {
            // Hadoop's message would show the secret.
            throw new IllegalArgumentException(key + ": want scheme:data, such as digest:user:password, or @file");
        } catch (IOException e) {
            throw new IllegalArgumentException(key + ": the file after @ cannot be read: " + e.getMessage(), e);
        }
    }
}
