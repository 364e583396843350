package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProtectionCheckTest {

    @Test
    void warnsAboutCapacityWithoutProtectionAndNamesTheField() throws Exception {
        try (ControlPlane plane = new ControlPlane()) {
            plane.configure(Map.of("colocation-config", "{\"enable\": true}", "resource-threshold-config", """
                    {"clusterStrategy": {"enable": true},
                     "nodeStrategies": [{"name": "db", "nodeSelector": {"matchLabels": {"a": "b"}}, "enable": false}]}"""));
            DropwizardTestSupport<ManagerConfiguration> process = plane.startManager();
            try {
                await().untilAsserted(() -> assertThat(plane.client
                                .v1()
                                .events()
                                .inAnyNamespace()
                                .list()
                                .getItems())
                        .anySatisfy(event -> {
                            assertThat(event.getReason()).isEqualTo("ColocationUnprotected");
                            assertThat(event.getMessage())
                                    .isEqualTo("batch capacity is offered without protection of online pods: enable of"
                                            + " nodeStrategies entry 'db' of resource-threshold-config is not true");
                        }));
                assertThat(get(process.getAdminPort(), "/healthcheck"))
                        .contains(
                                "protection of CPU is NOT_NEEDED: no node offers batch capacity; of memory NOT_NEEDED");
                assertThat(get(process.getAdminPort(), "/metrics"))
                        .contains("koord_manager_unprotected_nodes 0", "koord_manager_memory_unprotected_nodes 0");
            } finally {
                process.after();
            }
        }
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }
}
