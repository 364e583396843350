package io.koordbridge.it.chart;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.protocol.WellKnown;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** May this service account of the release do that? Asked of the API server, which knows all its roles. */
record AccessQuestion(
        String account,
        String verb,
        @Nullable String group,
        String resource,
        @Nullable String namespace,
        @Nullable String name) {

    boolean isAllowedBy(KubernetesClient client) {
        int slash = resource.indexOf('/');
        SubjectAccessReview review = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser("system:serviceaccount:" + WellKnown.NAMESPACE + ":" + account)
                .withGroups(List.of(
                        "system:serviceaccounts",
                        "system:serviceaccounts:" + WellKnown.NAMESPACE,
                        "system:authenticated"))
                .withResourceAttributes(new ResourceAttributesBuilder()
                        .withVerb(verb)
                        .withGroup(group)
                        .withResource(slash < 0 ? resource : resource.substring(0, slash))
                        .withSubresource(slash < 0 ? null : resource.substring(slash + 1))
                        .withNamespace(namespace)
                        .withName(name)
                        .build())
                .endSpec()
                .build();
        return client.authorization()
                .v1()
                .subjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed();
    }
}
