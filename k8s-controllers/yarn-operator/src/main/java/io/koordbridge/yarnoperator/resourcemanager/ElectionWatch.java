package io.koordbridge.yarnoperator.resourcemanager;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.KeeperException.Code;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the lock that the ResourceManagers of a pair elect their active one by. Each election makes a new lock, so the transaction that
 * made it tells one term of office from another. Without ZooKeeper the last one stays.
 *
 * <p>It asks: Curator's caches miss a lock that is made anew while their connection comes back.
 */
final class ElectionWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ElectionWatch.class);
    private static final int RETRY_MILLIS = 1_000;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int SESSION_MILLIS = 10_000;
    /** Far shorter than a ResourceManager needs to become active after it has the lock. */
    private static final Executor A_MOMENT_LATER = CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);

    private final String path;
    private final CuratorFramework zooKeeper;
    private volatile boolean closed;
    private volatile boolean refused;
    private volatile long epoch;

    ElectionWatch(ElectionLock lock) {
        path = lock.path();
        zooKeeper = CuratorFrameworkFactory.builder()
                .connectString(lock.address())
                .authorization(lock.logIns())
                .connectionTimeoutMs(CONNECT_MILLIS)
                .sessionTimeoutMs(SESSION_MILLIS)
                .retryPolicy(new RetryForever(RETRY_MILLIS))
                .build();
        zooKeeper.start();
        look();
    }

    /** While ZooKeeper is away Curator repeats the question. */
    private void look() {
        if (closed) {
            return;
        }
        try {
            zooKeeper
                    .checkExists()
                    .inBackground((client, answer) -> {
                        seen(answer);
                        A_MOMENT_LATER.execute(this::look);
                    })
                    .forPath(path);
        } catch (Exception e) {
            LOG.warn("the election is not followed any more lock={}", path, e);
        }
    }

    /** Between two elections there is no lock; until the next one nobody answers either. */
    private void seen(CuratorEvent answer) {
        boolean refusedBefore = refused;
        refused = answer.getResultCode() == Code.NOAUTH.intValue();
        if (refused && !refusedBefore) {
            LOG.warn(
                    "the lock of the ResourceManagers' election may not be read, so a failover is not recognized: want {} as the"
                            + " ResourceManagers have it lock={}",
                    ElectionLock.AUTH,
                    path);
        }
        if (answer.getStat() != null && answer.getStat().getCzxid() != epoch) {
            epoch = answer.getStat().getCzxid();
            LOG.info("another ResourceManager is active lock={} epoch={}", path, epoch);
        }
    }

    /** Of the ResourceManager that is active now, 0 before it is known. */
    long epoch() {
        return epoch;
    }

    /** Whether the lock may not be read. */
    boolean refused() {
        return refused;
    }

    @Override
    public void close() {
        closed = true;
        zooKeeper.close();
    }
}
