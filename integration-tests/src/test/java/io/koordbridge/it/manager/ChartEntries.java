package io.koordbridge.it.manager;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.it.chart.Chart;
import io.koordbridge.it.chart.Rendered;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The webhook entries of our chart on an API server, failing closed, so that no call that fails is overlooked. */
final class ChartEntries {

    private static final String MUTATING = "koordinator-mutating-webhook-configuration";
    private static final String VALIDATING = "koordinator-validating-webhook-configuration";

    private static final String GATES = "manager.featureGates.";
    private static final String OF_THE_CHART = "ConfigMapValidatingWebhook";

    private final KubernetesClient client;

    ChartEntries(KubernetesClient client) {
        this.client = client;
    }

    /** Creates what the chart has with some gates on. */
    void register(List<String> gatesOn) {
        // The chart has this one on, the processes of the tests only where it is named.
        Stream<String> off =
                gatesOn.contains(OF_THE_CHART) ? Stream.empty() : Stream.of(GATES + OF_THE_CHART + "=false");
        String[] values = Stream.concat(off, gatesOn.stream().map(gate -> GATES + gate + "=true"))
                .toArray(String[]::new);
        List<HasMetadata> objects = new Chart().renderWith(values);
        MutatingWebhookConfiguration mutating = Rendered.named(objects, MutatingWebhookConfiguration.class, MUTATING);
        ValidatingWebhookConfiguration validating =
                Rendered.named(objects, ValidatingWebhookConfiguration.class, VALIDATING);
        mutating.getWebhooks().forEach(webhook -> webhook.setFailurePolicy("Fail"));
        validating.getWebhooks().forEach(webhook -> webhook.setFailurePolicy("Fail"));
        client.resource(mutating).create();
        client.resource(validating).create();
    }

    /** Takes away those that change objects. */
    void removeMutating() {
        client.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName(MUTATING)
                .delete();
    }

    /** Waits until the manager has entered its authority everywhere, and the API server follows. */
    void awaitInForce() {
        await().until(this::trusted);
        ManagerCluster.awaitAnswer(this::refusesAContradiction);
    }

    /** By the validation's own words, and after the mutation has let the pod pass: both configurations are in force. */
    private boolean refusesAContradiction() {
        Pod pod = ManagerCluster.pod("default", "contradiction", Map.of(), Map.of("kubernetes.io/batch-cpu", "500"));
        try {
            client.resource(pod).dryRun().create();
            return false;
        } catch (KubernetesClientException e) {
            return String.valueOf(e.getMessage()).contains("koordinator.sh/qosClass");
        }
    }

    private boolean trusted() {
        var configurations = client.admissionRegistration().v1();
        return configurations.mutatingWebhookConfigurations().withName(MUTATING).get().getWebhooks().stream()
                        .allMatch(webhook -> webhook.getClientConfig().getCaBundle() != null)
                && configurations.validatingWebhookConfigurations().withName(VALIDATING).get().getWebhooks().stream()
                        .allMatch(webhook -> webhook.getClientConfig().getCaBundle() != null);
    }
}
