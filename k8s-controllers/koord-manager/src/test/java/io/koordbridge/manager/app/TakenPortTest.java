package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.jackson.Jackson;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.manager.server.certificate.CertificateController;
import io.koordbridge.manager.server.registration.WebhookRegistration;
import io.koordbridge.manager.server.webhook.WebhookConfig;
import io.koordbridge.manager.server.webhook.WebhookServer;
import io.koordbridge.testkit.log.CapturedLog;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

class TakenPortTest {

    private static final ObjectMapper MAPPER = Jackson.newObjectMapper();

    private final CapturedLog logged = CapturedLog.of(CertificateController.class);

    @AfterEach
    void noLonger() {
        logged.close();
    }

    @Test
    void aTakenPortIsOneLineInWordsAndServedOnceItIsFree(@TempDir Path directory) throws Exception {
        MetricRegistry metrics = new MetricRegistry();
        try (ControlPlane plane = new ControlPlane();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            WebhookConfig settings = MAPPER.convertValue(
                    MAPPER.createObjectNode()
                            .put("bindHost", "127.0.0.1")
                            .put("port", taken.getLocalPort())
                            .put("certDir", directory.toString()),
                    WebhookConfig.class);
            try (WebhookServer server =
                            new WebhookServer(settings, List.of(), List.of(), caller -> Optional.empty(), metrics);
                    CertificateController keeper = new CertificateController(
                            plane.client,
                            settings,
                            new WebhookRegistration(new ListWatchSource(plane.client, metrics), settings, Set.of()),
                            Clock.systemUTC(),
                            metrics,
                            server::use)) {
                keeper.start(new PeriodicTasks(metrics));
                await().until(() -> failedRounds(metrics) > 0);
                await().until(() -> !logged.lines(Level.WARN).isEmpty());

                assertThat(logged.lines(Level.WARN)).singleElement().satisfies(line -> {
                    assertThat(line.text())
                            .contains("port " + taken.getLocalPort() + " of 127.0.0.1 is taken", "webhook.port");
                    assertThat(line.problem()).isNull();
                });
                await().untilAsserted(() ->
                        assertThat(keeper.execute().getMessage()).contains("is taken by another process"));

                taken.close();

                await().until(() -> keeper.execute().isHealthy());
                assertThat(server.port()).isEqualTo(settings.port());
            }
        }
    }

    private static long failedRounds(MetricRegistry metrics) {
        return metrics
                .getCounters((name, metric) -> name.contains("certificate_rounds") && name.contains("failed"))
                .values()
                .stream()
                .mapToLong(counter -> counter.getCount())
                .sum();
    }
}
