package io.koordbridge.yarnoperator.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.answers.AppsAnswer;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.yarnoperator.app.FakeResourceManager;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import io.koordbridge.yarnoperator.resourcemanager.ResourceManager;
import io.koordbridge.yarnoperator.resourcemanager.ResourceManagerException;
import io.koordbridge.yarnoperator.resourcemanager.YarnClusters;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplicationsResourceTest {

    private final SteadyClock clock = new SteadyClock(Clock.systemUTC(), System::nanoTime);
    private final YarnClusters clusters = YarnClusters.of(
            Map.of("", declaration(() -> manager("a1", "a2")), "silent", declaration(() -> manager())),
            () -> true,
            (cluster, up, text) -> {},
            clock,
            new MetricRegistry());
    private final ApplicationsResource resource = new ApplicationsResource(clusters, YarnConversion.DEFAULT, clock);

    @AfterEach
    void close() {
        clusters.close();
    }

    private static ClusterDeclaration declaration(Supplier<ResourceManager> connector) {
        return new ClusterDeclaration("rm:8033", "simple", connector);
    }

    private static ResourceManager manager(String... ids) {
        return new FakeResourceManager(() -> {}) {
            @Override
            public JsonNode applications(String states, int most) {
                if (ids.length == 0) {
                    throw new ResourceManagerException("applications", new IOException("no answer in time"));
                }
                StringBuilder apps = new StringBuilder();
                for (String id : states.contains("RUNNING") ? ids : new String[0]) {
                    apps.append(apps.isEmpty() ? "" : ",").append("{\"state\": \"RUNNING\", \"id\": \"" + id + "\"}");
                }
                try {
                    return new ObjectMapper().readTree("{\"apps\": {\"app\": [" + apps + "]}}");
                } catch (JsonProcessingException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    @Test
    void aClusterThatDoesNotAnswerIsNamedBesideTheOthers() {
        AppsAnswer answer = resource.answer(AppsQuery.of(Map.of("limit", "1")::get));

        assertThat(answer.apps()).extracting(AppsAnswer.App::id).containsExactly("a1");
        assertThat(answer.fitting()).isEqualTo(2);
        assertThat(answer.clusters())
                .containsExactly(
                        new AppsAnswer.Source("default", null, true),
                        new AppsAnswer.Source("silent", "applications: IOException: no answer in time", false));
    }
}
