package io.koordbridge.it.manager;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.ServerSocket;

/** Somebody else's webhook, which is asked about each update of one quota beside the manager's. */
final class ForeignWebhook {

    /** What the API server calls it when it refuses. */
    static final String NAME = "foreign.example.invalid";

    private static final int NOBODY_LISTENS = 1;
    private static final int DELAY_SECONDS = 9;

    private ForeignWebhook() {}

    /** Cannot be reached, so that no update is let through. */
    static HasMetadata refusing(String quota) {
        return of(quota, "Fail", NOBODY_LISTENS);
    }

    /** Takes calls and never answers, so that each update takes nine seconds. */
    static HasMetadata delaying(String quota, ServerSocket silent) {
        return of(quota, "Ignore", silent.getLocalPort());
    }

    private static HasMetadata of(String quota, String failurePolicy, int port) {
        return Serialization.unmarshal(
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: foreign-%1$s}
                webhooks:
                - name: %2$s
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: %3$s
                  timeoutSeconds: %5$d
                  matchConditions: [{name: one, expression: "request.name == '%1$s'"}]
                  clientConfig: {url: "https://127.0.0.1:%4$d/"}
                  rules:
                  - {apiGroups: [scheduling.sigs.k8s.io], apiVersions: [v1alpha1], resources: [elasticquotas],
                     operations: [UPDATE]}
                """.formatted(quota, NAME, failurePolicy, port, DELAY_SECONDS), ValidatingWebhookConfiguration.class);
    }
}
