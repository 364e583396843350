package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.hadoop.NodeManagerInfo;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The shipped edge, connected to the shared MiniYARNCluster by configuration files, as in the operator. */
final class EdgeOnMiniYarn implements AutoCloseable {

    static final Duration NO_HURRY = Duration.ofMinutes(10);

    private final MiniYarn yarn = MiniYarn.shared();
    private final HadoopResourceManager client = connect(ClusterFiles.read(List.of(yarn.clientFile())));

    private static HadoopResourceManager connect(Configuration configuration) {
        HadoopUser user = new HadoopUser(configuration, HadoopLogin.PROCESS_USER);
        return HadoopResourceManager.connect(configuration, user, HadoopWeb.PLAIN, null, null);
    }

    MiniYarn yarn() {
        return yarn;
    }

    HadoopResourceManager client() {
        return client;
    }

    ReportedNode reported(MiniNode node) {
        return client.nodes().stream()
                .filter(one -> one.nodeId().equals(node.id()))
                .findFirst()
                .orElseThrow();
    }

    /** As the operator does it. */
    void update(MiniNode node, YarnAmount capability, Duration deadline) {
        client.ready();
        client.update(node.host(), node.port(), capability, deadline);
    }

    /** Returns when the NodeManager has it. */
    void set(MiniNode node, YarnAmount capability) {
        update(node, capability, NO_HURRY);
        await().untilAsserted(() -> assertThat(reported(node).capability()).isEqualTo(capability));
        awaitTold(node, capability);
    }

    /** By its own web server and by our plugin inside it. */
    void awaitTold(MiniNode node, YarnAmount capability) {
        await().untilAsserted(() -> {
            NodeManagerInfo info = node.rest().info();
            assertThat(new YarnAmount(info.capacityVcores(), info.capacityMegabytes()))
                    .isEqualTo(capability);
            JsonNode told = node.copilot().get("/v2/node").path("capacity");
            assertThat(new YarnAmount(
                            told.path("vcores").asLong(), told.path("memoryMB").asLong()))
                    .isEqualTo(capability);
        });
    }

    @Override
    public void close() {
        client.close();
    }
}
