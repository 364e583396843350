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
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateErrorTest {

    private static final ObjectMapper MAPPER = Jackson.newObjectMapper();

    private final AtomicInteger uses = new AtomicInteger();

    @Test
    void anErrorDoesNotEndTheRenewal(@TempDir Path directory) {
        MetricRegistry metrics = new MetricRegistry();
        WebhookConfig settings = MAPPER.convertValue(
                MAPPER.createObjectNode().put("certDir", directory.toString()), WebhookConfig.class);
        try (ControlPlane plane = new ControlPlane();
                PeriodicTasks tasks = new PeriodicTasks(metrics);
                CertificateController keeper = new CertificateController(
                        plane.client,
                        settings,
                        new WebhookRegistration(new ListWatchSource(plane.client, metrics), settings, Set.of()),
                        Clock.systemUTC(),
                        metrics,
                        this::use)) {
            keeper.start(tasks);

            await().until(() -> keeper.execute().isHealthy());
            assertThat(uses.get()).isEqualTo(2);
            assertThat(metrics.counter("koord_manager_webhook_certificate_rounds_total{status=failed}")
                            .getCount())
                    .isEqualTo(1);
        }
    }

    private void use(KeyStore certificate) {
        assertThat(certificate).isNotNull();
        if (uses.incrementAndGet() == 1) {
            throw new NoClassDefFoundError("missing");
        }
    }
}
