package io.koordbridge.it.manager;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Somebody else's webhook, which is asked about each update of one quota beside the manager's. */
final class ForeignWebhook {

    /** What the API server calls it when it refuses. */
    static final String NAME = "foreign.example.invalid";

    private static final int NOBODY_LISTENS = 1;

    private ForeignWebhook() {}

    /** Cannot be reached, so that no update is let through. */
    static HasMetadata refusing(String quota) {
        return Serialization.unmarshal(
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: foreign-%1$s}
                webhooks:
                - name: %2$s
                  admissionReviewVersions: [v1]
                  sideEffects: None
                  failurePolicy: Fail
                  timeoutSeconds: 9
                  matchConditions: [{name: one, expression: "request.name == '%1$s'"}]
                  clientConfig: {url: "https://127.0.0.1:%3$d/"}
                  rules:
                  - {apiGroups: [scheduling.sigs.k8s.io], apiVersions: [v1alpha1], resources: [elasticquotas],
                     operations: [UPDATE]}
                """.formatted(quota, NAME, NOBODY_LISTENS), ValidatingWebhookConfiguration.class);
    }
}
