package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dropwizard.testing.DropwizardTestSupport;
import java.net.http.HttpResponse;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A replica that has not seen the whole cluster, here because definitions are installed after it. */
class StillReadingTest {

    private static final int FOR_A_WHILE = 40;

    private final ControlPlane plane = new ControlPlane();
    private DropwizardTestSupport<ManagerConfiguration> process;

    @BeforeEach
    void start() throws Exception {
        plane.createNode("n1");
        plane.faults.next(
                "GET",
                "/apis/slo.koordinator.sh/v1alpha1/nodemetrics",
                Collections.nCopies(FOR_A_WHILE, 404).toArray(Integer[]::new));
        process = plane.startManager();
    }

    @AfterEach
    void stop() {
        process.after();
        plane.close();
    }

    @Test
    void namesWhatItWaitsForAndDeniesNoNode() {
        await().untilAsserted(() -> {
            HttpResponse<String> ready = ControlPlane.get(process.getAdminPort(), "/ready");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("cluster-view: caches are not filled yet: nodemetrics\n");
        });

        HttpResponse<String> explained = ControlPlane.get(process.getLocalPort(), "/api/v1/nodes/n1/explain");

        assertThat(explained.statusCode()).isEqualTo(503);
        assertThat(explained.body()).contains("still reading the cluster, it waits for nodemetrics");
    }
}
