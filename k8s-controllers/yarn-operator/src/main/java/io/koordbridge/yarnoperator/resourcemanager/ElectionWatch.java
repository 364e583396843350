package io.koordbridge.yarnoperator.resourcemanager;

import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.retry.RetryForever;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the lock that the ResourceManagers of a pair elect their active one by. Each election makes a new lock, so the transaction that
 * made it tells one term of office from another. Without ZooKeeper the last one stays.
 */
final class ElectionWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ElectionWatch.class);
    private static final int RETRY_MILLIS = 5_000;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int SESSION_MILLIS = 10_000;

    private final CuratorFramework zooKeeper;
    private final CuratorCache lock;
    private volatile long epoch;

    ElectionWatch(String address, String path) {
        zooKeeper = CuratorFrameworkFactory.builder()
                .connectString(address)
                .connectionTimeoutMs(CONNECT_MILLIS)
                .sessionTimeoutMs(SESSION_MILLIS)
                .retryPolicy(new RetryForever(RETRY_MILLIS))
                .build();
        lock = CuratorCache.build(zooKeeper, path, CuratorCache.Options.SINGLE_NODE_CACHE);
        lock.listenable().addListener((type, before, after) -> seen(path, after));
        zooKeeper.start();
        lock.start();
    }

    /** The watch that a cluster's files ask for; empty for a single ResourceManager, or one that is made active by hand. */
    static Optional<ElectionWatch> of(Configuration configuration) {
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
        return Optional.of(new ElectionWatch(address, base + "/" + cluster + "/ActiveStandbyElectorLock"));
    }

    /** Between two elections there is no lock; until the next one nobody answers either. */
    private void seen(String path, @Nullable ChildData after) {
        if (after != null && after.getStat().getCzxid() != epoch) {
            epoch = after.getStat().getCzxid();
            LOG.info("another ResourceManager is active lock={} epoch={}", path, epoch);
        }
    }

    /** Of the ResourceManager that is active now, 0 before it is known. */
    long epoch() {
        return epoch;
    }

    @Override
    public void close() {
        lock.close();
        zooKeeper.close();
    }
}
