package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.testkit.await.PatientAwaits;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The whole process. */
class DeschedulerTest {

    @Test
    void withoutAnApiServerItStartsAnswersAndSaysWhatIsLacking() throws Exception {
        try (DeschedulerUnderTest process = new DeschedulerUnderTest("http://127.0.0.1:1")) {
            JsonNode plan = process.answer("/apis/v1/plan");
            JsonNode migrations = process.answer("/apis/v1/migrations");
            HttpResponse<String> health = process.admin("/healthcheck");

            assertThat(plan.path("waitsFor").asText()).contains("nodes, pods").contains("not read yet");
            assertThat(plan.path("victims")).isEmpty();
            assertThat(migrations.path("open").isArray()).isTrue();
            assertThat(migrations.path("ended")).isEmpty();
            assertThat(health.statusCode()).isEqualTo(500);
            assertThat(health.body()).contains("caches").contains("podmigrationjobs");
            assertThat(process.page("/").statusCode()).isEqualTo(200);
            assertThat(process.admin("/ping").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void withAnEmptyClusterItIsHealthyAndPlansNothing() throws Exception {
        try (EmbeddedApiServer server = new EmbeddedApiServer();
                DeschedulerUnderTest process = new DeschedulerUnderTest(server.url())) {
            await().atMost(PatientAwaits.PATIENCE)
                    .until(() -> process.answer("/apis/v1/plan")
                            .path("waitsFor")
                            .asText()
                            .startsWith("the run is skipped: 0 of 0 nodes"));

            assertThat(process.admin("/metrics").body()).contains("koord_descheduler_limits_remembered");
        }
    }

    @Test
    void aConfigurationWithAMistakeIsRefusedBeforeTheStart() {
        Descheduler descheduler = new Descheduler();

        descheduler.check(Configurations.shipped());
        assertThatThrownBy(() -> descheduler.check(Configurations.of("deschedulingInterval: 0s")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("descheduler: invalid deschedulingInterval: '0s'; allowed: from 1s to 24h");
    }
}
