package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulerCapabilitiesTest {

    private static final List<String> OPTIONAL = List.of("devices", "loadAware", "reservation", "quota", "gang");

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);

    @BeforeEach
    void start() throws Exception {
        server.init(InetAddress.getLoopbackAddress(), 0);
    }

    @AfterEach
    void stop() {
        server.destroy();
    }

    @Test
    void allAreOnByDefaultAndEachCanBeLeftOut() throws Exception {
        JsonNode all = capabilities(List.of());
        JsonNode few = capabilities(OPTIONAL);

        assertThat(all.fieldNames()).toIterable().containsAll(OPTIONAL).contains("gatekeeper");
        assertThat(all.path("quota").path("quotas").isInt()).isTrue();
        assertThat(few.fieldNames()).toIterable().doesNotContainAnyElementsOf(OPTIONAL);
        assertThat(few).hasSize(all.size() - OPTIONAL.size());
    }

    private JsonNode capabilities(List<String> off) throws Exception {
        List<ConfigOverride> overrides = new ArrayList<>(List.of(
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"),
                ConfigOverride.config("kubernetes.apiServer", server.url("/"))));
        off.forEach(section -> overrides.add(ConfigOverride.config(section + ".enabled", "false")));
        DropwizardTestSupport<SchedulerConfiguration> process = new DropwizardTestSupport<>(
                SchedulerApplication.class,
                "src/main/dist/conf/koord-scheduler.yaml",
                overrides.toArray(ConfigOverride[]::new));
        process.before();
        try {
            URI view = URI.create("http://127.0.0.1:" + process.getAdminPort() + "/apis/v1/capabilities");
            return await().ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> read(view), capabilities -> !capabilities.isEmpty());
        } finally {
            process.after();
        }
    }

    private static JsonNode read(URI view) throws IOException {
        try (InputStream body = view.toURL().openStream()) {
            return Json.MAPPER.readTree(body);
        }
    }
}
