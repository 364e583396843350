package io.koordbridge.yarnoperator.matching;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import org.jspecify.annotations.Nullable;

/** Makes pods of NodeManagers; each step gives another maker. */
final class PodOf {

    private final Pod made;

    PodOf(String namespace, String name) {
        this(new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withPodIP("10.1.2.3")
                .withHostIP("10.0.0.7")
                .endStatus()
                .build());
    }

    private PodOf(Pod made) {
        this.made = made;
    }

    PodOf network(String hostname, @Nullable String subdomain) {
        return new PodOf(new PodBuilder(made)
                .editSpec()
                .withHostname(hostname)
                .withSubdomain(subdomain)
                .endSpec()
                .build());
    }

    PodOf hostNetwork() {
        return new PodOf(new PodBuilder(made)
                .editSpec()
                .withHostNetwork(true)
                .endSpec()
                .editStatus()
                .withPodIP("10.0.0.7")
                .endStatus()
                .build());
    }

    PodOf nodeId(String text) {
        return annotated(Annotations.YARN_NODE_ID, text);
    }

    PodOf cluster(String id) {
        return annotated(Annotations.YARN_CLUSTER_ID, id);
    }

    private PodOf annotated(String key, String value) {
        return new PodOf(new PodBuilder(made)
                .editMetadata()
                .addToAnnotations(key, value)
                .endMetadata()
                .build());
    }

    Pod build() {
        return made;
    }
}
