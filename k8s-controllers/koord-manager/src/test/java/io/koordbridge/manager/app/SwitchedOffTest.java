package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.testing.DropwizardTestSupport;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The keys {@code controllers} and {@code noderesourcePlugins}. */
class SwitchedOffTest {

    private final ControlPlane plane = new ControlPlane();

    @AfterEach
    void stop() {
        plane.close();
    }

    @Test
    void doesNotStartAControllerThatIsOff() throws Exception {
        plane.configure("{\"enable\": true}");
        plane.createNode("n1");
        DropwizardTestSupport<ManagerConfiguration> process =
                plane.startManager("controllers=-nodeslo,*", "allowUnprotected=true");
        try {
            await().until(() ->
                    plane.client.resources(NodeMetric.class).withName("n1").get() != null);
            plane.report("n1", "1", Instant.now());
            await().until(() -> plane.batchMilliCpu("n1") == 8600);

            assertThat(plane.client.resources(NodeSLO.class).list().getItems()).isEmpty();
        } finally {
            process.after();
        }
    }

    @Test
    void leavesTheResourcesOfAStageThatIsOff() throws Exception {
        plane.configure("{\"enable\": true}");
        plane.createNode("n1");
        plane.showAllocatable("n1", "kubernetes.io/mid-cpu", "700");
        DropwizardTestSupport<ManagerConfiguration> process = plane.startManager("noderesourcePlugins=-MidResource,*");
        try {
            await().until(() ->
                    plane.client.resources(NodeMetric.class).withName("n1").get() != null);
            plane.report("n1", "1", Instant.now());
            await().until(() -> plane.batchMilliCpu("n1") == 8600);

            assertThat(plane.node("n1")
                            .getStatus()
                            .getAllocatable()
                            .get("kubernetes.io/mid-cpu")
                            .getAmount())
                    .isEqualTo("700");
            JsonNode explained = ControlPlane.json(ControlPlane.get(process.getLocalPort(), "/api/v1/nodes/n1/explain")
                    .body());
            assertThat(explained.path("stages").findValuesAsText("stage"))
                    .contains("BatchResource")
                    .doesNotContain("MidResource");
        } finally {
            process.after();
        }
    }

    @Test
    void rejectsANameThatIsUnknown() {
        assertThatThrownBy(() -> plane.startManager("controllers=*,-nodeslos"))
                .hasStackTraceContaining("controllers has the unknown entry -nodeslos, allowed: *, a name or -name of");
    }
}
