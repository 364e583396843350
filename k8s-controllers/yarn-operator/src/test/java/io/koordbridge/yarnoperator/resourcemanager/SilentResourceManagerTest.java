package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ProtocolTimes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class SilentResourceManagerTest {

    @Test
    void anUnansweredUpdateEndsBeforeItsDeadline() throws IOException {
        // The system takes connections for a socket that nobody accepts from.
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Configuration configuration = new Configuration(false);
            configuration.addResource("core-default.xml");
            configuration.addResource("yarn-default.xml");
            configuration.set("yarn.resourcemanager.admin.address", "127.0.0.1:" + silent.getLocalPort());
            ClientLimits.apply(configuration);
            HadoopResourceManager client = HadoopResourceManager.connect(
                    configuration,
                    new HadoopUser(configuration, new HadoopLogin("yarn", null, null, null)),
                    HadoopWeb.PLAIN,
                    null,
                    null);
            long begin = System.nanoTime();

            assertThatExceptionOfType(ResourceManagerException.class)
                    .isThrownBy(() -> client.update("nm-0", 8041, new YarnAmount(1, 1024), Duration.ZERO))
                    .withMessageContaining("SocketTimeoutException");

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(ProtocolTimes.DEFAULT.uncertainty());
            client.close();
        }
    }
}
