package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release whose webhook the API server calls at an external host, and no longer, through upgrades by Helm. */
class ExternalHostIT {
    private static final Chart CHART = new Chart();
    private static final String TIMEOUT = "manager.webhook.timeoutSeconds=";

    @TempDir
    private static Path directory;

    private static RealControlPlane controlPlane;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlaneGate.share();
    }

    @Test
    void anUpgradeIsTakenWhereverTheManagerIsCalled() throws IOException {
        String kubeconfig = Files.readString(controlPlane.kubeconfig());
        List<Integer> ports = FreePorts.find(3);
        String external = "https://127.0.0.1:" + ports.get(2) + "/";
        String[] known = {
            "manager.config.webhook.externalHost=127.0.0.1", "manager.config.webhook.port=" + ports.get(2), TIMEOUT + 8
        };
        CHART.install(kubeconfig);
        try (ManagerUnderTest manager =
                ManagerUnderTest.start("koord-manager", controlPlane.kubeconfig(), directory, ports)) {
            await().atMost(ManagerCluster.SOON).until(() -> allAt(external));

            CHART.upgradeWith(kubeconfig, TIMEOUT + 7);

            await("the manager sets its address again")
                    .atMost(ManagerCluster.SOON)
                    .until(() -> allAt(external) && allWithin(7));

            CHART.upgradeWith(kubeconfig, known);

            assertThat(allAt(external) && allWithin(8)).as("%s", addresses()).isTrue();
            manager.process().requireAlive();
        }

        CHART.upgradeWith(kubeconfig);

        assertThat(webhooks()).isNotEmpty().allSatisfy(webhook -> {
            assertThat(webhook.getClientConfig().getUrl()).isNull();
            assertThat(webhook.getClientConfig().getService().getName()).isEqualTo("koordinator-webhook-service");
            assertThat(webhook.getClientConfig().getCaBundle()).isNotEmpty();
        });

        CHART.upgradeWith(kubeconfig, known);

        assertThat(allAt(external)).as("%s", addresses()).isTrue();
    }

    private static boolean allAt(String base) {
        return webhooks().stream()
                .map(MutatingWebhook::getClientConfig)
                .allMatch(client -> client.getUrl() != null
                        && client.getUrl().startsWith(base)
                        && client.getService() == null
                        && client.getCaBundle() != null);
    }

    private static List<String> addresses() {
        return webhooks().stream()
                .map(webhook -> webhook.getTimeoutSeconds() + " s: "
                        + webhook.getClientConfig().getUrl() + " "
                        + webhook.getClientConfig().getService())
                .toList();
    }

    private static boolean allWithin(int seconds) {
        return webhooks().stream().allMatch(webhook -> webhook.getTimeoutSeconds() == seconds);
    }

    private static List<MutatingWebhook> webhooks() {
        return controlPlane
                .client()
                .admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("koordinator-mutating-webhook-configuration")
                .get()
                .getWebhooks();
    }
}
