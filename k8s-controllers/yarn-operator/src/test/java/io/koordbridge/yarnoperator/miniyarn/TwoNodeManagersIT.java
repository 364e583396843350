package io.koordbridge.yarnoperator.miniyarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Several NodeManagers in one JVM, each with its own instance of the plugin. */
class TwoNodeManagersIT {

    private final MiniYarn yarn = MiniYarn.shared();

    @Test
    void eachHasAPluginOfItsOwn() throws IOException {
        assertServes(yarn.node(0), MiniYarn.LEASED_VCORES.get(0));
        assertServes(yarn.node(1), MiniYarn.LEASED_VCORES.get(1));
    }

    /** With the lease, the socket and the name of its own NodeManager. */
    private static void assertServes(MiniNode node, long vcores) throws IOException {
        JsonNode answer = node.copilot().get("/v2/node");

        assertThat(answer.path("nodeId").asText()).isEqualTo(node.id());
        assertThat(answer.at("/lease/vcores").asLong()).isEqualTo(vcores);
        assertThat(node.registeredVcores()).isEqualTo(vcores);
    }

    @Test
    void theEndOfOneLeavesTheOthersAlone() throws IOException {
        MiniNode third;
        try (MiniNode joined = yarn.join("third", 2, Map.of())) {
            third = joined;
            assertServes(third, 2);
            assertThat(third.plugin().socket()).exists();
        }

        assertThat(third.plugin().socket()).doesNotExist();
        await().until(() ->
                yarn.rest().node(third.id()).filter(node -> node.running()).isEmpty());
        assertThat(yarn.node(0).copilot().get("/v2/node").path("nodeId").asText())
                .isEqualTo(yarn.node(0).id());
        assertThat(yarn.node(1).copilot().get("/v2/node").path("nodeId").asText())
                .isEqualTo(yarn.node(1).id());
    }
}
