package io.koordbridge.yarnoperator.resourcemanager;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.hadoop.conf.Configuration;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real ZooKeeper, whose lock is made and removed as ResourceManagers do. */
class ElectionWatchTest {

    private static final String PATH = "/yarn-leader-election/c1/ActiveStandbyElectorLock";
    private static final String LOG_IN = "digest:rm:secret";
    private static final int TICK_MILLIS = 500;

    @TempDir
    Path directory;

    private final int port = FreePorts.find(1).get(0);
    private ServerCnxnFactory server;
    private CuratorFramework resourceManager;

    @BeforeEach
    void start() throws Exception {
        startServer();
        resourceManager = CuratorFrameworkFactory.builder()
                .connectString(address())
                .authorization("digest", "rm:secret".getBytes(UTF_8))
                .retryPolicy(new RetryOneTime(500))
                .build();
        resourceManager.start();
    }

    private void startServer() throws IOException, InterruptedException {
        ZooKeeperServer zooKeeper = new ZooKeeperServer(directory.toFile(), directory.toFile(), TICK_MILLIS);
        server = new NIOServerCnxnFactory();
        server.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        server.startup(zooKeeper);
    }

    @AfterEach
    void stop() {
        resourceManager.close();
        server.shutdown();
    }

    private String address() {
        return "127.0.0.1:" + port;
    }

    private Configuration files(String... more) {
        Configuration configuration = new Configuration(false);
        configuration.set("yarn.resourcemanager.ha.enabled", "true");
        configuration.set("yarn.resourcemanager.cluster-id", "c1");
        configuration.set("hadoop.zk.address", address());
        for (int i = 0; i < more.length; i += 2) {
            configuration.set(more[i], more[i + 1]);
        }
        return configuration;
    }

    private ElectionWatch watch(String... more) {
        return new ElectionWatch(ElectionLock.of(files(more)).orElseThrow());
    }

    private long elect(List<ACL> acl) throws Exception {
        if (resourceManager.checkExists().forPath(PATH) != null) {
            resourceManager.delete().forPath(PATH);
        }
        resourceManager.create().creatingParentsIfNeeded().withACL(acl, false).forPath(PATH);
        return resourceManager.checkExists().forPath(PATH).getCzxid();
    }

    private static void awaitEpoch(ElectionWatch watch, long epoch) {
        await().atMost(PatientAwaits.PATIENCE).until(() -> watch.epoch() == epoch);
    }

    @Test
    void eachElectionIsAnEpochOfItsOwnAndTheLastOneStays() throws Exception {
        try (ElectionWatch watch = watch()) {
            assertThat(watch.epoch()).isZero();
            long first = elect(Ids.OPEN_ACL_UNSAFE);
            awaitEpoch(watch, first);
            long second = elect(Ids.OPEN_ACL_UNSAFE);
            awaitEpoch(watch, second);
            assertThat(second).isGreaterThan(first);

            resourceManager.delete().forPath(PATH);
            server.shutdown();
            assertThat(watch.epoch()).isEqualTo(second);
        }
    }

    @RepeatedTest(3)
    void findsTheNewLockAfterAnOutageOfZooKeeper() throws Exception {
        try (ElectionWatch watch = watch()) {
            awaitEpoch(watch, elect(Ids.OPEN_ACL_UNSAFE));
            server.shutdown();
            startServer();
            resourceManager.blockUntilConnected();
            awaitEpoch(watch, elect(Ids.OPEN_ACL_UNSAFE));
        }
    }

    @Test
    void logsInAsHadoopsFilesSay() throws Exception {
        Path file = Files.writeString(directory.resolve("auth"), LOG_IN + "\n");
        elect(Ids.CREATOR_ALL_ACL);
        try (ElectionWatch direct = watch("hadoop.zk.auth", LOG_IN);
                ElectionWatch fromFile = watch("hadoop.zk.auth", "@" + file);
                ElectionWatch byOldKey = watch("yarn.resourcemanager.zk-auth", LOG_IN)) {
            long epoch = elect(Ids.CREATOR_ALL_ACL);

            awaitEpoch(direct, epoch);
            awaitEpoch(fromFile, epoch);
            awaitEpoch(byOldKey, epoch);
        }
    }

    @Test
    void knowsThatItMayNotReadTheLockUntilItMay() throws Exception {
        elect(Ids.CREATOR_ALL_ACL);
        try (ElectionWatch watch = watch()) {
            await().atMost(PatientAwaits.PATIENCE).until(watch::refused);
            assertThat(watch.epoch()).isZero();

            long open = elect(Ids.OPEN_ACL_UNSAFE);

            awaitEpoch(watch, open);
            assertThat(watch.refused()).isFalse();
        }
    }
}
