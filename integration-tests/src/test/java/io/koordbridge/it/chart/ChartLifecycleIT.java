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
import io.koordbridge.protocol.WellKnown;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A release from installation to removal. */
class ChartLifecycleIT {
    private static final String WEBHOOKS = "koordinator-mutating-webhook-configuration";
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

        chart.upgrade(kubeconfig, Chart.allOptions());

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
