package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release from installation to removal. */
@Tag("versions-kubernetes")
class ChartLifecycleIT {
    private static final String WEBHOOKS = "koordinator-mutating-webhook-configuration";
    private static final String NO_CLEAN_UP = "cleanUp.enabled=false";
    private static final String PREEMPTS = "PreemptLowerPriority";
    private static final String AUTHORITY = "bWFkZSBieSB0aGUgbWFuYWdlcg==";

    @Test
    void keepsTheCertificateAndLeavesOnlyDefinitions() throws Exception {
        Chart chart = new Chart();
        RealControlPlane controlPlane = ControlPlaneGate.share();
        String kubeconfig = Files.readString(controlPlane.kubeconfig());
        KubernetesClient client = controlPlane.client();
        chart.install(kubeconfig);
        client.resource(webhooks(client)).edit(ChartLifecycleIT::withAuthority);
        List<String> before = names(webhooks(client));

        // The values name the scheduler of the lab's own release, which an older API server must not have.
        chart.upgrade(
                kubeconfig,
                Chart.allOptions(),
                "scheduler.kubeScheduler.image=registry.example.invalid/kube-scheduler:"
                        + client.getKubernetesVersion().getGitVersion());

        List<MutatingWebhook> after = webhooks(client).getWebhooks();
        assertThat(after)
                .allSatisfy(webhook -> assertThat(webhook.getTimeoutSeconds()).isEqualTo(3));
        assertThat(after)
                .hasSizeGreaterThan(before.size())
                .filteredOn(webhook -> before.contains(webhook.getName()))
                .hasSameSizeAs(before)
                .allSatisfy(webhook ->
                        assertThat(webhook.getClientConfig().getCaBundle()).isEqualTo(AUTHORITY));
        assertThat(manager(client).getSpec().getReplicas()).isEqualTo(3);

        chart.uninstall(kubeconfig);

        List<HasMetadata> installed = chart.render(Chart.allOptions());
        assertThat(installed)
                .isNotEmpty()
                .allSatisfy(object -> assertThat(client.resource(object).get())
                        .as(Rendered.id(object))
                        .isNull());
        assertThat(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .list()
                        .getItems())
                .hasSameSizeAs(chart.customResourceDefinitions());
    }

    /** No API server changes the preemption policy of a class. */
    @Test
    void anUpgradeLeavesClassesThatPreemptAndMakesThemAgainWhenTheyAreGone(@TempDir Path before) throws Exception {
        RealControlPlane controlPlane = ControlPlaneGate.share();
        String kubeconfig = Files.readString(controlPlane.kubeconfig());
        KubernetesClient client = controlPlane.client();
        Chart chart = new Chart();
        chartWithPreemptingClasses(before).installWith(kubeconfig, NO_CLEAN_UP);
        assertThat(policy(client, "koord-batch")).isEqualTo(PREEMPTS);

        String notes = chart.upgradeWith(kubeconfig, NO_CLEAN_UP);

        assertThat(notes).contains("kubectl delete priorityclass koord-batch koord-free");
        assertThat(policy(client, "koord-batch")).isEqualTo(PREEMPTS);
        assertThat(policy(client, "koord-free")).isEqualTo(PREEMPTS);

        client.scheduling().v1().priorityClasses().withName("koord-batch").delete();
        chart.upgradeWith(kubeconfig, NO_CLEAN_UP);
        notes = chart.upgradeWith(kubeconfig, NO_CLEAN_UP);

        assertThat(notes).contains("kubectl delete priorityclass koord-free,");
        assertThat(policy(client, "koord-batch")).isEqualTo("Never");
        assertThat(policy(client, "koord-free")).isEqualTo(PREEMPTS);
        assertThat(policy(client, "koord-prod")).isEqualTo(PREEMPTS);
        chart.uninstall(kubeconfig);
    }

    /** This chart with the classes of the version before. */
    private static Chart chartWithPreemptingClasses(Path copy) throws IOException {
        Path root = ProjectLayout.find().root();
        Path chart = root.resolve("charts/koord-bridge");
        try (Stream<Path> files = Files.walk(chart)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = copy.resolve(chart.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
        Files.copy(
                root.resolve("integration-tests/src/test/resources/chart/before/priority-classes.yaml"),
                copy.resolve("templates/shared/priority-classes.yaml"),
                StandardCopyOption.REPLACE_EXISTING);
        return new Chart(copy);
    }

    private static String policy(KubernetesClient client, String name) {
        return client.scheduling().v1().priorityClasses().withName(name).get().getPreemptionPolicy();
    }

    private static MutatingWebhookConfiguration withAuthority(MutatingWebhookConfiguration before) {
        MutatingWebhookConfiguration after = new MutatingWebhookConfigurationBuilder(before).build();
        after.getWebhooks().forEach(webhook -> webhook.getClientConfig().setCaBundle(AUTHORITY));
        return after;
    }

    private static List<String> names(MutatingWebhookConfiguration configuration) {
        return configuration.getWebhooks().stream()
                .map(MutatingWebhook::getName)
                .toList();
    }

    private static MutatingWebhookConfiguration webhooks(KubernetesClient client) {
        return client.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(WEBHOOKS)
                .get();
    }

    private static Deployment manager(KubernetesClient client) {
        return client.apps()
                .deployments()
                .inNamespace(WellKnown.NAMESPACE)
                .withName("koord-manager")
                .get();
    }
}
