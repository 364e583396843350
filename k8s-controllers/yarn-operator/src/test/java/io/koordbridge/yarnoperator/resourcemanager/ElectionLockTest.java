package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElectionLockTest {

    @TempDir
    Path directory;

    private static Configuration files(String... more) {
        Configuration configuration = new Configuration(false);
        configuration.set("yarn.resourcemanager.ha.enabled", "true");
        configuration.set("yarn.resourcemanager.cluster-id", "c1");
        configuration.set("hadoop.zk.address", "zk-0:2181,zk-1:2181");
        for (int i = 0; i < more.length; i += 2) {
            configuration.set(more[i], more[i + 1]);
        }
        return configuration;
    }

    @Test
    void isWhereTheResourceManagersElect() {
        ElectionLock lock = ElectionLock.of(files()).orElseThrow();

        assertThat(lock.address()).isEqualTo("zk-0:2181,zk-1:2181");
        assertThat(lock.path()).isEqualTo("/yarn-leader-election/c1/ActiveStandbyElectorLock");
        assertThat(lock.logIns()).isEmpty();
    }

    @Test
    void aBadLogInIsNamedWithoutItsSecret() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ElectionLock.of(files("hadoop.zk.auth", "secret")))
                .withMessage("hadoop.zk.auth: want scheme:data, such as digest:user:password, or @file")
                .withNoCause();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ElectionLock.of(files("hadoop.zk.auth", "@" + directory.resolve("none"))))
                .withMessageStartingWith("hadoop.zk.auth: the file after @ cannot be read: ");
    }

    @Test
    void asksNoZooKeeperWhereNothingIsElected() {
        assertThat(ElectionLock.of(new Configuration(false))).isEmpty();
        assertThat(ElectionLock.of(files("yarn.resourcemanager.ha.automatic-failover.enabled", "false")))
                .isEmpty();
        assertThat(ElectionLock.of(files("yarn.resourcemanager.cluster-id", "")))
                .isEmpty();
    }
}
