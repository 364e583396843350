package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.health.HealthCheck;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.dropwizard.testing.ResourceHelpers;
import io.koordbridge.kube.leader.LeaderGate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BridgeApplicationTest {

    /** A process with nothing of its own but a leader gate. */
    public static final class EmptyProcess extends BridgeApplication<ElectingConfiguration> {

        private LeaderGate gate;

        @Override
        public String processName() {
            return "empty-process";
        }

        @Override
        protected void start(ElectingConfiguration config, BridgeContext context) {
            gate = context.newLeaderGate(config, "lease");
            gate.start(() -> {}, () -> {});
        }
    }

    private final DropwizardTestSupport<ElectingConfiguration> process = new DropwizardTestSupport<>(
            EmptyProcess.class,
            ResourceHelpers.resourceFilePath("empty.yaml"),
            ConfigOverride.config("server.applicationConnectors[0].port", "0"),
            ConfigOverride.config("server.adminConnectors[0].port", "0"),
            ConfigOverride.config("leaderElection.enabled", "false"));

    @BeforeEach
    void start() throws Exception {
        process.before();
    }

    @AfterEach
    void stop() {
        process.after();
    }

    @Test
    void servesPrometheusMetricsOnTheAdminPort() throws Exception {
        assertThat(get("/metrics").body()).contains("koord_leader{lease=\"lease\"} 1.0");
    }

    @Test
    void saysThatTheApiServerCannotBeReachedAndLivesOn() throws Exception {
        HttpResponse<String> health = get("/healthcheck");

        assertThat(health.statusCode()).isEqualTo(500);
        assertThat(health.body()).contains("api-server").contains("http://127.0.0.1:1");
        assertThat(get("/ping").statusCode()).isEqualTo(200);
    }

    @Test
    void isReadyWithoutAnApiServerAsSoonAsItsOwnPartsAre() throws Exception {
        assertThat(get("/ready").statusCode()).isEqualTo(200);

        process.getEnvironment().healthChecks().register("part", new HealthCheck() {
            @Override
            protected Result check() {
                return Result.unhealthy("not there yet");
            }
        });

        assertThat(get("/ready").statusCode()).isEqualTo(503);
        assertThat(get("/ready").body()).isEqualToIgnoringNewLines("part: not there yet");
    }

    @Test
    void answersProbesUnderTheNamesThatKubernetesItselfUses() throws Exception {
        process.getEnvironment().healthChecks().register("part", new HealthCheck() {
            @Override
            protected Result check() {
                return Result.unhealthy("not there yet");
            }
        });

        for (List<String> names : List.of(List.of("/ping", "/healthz"), List.of("/ready", "/readyz"))) {
            assertThat(get(names.get(1)))
                    .extracting(HttpResponse::statusCode, HttpResponse::body)
                    .isEqualTo(List.of(
                            get(names.get(0)).statusCode(), get(names.get(0)).body()));
        }
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        assertThat(get("/readyz").statusCode()).isEqualTo(503);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + process.getAdminPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
